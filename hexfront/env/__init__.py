"""Environments for learning: each game for PettingZoo (AEC), and for Gymnasium against a bot.

The module of a game is named for it, with the version of the environment behind: `<game>_v0`. Needs
`pip install hexfront[env]`. Everything is described in docs/environments.md.
"""

from hexfront.env.single import HexfrontSingle, register

register()

__all__ = ["HexfrontSingle"]

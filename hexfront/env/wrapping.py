"""PettingZoo's wrapper that refuses calls in the wrong order."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hexfront.env.aec import HexfrontEnv


def checked(env: HexfrontEnv) -> Any:
    return OrderEnforcingWrapper(env)

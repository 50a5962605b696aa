"""The position suite: small positions that ask what a good player would do, and a score per bot.

Each game has a folder of TOML files, a file a theme: `positions` tells how a position is written down,
`checks` what is asked of it, `orders` how its solution is written.
"""

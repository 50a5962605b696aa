"""The position suite: small positions that ask what a good player would do, and a score per bot.

Each game has a folder of TOML files, one file per theme: `positions` says how a position is written down,
`checks` what is asked of it, `orders` how its solution is written.
"""

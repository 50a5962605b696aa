"""A second, slow reading of the rules of Kesselschlacht, to compare the engine with.

Written from the rulebook and the rulings alone: loops over hexes by their printed numbers, dictionaries,
movement points with their halves. It takes nothing from `hexfront.games.kesselschlacht.rules`.
"""

"""The rules of Kesselschlacht, one file per chapter."""

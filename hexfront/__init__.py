"""Hexfront: operational wargames of the Eastern Front with their whole rulebooks enforced."""

__version__ = "0.1.0"

"""Kesselschlacht: its data."""

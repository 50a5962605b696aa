"""Positions of Kesselschlacht as JSON, read and written."""

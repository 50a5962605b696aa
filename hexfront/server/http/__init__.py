"""Routes, pages and messages: what a browser asks for."""

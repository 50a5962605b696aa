"""The local server: the page, its games, and a WebSocket that brings updates."""

"""What players of Breakout see: views, log, charts, pictures."""

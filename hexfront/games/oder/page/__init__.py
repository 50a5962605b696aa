"""What players of Watch on the Oder see: views, log, charts, pictures."""

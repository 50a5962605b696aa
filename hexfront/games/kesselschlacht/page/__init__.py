"""What players of Kesselschlacht see: views, log, charts, pictures."""

"""What can be asked about a position of Kesselschlacht."""

"""What can be asked about a position of Watch on the Oder."""

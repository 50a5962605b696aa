"""Reading and checking the data files of Watch on the Oder."""

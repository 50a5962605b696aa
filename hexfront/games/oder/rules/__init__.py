"""The rules of Watch on the Oder, one file per chapter."""

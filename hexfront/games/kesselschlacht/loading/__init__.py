"""Reading and checking the data files of Kesselschlacht."""

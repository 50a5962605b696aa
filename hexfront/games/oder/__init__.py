"""Watch on the Oder: January 1945, northern Poland and East Prussia."""

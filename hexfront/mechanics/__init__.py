"""What two or more games share: plain functions over hex sets and small values."""

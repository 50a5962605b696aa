"""The lab: bots play many games against each other, and the games are counted honestly."""

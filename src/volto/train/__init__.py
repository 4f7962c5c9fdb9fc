"""Learning from play: how the numbers in `mind` were found."""

"""Learning from play: how the numbers in `mind` were found."""

ATTACKER = "attacker-"
"""How those who learn along in a league are named, and their folders within that of the run."""

"""Bots: the computer's players, when they answer, and what they advise."""

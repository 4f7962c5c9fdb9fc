"""Matches between agents, and what they prove."""

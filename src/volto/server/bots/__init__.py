"""The house's own players, and what they advise."""

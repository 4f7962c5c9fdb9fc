"""Six players with a style of their own, each an ordered list of wishes."""

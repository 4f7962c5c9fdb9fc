"""The house of players: its tables, the store that keeps them, the ways to reach them."""

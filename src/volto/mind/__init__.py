"""Compiled thinking: instinct, worlds drawn from a belief, and search over them."""

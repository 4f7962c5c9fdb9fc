"""Training networks by self-play: how the learned player was found."""

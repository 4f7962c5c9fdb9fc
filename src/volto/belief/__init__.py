"""What a rival may be hiding."""

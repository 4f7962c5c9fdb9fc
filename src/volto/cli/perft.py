from volto import Position
def perft(position: str, depth: int) -> None:
    """Count."""
    print(Position.parse(position), depth)

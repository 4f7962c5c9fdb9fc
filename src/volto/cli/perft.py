"""`volto perft`: one number, the proof that the simulator plays by the book."""

from volto.rules import Position


def perft(position: str, depth: int, *, ladies: str = "owner", quiet: int = 100) -> None:
    """Count the sequences of exactly DEPTH legal moves from POSITION.

    A sequence in which the game ends earlier counts nothing.

    Parameters
    ----------
    position
        In one word, such as "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0".
    depth
        How many moves long.
    ladies
        Who wins when a family's second Lady is captured: owner or captor.
    quiet
        Turns without a capture that make a draw; 0 for no limit.
    """
    start = Position.parse(position, ladies=ladies, quiet=quiet)
    from volto.sim import perft as count  # the simulator is loaded only for a sound question

    print(count(start, depth))

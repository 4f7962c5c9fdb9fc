"""`volto perft`: one number, the proof that the simulator plays by the book."""

from volto.rules import Position

START = "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"


def perft(
    position: str,
    depth: int,
    *,
    divide: bool = False,
    ladies: str = "owner",
    quiet: int = 100,
) -> None:
    """Count the sequences of exactly DEPTH legal moves from POSITION.

    A sequence in which the game ends earlier counts nothing.

    Parameters
    ----------
    position
        In quotes, such as "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"; `start` means just that one.
    depth
        How many moves each sequence has.
    divide
        Also print, for each first move, how many sequences begin with it.
    ladies
        Who wins when a family's second Lady is captured: owner or captor.
    quiet
        Turns without a capture after which the game is a draw; 0 for no limit.
    """
    start = Position.parse(START if position == "start" else position, ladies, quiet)
    from volto import sim  # loaded only for a sound question

    if divide:
        for move, sequences in sim.divide(start, depth).items():
            print(move, sequences)
    print(sim.perft(start, depth))

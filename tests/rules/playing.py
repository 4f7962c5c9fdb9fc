"""Short ways to say what stands on the mat, what is played and what may be played."""

from volto.rules import STANDARD, Move, Position, Ruleset

OPENING = "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"


def played(
    text: str,
    *moves: str,
    ladies: str | None = None,
    quiet: int | None = None,
    ruleset: Ruleset = STANDARD,
) -> Position:
    """The position of `text` once these moves have been played."""
    position = Position.parse(text, ladies, quiet, ruleset)
    for move in moves:
        position = position.play(Move.parse(move, ruleset.mat))
    return position


def targets(text: str, origin: str) -> str:
    """Where the mask on `origin` may go, in order of the alphabet: `b3 c4`."""
    moves = map(str, Position.parse(text).legal_moves())
    return " ".join(sorted(move[2:] for move in moves if move[:2] == origin))


def ending(position: Position) -> str:
    """How the game ended, such as `1-0 palace`; `*` if it goes on."""
    outcome = position.outcome
    return f"{outcome.result} {outcome.reason}" if outcome else "*"

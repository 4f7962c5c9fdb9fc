"""A small game played through by the rules alone, position by position."""

from collections.abc import Iterator

from volto.exact import MiniGame
from volto.rules import Deployment, Family, Position


def starts(game: MiniGame) -> Iterator[tuple[int, int, Position]]:
    """Every first position, with the numbers of White's and Red's deployment."""
    every = list(Deployment.every(game.ruleset))
    for white, ours in enumerate(every):
        for red, theirs in enumerate(every):
            yield white, red, Position.start(ours, theirs, game.first, ruleset=game.ruleset)


def worth(position: Position, family: Family = Family.WHITE) -> float:
    """1 for a win of `family`, -1 for a loss, 0 for a draw."""
    assert position.outcome is not None
    winner = position.outcome.winner
    return 0.0 if winner is None else 1.0 if winner is family else -1.0


def counted(position: Position) -> tuple[int, int]:
    """How many decisions and how many ends there are from here on."""
    if position.outcome is not None:
        return 0, 1
    below = [counted(position.play(move)) for move in position.legal_moves()]
    return 1 + sum(decisions for decisions, _ in below), sum(ends for _, ends in below)


def at_random(position: Position) -> float:
    """What White gets when both families move at random from here."""
    if position.outcome is not None:
        return worth(position)
    return sum(at_random(position.play(move)) for move in position.legal_moves()) / len(
        position.legal_moves()
    )

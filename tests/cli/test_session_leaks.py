"""Non-interference: a running game shows a person the same, whatever the rival hides."""

from random import Random

import pytest

from tests.cli.conversation import Scripted, answers, converse
from tests.leaks.replays import reassigned, replayed
from tests.strategies import BOX, Game, random_game
from volto.cli.session import MOVE
from volto.rules import Deployment, Family, Move, Position


def typed(game: Game, seat: Family, turns: int, rng: Random) -> list[str]:
    """All the questions and wrong moves of a nosy player, and its moves of the game."""
    lines = []
    for position in game.positions[: turns + 1]:
        if position.to_move is seat:
            lines += ["?", "board", "rules", "", *wrong_moves(position, rng)]
            if position.turns < turns:
                lines.append(str(game.last.history[position.turns].move))
    return [*lines, "quit"]


def wrong_moves(position: Position, rng: Random) -> list[str]:
    cells = list(position.ruleset.mat)
    tried = [Move(rng.choice(cells), rng.choice(cells)) for _ in range(8)]
    return [
        str(rng.choice(cells)),
        *(str(move) for move in tried if move not in position.legal_moves()),
    ]


def shown(game: Game, seat: Family, turns: int, other: Deployment, rng: Random) -> str:
    """What the seat sees of these turns when its rival has deployed so."""
    lines = typed(game, seat, turns, rng)
    start, moves = game.positions[0], [turn.move for turn in game.last.history]
    talk, _ = converse(
        answers(*lines),
        Scripted(other, moves[start.to_move is seat :: 2]),
        seat=seat,
        first=start.to_move,
        deployment=game.deployment(seat),
        ruleset=start.ruleset,
    )
    assert talk.count(MOVE) == len(lines), "every line was asked for"
    return talk


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("seed", range(6))
def test_the_terminal_shows_the_same_whatever_the_rival_hides(seed: int, seat: Family) -> None:
    """H-3"""
    rng = Random(seed)
    game = random_game(rng, BOX[seed % 2], rng.randrange(6, 40))
    running = [position for position in game.positions if position.outcome is None]
    at = next(position for position in reversed(running) if position.to_move is seat)
    ours = shown(game, seat, at.turns, game.deployment(seat.rival), Random(seed))
    compared = 0
    for other in reassigned(game, at, seat.rival, rng)[:12]:
        white, red = (game.white, other) if seat is Family.WHITE else (other, game.red)
        if sum(1 for _ in replayed(game, white, red)) > at.turns:
            assert shown(game, seat, at.turns, other, Random(seed)) == ours
            compared += 1
    assert compared

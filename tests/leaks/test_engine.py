"""An engine that is another program is told nothing of what its rival hides."""

from random import Random

import pytest

from tests.leaks.replays import reassigned, replayed
from tests.strategies import BOX, random_game
from volto.agents.external_engine import beginning
from volto.rules import Family, View


def lines(view: View) -> bytes:
    """Everything that `EngineAgent` sends of a view."""
    game, deployment, turns = beginning(view)
    return "\n".join(map(str, (game, deployment, *turns))).encode()


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("seed", range(8))
def test_an_engine_is_told_the_same_whatever_its_rival_hides(seed: int, seat: Family) -> None:
    """H-3, R-2"""
    rng = Random(seed)
    game = random_game(rng, BOX[seed % 2], rng.randrange(5, 130))
    at = [position for position in game.positions if position.outcome is None][-1]
    for other in reassigned(game, at, seat.rival, rng):
        white, red = (other, game.red) if seat is Family.RED else (game.white, other)
        for true, changed in list(replayed(game, white, red))[-1:]:
            assert lines(true.view(seat)) == lines(changed.view(seat))

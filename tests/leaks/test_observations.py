"""What the simulator shows a seat does not depend on what the rival hides."""

from random import Random

import numpy as np
import pytest

from tests.leaks.replays import reassigned, replayed
from tests.strategies import BOX, MINI, Game, random_game
from volto.rules import Deployment, Family, Ruleset
from volto.sim import Batch, action_of

RULES = [*BOX, *(ruleset for ruleset in MINI if ruleset.mat.columns > 2)]


def shown(game: Game, white: Deployment, red: Deployment, seat: Family, turns: int) -> list[bytes]:
    """Every observation, and every list of legal actions, that a seat gets over these turns."""
    ruleset = game.last.ruleset
    first = game.positions[0].to_move
    batch = Batch(1, ruleset=ruleset, first=first)
    batch.reset(white=np.array([white.number()]), red=np.array([red.number()]))
    frames = []
    for turn in range(turns + 1):
        frames.append(batch.observe(seat).tobytes())
        mover = game.positions[turn].to_move
        if mover is seat:
            frames.append(batch.legal().tobytes())
        if turn < turns:
            move = game.positions[turn + 1].history[-1].move
            batch.step(np.array([action_of(move, mover, ruleset)]))
    return frames


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("ruleset", RULES)
def test_observations_are_the_same_whatever_the_rival_hides(ruleset: Ruleset, seat: Family) -> None:
    told = 0
    for seed in range(6):
        rng = Random(seed)
        game = random_game(rng, ruleset)
        at = game.positions[len(game.positions) // 2]
        true = shown(game, game.white, game.red, seat, at.turns)
        for other in reassigned(game, at, seat.rival, rng)[:30]:
            white, red = (game.white, other) if seat is Family.WHITE else (other, game.red)
            if sum(1 for _ in replayed(game, white, red)) > at.turns:
                assert shown(game, white, red, seat, at.turns) == true
                told += 1
    assert told > 5

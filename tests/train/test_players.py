"""Those who play in a batch: a network looks at a game from one side of the mirror."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from tests.mind.test_network import small
from tests.strategies import random_game
from volto.agents.proofs import outcomes
from volto.belief import Belief
from volto.mind.features import features, seen_by
from volto.mind.move_history import blank_traces
from volto.mind.tables import tables_of
from volto.rules import STANDARD, View
from volto.sim import Batch, action_of, actions_of, move_of
from volto.train.deployment_policy import mirrored_deployments
from volto.train.players import Frozen, Games, Instinct, keep_sure_wins
from volto.train.rollouts import Rival, RolloutWorker

COUNT = 64


def _begun(numbers: NDArray[np.int32], flip: int) -> Games:
    batch = Batch(COUNT, 1, ruleset=STANDARD, auto_reset=False)
    batch.reset(white=numbers, red=numbers[::-1].copy())
    flips = np.full(COUNT, flip, np.uint8)
    return Games(batch.state, blank_traces(COUNT), batch.legal(), flips, STANDARD, 1)


def test_in_the_mirror_it_plays_as_in_the_mirrored_game() -> None:
    mirror = mirrored_deployments(STANDARD)
    numbers = np.random.default_rng(1).integers(len(mirror), size=COUNT).astype(np.int32)
    player = Frozen(small(5), np.cumsum(np.full(len(mirror), 1 / len(mirror))))
    inside = player.act(_begun(numbers, 1), np.random.default_rng(2))
    mirrored = player.act(_begun(mirror[numbers].astype(np.int32), 0), np.random.default_rng(2))
    assert (tables_of(STANDARD).mirrored[inside] == mirrored).all()
    plain = player.act(_begun(numbers, 0), np.random.default_rng(2))
    assert (inside != plain).any()


def test_rivals_look_from_either_side_and_keep_it_for_a_game() -> None:
    worker = RolloutWorker(STANDARD, COUNT, 4, seed=1)
    instinct = Instinct.of(STANDARD)
    worker.seat_rivals([Rival(instinct, 0.5, 3)])
    worker.reset(instinct.deployments)
    before = worker.rival_flips.copy()
    assert set(before) == {0, 1}
    trajectory = worker.collect(small(), instinct.deployments)
    lasted = ~trajectory.over.any(axis=0)
    assert lasted.any()
    assert (worker.rival_flips == before)[lasted].all()


def test_a_sure_win_at_once_is_what_proofs_say_it_is() -> None:
    """R-12, R-13, R-15: in all positions of random games."""
    found = 0
    for seed in range(60):
        for position in random_game(Random(seed), STANDARD, 200).positions:
            if position.outcome is not None:
                break
            mover = position.to_move
            view = position.view(mover)
            legal = action_mask_of(view)
            before = legal.copy()
            keep_sure_wins(legal, features(*seen_by(view)), STANDARD)
            kept = {move_of(action, mover) for action in np.flatnonzero(legal[0]).tolist()}
            belief = Belief.of(view)
            sure = {
                move
                for move in view.legal_moves()
                if all(
                    seen.outcome is not None and seen.outcome.winner is mover
                    for seen in outcomes(move, view, belief)
                )
            }
            assert kept == sure or (not sure and (legal == before).all())
            found += bool(sure)
    assert found > 40


def action_mask_of(view: View) -> NDArray[np.uint8]:
    legal = np.zeros((1, actions_of()), np.uint8)
    legal[0, [action_of(move, view.to_move) for move in view.legal_moves()]] = 1
    return legal

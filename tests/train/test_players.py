"""Those who play in a batch: a network looks at a game from one side of the mirror."""

import numpy as np
from numpy.typing import NDArray

from tests.mind.test_network import small
from volto.mind.move_history import blank_traces
from volto.mind.tables import tables_of
from volto.rules import STANDARD
from volto.sim import Batch
from volto.train.deployment_policy import mirrored_deployments
from volto.train.players import Frozen, Games, Instinct
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

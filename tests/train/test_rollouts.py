"""Games for a learner: who plays them, and when they are broken off."""

import numpy as np

from tests.mind.test_network import small
from volto.mind.network import Network
from volto.rules import STANDARD
from volto.train.players import Instinct
from volto.train.rollouts import DRAW, Rival, RolloutWorker, Trajectory, match


def first_trajectory(
    worker: RolloutWorker, *rivals: Rival, network: Network | None = None
) -> Trajectory:
    """What a network of chance plays, or a given one, deployed by instinct."""
    deployments = Instinct.of(STANDARD).deployments
    worker.seat_rivals(rivals)
    worker.reset(deployments)
    return worker.collect(network or small(), deployments)


def test_a_rival_plays_its_share_and_the_learner_learns_only_its_own_moves() -> None:
    worker = RolloutWorker(STANDARD, 16, 8, seed=1)
    trajectory = first_trajectory(worker, Rival(Instinct.of(STANDARD), 0.5, 2))
    assert trajectory.own[:, :8].all()
    assert not (trajectory.own[0, 8:] == trajectory.own[1, 8:]).any()


def test_idle_games_are_broken_off_as_draws() -> None:
    """With certainty, every turn that captures nothing is a game's last."""
    worker = RolloutWorker(STANDARD, 16, 8, seed=1, break_off=1.0)
    trajectory = first_trajectory(worker)
    assert (trajectory.result[trajectory.over] == DRAW).sum() >= trajectory.over.sum() - 8
    assert trajectory.over.mean() > 0.9
    stats = worker.take_stats()
    assert stats.games.sum() == trajectory.over.sum()
    assert stats.draws >= stats.games.sum() - 8


def test_games_are_broken_off_only_when_patience_ends() -> None:
    """Capture or not, no game is broken off before its fourth quiet turn."""
    worker = RolloutWorker(STANDARD, 16, 8, seed=1, break_off=1.0, patience=3)
    trajectory = first_trajectory(worker)
    assert not (trajectory.over & (trajectory.result == DRAW))[:3].any()
    assert trajectory.over[3].mean() > 0.5


def test_instinct_beats_chance_in_a_batch() -> None:
    known = Instinct.of(STANDARD)
    aimless = Instinct(np.zeros_like(known.weights), known.deployments)
    won, drawn, lost = match(known, aimless, 64, 1, STANDARD)
    assert won + drawn + lost == 64
    assert won > 40

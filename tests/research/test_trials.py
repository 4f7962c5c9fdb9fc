"""Deployments learned from games: what helped is placed more often."""

import numpy as np

from research.trials import fit, play
from volto.rules import Ruleset


def test_a_place_that_wins_draws_its_role_on_both_sides() -> None:
    rng = np.random.default_rng(1)
    roles = np.array([0, 0, 0, 1, 1, 1, 2, 3, 4, 4], np.uint8)
    tried = np.array([rng.permutation(roles) for _ in range(400)])
    points = (tried[:, 5:] == 2).any(axis=1).astype(float)  # the Candidate in its palace
    liking = fit(tried, points, Ruleset(), rounds=300)
    assert (liking[2, 5:] > 0.5).all()
    assert (liking[2, :5] < -0.5).all()
    assert np.allclose(liking, liking[:, [4, 3, 2, 1, 0, 9, 8, 7, 6, 5]])


def test_where_nothing_was_learned_all_places_are_alike() -> None:
    tried = np.array([[0, 0, 0, 1, 1, 1, 2, 3, 4, 4]], np.uint8)
    assert np.allclose(fit(tried, np.array([0.5]), Ruleset(), rounds=50), 0.0)


def test_trials_repeat() -> None:
    one, other = (play(1, 3, Ruleset(turn_cap=6)) for _ in range(2))
    assert np.array_equal(one[0], other[0])
    assert sorted(one[0][0]) == [0, 0, 0, 1, 1, 1, 2, 3, 4, 4]
    assert one[1].tolist() == other[1].tolist()

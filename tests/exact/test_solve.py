"""The solver finds equilibria; their values are kept here."""

from itertools import islice

import numpy as np
import pytest

from volto.exact import Deploying, MiniGame, measure, mini, named, solutions, solve, tree_of
from volto.rules import Family

GOLDEN = {
    mini(2, 3, "CL", 3): 1 / 3,
    mini(2, 3, "CL", 3, deploying=Deploying.DRAWN): 1 / 3,
    mini(2, 3, "NC", 4): 0.0,
    mini(3, 3, "NCL", 4): 1 / 5,
    mini(2, 4, "NNCL", 4): -1 / 2,
    mini(1, 5, "C", 8): -1.0,
}


@pytest.mark.parametrize("game", GOLDEN, ids=str)
def test_the_values_of_small_games(game: MiniGame) -> None:
    solution = solve(game, 0.001, 400)
    assert solution.nash_conv <= 0.001
    assert solution.value == pytest.approx(GOLDEN[game], abs=0.001)
    low, high = -solution.measured.best_red, solution.measured.best_white
    assert low - 1e-9 <= GOLDEN[game] <= high + 1e-9


def test_a_solution_holds_for_its_policies() -> None:
    """The figure is of the play that is given, asked view by view, not of the solver's arrays."""
    game = named("corte")
    solution = solve(game)
    assert solution.nash_conv <= 0.005
    found = measure(game, solution.white.policy(), solution.red.policy())
    assert found.nash_conv == pytest.approx(solution.nash_conv, abs=1e-9)


def test_more_iterations_come_nearer() -> None:
    first, second, third = islice(solutions(named("corte"), 40), 3)
    assert (first.iterations, third.iterations) == (40, 120)
    assert first.nash_conv > second.nash_conv > third.nash_conv > 0.0


def test_the_budget_of_iterations_is_kept() -> None:
    assert solve(named("corte"), 0.0, iterations=20, every=10).iterations == 20


def test_chances_are_chances() -> None:
    solution = solve(named("corte"), 0.01)
    for strategy in (solution.white, solution.red):
        assert strategy.deployments.sum() == pytest.approx(1.0)
        for turns, chances in strategy.moves.items():
            level = tree_of(named("corte")).levels[turns]
            assert np.all(chances[~level.legal] == 0.0)
            sums = level.rows_of_node.sum(chances)
            able = level.rows_of_node.sum(level.legal.astype(float)) > 0
            assert np.allclose(sums[able], 1.0)


def test_good_play_is_mirror_fair() -> None:
    """Left and right are alike, so the value is too when both begin from mirrored deployments."""
    solution = solve(named("corte"), 0.001)
    tree = solution.white.tree
    numbers = [deployment.mirrored().number() for deployment in tree.deployments]
    white = solution.white.deployments
    assert np.allclose(white, white[numbers], atol=0.02)
    assert solution.white.family is Family.WHITE

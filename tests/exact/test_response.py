"""What two players get, and what the best response gets, against plain recursion."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import astuple
from random import Random

import numpy as np
import pytest

from tests.exact.walking import at_random, starts, worth
from volto.agents import Greedy
from volto.exact import (
    Deploying,
    MiniGame,
    Policy,
    best_response_value,
    measure,
    mini,
    named,
    nash_conv,
    sampled,
    tabulated,
    tree_of,
    uniform,
)
from volto.exact.policy import Chances
from volto.rules import Deployment, Family, Move, Position, View, VoltoError

GAMES = [named("calle"), mini(2, 3, "NC", 4), mini(3, 3, "SCL", 3), mini(2, 4, "NACL", 2)]


def evenly(view: View) -> Chances:
    moves = view.legal_moves()
    return np.full(len(moves), 1 / len(moves))


def leaning(view: View) -> Chances:
    """Some policy that differs from view to view and mixes."""
    chance = Random(f"{view} {view.roles} {view.history}")
    weights = [chance.random() for _ in view.legal_moves()]
    return np.array(weights) / sum(weights)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_players_get_what_plain_recursion_says(game: MiniGame) -> None:
    tree = tree_of(game)
    found = measure(tree, uniform(tree, Family.WHITE), uniform(tree, Family.RED)).value
    values = [at_random(start) for _, _, start in starts(game)]
    assert found == pytest.approx(sum(values) / len(values), abs=1e-12)


def best_answer(policy: Policy, game: MiniGame, red: int) -> float:
    """What the best Red with one deployment gets in a game of two turns, one of them its own."""
    already = 0.0
    answers = defaultdict[View, defaultdict[Move, float]](lambda: defaultdict(float))
    for _, theirs, start in starts(game):
        if theirs != red:
            continue
        chances = policy.moves([start.view(Family.WHITE)])[0].tolist()
        for chance, move in zip(chances, start.legal_moves(), strict=True):
            after = start.play(move)
            if after.outcome is not None:
                already += chance * worth(after, Family.RED)
            for answer in after.legal_moves():
                gain = chance * worth(after.play(answer), Family.RED)
                answers[after.view(Family.RED)][answer] += gain
    best = sum(max(gains.values()) for gains in answers.values())
    return (already + best) / Deployment.count(game.ruleset)


def test_the_best_response_is_the_best_answer_at_every_view() -> None:
    game, policy = mini(3, 3, "NCL", 2), Policy.of(leaning)
    answers = [best_answer(policy, game, red) for red in range(6)]
    strategy = tabulated(tree_of(game), Family.WHITE, policy)
    assert best_response_value(strategy) == pytest.approx(max(answers), abs=1e-12)
    drawn = MiniGame("drawn", game.ruleset, Deploying.DRAWN)
    strategy = tabulated(tree_of(drawn), Family.WHITE, policy)
    assert best_response_value(strategy) == pytest.approx(sum(answers) / 6, abs=1e-12)
    assert max(answers) > min(answers) + 0.005


def test_a_policy_is_measured_like_the_same_strategy() -> None:
    game = named("corte")
    tree = tree_of(game)
    table = measure(tree, uniform(tree, Family.WHITE), uniform(tree, Family.RED))
    asked = measure(game, Policy.of(evenly), Policy.of(evenly))
    assert astuple(asked) == pytest.approx(astuple(table), abs=1e-12)
    leant = tabulated(tree, Family.RED, Policy.of(leaning))
    again = tabulated(tree, Family.RED, leant.policy())
    for turns, chances in leant.moves.items():
        assert np.allclose(chances, again.moves[turns], rtol=0, atol=1e-12)


def test_batches_are_of_one_seat_and_equally_long() -> None:
    asked: list[int] = []

    def moves(views: Sequence[View]) -> list[Chances]:
        assert len({(view.seat, view.to_move, view.turns) for view in views}) == 1
        assert views[0].seat is views[0].to_move
        asked.append(len(views))
        return [evenly(view) for view in views]

    game = named("corte")
    tree = tree_of(game)
    even = nash_conv(tree, uniform(tree, Family.WHITE), uniform(tree, Family.RED))
    assert nash_conv(game, Policy(moves), Policy(moves)) == pytest.approx(even, abs=1e-12)
    assert sum(asked) == tree.information_sets


def test_nobody_gains_against_an_unbeatable_pair_and_much_against_a_bad_one() -> None:
    """On a mat of one column there is nothing to hide, and whoever begins runs into the rival."""
    game = mini(1, 5, "C", 6)
    tree = tree_of(game)
    found = measure(tree, uniform(tree, Family.WHITE), uniform(tree, Family.RED))
    assert found.nash_conv > 0.5
    assert found.exploitability(Family.WHITE) >= 0.0
    assert found.exploitability(Family.RED) >= 0.0
    total = found.exploitability(Family.WHITE) + found.exploitability(Family.RED)
    assert total == pytest.approx(found.nash_conv)


def test_deployments_of_a_policy_count() -> None:
    game = named("corte")
    fixed = np.zeros(6)
    fixed[0] = 1.0
    tree = tree_of(game)
    even = uniform(tree, Family.RED)
    told = measure(tree, tabulated(tree, Family.WHITE, Policy.of(evenly, fixed)), even)
    hidden = measure(tree, uniform(tree, Family.WHITE), even)
    assert told.best_red > hidden.best_red + 0.1
    assert told.best_white == hidden.best_white


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        (Policy.of(lambda view: np.ones(1)), "The chances of the moves of .* are [0-9]+ numbers"),
        (Policy.of(lambda view: 2 * evenly(view)), "are not negative and sum to 1"),
        (Policy.of(evenly, np.ones(5) / 5), "The chances of the deployments are 6 numbers"),
        (Policy(lambda views: []), "A policy gave 0 answers to [0-9]+ views"),
    ],
)
def test_chances_that_are_none_are_refused(policy: Policy, reason: str) -> None:
    with pytest.raises(VoltoError, match=reason):
        nash_conv(named("corte"), policy, Policy.of(evenly))


def test_a_strategy_belongs_to_its_tree_and_seat() -> None:
    tree, other = tree_of(named("calle")), tree_of(named("corte"))
    white, red = uniform(tree, Family.WHITE), uniform(tree, Family.RED)
    with pytest.raises(VoltoError, match="This strategy is not one of White in calle"):
        nash_conv(tree, red, red)
    with pytest.raises(VoltoError, match="This strategy is not one of Red in calle"):
        nash_conv(tree, white, uniform(other, Family.RED))
    one = tree.deployments[0]
    view = Position.start(one, one, ruleset=tree.game.ruleset).view(Family.WHITE)
    assert white.at(view).sum() == pytest.approx(1.0)
    with pytest.raises(VoltoError, match="This strategy is for Red, when it is to move"):
        red.at(view)
    with pytest.raises(VoltoError, match="a game by other rules than corte"):
        uniform(other, Family.WHITE).at(view)


def test_an_agent_is_measured_by_what_it_draws() -> None:
    game = named("calle")
    greedy = [sampled(Greedy, family, game.ruleset, draws=8) for family in Family]
    again = [sampled(Greedy, family, game.ruleset, draws=8) for family in Family]
    found = measure(game, *greedy)
    assert found == measure(game, *again)
    assert found.nash_conv > 0.1
    assert greedy[0].deployments is not None
    assert greedy[0].deployments.sum() == pytest.approx(1.0)

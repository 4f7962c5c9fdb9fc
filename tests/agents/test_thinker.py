"""A Thinker keeps its budget, can be stopped, and does not repeat itself."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.strategies import MINI
from volto.agents import Budget, play_game
from volto.agents.thinker import PLAIN, SearchSettings, Thinker, plain_search
from volto.mind.priors import shipped_priors
from volto.rules import STANDARD, Deployment, Family, LadyRule, Move, Position, Ruleset


def opening(seed: int = 1) -> Position:
    rng = Random(seed)
    return Position.start(Deployment.random(rng), Deployment.random(rng))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_of_nodes_is_kept(threads: int) -> None:
    thinker = Thinker(Random(1), SearchSettings(10_000, threads=threads))
    assert thinker.think(opening().view(Family.WHITE), Budget(nodes=600)).nodes == 600


def test_a_budget_of_no_time_still_gives_a_move() -> None:
    view = opening().view(Family.WHITE)
    assert (
        Thinker(Random(1), SearchSettings(100)).choose(view, Budget(seconds=0.001))
        in view.legal_moves()
    )


def test_a_sure_win_needs_no_search() -> None:
    position = Position.parse("1n3/C1l1c/5/5/5/5/3L1 w 0 30")
    thinker = Thinker(Random(1), SearchSettings(1))
    assert thinker.choose(position.view(Family.WHITE), Budget()) == Move.parse("a6a7")


@pytest.mark.parametrize("ruleset", [Ruleset(ladies) for ladies in LadyRule])
def test_learned_deployments_are_many_and_add_up(ruleset: Ruleset) -> None:
    chances = shipped_priors(ruleset.ladies).deployments(ruleset, 0.1)
    assert chances.sum() == pytest.approx(1)
    assert chances.min() > 0
    assert np.exp(-(chances * np.log(chances)).sum()) > 5000  # as varied as so many alike


def test_learned_deployments_are_alike_left_and_right() -> None:
    chances = shipped_priors().deployments(STANDARD, 0.0)
    for number in range(0, 50400, 997):
        mirrored = Deployment.numbered(number).mirrored().number()
        assert chances[number] == pytest.approx(chances[mirrored], rel=1e-6)


@pytest.mark.parametrize("ruleset", MINI)
def test_a_thinker_plays_smaller_games_too(ruleset: Ruleset) -> None:
    white, red = Thinker(Random(1), SearchSettings(60)), plain_search(Random(2), 60)
    assert play_game(white, red, ruleset=ruleset).outcome is not None


def test_plain_search_has_learned_nothing() -> None:
    assert (PLAIN.learned, PLAIN.suspicious, PLAIN.proves) == (False, False, False)
    assert plain_search(Random(1), 50).settings == replace(PLAIN, iterations=50)

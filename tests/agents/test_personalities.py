"""What every personality keeps to, and who beats whom."""

from itertools import product
from random import Random
from typing import get_type_hints

import pytest

from tests.agents.matches import match, play_out
from tests.strategies import BOX, MINI
from volto.agents import PERSONALITIES, Budget
from volto.rules import STANDARD, Family, Ruleset, View

PAIRS = list(product(PERSONALITIES, repeat=2))


@pytest.mark.parametrize("ruleset", BOX, ids=lambda ruleset: ruleset.ladies)
@pytest.mark.parametrize(("white", "red"), PAIRS)
def test_no_agent_ever_plays_an_illegal_move(white: str, red: str, ruleset: Ruleset) -> None:
    assert len(list(match(white, red, 100, ruleset))) == 100


@pytest.mark.parametrize("ruleset", MINI)
@pytest.mark.parametrize(("white", "red"), PAIRS)
def test_agents_play_smaller_games_too(white: str, red: str, ruleset: Ruleset) -> None:
    assert len(list(match(white, red, 20, ruleset))) == 20


@pytest.mark.parametrize("name", PERSONALITIES)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    first, again = (
        play_out(PERSONALITIES[name](Random(7)), PERSONALITIES[name](Random(8))) for _ in range(2)
    )
    assert first == again
    assert first.history == again.history


@pytest.mark.parametrize("name", PERSONALITIES)
def test_another_seed_deploys_otherwise(name: str) -> None:
    deployed = {
        PERSONALITIES[name](Random(seed)).deploy(Family.WHITE, STANDARD) for seed in range(20)
    }
    assert len(deployed) > 10


@pytest.mark.parametrize("name", PERSONALITIES)
def test_an_agent_is_told_a_view_and_nothing_else(name: str) -> None:
    told = get_type_hints(type(PERSONALITIES[name](Random(0))).choose)
    assert (told["view"], told["budget"]) == (View, Budget)
    assert set(told) == {"view", "budget", "return"}


@pytest.mark.parametrize(("ruleset", "share"), [(BOX[0], 0.65), (BOX[1], 0.9)])
def test_greedy_beats_random_clearly(ruleset: Ruleset, share: float) -> None:
    assert sum(match("greedy", "random", 200, ruleset)) > 200 * share

"""What every personality keeps to, and who beats whom."""

from itertools import product
from random import Random
from typing import get_type_hints

import pytest

from tests.agents.matches import match
from tests.strategies import BOX, MINI
from volto.agents import PERSONALITIES, Budget, play_game
from volto.rules import STANDARD, Family, Ruleset, View

PAIRS = list(product(PERSONALITIES, repeat=2))
OWNER, CAPTOR = BOX
BEATS_RANDOM = (
    ("greedy", 0.65, OWNER),
    ("greedy", 0.9, CAPTOR),
    ("runner", 0.7, OWNER),
    ("runner", 0.8, CAPTOR),
    ("baiter", 0.8, OWNER),
    ("baiter", 0.95, CAPTOR),
    ("hunter", 0.75, OWNER),
    ("hunter", 0.95, CAPTOR),
    ("turtle", 0.65, OWNER),
    ("turtle", 0.9, CAPTOR),
)
"""The share of points that each of them takes at least."""


@pytest.mark.parametrize("ruleset", BOX, ids=lambda ruleset: ruleset.ladies)
@pytest.mark.parametrize(("white", "red"), PAIRS)
def test_no_agent_ever_plays_an_illegal_move(white: str, red: str, ruleset: Ruleset) -> None:
    assert len(list(match(white, red, 12, ruleset))) == 12


@pytest.mark.parametrize("ruleset", MINI)
@pytest.mark.parametrize(("white", "red"), PAIRS)
def test_agents_play_smaller_games_too(white: str, red: str, ruleset: Ruleset) -> None:
    assert len(list(match(white, red, 6, ruleset))) == 6


@pytest.mark.parametrize("name", PERSONALITIES)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    first, again = (
        play_game(PERSONALITIES[name](Random(7)), PERSONALITIES[name](Random(8))) for _ in range(2)
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


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "share", "ruleset"), BEATS_RANDOM)
def test_a_style_beats_random_clearly_and_seldom_draws(
    name: str, share: float, ruleset: Ruleset
) -> None:
    scores = list(match(name, "random", 200, ruleset))
    assert sum(scores) > 200 * share
    assert scores.count(0.5) < 200 * 0.05


def test_every_style_is_measured_against_random() -> None:
    assert {name for name, _, _ in BEATS_RANDOM} == set(PERSONALITIES) - {"random"}


def test_every_style_says_in_a_sentence_what_it_is() -> None:
    styles = {personality.style for personality in PERSONALITIES.values()}
    assert len(styles) == len(PERSONALITIES)
    assert all(style[0].isupper() and style.endswith(".") for style in styles)


def test_personalities_are_asked_for_by_their_names() -> None:
    assert {name.title() for name in PERSONALITIES} == {
        personality.name for personality in PERSONALITIES.values()
    }

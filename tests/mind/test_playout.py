"""Instinct knows the rules: what it lists is legal, and what it plays is what the rules say."""

from random import Random

import pytest

from tests.mind.minds import by_instinct, some_instinct
from tests.strategies import BOX, MINI, random_game
from volto.belief import Belief, imagined
from volto.mind.instinct import blank
from volto.rules import Position, Ruleset

RULES = [*BOX, *MINI]
IDS = [f"{rules.mat} {rules.ladies}" for rules in RULES]


@pytest.mark.parametrize("ruleset", RULES, ids=IDS)
def test_instinct_weighs_every_legal_move_and_no_other(ruleset: Ruleset) -> None:
    """R-5 to R-10"""
    for weights in (blank(), some_instinct(1)):
        policy = by_instinct(weights)
        for seed in range(3):
            for position in random_game(Random(seed), ruleset, longest=40).positions:
                if position.outcome is None:
                    chances = policy(position)
                    assert sorted(chances) == sorted(position.legal_moves())
                    assert sum(chances.values()) == pytest.approx(1.0)
                    assert min(chances.values()) > 0.0


def test_without_preferences_all_moves_are_alike() -> None:
    policy = by_instinct(blank())
    for position in random_game(Random(4), BOX[0], longest=30).positions:
        for chance in policy(position).values():
            assert chance == pytest.approx(1.0 / len(position.legal_moves()))


@pytest.mark.parametrize("ruleset", BOX, ids=lambda rules: rules.ladies)
def test_instinct_reads_the_mat_the_same_from_either_palace(ruleset: Ruleset) -> None:
    """Turn the mat half round and exchange the families: nothing has changed."""
    policy = by_instinct(some_instinct(2))
    for seed in range(4):
        for position in random_game(Random(seed), ruleset, longest=60).positions[::7]:
            if position.outcome is None:
                plain = Position.parse(str(position), ruleset=ruleset)
                turned = Position.parse(turned_round(str(position)), ruleset=ruleset)
                ours, theirs = policy(plain), policy(turned)
                assert sorted(ours.values()) == pytest.approx(sorted(theirs.values()))


def turned_round(text: str) -> str:
    mat, mover, quiet, turns = text.split(" ")
    return " ".join((mat[::-1].swapcase(), "r" if mover == "w" else "w", quiet, turns))


@pytest.mark.parametrize("seed", range(4))
def test_a_move_is_weighed_without_a_look_behind_rival_masks(seed: int) -> None:
    """R-2: with other roles behind the rival's masks, instinct plays the same."""
    rng = Random(seed)
    policy = by_instinct(some_instinct(seed))
    for position in random_game(rng, BOX[seed % 2], longest=30).positions[::5]:
        if position.outcome is None:
            view = position.view(position.to_move)
            belief = Belief.of(view)
            for _ in range(5):
                assert policy(imagined(view, belief.sample(rng))) == policy(position)

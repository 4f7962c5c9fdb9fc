"""Positions as bits and back."""

from random import Random

import numpy as np
import pytest

from tests.strategies import BOX, MINI, random_game
from volto.rules import Deployment, Family, Mat, Position, Role, Ruleset, VoltoError
from volto.sim.layout import FAMILIES, pack, terms, unpack


@pytest.mark.parametrize("ruleset", [*BOX, *MINI])
def test_a_position_survives_the_machine(ruleset: Ruleset) -> None:
    for seed in range(5):
        for position in random_game(Random(seed), ruleset).positions:
            to_move = FAMILIES.index(position.to_move)
            back = unpack(pack(position), to_move, position.quiet, position.turns, ruleset)
            assert back == position


@pytest.mark.parametrize("ruleset", [*BOX, *MINI])
def test_deployments_have_the_same_numbers_in_the_book_and_the_machine(ruleset: Ruleset) -> None:
    """R-3"""
    table = terms(ruleset).deployments
    assert len(table) == Deployment.count(ruleset)
    for number in range(0, len(table), max(1, len(table) // 200)):
        deployment = Deployment.numbered(number, ruleset)
        start = Position.start(deployment, deployment, ruleset=ruleset)
        sets = [table[number] >> np.uint64(16 * index) & np.uint64(0xFFFF) for index in range(4)]
        assert sets == pack(start)[:4].tolist()


@pytest.mark.parametrize(
    ("mat", "roster", "reason"),
    [
        (Mat(6, 7), "NNNAAACSLLNN", "mats of up to 5 by 7"),
        (Mat(5, 8), "NNNAAACSLL", "mats of up to 5 by 7"),
        (Mat(2, 7), "NACSLL", "up to two rows"),
        (Mat(5, 7), "NNNAACSSLL", "one Soldier at most"),
        (Mat(5, 7), "NNNNNNCALL", "six masks at most"),
    ],
)
def test_the_machine_says_which_rules_it_cannot_play(mat: Mat, roster: str, reason: str) -> None:
    with pytest.raises(VoltoError, match=reason):
        terms(Ruleset(mat=mat, roster=tuple(map(Role, roster))))


def test_the_first_family_is_white() -> None:
    assert FAMILIES == (Family.WHITE, Family.RED)

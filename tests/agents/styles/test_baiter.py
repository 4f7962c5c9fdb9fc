"""What Baiter wants under either Lady rule (R-14)."""

from random import Random

import pytest

from tests.agents.choosing import seen, wanted
from tests.strategies import BOX
from volto.agents import Baiter
from volto.rules import Family, LadyRule, Role, Ruleset


@pytest.mark.parametrize("ruleset", BOX, ids=lambda ruleset: ruleset.ladies)
def test_baiter_deploys_its_ladies_where_the_rule_wants_them(ruleset: Ruleset) -> None:
    for seed in range(50):
        roles = Baiter(Random(seed)).deploy(Family.WHITE, ruleset).roles
        row = roles[:5] if ruleset.ladies is LadyRule.OWNER else roles[5:]
        assert row.count(Role.LADY) == 2
        assert Role.CANDIDATE in roles[5:]


def test_baiter_moves_a_lady_next_to_a_rival_mask() -> None:
    chosen = wanted(Baiter, seen("l3c/5/2n2/5/2L2/N4/C3L w 0 30"))
    assert "c3c4" in chosen
    assert chosen <= {"c3b4", "c3c4", "c3d4"}


def test_baiter_brings_its_ladies_when_no_rival_is_near() -> None:
    chosen = wanted(Baiter, seen("lnnac/aas1l/5/5/5/N2AL/LSNAC w 0 6"))
    assert chosen <= {"a1b2", "e2d3", "e2e3"}


def test_baiter_leaves_an_offered_lady_where_she_is() -> None:
    assert wanted(Baiter, seen("l3c/5/2n2/2L2/5/N4/C4 w 0 30")) == {"a2a3"}


def test_baiter_hides_its_ladies_where_lost_ladies_lose() -> None:
    view = seen("l3c/5/2n2/2L2/5/N4/C3L w 0 30", ladies="captor")
    assert wanted(Baiter, view) == {"c4b3", "c4b4", "c4c3", "c4d3", "c4d4"}


def test_baiter_takes_whoever_threatens_a_lady_where_lost_ladies_lose() -> None:
    view = seen("l3c/5/2n2/1AL2/5/N4/C3L w 0 30", ladies="captor")
    assert wanted(Baiter, view) == {"b4c5"}

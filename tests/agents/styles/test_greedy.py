"""What Greedy wants, wish by wish."""

from random import Random

import pytest

from tests.agents.choosing import seen, wanted
from volto.agents import Greedy
from volto.rules import STANDARD, Cell, Family, Role


@pytest.mark.parametrize("family", Family)
def test_greedy_deploys_its_candidate_in_the_palace_row(family: Family) -> None:
    places = set()
    for seed in range(200):
        deployed = Greedy(Random(seed)).deploy(family, STANDARD).placed(family)
        places |= {cell for cell, role in deployed.items() if role is Role.CANDIDATE}
    assert places == {Cell(column, STANDARD.palace_row(family)) for column in range(5)}


def test_greedy_takes_the_palace_before_anything_else() -> None:
    """R-15"""
    assert wanted(Greedy, seen("n1nac/C1anl/1N3/5/5/N1AAL/LS1A1 w 0 40")) == {"a6b7"}


def test_greedy_captures_before_it_marches() -> None:
    assert wanted(Greedy, seen("lnnac/1asnl/5/5/1a3/N1AAL/LSNNC w 0 6")) == {"b1b3", "c2b3"}


def test_greedy_does_not_capture_with_its_candidate_what_may_be_a_lady() -> None:
    """R-13"""
    view = seen("lnnac/1asnl/5/5/5/NNAaL/LSNAC w 0 6")
    assert "e1d2" in map(str, view.legal_moves())
    assert wanted(Greedy, view) == {"a2a3", "b2b3", "c2b3", "c2d3", "e2d3", "e2e3"}


def test_greedy_captures_with_its_candidate_a_mask_that_has_captured() -> None:
    """R-10: a mask that captured is no Lady."""
    view = seen("lnnac/aa1nl/3s1/5/5/NNLAL/ASNAC r 0 6", "d5d2")
    assert wanted(Greedy, view) == {"e1d2"}


def test_greedy_steps_forward_when_it_cannot_capture() -> None:
    chosen = wanted(Greedy, seen("lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"))
    assert chosen == {"a2a3", "b2b3", "c2b3", "c2d3", "d2c3", "d2e3", "e2d3", "e2e3"}


def test_greedy_keeps_its_candidate_behind_while_another_mask_can_move() -> None:
    assert wanted(Greedy, seen("S3L/5/5/c1l2/5/5/4C w 0 30")) == {"e7d7", "e7d6", "e7e6"}


def test_greedy_forced_to_move_its_candidate_still_spares_what_may_be_a_lady() -> None:
    assert wanted(Greedy, seen("S2nL/3an/5/c1l2/5/4n/4C w 0 30")) == {"e1d1", "e1d2"}

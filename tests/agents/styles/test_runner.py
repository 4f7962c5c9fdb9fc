"""What Runner wants, wish by wish."""

from random import Random

from tests.agents.choosing import seen, wanted
from volto.agents import Runner
from volto.rules import STANDARD, Family, Role


def test_runner_deploys_its_candidate_in_front_and_its_ladies_behind() -> None:
    for seed in range(50):
        roles = Runner(Random(seed)).deploy(Family.RED, STANDARD).roles
        assert Role.CANDIDATE in roles[:5]
        assert roles[5:].count(Role.LADY) == 2


def test_runner_steps_into_the_palace_when_it_can() -> None:
    """R-15"""
    assert wanted(Runner, seen("n1nac/C1anl/1N3/5/5/N1AAL/LS1A1 w 0 40")) == {"a6b7"}


def test_runner_runs_from_the_first_turn() -> None:
    view = seen("lnnac/aasnl/5/5/5/NNCAL/LSNAA w 0 0")
    assert wanted(Runner, view) == {"c2b3", "c2c3", "c2d3"}


def test_runner_avoids_what_could_catch_its_candidate() -> None:
    assert wanted(Runner, seen("l3c/n4/5/1C3/5/5/LL2N w 0 30")) == {"b4c5"}


def test_runner_clears_the_way_when_it_is_barred() -> None:
    assert wanted(Runner, seen("l3c/l4/2n2/1AC2/5/5/LL2N w 0 30")) == {"b4c5"}


def test_runner_does_not_run_to_closed_doors() -> None:
    """R-13: every mask of the palace row may be a Lady, and no Candidate captures that."""
    view = seen("lnlac/5/C4/5/5/1N3/1L2L w 0 30")
    assert {"a5a6", "a5b6"} <= set(map(str, view.legal_moves()))
    assert not {"a5a6", "a5b6"} & wanted(Runner, view)


def test_runner_sends_escorts_along_with_its_candidate() -> None:
    chosen = wanted(Runner, seen("lnlac/5/C4/5/5/1N3/1L2L w 0 30"))
    assert {"b2b3"} <= chosen <= {"b2b3", "b1a2", "b1c2", "e1d2", "e1e2"}

"""What Hunter suspects and wants."""

from random import Random

from tests.agents.choosing import seen, wanted
from volto.agents import Hunter
from volto.agents.assessment import Assessment
from volto.agents.styles.hunter import suspicions
from volto.rules import STANDARD, Cell, Family, Role


def test_hunter_deploys_its_hunters_in_front() -> None:
    for seed in range(50):
        roles = Hunter(Random(seed)).deploy(Family.WHITE, STANDARD).roles
        assert not {Role.CANDIDATE, Role.LADY} & set(roles[:5])


def test_hunter_captures_the_only_mask_that_can_be_the_candidate() -> None:
    """R-10: of a Candidate and a Lady, the one that captured is the Candidate."""
    view = seen("lN3/5/2c2/2N2/1A3/5/C3L r 0 30", "c5c4")
    assert wanted(Hunter, view) == {"b3c4"}


def test_hunter_leaves_a_sure_lady_alone_and_stalks_the_candidate() -> None:
    view = seen("4c/4N/5/lN3/5/5/C3L r 0 30", "e7e6")
    assert "b4a4" in map(str, view.legal_moves())
    assert wanted(Hunter, view) == {"b4b5", "b4c4"}


def test_hunter_takes_the_last_lady_where_that_wins() -> None:
    view = seen("4c/4N/5/lN3/5/5/C3L r 0 30", "e7e6", ladies="captor")
    assert wanted(Hunter, view) == {"b4a4"}


def test_hunter_suspects_the_shy() -> None:
    view = seen("lnnac/aasnl/5/5/5/NNAAL/LSNAC r 0 0", "e6d5")
    suspicion = suspicions(Assessment(view))
    in_palace, at_home, roving = Cell.parse("c7"), Cell.parse("c6"), Cell.parse("d5")
    assert suspicion[in_palace] > suspicion[at_home] > suspicion[roving]
    assert abs(sum(suspicion.values()) - 1) < 1e-9


def test_hunter_prefers_the_suspect_to_the_rover() -> None:
    """Both may be the Candidate; the one that never left its palace is."""
    view = seen("c3n/N2N1/5/2l2/5/5/C3L r 0 30", "e7e6")
    assert wanted(Hunter, view) == {"a6a7"}

"""The deduction aid tells what a seat could work out, and no more than was agreed."""

from fractions import Fraction

import pytest

from tests.server.states import RED, WHITE, begun, played
from volto.belief import Belief
from volto.rules import View
from volto.server.tables.aid import guesses


def view_of_white(*moves: str) -> View:
    view = played(begun(), *moves).view(WHITE)
    assert view is not None
    return view


@pytest.mark.parametrize("aid", ["off", "notes"])
def test_without_an_aid_nothing_is_told(aid: str) -> None:
    assert guesses(view_of_white(), aid) == ()  # type: ignore[arg-type]


def test_logic_follows_what_a_mask_has_done() -> None:
    """H-3: who stepped diagonally is no Noble and no Soldier."""
    told = {guess.mask: guess for guess in guesses(view_of_white("a2a3", "a6b5"), "logic")}
    assert told[10].roles == "ACL"
    assert told[11].roles == "NACSL"
    assert all(guess.chances is None for guess in told.values())


def test_chances_are_exact() -> None:
    view = view_of_white("a2a3", "a6b5")
    exact = Belief.of(view).fractions()
    for guess in guesses(view, "chances"):
        assert guess.chances is not None
        for role, chance in exact[guess.mask].items():
            assert abs(Fraction(guess.chances[role.value]) - chance) < Fraction(1, 10**6)


def test_a_spectator_and_a_finished_game_get_no_aid() -> None:
    state = played(begun(), "e2d3", "c6c2")
    spectator = state.view(None)
    assert spectator is not None
    assert guesses(spectator, "logic") == ()
    ended = state.position.resign(RED).view(WHITE) if state.position else None
    assert ended is not None
    assert guesses(ended, "logic") == ()

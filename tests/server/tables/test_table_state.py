"""A table is its log: replaying it gives the same table, and nothing else does."""

import pytest

from tests.server.states import (
    OTHER_SALTS,
    RED,
    SALTS,
    WHITE,
    WHITE_SETUP,
    begun,
    done,
    played,
    setup,
)
from tests.server.tables.test_commands import WON
from volto.notation import seals
from volto.rules import Role, VoltoError
from volto.server.store.events import Began, Entry, Played, Resigned, read_event, write_event
from volto.server.tables import commands
from volto.server.tables.table_state import TableState


def test_an_entry_must_follow_the_one_before() -> None:
    state = begun()
    for number in (state.number, state.number + 2):
        with pytest.raises(VoltoError, match="cannot follow"):
            state.after(Entry(number, 0, WHITE, Resigned()))


def test_a_turn_of_the_wrong_family_or_ply_does_not_follow() -> None:
    state = begun()
    for family, ply in ((RED, 0), (WHITE, 1)):
        with pytest.raises(VoltoError, match="does not follow"):
            state.after(Entry(state.number + 1, 0, family, Played(ply, "a2a3")))


def test_a_deed_is_the_same_after_it_was_written() -> None:
    for event in (Began(), Played(3, "a2a3"), Resigned()):
        assert read_event(write_event(event)) == event


def test_seals_are_published_when_a_family_is_ready_and_opened_when_it_is_unmasked() -> None:
    state = TableState.start(setup())
    assert state.facts().seals is None
    state = done(state, commands.deploy(state, WHITE, WHITE_SETUP, SALTS))
    published = state.facts().seals
    assert published is not None
    assert (len(published.white), published.red, published.fingerprint) == (10, (), "")
    state = begun()
    published = state.facts().seals
    assert published is not None
    assert published.opened == {}
    assert published.white[0] == seals.seal("table", 0, Role.NOBLE, bytes.fromhex(SALTS[0]))
    assert published.red[0] == seals.seal("table", 10, Role.ADVISOR, bytes.fromhex(OTHER_SALTS[0]))
    assert published.fingerprint == seals.fingerprint((*published.white, *published.red))
    captured = played(state, "e2d3", "c6c2").facts().seals  # Red's Soldier takes White's Advisor
    assert captured is not None
    assert captured.opened == {"2": SALTS[2]}
    over = played(state, *WON).facts().seals
    assert over is not None
    assert len(over.opened) == 20
    assert (over.white, over.red) == (published.white, published.red)

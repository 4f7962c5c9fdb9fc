"""What is told of a happening is all that changed, and no more."""

from random import Random

import msgspec
import pytest

from tests.server.states import OTHER_SALTS, RED, SALTS, WHITE, done, setup
from volto.rules import Deployment, Family
from volto.server.store.events import Wished
from volto.server.tables import commands
from volto.server.tables.aid import guesses
from volto.server.tables.commands import Decided, Decision
from volto.server.tables.table_state import TableState
from volto.server.wire.change import Sight, applied, change_of
from volto.server.wire.messages import Aid, TableChange, write
from volto.server.wire.snapshot import SeatFacts, snapshot_of

SEATS = (WHITE, RED, None)
LONGEST_TURN = 1500
"""Bytes of the frame of a turn, whichever turn it is."""


def sight(state: TableState, seat: Family | None, aid: Aid) -> Sight:
    view = state.view(seat)
    own = SeatFacts(
        seat, state.deployment(seat), state.next_table, guesses(view, aid) if view else ()
    )
    return Sight(state.facts(), own, view)


def told(before: TableState, decision: Decision, aid: Aid) -> tuple[TableState, list[bytes]]:
    """The state after; every seat's page shows it after what it was told."""
    frames = []
    for decided in decision:
        after = done(before, [decided])
        for seat in SEATS:
            old, new = sight(before, seat, aid), sight(after, seat, aid)
            frame = write(change_of(old, new))
            heard = msgspec.json.decode(frame, type=TableChange)
            assert applied(snapshot_of(*old), heard) == snapshot_of(*new)
            frames.append(frame)
        before = after
    return before, frames


@pytest.mark.parametrize("aid", ["off", "logic", "chances"])
@pytest.mark.parametrize("seed", range(6))
def test_a_page_that_is_told_the_changes_shows_what_a_new_page_is_shown(
    aid: Aid, seed: int
) -> None:
    rng = Random(seed)
    state = TableState.start(setup(open_seat=RED, first=rng.choice(tuple(Family)), aid=aid))
    deployments = [str(Deployment.random(rng)) for _ in range(3)]
    state, _ = told(state, commands.join(state, "Bo", "token"), aid)
    for seat, text in zip((WHITE, WHITE, RED), deployments, strict=True):
        salts = OTHER_SALTS if seat is RED else SALTS
        state, _ = told(state, commands.deploy(state, seat, text, salts), aid)
    while state.outcome is None:
        if rng.random() < 0.05 and state.offer is None and not state.offered_at:
            state, _ = told(state, commands.offer_draw(state, rng.choice((WHITE, RED))), aid)
        assert state.position is not None
        seat = state.position.to_move
        move = str(rng.choice(state.position.legal_moves()))
        state, frames = told(state, commands.play(state, seat, state.ply, move), aid)
        if state.outcome is None:
            assert max(map(len, frames)) < LONGEST_TURN
    told(state, [Decided(WHITE, Wished()), Decided(RED, Wished("next"))], aid)


@pytest.mark.parametrize("how", ["resigned", "agreed", "declined"])
def test_words_that_end_a_game_or_do_not(how: str) -> None:
    rng = Random(3)
    state = TableState.start(setup())
    for seat, salts in ((WHITE, SALTS), (RED, OTHER_SALTS)):
        state = done(state, commands.deploy(state, seat, str(Deployment.random(rng)), salts))
    if how == "resigned":
        told(state, commands.resign(state, RED), "logic")
        return
    state, _ = told(state, commands.offer_draw(state, WHITE), "logic")
    answer = commands.offer_draw if how == "agreed" else commands.decline_draw
    told(state, answer(state, RED), "logic")


def test_a_turn_without_an_aid_is_told_in_a_few_hundred_bytes() -> None:
    rng = Random(1)
    state = TableState.start(setup())
    for seat, salts in ((WHITE, SALTS), (RED, OTHER_SALTS)):
        state = done(state, commands.deploy(state, seat, str(Deployment.random(rng)), salts))
    while state.ply < 60 and state.outcome is None:
        assert state.position is not None
        move = str(rng.choice(state.position.legal_moves()))
        seat = state.position.to_move
        state, frames = told(state, commands.play(state, seat, state.ply, move), "off")
        if state.outcome is None:
            assert max(map(len, frames)) < 800

"""What a seat may ask, and why it is refused; nothing here needs a server."""

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
from volto.rules import Family, Move, Position, Reason
from volto.server.errors import RequestError
from volto.server.tables import commands
from volto.server.tables.table_state import TableState

WON = (
    "e2d3",
    "c6c2",
    "b2c2",
    "b6a5",
    "d3d4",
    "d6c6",
    "d4c5",
    "e7d6",
    "b1b7",
    "a6b5",
    "a2a3",
    "d6c5",
)


def code(refusal: pytest.ExceptionInfo[RequestError]) -> str:
    assert str(refusal.value)
    return refusal.value.code


def test_the_game_begins_when_both_are_ready() -> None:
    state = TableState.start(setup())
    assert state.phase == "deploying"
    state = done(state, commands.deploy(state, RED, "NNAAL/LSNAC", SALTS))
    assert state.phase == "deploying"
    state = done(state, commands.deploy(state, WHITE, "nnaal/lsnac", SALTS))
    assert (state.phase, state.number) == ("playing", 3)


def test_a_deployment_can_be_sent_again_until_the_other_side_is_ready() -> None:
    state = TableState.start(setup())
    for text in (WHITE_SETUP, "LSNAC/NNAAL"):
        state = done(state, commands.deploy(state, WHITE, text, SALTS))
    assert state.deployment(WHITE) == "LSNAC/NNAAL"
    state = done(state, commands.deploy(state, RED, WHITE_SETUP, OTHER_SALTS))
    with pytest.raises(RequestError) as refusal:
        commands.deploy(state, WHITE, WHITE_SETUP, SALTS)
    assert code(refusal) == "already-ready"


@pytest.mark.parametrize("text", ["", "NNAAL", "NNAAN/LSNAC", "NNAAL/LSNAX", "NNAAL/LSNAC/NNAAL"])
def test_a_deployment_must_place_the_roster(text: str) -> None:
    """R-3"""
    with pytest.raises(RequestError) as refusal:
        commands.deploy(TableState.start(setup()), WHITE, text, SALTS)
    assert code(refusal) == "bad-deployment"


def test_the_owner_may_deploy_while_the_other_seat_is_open() -> None:
    state = TableState.start(setup(open_seat=RED))
    assert state.phase == "waiting"
    state = done(state, commands.deploy(state, WHITE, WHITE_SETUP, SALTS))
    assert state.phase == "waiting"
    state = done(state, commands.join(state, "Bo"))
    assert state.phase == "deploying"


def test_an_invitation_works_once() -> None:
    state = TableState.start(setup(open_seat=RED))
    state = done(state, commands.join(state, " Bo\n the\tBold "))
    assert state.occupants[RED].name == "Bo the Bold"
    with pytest.raises(RequestError) as refusal:
        commands.join(state, "Cy")
    assert code(refusal) == "taken"


@pytest.mark.parametrize(
    ("seat", "ply", "move", "expected"),
    [
        (WHITE, 0, "a2a4", "illegal"),
        (WHITE, 0, "a6a5", "illegal"),
        (WHITE, 0, "z9a1", "illegal"),
        (WHITE, 1, "a2a3", "stale"),
        (RED, 0, "a6a5", "not-your-turn"),
        (RED, 1, "a6a5", "stale"),
    ],
)
def test_a_move_that_cannot_be_is_refused(seat: Family, ply: int, move: str, expected: str) -> None:
    with pytest.raises(RequestError) as refusal:
        commands.play(begun(), seat, ply, move)
    assert code(refusal) == expected


def test_a_move_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To be sure that it is legal, and for the table after it."""
    state, play, calls = begun(), Position.play, []

    def counted(position: Position, move: Move) -> Position:
        calls.append(move)
        return play(position, move)

    monkeypatch.setattr(Position, "play", counted)
    state = played(state, "a2a3")
    assert (state.ply, calls) == (1, [Move.parse("a2a3")])


def test_a_repeated_move_is_stale() -> None:
    state = played(begun(), "a2a3")
    with pytest.raises(RequestError) as refusal:
        commands.play(state, WHITE, 0, "a2a3")
    assert code(refusal) == "stale"


def test_nothing_is_played_before_the_game_or_after_it() -> None:
    with pytest.raises(RequestError) as refusal:
        commands.play(TableState.start(setup()), WHITE, 0, "a2a3")
    assert code(refusal) == "not-ready"
    over = played(begun(), *WON)
    assert over.outcome is not None
    assert over.outcome.reason is Reason.CANDIDATE_TOOK_LADY
    for ask in (commands.resign, commands.offer_draw, commands.decline_draw):
        with pytest.raises(RequestError) as refusal:
            ask(over, WHITE)
        assert code(refusal) == "over"


def test_who_resigns_loses() -> None:
    """H-4"""
    state = done(begun(), commands.resign(begun(), RED))
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (WHITE, Reason.RESIGNED)


def test_a_draw_needs_both() -> None:
    """H-2"""
    state = begun()
    with pytest.raises(RequestError) as refusal:
        commands.decline_draw(state, RED)
    assert code(refusal) == "no-offer"
    state = done(state, commands.offer_draw(state, WHITE))
    assert (state.offer, state.outcome) == (WHITE, None)
    state = done(state, commands.offer_draw(state, RED))
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.reason) == (None, Reason.AGREED)


def test_an_offer_stands_until_the_rival_plays_or_declines() -> None:
    state = done(begun(), commands.offer_draw(begun(), WHITE))
    state = played(state, "a2a3")
    assert state.offer is WHITE
    assert played(state, "d6d5").offer is None
    assert done(state, commands.decline_draw(state, RED)).offer is None


def test_a_draw_is_not_offered_again_and_again() -> None:
    state = done(begun(), commands.offer_draw(begun(), WHITE))
    for _ in range(2):
        with pytest.raises(RequestError) as refusal:
            commands.offer_draw(state, WHITE)
        assert code(refusal) == "asked-already"
        state = done(state, commands.decline_draw(state, RED)) if state.offer else state
    state = played(state, "a2a3", "d6d5")
    assert commands.offer_draw(state, WHITE)


def test_a_rematch_needs_both_and_a_finished_game() -> None:
    with pytest.raises(RequestError) as refusal:
        commands.rematch(begun(), WHITE, "next")
    assert code(refusal) == "no-rematch"
    state = done(begun(), commands.resign(begun(), RED))
    state = done(state, commands.rematch(state, RED, "next"))
    assert (state.wish, state.next_table) == (RED, None)
    with pytest.raises(RequestError):
        commands.rematch(state, RED, "next")
    state = done(state, commands.rematch(state, WHITE, "other"))
    assert (state.wish, state.next_table) == (RED, "other")
    with pytest.raises(RequestError):
        commands.rematch(state, WHITE, "third")


def test_two_at_one_screen_need_one_wish() -> None:
    state = begun(setup("screen"))
    state = done(state, commands.resign(state, RED))
    assert done(state, commands.rematch(state, RED, "next")).next_table == "next"


def test_a_game_is_public_once_everyone_who_played_it_agrees() -> None:
    with pytest.raises(RequestError) as refusal:
        commands.share(begun(), WHITE)
    assert code(refusal) == "not-over"
    state = begun()
    state = done(state, commands.resign(state, WHITE))
    assert not state.is_public
    state = done(state, commands.share(state, RED))
    assert (state.is_public, state.facts().shared) == (False, ("red",))
    assert commands.share(state, RED) == []
    state = done(state, commands.share(state, WHITE))
    assert (state.is_public, state.facts().shared) == (True, ("white", "red"))


@pytest.mark.parametrize("mode", ["house", "screen"])
def test_a_game_of_one_person_is_theirs_to_share(mode: str) -> None:
    state = begun(setup(mode))
    state = done(state, commands.resign(state, RED))
    assert not state.is_public
    assert done(state, commands.share(state, WHITE)).is_public

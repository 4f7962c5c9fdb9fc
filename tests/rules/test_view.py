"""What one seat knows (H-3)."""

import pytest
from hypothesis import given

from tests.strategies import Game, games
from volto.rules import (
    Deployment,
    Family,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    Position,
    Reason,
    Role,
    Turn,
    View,
    VoltoError,
)
from volto.rules.masks import RED, WHITE

from .playing import OPENING, played

WHITE_SETUP = Deployment.parse("NNAAL/LSNAC")
RED_SETUP = Deployment.parse("AASNL/LNNAC")


def seen(seat: Family | None, *turns: str, first: Family = WHITE) -> View:
    """A view grown from these turns."""
    setups = {WHITE: WHITE_SETUP, RED: RED_SETUP}
    view = View.start(seat, setups[seat] if seat else None, first)
    for turn in turns:
        view = view.after(Turn.parse(turn))
    return view


@pytest.mark.parametrize("seat", [*Family, None])
def test_a_view_grown_from_what_was_seen_is_the_view_of_the_truth(seat: Family | None) -> None:
    """H-3"""
    position = Position.start(WHITE_SETUP, RED_SETUP)
    assert seen(seat) == position.view(seat)
    turns = ["e2d3", "c6xc2=A", "b2xc2=S", "b6a5"]
    for turn in turns:
        position = position.play(Turn.parse(turn).move)
    assert seen(seat, *turns) == position.view(seat)


def test_a_seat_sees_its_own_roles_and_only_masks_of_the_rival() -> None:
    """R-2, H-3"""
    assert str(seen(WHITE)) == "xxxxx/xxxxx/5/5/5/NNAAL/LSNAC w 0 0"
    assert str(seen(RED)) == "lnnac/aasnl/5/5/5/XXXXX/XXXXX w 0 0"


def test_a_spectator_sees_no_role_and_has_no_moves() -> None:
    """H-3"""
    view = seen(None)
    assert str(view) == "xxxxx/xxxxx/5/5/5/XXXXX/XXXXX w 0 0"
    assert (view.seat, view.own, view.legal_moves()) == (None, {}, [])
    assert all(view.role(mask.id) is None for mask in view.masks)


def test_everyone_sees_what_was_unmasked() -> None:
    """R-11, H-3"""
    for seat in (*Family, None):
        view = seen(seat, "e2d3", "c6xc2=A", "b2xc2=S")
        shown = {mask.id: mask.unmasked for mask in view.masks if mask.unmasked}
        assert shown == {2: Role.ADVISOR, 12: Role.SOLDIER}
        assert (view.quiet, view.turns, view.to_move) == (0, 3, RED)
        assert [str(turn) for turn in view.history] == ["e2d3", "c6xc2=A", "b2xc2=S"]


def test_only_the_seat_to_move_has_legal_moves() -> None:
    """R-4"""
    position = Position.parse(OPENING)
    assert position.view(WHITE).legal_moves() == position.legal_moves()
    assert position.view(RED).legal_moves() == []


def test_a_seat_has_a_deployment_and_a_spectator_has_none() -> None:
    for seat, deployment in ((WHITE, None), (None, WHITE_SETUP)):
        with pytest.raises(VoltoError, match="A seat has a deployment, and a spectator has none"):
            View.start(seat, deployment)
    with pytest.raises(NotationError) as error:
        View.start(WHITE, Deployment((Role.NOBLE,) * 10))
    assert str(error.value) == "column 4: a deployment has 3 of N, this one has 10"


@pytest.mark.parametrize(
    ("seat", "turns", "sentence"),
    [
        (WHITE, "a1a2", "a2 holds a mask of your own family (R-5)."),
        (
            WHITE,
            "a2b3",
            "The Noble on a2 cannot go to b3: "
            "a Noble goes one step forward, backward, left or right (R-6).",
        ),
        (WHITE, "a2a3 b6d5", "No mask of Red can play b6d5."),
        (WHITE, "a2a3 a6a7", "No mask of Red can play a6a7."),
        (RED, "a2c4", "No mask of White can play a2c4."),
        (None, "a3a4", "No mask of White can play a3a4."),
        (WHITE, "a2xa3=N", "a2xa3=N is written as a capture, but a3 is empty."),
        (WHITE, "a2a3 a6a3", "a6a3 is written as a plain move, but a3 is taken."),
        (WHITE, "a2a3 a6xa3=S", "a6xa3=S shows S, but that mask is N."),
        (RED, "e2e3 e6xe3=LN", "The Lady on e6 cannot capture (R-10)."),
        (RED, "a2a3 c6xc2=LA", "c6xc2=LA shows A, but that mask is S."),
        (WHITE, "a2a3 c6xc2=LS", "c6xc2=LS shows L, but that mask is A."),
        (None, "e2d3 e6d5 d3xd5=LN", "No mask of White can play d3xd5=LN."),
    ],
)
def test_a_turn_that_cannot_be_is_refused(seat: Family | None, turns: str, sentence: str) -> None:
    *before, last = turns.split()
    view = seen(seat, *before)
    with pytest.raises(IllegalMove) as error:
        view.after(Turn.parse(last))
    assert str(error.value) == sentence
    assert view == seen(seat, *before)


@pytest.mark.parametrize(
    "turn",
    [
        "e6xe2=LN",  # a Noble does not run
        "e6xe2=LA",  # nor an Advisor
        "e6xe2=LC",  # nor a Candidate
    ],
)
@pytest.mark.parametrize("seat", [WHITE, None])
def test_a_captor_that_could_not_have_come_that_way_is_refused(
    turn: str, seat: Family | None
) -> None:
    """R-13: what a turn unmasks must be able to make the move."""
    view = seen(seat, first=RED)
    with pytest.raises(IllegalMove) as error:
        view.after(Turn.parse(turn))
    assert str(error.value) == f"No mask of Red can play {turn}."
    assert seen(seat, "e6xe2=LS", first=RED).turns == 1


@pytest.mark.parametrize(
    ("text", "step", "captors"),
    [
        ("x3x/5/2x2/2X2/5/5/X3X w 0 0", "c4c5", "NCS"),
        ("x3x/5/2x2/1X3/5/5/X3X w 0 0", "b4c5", "AC"),
        ("x3x/2X2/2x2/5/5/5/X3X w 0 0", "c6c5", "NC"),
        ("x3x/5/2x2/5/2X2/5/X3X w 0 0", "c3c5", "S"),
        ("x3x/5/2x2/2X2/2X2/5/X3X w 0 0", "c3c5", ""),
    ],
)
def test_each_captor_comes_its_own_way(text: str, step: str, captors: str) -> None:
    """R-6 to R-10, R-13: straight, diagonally, backward, running, and never over a mask."""
    view, move = View.parse(text), Move.parse(step)
    for captor in Role:
        turn = Turn(move, Role.LADY, captor)
        if captor in captors:
            after = view.after(turn)
            assert after.role(view.scene.standing[WHITE][move.origin]) is captor
        else:
            with pytest.raises(IllegalMove) as error:
                view.after(turn)
            assert str(error.value) == f"No mask of White can play {turn}."


@pytest.mark.parametrize("seat", [*Family, None])
@pytest.mark.parametrize(
    ("captured", "captor"),
    [(Role.LADY, None), *((role, Role.SOLDIER) for role in Role if role is not Role.LADY)],
)
def test_a_captured_lady_and_only_she_unmasks_her_captor(
    seat: Family | None, captured: Role, captor: Role | None
) -> None:
    """R-11, R-13"""
    view = seen(seat, "e2d3")
    with pytest.raises(IllegalMove) as error:
        view.after(Turn(Move.parse("c6c2"), captured, captor))
    assert str(error.value) == "A captured Lady, and only she, unmasks her captor (R-13)."
    assert view == seen(seat, "e2d3")


@pytest.mark.parametrize(
    ("text", "turns", "sentence"),
    [
        (
            "xxx1x/5/1xx2/1NN2/5/5/L3C w 0 0",
            "b4xb5=S a7b6 c4xc5=S",
            "c4xc5=S shows S, but all of Red's are unmasked.",
        ),
        (
            "a1n1c/5/1ll2/1XX2/5/5/X3X w 0 0",
            "b4xb5=LS a7b6 c4xc5=LS",
            "c4xc5=LS shows S, but all of White's are unmasked.",
        ),
        (
            "xxxxx/5/1xxx1/1XXX1/5/5/X3X w 0 0",
            "b4xb5=LN a7b6 c4xc5=LN b6a7 d4xd5=LN",
            "d4xd5=LN shows L, but all of Red's are unmasked.",
        ),
    ],
    ids=["a second Soldier captured", "a second Soldier as captor", "a third Lady"],
)
def test_no_more_of_a_role_are_unmasked_than_the_roster_has(
    text: str, turns: str, sentence: str
) -> None:
    """R-2: for a seat or a spectator, of the rival's masks."""
    *before, last = map(Turn.parse, turns.split())
    view = View.parse(text)
    for turn in before:
        view = view.after(turn)
    with pytest.raises(IllegalMove) as error:
        view.after(last)
    assert str(error.value) == sentence


@pytest.mark.parametrize("seat", [*Family, None])
def test_a_view_is_told_how_the_game_ended(seat: Family | None) -> None:
    """H-4: then it is the view of the truth again, with every role."""
    line = [
        *("e2d3", "c6xc2=A", "b2xc2=S", "b6a5", "d3d4", "d6c6"),
        *("d4c5", "e7d6", "b1xb7=N", "a6b5", "a2a3", "d6xc5=LC"),
    ]
    position = Position.start(WHITE_SETUP, RED_SETUP)
    for turn in line:
        position = position.play(Turn.parse(turn).move)
    assert position.outcome is not None
    view = seen(seat, *line)
    assert view.outcome is None
    over = view.ended(position.outcome, position.roles)
    assert over == position.view(seat)
    assert str(over) == str(position)
    assert (over.outcome, over.legal_moves()) == (position.outcome, [])
    assert tuple(over.role(mask.id) for mask in over.masks) == position.roles
    assert over.scene.events() == position.events()


@pytest.mark.parametrize("seat", [*Family, None])
@pytest.mark.parametrize("turns", ["", "e2d3", "e2d3 c6xc2=A"])
@pytest.mark.parametrize(
    "outcome",
    [Outcome(RED, Reason.RESIGNED), Outcome(None, Reason.AGREED)],
    ids=lambda outcome: outcome.reason,
)
def test_a_view_is_told_of_an_end_by_word(
    seat: Family | None, turns: str, outcome: Outcome
) -> None:
    """H-4: the last turn is not told again."""
    position = Position.start(WHITE_SETUP, RED_SETUP)
    for turn in turns.split():
        position = position.play(Turn.parse(turn).move)
    position = position.end(outcome.winner, outcome.reason)
    over = seen(seat, *turns.split()).ended(outcome, position.roles)
    assert over.scene.events() == position.events()
    assert over == position.view(seat)


@pytest.mark.parametrize("seat", [*Family, None])
def test_equal_views_are_one_in_a_set(seat: Family | None) -> None:
    one, other = seen(seat, "a2a3", "a6b5"), seen(seat, "a2a3", "a6b5")
    assert one is not other
    assert len({one, other}) == len({one.scene, other.scene}) == 1
    assert len({one, seen(seat, "a2a3"), seen(seat)}) == 3


def test_the_views_of_both_seats_and_of_a_spectator_are_not_equal() -> None:
    """H-3"""
    assert len({seen(seat) for seat in (*Family, None)}) == 3


def test_nothing_happens_to_a_view_after_the_end() -> None:
    """H-4"""
    view = played("l4/1C2c/5/5/5/5/L4 w 0 0", "b6b7").view(RED)
    with pytest.raises(IllegalMove, match="The game is over"):
        view.after(Turn.parse("e6e5"))


@given(games())
def test_every_view_of_a_game_can_be_grown_from_its_turns(game: Game) -> None:
    """H-3, H-4: a seat needs its deployment, what it saw and how it ended, and nothing else."""
    start = game.positions[0]
    for seat in (*Family, None):
        view = View.start(
            seat, game.deployment(seat) if seat else None, start.to_move, start.ruleset
        )
        for position in game.positions:
            if position.history:
                view = view.after(position.history[-1])
            if position.outcome is not None:
                view = view.ended(position.outcome, position.roles)
            assert view == position.view(seat)
            assert hash(view) == hash(position.view(seat))


@given(games())
def test_a_view_agrees_with_the_truth(game: Game) -> None:
    """H-3"""
    for position in game.positions:
        for seat in (*Family, None):
            view = position.view(seat)
            assert view.masks == position.scene.masks
            for mask in view.masks:
                known = view.role(mask.id)
                assert known in (None, position.roles[mask.id])
                must_know = mask.family is seat or not mask.on_mat or position.outcome is not None
                assert (known is not None) == must_know
            for cell, role in view.own.items():
                assert position.role_at(cell) == (seat, role)

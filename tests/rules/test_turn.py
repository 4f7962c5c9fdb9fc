import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import Game, games, moves
from volto.rules import STANDARD_MAT, Move, NotationError, Role, Turn

from .playing import played


@pytest.mark.parametrize(
    ("text", "captured", "captor"),
    [
        ("b2b3", None, None),
        ("b2xb3=N", Role.NOBLE, None),
        ("b2xb3=C", Role.CANDIDATE, None),
        ("b2xb3=LA", Role.LADY, Role.ADVISOR),
    ],
)
def test_a_turn_is_written_with_what_it_did(
    text: str, captured: Role | None, captor: Role | None
) -> None:
    """R-11, R-13: one role after a capture, two after a Lady's"""
    turn = Turn(Move.parse("b2b3"), captured, captor)
    assert str(turn) == text
    assert Turn.parse(text) == turn


not_a_lady = st.sampled_from([role for role in Role if role is not Role.LADY])
turns = st.one_of(
    st.builds(Turn, moves(STANDARD_MAT), st.none(), st.none()),
    st.builds(Turn, moves(STANDARD_MAT), not_a_lady, st.none()),
    st.builds(Turn, moves(STANDARD_MAT), st.just(Role.LADY), not_a_lady),
)


@given(turns)
def test_a_turn_reads_back_as_it_is_written(turn: Turn) -> None:
    assert Turn.parse(str(turn)) == turn


@given(games())
def test_every_turn_of_a_game_reads_back_as_it_is_written(game: Game) -> None:
    mat = game.last.ruleset.mat
    assert [Turn.parse(str(turn), mat) for turn in game.last.history] == [*game.last.history]


def test_a_position_tells_what_a_move_did() -> None:
    """R-11, R-13"""
    position = played("l3c/5/1nl2/1NN2/5/5/L3C w 0 0")
    shown = {str(position.play(move).history[-1]) for move in position.legal_moves()}
    assert {"b4xb5=N", "c4xc5=LN", "c4d4", "b4a4"} <= shown


FORMS = "a move is b2b3, b2xb3=N or, when a Lady took her captor along, b2xb3=LA"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, f"'' is not a move: {FORMS}"),
        ("b2xb3", 1, f"'b2xb3' is not a move: {FORMS}"),
        ("bxb3", 1, f"'bxb3' is not a move: {FORMS}"),
        ("b2b3=N", 1, f"'b2b3=N' is not a move: {FORMS}"),
        ("b2-b3=N", 1, f"'b2-b3=N' is not a move: {FORMS}"),
        ("b2xb3:N", 1, f"'b2xb3:N' is not a move: {FORMS}"),
        ("b2xb3=LAN", 1, f"'b2xb3=LAN' is not a move: {FORMS}"),
        ("f2b3", 1, "'f' is not a column of this mat (a to e)"),
        ("f2xb3=N", 1, "'f' is not a column of this mat (a to e)"),
        ("b8xb3=N", 2, "'8' is not a row of this mat (1 to 7)"),
        ("b2xf3=N", 4, "'f' is not a column of this mat (a to e)"),
        ("b2xb8=N", 5, "'8' is not a row of this mat (1 to 7)"),
        ("b2xb3=Q", 7, "'Q' is not a role (N A C S L)"),
        ("b2xb3=n", 7, "'n' is not a role (N A C S L)"),
        ("b2xb3=LQ", 8, "'Q' is not a role (N A C S L)"),
        ("b2xb3=L", 7, "a captured Lady, and only she, shows her captor too: =LA"),
        ("b2xb3=NA", 7, "a captured Lady, and only she, shows her captor too: =LA"),
        ("b2xb3=LL", 8, "a Lady never captures (R-10)"),
    ],
)
def test_what_is_not_a_turn_is_refused(text: str, column: int, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        Turn.parse(text)
    assert (error.value.column, error.value.reason) == (column, reason)

"""Positions and views in text, and what is refused."""

import pytest
from hypothesis import given

from tests.strategies import Game, games
from volto.rules import Family, NotationError, Position, View

from .playing import OPENING, ending

MAT = "lnnac/aasnl/5/5/5/NNAAL/LSNAC"


@given(games())
def test_a_position_reads_back_as_it_is_written(game: Game) -> None:
    """Finished ones too, with the same outcome."""
    for position in game.positions:
        text = str(position)
        read = Position.parse(text, ruleset=position.ruleset)
        assert read == position
        assert (str(read), read.outcome, read.legal_moves()) == (
            text,
            position.outcome,
            position.legal_moves(),
        )


@given(games())
def test_a_view_of_a_running_game_reads_back_as_it_is_written(game: Game) -> None:
    for position in game.positions:
        for seat in (*Family, None):
            if position.outcome is None:
                view = position.view(seat)
                read = View.parse(str(view), position.ruleset)
                assert str(read) == str(view)
                assert (read.seat, read.own) == (seat, view.own)
                assert read.legal_moves() == view.legal_moves()


@given(games())
def test_a_start_in_text_is_seen_as_the_start_itself(game: Game) -> None:
    """R-3, H-3: masks are numbered like a deployment, front row first."""
    start = game.positions[0]
    read = Position.parse(str(start), ruleset=start.ruleset)
    assert read.roles == (*game.white.roles, *game.red.roles)
    for seat in (*Family, None):
        assert read.view(seat) == start.view(seat)
        assert hash(read.view(seat)) == hash(start.view(seat))
        if start.outcome is None:
            assert View.parse(str(start.view(seat)), start.ruleset) == start.view(seat)


def test_an_end_by_word_does_not_show_in_the_text() -> None:
    """H-4: a resigned game and a running one look the same, and are not equal."""
    running = Position.parse(OPENING)
    for over in (running.agree_draw(), *(running.resign(family) for family in Family)):
        assert str(over) == OPENING
        assert over != running


def test_the_views_of_a_position_in_text() -> None:
    position = Position.parse("1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N r 2 31")
    views = [str(position.view(seat)) for seat in (*Family, None)]
    assert views == [
        "1x1x1/x1x2/2N1x/1A1x1/L2x1/1C1S1/2L1N r 2 31",
        "1n1c1/a1l2/2X1s/1X1n1/X2a1/1X1X1/2X1X r 2 31",
        "1x1x1/x1x2/2X1x/1X1x1/X2x1/1X1X1/2X1X r 2 31",
    ]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("l3c/5/5/5/5/5/L4 w 0 9", "0-1 candidate-captured"),
        ("l3c/5/5/5/5/5/L4 r 0 9", "0-1 candidate-took-lady"),
        ("l3c/5/5/5/5/5/4C w 0 9", "1-0 ladies"),
        ("l3c/5/5/5/5/5/4C r 0 9", "1-0 ladies"),  # no turn leads here, and it is over all the same
        ("l4/5/5/5/5/5/L1c1C w 9 9", "0-1 palace"),
        ("l2c1/5/5/5/nnn2/LLa2/CSa2 w 4 9", "0-1 blocked"),
        ("l3c/5/5/5/5/5/L3C w 100 200", "1/2-1/2 quiet"),
    ],
)
def test_a_game_that_is_decided_in_the_text_is_over(text: str, end: str) -> None:
    """R-12 to R-15, H-1, H-2"""
    assert ending(Position.parse(text)) == end


PARTS = "a position has four parts (the mat, w or r, quiet turns, turns), this one has"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, f"{PARTS} 1"),
        (MAT, 1, f"{PARTS} 1"),
        (f"{MAT} w 0", 1, f"{PARTS} 3"),
        (f"{OPENING} ", 1, f"{PARTS} 5"),
        (f"{MAT}  w 0 0", 1, f"{PARTS} 5"),
        ("lnnac/aasnl/5/5/NNAAL/LSNAC w 0 0", 1, "this mat has 7 rows, the text has 6"),
        ("lnnac/aasnl/5/4/5/NNAAL/LSNAC w 0 0", 15, "row 4 describes 4 cells, and this mat has 5"),
        ("lnnac/aasnl/5/5/6/NNAAL/LSNAC w 0 0", 17, "row 3 describes 6 cells, and this mat has 5"),
        ("lnnacn/aasl1/5/5/5/NNAAL/LSNAC w 0 0", 1, "row 7 describes 6 cells, and this mat has 5"),
        ("lnnac/aasnl/32/5/5/NNAAL/LSNAC w 0 0", 14, "two digits in a row: write their sum"),
        ("lnnac/aasnl/50/5/5/NNAAL/LSNAC w 0 0", 14, "'0' is not one of NACSLnacsl or a digit"),
        ("lnnac/aasnl/5/5/5/NNAAQ/LSNAC w 0 0", 23, "'Q' is not one of NACSLnacsl or a digit"),
        ("lnnac/aasnl/5/5/5/NNAAX/LSNAC w 0 0", 23, "'X' is not one of NACSLnacsl or a digit"),
        (
            "lnnac/aasnl/\u0665/5/5/NNAAL/LSNAC w 0 0",
            13,
            "'\u0665' is not one of NACSLnacsl or a digit",
        ),
        (f"{MAT} b 0 0", 31, "the family to move is w or r, not 'b'"),
        (f"{MAT} w x 0", 33, "the quiet turns are a plain number, not 'x'"),
        (f"{MAT} w -1 0", 33, "the quiet turns are a plain number, not '-1'"),
        (f"{MAT} w 12 01", 36, "the turns played are a plain number, not '01'"),
        (f"{MAT} w 0 ²", 35, "the turns played are a plain number, not '²'"),
        (f"{MAT} w 0 ", 35, "the turns played are a plain number, not ''"),
        (
            "lnnac/aasnl/5/5/5/NNNNL/LSAAC w 0 0",
            22,
            "White has 4 masks of N, and the roster only 3",
        ),
        ("lnnac/aascl/5/5/5/NNAAL/LSNAC w 0 0", 10, "Red has 2 masks of C, and the roster only 1"),
        (
            "lnna1/aasnl/5/5/5/NNAAL/LSNA1 w 0 0",
            1,
            "both Candidates are missing, and no game goes on after the first",
        ),
        (
            "1nnac/aasn1/5/5/5/NNAA1/1SNAC w 0 0",
            1,
            "both families have lost all Ladies, and the first ends the game",
        ),
    ],
)
def test_what_is_not_a_position_is_refused(text: str, column: int, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        Position.parse(text)
    assert (error.value.column, error.value.reason) == (column, reason)


@pytest.mark.parametrize("digits", ["1000000000", "9" * 5000], ids=["ten digits", "5000 digits"])
def test_a_number_of_more_than_nine_digits_is_refused(digits: str) -> None:
    for text, column, what in (
        (f"{MAT} w {digits} 0", 33, "the quiet turns"),
        (f"{MAT} w 0 {digits}", 35, "the turns played"),
    ):
        for read in (Position.parse, View.parse):
            with pytest.raises(NotationError) as error:
                read(text)
            assert error.value.column == column
            assert error.value.reason == f"{what} are at most 999999999"


def test_a_number_may_have_nine_digits() -> None:
    text = f"{MAT} w 999999999 999999999"
    assert str(Position.parse(text, quiet=0)) == text


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        (OPENING, 1, "this shows both families' roles: it is a position, not a view"),
        (
            "xxxxx/xxxxx/5/5/5/NNAXL/LSNAC w 0 0",
            22,
            "a view hides all masks of a family or none",
        ),
        ("lnxac/aasnl/5/5/5/XXXXX/XXXXX w 0 0", 3, "a view hides all masks of a family or none"),
        ("xxxxx/xxxxx/2x2/5/5/XXXXX/XXXXX w 0 0", 1, "Red has 1 masks too many"),
        (
            "xxxxx/xxxxx/5/5/5/NNNNL/LSAAC w 0 0",
            22,
            "White has 4 masks of N, and the roster only 3",
        ),
        ("xxxxx/xxxxx/5/5/5/NNAAQ/LSNAC w 0 0", 23, "'Q' is not one of NACSLXnacslx or a digit"),
    ],
)
def test_what_is_not_a_view_is_refused(text: str, column: int, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        View.parse(text)
    assert (error.value.column, error.value.reason) == (column, reason)

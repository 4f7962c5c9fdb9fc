"""What a newcomer would guess: `volto` gives it, in words or in values, and shows it in short."""

import subprocess
import sys

import pytest

import volto
from tests.notation.records import EXAMPLE
from volto import (
    STANDARD,
    Cell,
    Deployment,
    Family,
    IllegalMove,
    Move,
    NotationError,
    Position,
    Record,
    Role,
    Ruleset,
    Turn,
    View,
    VoltoError,
)
from volto.belief import Belief
from volto.notation import read_records

WHITE, RED = "NNAAL/LSNAC", "AASNL/LNNAC"
START = Position.start(WHITE, RED)


def test_everything_announced_is_there() -> None:
    assert all(hasattr(volto, name) for name in volto.__all__)


def test_the_rules_and_records_load_no_library() -> None:
    program = "import sys, volto; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "False False\n"


def test_a_game_starts_from_words_or_values() -> None:
    values = Position.start(Deployment.parse(WHITE), Deployment.parse(RED), Family.RED)
    assert Position.start(WHITE, RED, first="red") == values
    assert View.start("red", RED) == START.view("red") == START.view(Family.RED)
    with pytest.raises(NotationError, match="this one has 4"):
        Position.start("NNAA/LSNAC", RED)


@pytest.mark.parametrize("move", ["b2b3", Move.parse("b2b3"), Turn.parse("b2b3")])
def test_a_move_is_played_from_words_or_values(move: str | Move | Turn) -> None:
    assert str(START.play(move)) == "lnnac/aasnl/5/5/1N3/N1AAL/LSNAC r 1 1"
    assert START.play(move).view("red") == START.view("red").after(move)


def test_a_move_told_with_what_it_did_must_have_done_so() -> None:
    """R-11"""
    game = START.play("e2d3")
    assert game.play("c6xc2=A") == game.play("c6c2") == game.play(Turn.parse("c6xc2=A"))
    for untrue in ("c6xc2=N", "c6xc2=LS", "b6xa5=N"):
        with pytest.raises(IllegalMove, match=rf"^{untrue} is not what this move does\.$"):
            game.play(untrue)
    with pytest.raises(NotationError, match="'z' is not a column"):
        game.play("z1a1")
    with pytest.raises(IllegalMove, match="There is no mask on c4"):
        game.play("c4c5")


def test_values_may_be_given_where_words_are_read() -> None:
    cell, move, turn = Cell.parse("b2"), Move.parse("b2b3"), Turn.parse("b2xb3=LA")
    assert (Cell.parse(cell), Move.parse(move), Turn.parse(turn)) == (cell, move, turn)
    assert Turn.parse(move) == Turn(move)
    assert Deployment.parse(Deployment.parse(WHITE)) == Deployment.parse(WHITE)
    assert START.role_at("e1") == START.role_at(Cell.parse("e1")) == ("white", "C")


def test_roles_given_as_letters_are_roles() -> None:
    """R-9: a Soldier in letters runs no further than a Soldier."""
    letters = Deployment(tuple("NNAALLSNAC"))  # type: ignore[arg-type]
    assert letters == Deployment.parse(WHITE)
    assert all(type(role) is Role for role in letters.roles)
    assert Position.start(letters, letters).legal_moves() == START.legal_moves()
    spelt: tuple[Role, ...] = tuple("NNAALLSNACAASNLLNNAC")  # type: ignore[arg-type]
    for seen in (
        Position.imagined(START.scene, spelt),
        View(START.scene, Family.WHITE, spelt[:10]),
    ):
        assert seen.legal_moves() == START.legal_moves()
    turn = Turn(Move.parse("c6c2"), "A")  # type: ignore[arg-type]
    assert type(START.view(None).after("e2d3").after(turn).history[-1].captured) is Role
    with pytest.raises(VoltoError, match="'X' is not a role"):
        Deployment(tuple("XXXXXXXXXX"))  # type: ignore[arg-type]


def test_what_is_shown_is_short_and_can_be_read_again() -> None:
    turn = Turn.parse("b2xb3=LA")
    for value in (turn, turn.move, turn.move.origin, Deployment.parse(WHITE), START, STANDARD):
        assert eval(repr(value)) == value
        assert len(repr(value)) < 60
    assert repr(turn.move) == "Move.parse('b2b3')"
    assert repr(START.view("red")) == "<View of red: lnnac/aasnl/5/5/5/XXXXX/XXXXX w 0 0>"
    assert repr(START.view(None)).startswith("<View of a spectator: xxxxx/")
    assert repr(START.scene) == "<Scene: xxxxx/xxxxx/5/5/5/XXXXX/XXXXX w 0 0>"
    assert repr(Belief.of(START.view("red"))) == "<Belief about white: 50400 deployments>"
    (record,) = read_records(EXAMPLE)
    assert (type(record), repr(record)) == (Record, "<Record: 1-0, 12 turns>")
    small = Position.parse("ncl/3/3/NCL w 0 0", ruleset=Ruleset.parse("mat 3x4 roster NCL"))
    assert eval(repr(small)) == small


def test_a_board_is_drawn_from_the_seat_that_looks() -> None:
    """R-2"""
    game = START.play("e2d3")
    assert game.board().splitlines() == [
        *("7 l n n a c", "6 a a s n l", "5 . . . . .", "4 . . . . .", "3 . . . L .", "2 N N A A ."),
        *("1 L S N A C", "  a b c d e"),
    ]
    assert game.view("red").board().splitlines() == [
        *("1 X X X X X", "2 . X X X X", "3 . X . . .", "4 . . . . .", "5 . . . . .", "6 l n s a a"),
        *("7 c a n n l", "  e d c b a"),
    ]
    assert game.view("red").board("white") == game.view("red").board(Family.WHITE)


def test_a_belief_is_asked_by_cell() -> None:
    """R-9: a mask that ran two cells is the Soldier."""
    belief = Belief.of(START.play("b2b3").play("c6c4").view("white"))
    assert belief.at("c4") == belief.at(Cell.parse("c4")) == belief.marginals()[12]
    assert belief.at("c4")[Role.SOLDIER] == 1.0
    with pytest.raises(VoltoError, match="No mask of Red stands on b3"):
        belief.at("b3")

"""Who may go where: R-4 to R-10."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import Game, games, moves
from volto.rules import (
    STANDARD_MAT,
    Deployment,
    Family,
    IllegalMove,
    Mat,
    Move,
    NotationError,
    Position,
    Role,
    View,
)
from volto.rules.moves import reach

from .playing import OPENING, played, targets


def alone(letter: str) -> str:
    """One mask on c4 with nothing near it, and its family to move."""
    to_move = "w" if letter.isupper() else "r"
    return f"l3c/5/5/2{letter}2/5/5/L3C {to_move} 0 0"


@pytest.mark.parametrize("first", Family)
def test_either_family_may_begin_and_then_turns_alternate(first: Family) -> None:
    """R-4"""
    deployment = Deployment.parse("NNAAL/LSNAC")
    position = Position.start(deployment, deployment, first)
    for turn in range(6):
        assert position.to_move is (first, first.rival)[turn % 2]
        assert position.turns == turn
        assert position.scene.first is first
        position = position.play(position.legal_moves()[0])


def test_a_turn_moves_one_mask_of_the_family_to_move() -> None:
    """R-4"""
    position = played(OPENING, "a2a3")
    assert str(position) == "lnnac/aasnl/5/5/N4/1NAAL/LSNAC r 1 1"
    assert all(
        move.origin in position.scene.standing[Family.RED] for move in position.legal_moves()
    )


def test_passing_is_not_allowed() -> None:
    """R-4"""
    for cell in STANDARD_MAT:
        with pytest.raises(IllegalMove):
            played(OPENING, f"{cell}{cell}")


def test_a_mask_moves_to_an_empty_cell_or_onto_a_rival_but_never_onto_its_own_family() -> None:
    """R-5"""
    text = "l3c/5/2A2/1aNn1/5/5/L3C w 0 0"
    assert targets(text, "c4") == "b4 c3 d4"


def test_a_noble_steps_straight() -> None:
    """R-6"""
    assert targets(alone("N"), "c4") == targets(alone("n"), "c4") == "b4 c3 c5 d4"


def test_an_advisor_steps_diagonally() -> None:
    """R-7"""
    assert targets(alone("A"), "c4") == targets(alone("a"), "c4") == "b3 b5 d3 d5"


def test_a_candidate_steps_in_all_eight_directions() -> None:
    """R-8"""
    mat = "l4/2c2/5/5/5/2C2/L4"
    assert targets(f"{mat} w 0 0", "c2") == "b1 b2 b3 c1 c3 d1 d2 d3"
    assert targets(f"{mat} r 0 0", "c6") == "b5 b6 b7 c5 c7 d5 d6 d7"


def test_a_soldier_goes_straight_forward_any_number_of_cells() -> None:
    """R-9"""
    assert targets(alone("S"), "c4") == "c5 c6 c7"
    assert targets(alone("s"), "c4") == "c1 c2 c3"


def test_a_lady_steps_in_all_eight_directions() -> None:
    """R-10"""
    around = "b3 b4 b5 c3 c5 d3 d4 d5"
    assert targets(alone("L"), "c4") == targets(alone("l"), "c4") == around


@pytest.mark.parametrize("letter", [*"NACS"])
def test_every_role_but_the_lady_may_capture_where_it_may_go(letter: str) -> None:
    """R-6, R-7, R-8, R-9"""
    home = "L4" if letter == "C" else "L3C"
    where = {"N": "b4 c3 c5 d4", "A": "b3 b5 d3 d5", "C": "b3 b4 b5 c3 c5 d3 d4 d5", "S": "c5"}
    assert targets(f"l3c/5/1nnn1/1a{letter}a1/1asl1/5/{home} w 0 0", "c4") == where[letter]


def test_a_lady_never_captures() -> None:
    """R-10"""
    assert targets("l3c/5/1nnn1/1aLa1/1a1s1/5/L3C w 0 0", "c4") == "c3"


def test_no_step_leaves_the_mat() -> None:
    """R-1"""
    assert targets("l3c/5/5/5/5/5/C3L w 0 0", "a1") == "a2 b1 b2"
    assert targets("l3c/5/5/4A/5/5/C3L w 0 0", "e4") == "d3 d5"


def test_a_soldier_passes_over_empty_cells_only_and_may_capture_on_the_last() -> None:
    """R-9"""
    assert targets("l1n1c/5/2a2/5/5/2S2/L3C w 0 0", "c2") == "c3 c4 c5"
    assert targets("l1n1c/5/2A2/5/5/2S2/L3C w 0 0", "c2") == "c3 c4"
    assert targets("l3c/2s2/5/5/2A2/2N2/L3C r 0 0", "c6") == "c3 c4 c5"
    assert targets("l3c/2s2/2l2/5/2A2/2N2/L3C r 0 0", "c6") == ""


def test_a_soldier_may_run_from_palace_to_palace_and_does_not_win_there() -> None:
    """R-9, R-15"""
    position = played("l3c/5/5/5/5/5/L1S1C w 0 0", "c1c7")
    assert str(position) == "l1S1c/5/5/5/5/5/L3C r 1 1"
    assert position.outcome is None


def test_a_soldier_in_the_rival_palace_never_moves_again() -> None:
    """R-9"""
    assert targets("l1S1c/5/5/5/5/5/L3C w 0 0", "c7") == ""
    assert targets("l3c/5/5/5/5/5/L1s1C r 0 0", "c1") == ""


def test_a_soldier_in_the_rival_palace_can_still_be_captured() -> None:
    """R-9, R-11"""
    position = played("l1Snc/5/5/5/5/5/L3C r 0 0", "d7c7")
    assert str(position.history[-1]) == "d7xc7=S"


def test_a_move_is_one_and_the_same_whoever_could_make_it() -> None:
    """R-5 to R-10: not even its identity tells a role."""
    made: dict[Move, Move] = {}
    for mat in (STANDARD_MAT, Mat(3, 4)):
        for family in Family:
            for role in Role:
                for cell in mat:
                    for move in reach(role, family, cell, mat):
                        assert made.setdefault(move, move) is move


@given(games())
def test_legality_never_depends_on_a_rival_role(game: Game) -> None:
    """R-5 to R-10: with every rival role hidden, the same moves are legal."""
    for position in game.positions:
        if position.outcome is None:
            hidden = View.parse(str(position.view(position.to_move)), position.ruleset)
            assert hidden.legal_moves() == position.legal_moves()


NOBLE_GOES = "a Noble goes one step forward, backward, left or right (R-6)"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("a6a5", "The mask on a6 is not yours: it is White's turn."),
        ("a3a4", "There is no mask on a3."),
        ("a2a2", "A turn moves a mask, and a2a2 stays where it is (R-4)."),
        ("a1a2", "a2 holds a mask of your own family (R-5)."),
        ("a2b3", f"The Noble on a2 cannot go to b3: {NOBLE_GOES}."),
        ("a2a6", f"The Noble on a2 cannot go to a6: {NOBLE_GOES}."),
        (
            "c2c3",
            "The Advisor on c2 cannot go to c3: an Advisor goes one step diagonally (R-7).",
        ),
        (
            "e1e3",
            "The Candidate on e1 cannot go to e3: a Candidate goes one step in any direction "
            "(R-8).",
        ),
        (
            "b1b3",
            "The Soldier on b1 cannot go to b3: a Soldier goes straight forward, over empty cells "
            "only (R-9).",
        ),
        (
            "e2e4",
            "The Lady on e2 cannot go to e4: a Lady goes one step in any direction (R-10).",
        ),
    ],
)
def test_an_illegal_move_is_refused_in_a_sentence(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as error:
        played(OPENING, move)
    assert str(error.value) == sentence


def test_a_lady_that_would_capture_is_told_why_not() -> None:
    """R-10"""
    with pytest.raises(IllegalMove, match=r"^The Lady on c4 cannot capture \(R-10\)\.$"):
        played("l3c/5/2n2/2L2/5/5/L3C w 0 0", "c4c5")


def test_a_move_off_a_smaller_mat_is_refused() -> None:
    with pytest.raises(IllegalMove, match=r"^e2e8 leaves the mat\.$"):
        Position.parse(OPENING).play(Move.parse("e2e8", Mat(9, 9)))


@given(games(), st.data())
def test_an_illegal_move_changes_nothing(game: Game, data: st.DataObject) -> None:
    position = game.last
    before = (str(position), position.scene, position.legal_moves())
    move = data.draw(moves(position.ruleset.mat).filter(lambda m: m not in position.legal_moves()))
    with pytest.raises(IllegalMove, match=r"^[A-Za-z].*\.$"):
        position.play(move)
    assert (str(position), position.scene, position.legal_moves()) == before


@given(moves(STANDARD_MAT))
def test_a_move_reads_back_as_it_is_written(move: Move) -> None:
    assert Move.parse(str(move)) == move


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "'' is not a move: a move is two cells, like b2b3"),
        ("b2b", 1, "'b2b' is not a move: a move is two cells, like b2b3"),
        ("b2-b3", 1, "'b2-b3' is not a move: a move is two cells, like b2b3"),
        ("h2b3", 1, "'h' is not a column of this mat (a to e)"),
        ("b9b3", 2, "'9' is not a row of this mat (1 to 7)"),
        ("b2f3", 3, "'f' is not a column of this mat (a to e)"),
        ("b2b8", 4, "'8' is not a row of this mat (1 to 7)"),
    ],
)
def test_what_is_not_a_move_is_refused(text: str, column: int, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        Move.parse(text)
    assert (error.value.column, error.value.reason) == (column, reason)

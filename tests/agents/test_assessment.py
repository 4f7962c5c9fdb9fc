"""What a seat makes of its View, against the truth it cannot see."""

from hypothesis import given

from tests.agents.choosing import seen
from tests.strategies import Game, games
from volto.agents.assessment import Assessment
from volto.rules import Cell, Family, Move, Position, Role
from volto.rules.moves import legal_moves


def roles_of(position: Position, family: Family) -> dict[Cell, Role]:
    return {c: position.roles[number] for c, number in position.scene.standing[family].items()}


@given(games())
def test_the_truth_is_never_ruled_out(game: Game) -> None:
    for position in game.positions[:-1]:
        assessment = Assessment(position.view(position.to_move))
        for cell, role in roles_of(position, position.to_move.rival).items():
            assert assessment.chance(cell, role) > 0


@given(games())
def test_whoever_can_capture_is_among_the_attackers(game: Game) -> None:
    for position in game.positions[:-1]:
        seat, rival = position.to_move, position.to_move.rival
        assessment = Assessment(position.view(seat))
        own = roles_of(position, seat)
        for move in legal_moves(rival, roles_of(position, rival), own, position.ruleset.mat):
            if move.target in own:
                assert move.origin in assessment.attackers(move.target)
                assert assessment.danger(move.target) > 0


def test_danger_is_the_chance_that_some_mask_can_capture() -> None:
    """A Noble, a Candidate and a Lady: two of three capture straight ahead, one diagonally."""
    assessment = Assessment(seen("l3c/5/2n2/5/2N2/5/CL3 w 0 30"))
    c4, b4, c5 = map(Cell.parse, ("c4", "b4", "c5"))
    assert round(assessment.danger(c4), 9) == round(2 / 3, 9)
    assert round(assessment.danger(b4), 9) == round(1 / 3, 9)
    assert assessment.danger(c4, gone=c5) == 0


def test_the_last_lady_is_bait_when_she_is_likelier_than_the_candidate() -> None:
    """R-14"""
    assessment = Assessment(seen("4c/4N/5/lN3/5/5/C3L r 0 30", "e7e6"))
    assert assessment.ladies_left == 1
    assert assessment.takes_the_bait(Move.parse("b4a4"))


def test_no_lady_is_bait_where_lost_ladies_lose() -> None:
    assessment = Assessment(seen("4c/4N/5/lN3/5/5/C3L r 0 30", "e7e6", ladies="captor"))
    assert not assessment.takes_the_bait(Move.parse("b4a4"))

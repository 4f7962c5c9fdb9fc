"""What a mask shows by what it does (H-3)."""

import pytest

from tests.rules.playing import OPENING, played
from volto.belief import possible_roles
from volto.rules import Family, Position, Role
from volto.rules.masks import RED, WHITE


def may_be(position: Position, cell: str) -> str:
    """The letters of the roles that the mask on a cell can have."""
    for family in Family:
        for at, number in position.scene.standing[family].items():
            if str(at) == cell:
                ids = position.scene.ids(family)
                found = possible_roles(position.scene, family)[number - ids.start]
                return "".join(role for role in Role if role in found)
    raise AssertionError(f"nothing stands on {cell}")


@pytest.mark.parametrize(
    ("moves", "cell", "roles"),
    [
        ("", "b2", "NACSL"),
        ("b2b3", "b3", "NCSL"),  # straight ahead: no Advisor
        ("d2c3", "c3", "ACL"),  # aslant: no Noble, no Soldier
        ("b2b3 b6c5 b3a3", "a3", "NCL"),  # aside: no Soldier either
        ("b2b3 b6c5 b3b2", "b2", "NCL"),  # nor back
        ("e2d3 c6c4", "c4", "S"),  # a run of two cells: the Soldier
        ("e2d3 c6c3", "c3", "S"),
        ("b2b3 b6c5", "c5", "ACL"),
        ("b2b3 b6c5 b3b4 c5b4", "b4", "AC"),  # who captures is no Lady
    ],
)
def test_a_step_tells_what_a_mask_cannot_be(moves: str, cell: str, roles: str) -> None:
    """R-6 to R-10"""
    assert may_be(played(OPENING, *moves.split()), cell) == roles


def test_a_step_is_its_own_family_s_also_when_the_mat_was_set_up_at_an_odd_turn() -> None:
    """H-3: 31 turns played and White to move, so Red began, and White's is the first turn seen."""
    position = played("l3c/5/5/1n3/1N3/5/C3L w 0 31", "b3c3", "b4b5")
    assert (may_be(position, "c3"), may_be(position, "b5")) == ("NCL", "NCL")


def test_who_stands_in_the_rival_palace_while_the_game_goes_on_is_no_candidate() -> None:
    """R-15"""
    position = played("l3c/1N3/5/5/5/5/C3L w 0 30", "b6b7")
    assert may_be(position, "b7") == "NSL"
    position = position.play(next(move for move in position.legal_moves() if str(move) == "e7e6"))
    position = position.play(next(move for move in position.legal_moves() if str(move) == "b7b6"))
    assert may_be(position, "b6") == "NL"


def test_a_captured_mask_is_what_it_was_unmasked_as() -> None:
    """R-11, R-13"""
    position = played("l3c/5/5/1l3/1N3/5/C3L w 0 30", "b3b4")
    for family, role in ((WHITE, Role.NOBLE), (RED, Role.LADY)):
        lost = [mask for mask in position.scene.masks if not mask.on_mat and mask.trail]
        number = next(mask.id for mask in lost if mask.family is family)
        found = possible_roles(position.scene, family)[number - position.scene.ids(family).start]
        assert found == {role}

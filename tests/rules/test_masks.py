from collections import Counter

from volto.rules import STANDARD, Cell, Family, Mask, Position, Role
from volto.rules.masks import ADVISOR, CANDIDATE, LADY, NOBLE, RED, SOLDIER, WHITE

from .playing import OPENING


def test_each_family_has_ten_masks_of_five_roles() -> None:
    """R-2"""
    assert Counter(STANDARD.roster) == {NOBLE: 3, ADVISOR: 3, CANDIDATE: 1, SOLDIER: 1, LADY: 2}


def test_only_its_owner_sees_the_role_of_a_mask() -> None:
    """R-2"""
    position = Position.parse(OPENING)
    for seat in Family:
        view = position.view(seat)
        assert {mask.id for mask in view.masks if view.role(mask.id)} == set(view.scene.ids(seat))


def test_the_letters_are_upper_case_for_white_and_lower_case_for_red() -> None:
    assert [role.letter_for(WHITE) for role in Role] == [*"NACSL"]
    assert [role.letter_for(RED) for role in Role] == [*"nacsl"]
    assert [family.letter for family in Family] == ["w", "r"]


def test_each_family_is_the_rival_of_the_other() -> None:
    assert (WHITE.rival, RED.rival) == (RED, WHITE)


def test_a_mask_stands_where_its_trail_ends_unless_it_is_captured() -> None:
    trail = (Cell(0, 0), Cell(0, 1))
    assert Mask(3, WHITE, trail, True, None).cell == Cell(0, 1)
    assert Mask(3, WHITE, trail, False, NOBLE).cell is None
    assert Mask(3, WHITE, (), False, NOBLE).cell is None

import re
from random import Random
from xml.etree import ElementTree

import pytest

from tests.strategies import BOX, MINI, random_game
from volto.rules import Cell, Deployment, Family, Move, Position, Ruleset
from volto.svg import Picture, board, ground, sheet

START = Position.start(Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"))


def ids_and_references(svg: str) -> tuple[list[str], set[str]]:
    tree = ElementTree.fromstring(svg)
    ids = [found for element in tree.iter() if (found := element.get("id"))]
    return ids, set(re.findall(r"#(vb-[\w-]+)", svg))


@pytest.mark.parametrize("ruleset", [*BOX, *MINI], ids=str)
def test_a_picture_stands_by_itself(ruleset: Ruleset) -> None:
    for position in random_game(Random(1), ruleset, 40).positions[::7]:
        for shown in (position, *(position.view(seat) for seat in (*Family, None))):
            ids, wanted = ids_and_references(board(shown))
            assert len(ids) == len(set(ids))

            assert wanted <= set(ids)


def test_a_picture_brings_only_the_parts_it_uses() -> None:
    assert "vb-face-" not in board(START)  # in the truth every mask shows its back
    assert len(board(START)) < len(sheet())
    ids, wanted = ids_and_references(f"<svg>{sheet()}</svg>")
    assert wanted <= set(ids)


def used(svg: str, kind: str) -> list[str]:
    return re.findall(rf'<use href="#vb-({kind}-[\w-]+)" x=', svg)


def test_a_seat_sees_backs_with_its_own_signs_and_its_rivals_faces() -> None:
    seen = board(START.view(Family.WHITE))
    assert sorted(used(seen, "sign")) == sorted(f"sign-white-{letter}" for letter in "NNAALLSNAC")
    assert len(used(seen, "face-red")) == 10
    assert len(used(board(START.view(None)), "face")) == 20
    assert len(used(board(START), "sign-red")) == 10


def test_a_family_is_seen_from_its_own_palace() -> None:
    """A view is seen from its seat unless somebody else looks at it."""
    letters = re.compile(r">([a-e])</text>")
    assert letters.findall(board(START.view(Family.RED))) == list("edcba")
    assert letters.findall(board(START.view(Family.RED), facing="white")) == list("abcde")
    assert "sign-white-S-away" in board(START, facing="red")
    assert "sign-white-S-away" not in board(START)


def test_what_a_mask_looks_like_follows_from_its_number_and_never_from_its_role() -> None:
    other = Position.start(Deployment.parse("LSNAC/NNAAL"), Deployment.parse("AASNL/LNNAC"))
    faces = [used(board(one.view(Family.RED)), "face") for one in (START, other)]
    assert faces[0] == faces[1]
    assert len(set(faces[0])) == 10


def test_the_last_move_and_what_is_asked_for_are_marked() -> None:
    after = START.play(Move.parse("b2b3"))
    pictures = board(START), board(after, marks={"c4": "go", "a6": "take"}, arrows=["c2c3"])
    plain, marked = (picture.split("</defs>")[1] for picture in pictures)
    assert "stroke-dasharray" not in plain
    assert marked.count("stroke-dasharray") == 1  # where it came from
    assert 'r="15"' in marked  # it may go there
    assert 'r="50"' in marked  # it may capture there
    assert marked.count('stroke-linejoin="round"') > plain.count('stroke-linejoin="round"')


def test_a_part_of_the_mat_can_be_drawn() -> None:
    part = Picture({Cell(2, 2): "N"}, rows=range(1, 5)).draw("A Noble.")
    assert re.findall(r">(\d)</text>", part) == ["5", "4", "3", "2"]
    assert "vb-arch" not in part
    assert 'aria-label="A Noble."' in part


def test_a_label_cannot_break_the_picture() -> None:
    ElementTree.fromstring(board(START, label='"<b>&'))


def test_a_picture_has_the_size_asked_for() -> None:
    assert re.search(r'width="400" height="\d+"', board(START, size=400))


def test_an_empty_mat_has_arches_to_light_and_no_masks() -> None:
    drawn = ground(START.ruleset.mat, list(range(7)))
    assert drawn.count('data-column="4"') == 2
    assert "vb-back" not in drawn


def test_a_notebook_shows_positions_and_views() -> None:
    assert START._repr_svg_() == board(START, size=360)
    view = START.view(Family.RED)
    assert view._repr_svg_() == board(view, size=360)


def test_the_winning_candidate_wears_the_doges_cap() -> None:
    """Only the winner's, and only for those who know which mask it is."""
    corno = re.compile(r'<use href="#vb-(corno-\w+)" x=')
    over = START.end("red", "resigned")
    assert corno.findall(board(START)) == []
    assert corno.findall(board(over)) == ["corno-red"]
    assert corno.findall(board(START.end(None, "agreed"))) == []
    for seat in (*Family, None):
        seen = over.view(seat)
        assert corno.findall(board(seen)) == (["corno-red"] if "c" in str(seen) else [])

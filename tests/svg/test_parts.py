"""The parts of all pictures, and that each is drawn once."""

import re
from importlib.resources import files
from pathlib import Path

from volto.rules import Family, Role
from volto.svg.parts import SIGNS, parts, sheet

HEAVIEST = 32 * 1024
"""Bytes of the sheet, which stands in every page of a table; those are not compressed."""


def test_a_role_has_one_sign_wherever_it_is_drawn() -> None:
    """On the masks of either family, in lists, in notes and in lessons it is the same drawing."""
    letters = {role.value for role in Role}
    assert set(SIGNS) == letters
    signs = {name for name in parts() if name.startswith("sign-")}
    assert {name for name in signs if name.count("-") == 1} == {f"sign-{role}" for role in letters}
    for name in signs:
        if (on_mask := re.fullmatch(r"sign-(white|red)-([NACSL])(-away)?", name)) is not None:
            assert re.findall(r'href="#vb-([\w-]+)"', parts()[name]) == [f"sign-{on_mask[2]}"]
            assert "<path" not in parts()[name]
            assert "<circle" not in parts()[name]


def test_a_sign_is_drawn_in_the_colour_around_it() -> None:
    """Only the crown has a colour of its own: gold, for worth."""
    for role, drawing in SIGNS.items():
        colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', drawing))
        assert colours <= {"currentColor", "none"} | ({"url(#vb-gold)"} if role == "C" else set())


def test_the_soldiers_arrow_points_away_from_its_own_palace() -> None:
    for family in Family:
        assert "rotate(180)" in parts()[f"sign-{family}-S-away"]
        assert not [
            name
            for name in parts()
            if name.startswith(f"sign-{family}-")
            and "rotate(180)" in parts()[name]
            and "-S-away" not in name
        ]


def test_the_sheet_is_light() -> None:
    assert len(sheet().encode()) <= HEAVIEST


def test_pages_refer_only_to_parts_that_exist() -> None:
    """A reference may end in a blank to be filled, such as a family or a number."""
    web = files("volto.web")
    known = [*parts(), "mat-"]
    found = 0
    for place in (web / "static" / "js", web / "templates"):
        for path in Path(str(place)).rglob("*.*"):
            for name in re.findall(r'href="#vb-([\w-]+)', path.read_text()):
                assert any(part.startswith(name) for part in known), (path.name, name)
                found += 1
    assert found > 5

"""The ten portraits: whole, light, and drawn in one hand (their outlines: tests/browser)."""

import re
from xml.etree import ElementTree

import pytest

from volto.server.bots.opponents import OPPONENTS
from volto.svg.portraits import figure, portrait

LEVELS = range(1, 11)
MOST = 5200
"""Bytes of a portrait, before it is compressed."""


def test_every_rival_has_a_face() -> None:
    assert [rival.level for rival in OPPONENTS] == list(LEVELS)
    assert len({portrait(level) for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_a_portrait_is_a_small_picture_that_needs_nothing_else(level: int) -> None:
    drawing = portrait(level)
    root = ElementTree.fromstring(drawing)
    assert root.tag.endswith("svg")
    assert len(drawing.encode()) <= MOST
    ids = re.findall(r'\bid="([^"]+)"', drawing)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"(?:#|url\(#)((?:vb|vp)-[\w-]+)", drawing)) <= set(ids)
    assert not re.search(r"<style|<script|style=|href=|\bon\w+=", drawing)


def test_portraits_on_one_page_do_not_share_names_for_different_things() -> None:
    named: dict[str, str] = {}
    for level in LEVELS:
        for part in ElementTree.fromstring(portrait(level)).iter():
            if name := part.get("id"):
                drawn = ElementTree.tostring(part, encoding="unicode")
                assert named.setdefault(name, drawn) == drawn


@pytest.mark.parametrize("level", LEVELS)
def test_every_line_is_as_the_group_says_or_finer_work(level: int) -> None:
    """One ink and one width for all outlines; what is filled has no width of its own."""
    for part in ElementTree.fromstring(f"<g>{figure(level)}</g>").iter("path"):
        assert "stroke-width" not in part.attrib or "fill" not in part.attrib

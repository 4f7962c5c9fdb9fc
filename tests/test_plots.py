"""Plots: one style, and a plain sentence where matplotlib is missing."""

import sys

import pytest

from volto.plots import PAPER, draw_svg
from volto.rules import VoltoError


def test_the_same_data_is_the_same_picture() -> None:
    one, same = (draw_svg(300, 200, "A & B", lambda figure: None) for _ in range(2))
    assert one == same
    assert "A &amp; B" in one
    assert PAPER in one


def test_without_matplotlib_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(VoltoError, match=r"Plots need matplotlib: pip install 'volto\[plots\]'"):
        draw_svg(300, 200, "A", lambda figure: None)

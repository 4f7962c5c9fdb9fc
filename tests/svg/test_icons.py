"""The site's icon is one of the masks on the mat, not another drawing."""

import pytest

from tools.icons import FACE, STATIC, icons
from volto.svg.parts import parts


@pytest.mark.parametrize("name", icons())
def test_the_icon_is_a_mask_of_the_mat(name: str) -> None:
    """If this fails, the masks have been redrawn: python -m tools.icons"""
    drawn = (STATIC / name).read_text()
    assert drawn == icons()[name]
    assert parts()[FACE] in drawn

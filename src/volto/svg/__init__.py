"""Pictures of the game: a position or a view as SVG, in the art that the pages use.

`sheet()` is all the art there is, for a page to refer to; `ground()` is an empty mat.
"""

from volto.svg.board import Mark, Picture, board
from volto.svg.ground import ground
from volto.svg.parts import sheet

__all__ = ["Mark", "Picture", "board", "ground", "sheet"]

"""What a mask may do (R-5 to R-10). Only a family's own roles are asked for, never the rival's."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from volto.rules.cells import STANDARD_MAT, Cell, Mat
from volto.rules.errors import NotationError
from volto.rules.masks import ADVISOR, CANDIDATE, LADY, NOBLE, SOLDIER, Family, Role
from volto.rules.ruleset import FORWARD


class Move(NamedTuple):
    """One mask from one cell to another."""

    origin: Cell
    target: Cell

    def __str__(self) -> str:
        return f"{self.origin}{self.target}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: "str | Move", mat: Mat = STANDARD_MAT) -> "Move":
        """Read the plain four letters, `b2b3`."""
        if isinstance(text, Move):
            return text
        return _read(text, mat)


ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STEPS = {
    NOBLE: ORTHOGONAL,
    ADVISOR: DIAGONAL,
    CANDIDATE: ORTHOGONAL + DIAGONAL,
    LADY: ORTHOGONAL + DIAGONAL,
}


Reach = tuple[Move, ...]


@cache
def _move(origin: Cell, target: Cell) -> Move:
    """One and the same Move for all roles: not even its identity may tell who could make it."""
    return Move(origin, target)


@cache
def _read(text: str, mat: Mat) -> Move:
    """A move in letters: there are few, so each is read once; what is none is never kept."""
    if len(text) != 4:
        raise NotationError(f"{text!r} is not a move: a move is two cells, like b2b3")
    origin = Cell.parse(text[:2], mat)
    try:
        return _move(origin, Cell.parse(text[2:], mat))
    except NotationError as error:
        raise error.moved(2) from None


def reach(role: Role, family: Family, origin: Cell, mat: Mat) -> Reach:
    """Where a mask could go if it stood alone on the mat, nearest cell first."""
    if role is SOLDIER:  # straight forward, any number of cells
        ahead = FORWARD[family]
        cells = [origin.step(0, ahead * distance) for distance in range(1, mat.rows)]
    else:
        cells = [origin.step(*step) for step in STEPS[role]]
    return tuple(_move(origin, cell) for cell in cells if cell in mat)


@cache
def reach_table(family: Family, columns: int, rows: int) -> Mapping[Role, Mapping[Cell, Reach]]:
    """`reach` for every role and cell of a mat, worked out once."""
    mat = Mat(columns, rows)
    return {role: {cell: reach(role, family, cell, mat) for cell in mat} for role in Role}


def legal_moves(
    family: Family, own: Mapping[Cell, Role], rivals: Mapping[Cell, object], mat: Mat
) -> list[Move]:
    """Every move of `family`, ordered by origin, when its masks stand as in `own`."""
    table = reach_table(family, mat.columns, mat.rows)
    moves: list[Move] = []
    for cell in sorted(own):
        role = own[cell]
        for move in table[role][cell]:
            _, target = move
            if target in own:  # never onto its own family
                if role is SOLDIER:  # nor past any mask
                    break
            elif target in rivals:  # a capture
                if role is not LADY:
                    moves.append(move)
                if role is SOLDIER:
                    break
            else:
                moves.append(move)
    return moves


def refusal(
    move: Move, family: Family, own: Mapping[Cell, Role], rivals: Mapping[Cell, object], mat: Mat
) -> str:
    """Why a move is not legal, in one sentence that tells `family` nothing it did not know."""
    origin, target = move.origin, move.target
    if origin not in mat or target not in mat:
        return f"{move} leaves the mat."
    if origin in rivals:
        return f"The mask on {origin} is not yours: it is {family.title()}'s turn."
    if origin not in own:
        return f"There is no mask on {origin}."
    role = own[origin]
    if target == origin:
        return f"A turn moves a mask, and {move} stays where it is (R-4)."
    if target in own:
        return f"{target} holds a mask of your own family (R-5)."
    if role is LADY and target in rivals:
        return f"The Lady on {origin} cannot capture (R-10)."
    return f"The {role.name.title()} on {origin} cannot go to {target}: {MANNER[role]}."


MANNER = {
    NOBLE: "a Noble goes one step forward, backward, left or right (R-6)",
    ADVISOR: "an Advisor goes one step diagonally (R-7)",
    CANDIDATE: "a Candidate goes one step in any direction (R-8)",
    SOLDIER: "a Soldier goes straight forward, over empty cells only (R-9)",
    LADY: "a Lady goes one step in any direction (R-10)",
}

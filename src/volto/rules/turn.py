"""One turn as everyone saw it: the move, and what it unmasked."""

from typing import NamedTuple

from volto.rules.cells import STANDARD_MAT, Mat
from volto.rules.errors import NotationError
from volto.rules.masks import LADY, Role
from volto.rules.moves import Move

_MOVE_FORMS = "a move is b2b3, b2xb3=N or, when a Lady took her captor along, b2xb3=LA"


class Turn(NamedTuple):
    """A move; the role it captured, if any; and the captor's role, if that was a Lady (R-13)."""

    move: Move
    captured: Role | None = None
    captor: Role | None = None

    def __str__(self) -> str:
        if self.captured is None:
            return str(self.move)
        return f"{self.move.origin}x{self.move.target}={self.captured}{self.captor or ''}"

    def __repr__(self) -> str:
        return f"Turn.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: "str | Move | Turn", mat: Mat = STANDARD_MAT) -> "Turn":
        """Read `b2b3`, `b2xb3=N` or `b2xb3=LA`."""
        if isinstance(text, Move):
            return cls(text)
        if isinstance(text, Turn):
            return cls(text.move, *(role and Role(role) for role in text[1:]))
        if len(text) == 4 and "x" not in text:
            return cls(Move.parse(text, mat))
        if len(text) not in (7, 8) or text[2] != "x" or text[5] != "=":
            raise NotationError(f"{text!r} is not a move: {_MOVE_FORMS}")
        try:
            move = Move.parse(text[:2] + text[3:5], mat)
        except NotationError as error:
            raise error.moved(error.column > 2) from None
        for column, letter in enumerate(text[6:], 7):
            if letter not in tuple(Role):
                raise NotationError(f"{letter!r} is not a role (N A C S L)", column)
        captured = Role(text[6])
        captor = Role(text[7]) if len(text) == 8 else None
        if (captured is LADY) != (captor is not None):
            raise NotationError("a captured Lady, and only she, shows her captor too: =LA", 7)
        if captor is LADY:
            raise NotationError("a Lady never captures (R-10)", 8)
        return cls(move, captured, captor)

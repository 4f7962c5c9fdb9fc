"""The two families, the five roles, and the mask as a token that anyone can follow with the eye."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from volto.rules.cells import Cell
from volto.rules.errors import VoltoError


class Family(StrEnum):
    """A side of the mat. White begins on the low rows and moves up, Red on the high rows, down."""

    WHITE = "white"
    RED = "red"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        """`Family("white")` is how a seat named in words is read, wherever a caller names one."""
        raise VoltoError(f"{value!r} is not a seat: a seat is white or red.")

    @property
    def rival(self) -> "Family":
        return RED if self is WHITE else WHITE

    @property
    def letter(self) -> str:
        return self.value[0]


class Role(StrEnum):
    """What a mask hides (R-2)."""

    NOBLE = "N"
    ADVISOR = "A"
    CANDIDATE = "C"
    SOLDIER = "S"
    LADY = "L"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise VoltoError(f"{value!r} is not a role (N A C S L).")

    def letter_for(self, family: Family) -> str:
        """Upper case for White, lower case for Red."""
        return self.value if Family(family) is WHITE else self.value.lower()


def as_roles(roles: Iterable[Role | str]) -> tuple[Role, ...]:
    """Roles, some of which may be given by their letters."""
    given = tuple(roles)
    if all(type(role) is Role for role in given):  # nearly always, and much faster
        return given  # type: ignore[return-value]
    return tuple(map(Role, given))


WHITE, RED = Family
NOBLE, ADVISOR, CANDIDATE, SOLDIER, LADY = Role


@dataclass(frozen=True, slots=True)
class Mask:
    """What everyone knows of one mask (H-3): never its role, unless it has been unmasked."""

    id: int
    family: Family
    trail: tuple[Cell, ...]
    """The cells it has stood on, oldest first; empty if it was lost before the story begins."""
    on_mat: bool
    unmasked: Role | None

    @property
    def cell(self) -> Cell | None:
        """Where it stands now, or None once it has been captured."""
        return self.trail[-1] if self.on_mat else None

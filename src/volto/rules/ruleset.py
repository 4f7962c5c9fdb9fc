"""Everything about a game that is agreed before it begins, in one value."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NoReturn

from volto.rules.cells import STANDARD_MAT, Cell, Mat
from volto.rules.errors import BadRuleset, NotationError
from volto.rules.masks import CANDIDATE, RED, WHITE, Family, Role


class LadyRule(StrEnum):
    """Who wins when a family's last Lady is captured (R-14)."""

    OWNER = "owner"
    CAPTOR = "captor"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise BadRuleset(f"The Lady rule is 'owner' or 'captor', not {value!r}.")


LARGEST_COUNT = 999_999_999
STANDARD_ROSTER = tuple(Role(letter) for letter in "NNNAAACSLL")


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """The rules of one game. The defaults are the game in the box with the house rulings.

    A smaller mat and roster make a smaller game (mini-Volto) under the same clauses.
    """

    ladies: LadyRule = LadyRule.OWNER
    quiet: int = 100
    """Turns without a capture that make a draw (H-2); 0 for no limit."""
    turn_cap: int = 0
    """Turns after which any game is drawn; 0 for no cap."""
    mat: Mat = STANDARD_MAT
    roster: tuple[Role, ...] = STANDARD_ROSTER
    """The masks of each family (R-2)."""

    def __post_init__(self) -> None:
        if not (0 <= self.quiet <= LARGEST_COUNT and 0 <= self.turn_cap <= LARGEST_COUNT):
            raise BadRuleset(f"The quiet limit and the turn cap are 0 (off) to {LARGEST_COUNT}.")
        if not set(self.roster) <= set(Role):
            raise BadRuleset("The masks of a roster are N, A, C, S and L.")
        if self.roster.count(CANDIDATE) != 1:
            raise BadRuleset("A roster has exactly one Candidate.")
        if len(self.roster) % self.mat.columns or 2 * self.deployed_rows > self.mat.rows:
            raise BadRuleset(
                f"{len(self.roster)} masks a family do not fill whole rows on each side "
                f"of a mat of {self.mat}."
            )
        object.__setattr__(self, "ladies", LadyRule(self.ladies))
        object.__setattr__(self, "roster", tuple(sorted(map(Role, self.roster), key=_ROLE_ORDER)))

    @classmethod
    def parse(cls, text: str) -> "Ruleset":
        """Read `ladies owner quiet 100 mat 3x4 roster NCL cap 60`; what is left out is standard."""
        words = text.split()
        told = dict(zip(words[::2], words[1::2], strict=False))
        if len(told) * 2 != len(words):
            raise NotationError(f"rules are words with a value each, every word once: {text!r}")
        return cls.of(told)

    @classmethod
    def of(cls, words: Mapping[str, str]) -> "Ruleset":
        """The rules that these words (those of TERMS) and their values tell."""
        for word in words:
            if word not in TERMS:
                raise NotationError(f"{word!r} is not a word of the rules ({', '.join(TERMS)})")
        values = {word: TERMS[word](text) for word, text in words.items()}
        return cls(turn_cap=values.pop("cap", 0), **values)

    def words(self) -> dict[str, str]:
        """The Lady rule, the quiet limit, and whatever else is not standard, as `of` reads it."""
        words = {"ladies": self.ladies.value, "quiet": str(self.quiet)}
        if self.mat != STANDARD_MAT:
            words["mat"] = str(self.mat)
        if self.roster != STANDARD_ROSTER:
            words["roster"] = "".join(self.roster)
        if self.turn_cap:
            words["cap"] = str(self.turn_cap)
        return words

    def __str__(self) -> str:
        return " ".join(f"{word} {value}" for word, value in self.words().items())

    def __repr__(self) -> str:
        return f"Ruleset.parse({str(self)!r})"

    def but(self, ladies: str | None = None, quiet: int | None = None) -> "Ruleset":
        """These rules with another Lady rule or quiet limit, where one is given."""
        if ladies is None and quiet is None:
            return self
        return replace(
            self,
            ladies=self.ladies if ladies is None else LadyRule(ladies),
            quiet=self.quiet if quiet is None else quiet,
        )

    @property
    def deployed_rows(self) -> int:
        """How many rows a family fills before play: two, in the box (R-3)."""
        return len(self.roster) // self.mat.columns

    def palace_row(self, family: Family) -> int:
        if family is not WHITE and family is not RED:
            return self.palace_row(Family(family))  # a word: rare, and slow to read
        return 0 if family is WHITE else self.mat.rows - 1

    def home_cells(self, family: Family) -> list[Cell]:
        """The cells a family fills, front row first, each row from column a."""
        palace = self.palace_row(family)
        forward = FORWARD[family]
        rows = [palace + forward * ahead for ahead in reversed(range(self.deployed_rows))]
        return [Cell(column, row) for row in rows for column in range(self.mat.columns)]


FORWARD = {WHITE: 1, RED: -1}
"""Which way a family faces: towards the rival palace."""

_ROLE_ORDER = list(Role).index


def read_count(text: str, what: str = "turns", at: int = 1) -> int:
    """Read a plain number of turns; `at` is the column where it stands."""
    if not re.fullmatch(r"0|[1-9][0-9]*", text):
        raise NotationError(f"{what} are a plain number, not {text!r}", at)
    if len(text) > len(str(LARGEST_COUNT)):
        raise NotationError(f"{what} are at most {LARGEST_COUNT}", at)
    return int(text)


def _roster(text: str) -> tuple[Role, ...]:
    for at, letter in enumerate(text, 1):
        if letter not in tuple(Role):
            raise NotationError(f"{letter!r} is not a role (N A C S L)", at)
    return tuple(map(Role, text))


TERMS: Mapping[str, Callable[[str], Any]] = {
    "ladies": LadyRule,
    "quiet": read_count,
    "mat": Mat.parse,
    "roster": _roster,
    "cap": read_count,
}
"""The words in which rules are told, and how the value of each is read."""

STANDARD = Ruleset()

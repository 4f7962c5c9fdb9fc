"""Everything about a game that is agreed before it begins, in one value."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NoReturn

from volto.rules.cells import STANDARD_MAT, Cell, Mat
from volto.rules.errors import BadRuleset
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


@dataclass(frozen=True, slots=True)
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
        return 0 if Family(family) is WHITE else self.mat.rows - 1

    def home_cells(self, family: Family) -> list[Cell]:
        """The cells a family fills, front row first, each row from column a."""
        palace = self.palace_row(family)
        forward = FORWARD[family]
        rows = [palace + forward * ahead for ahead in reversed(range(self.deployed_rows))]
        return [Cell(column, row) for row in rows for column in range(self.mat.columns)]


FORWARD = {WHITE: 1, RED: -1}
"""Which way a family faces: towards the rival palace."""

_ROLE_ORDER = list(Role).index
STANDARD = Ruleset()

"""Mini-Volto: small games by the same rules, each small enough to be written out whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from volto.rules import Family, LadyRule, Ruleset, VoltoError


class Deploying(StrEnum):
    """Who deploys: each player for itself, or chance for both."""

    CHOSEN = "chosen"
    DRAWN = "drawn"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise VoltoError(f"Deployments are 'chosen' or 'drawn', not {value!r}.")


@dataclass(frozen=True, slots=True)
class MiniGame:
    """A game with a name: the rules, who deploys and who begins."""

    name: str
    ruleset: Ruleset
    deploying: Deploying = Deploying.CHOSEN
    first: Family = Family.WHITE

    def __post_init__(self) -> None:
        object.__setattr__(self, "deploying", Deploying(self.deploying))
        object.__setattr__(self, "first", Family(self.first))
        if not (self.ruleset.turn_cap or self.ruleset.quiet):
            raise VoltoError("A game that is written out whole must end: it needs a turn cap.")

    def __str__(self) -> str:
        rules = self.ruleset
        roster = "".join(rules.roster)
        return f"{self.name}: {roster} on a mat of {rules.mat}, a draw after {rules.turn_cap} turns"


def mini(
    columns: int,
    rows: int,
    roster: str,
    turn_cap: int,
    *,
    ladies: str = LadyRule.OWNER,
    deploying: Deploying = Deploying.CHOSEN,
    name: str = "mini",
) -> MiniGame:
    """A game on a mat of this size with these masks, drawn after `turn_cap` turns."""
    rules = f"ladies {ladies} quiet 0 mat {columns}x{rows} roster {roster} cap {turn_cap}"
    return MiniGame(name, Ruleset.parse(rules), deploying)


GAMES: Mapping[str, MiniGame] = {
    game.name: game
    for game in (
        mini(2, 3, "CL", 3, name="calle"),
        mini(3, 3, "NCL", 4, name="corte"),
        mini(2, 4, "NACL", 5, name="ponte"),
        mini(3, 4, "ACL", 5, name="campo"),
        mini(3, 5, "NCL", 6, name="piazza"),
    )
}
"""Some small games, from the smallest up."""


def named(name: str) -> MiniGame:
    """The game of this name; raises VoltoError if there is none."""
    if name not in GAMES:
        raise VoltoError(f"There is no small game {name!r}: there are {', '.join(GAMES)}.")
    return GAMES[name]

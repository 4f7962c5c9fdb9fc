"""Turtle: stays at home, and snaps at what comes close."""

from collections.abc import Sequence

from volto.agents.assessment import Outlook
from volto.agents.styles.personality import Liking, Personality, Wish, in_the_palace
from volto.rules import Move, Role, Ruleset

CHEAP = (Role.NOBLE, Role.ADVISOR, Role.SOLDIER)


class Turtle(Personality):
    """Captures only at its own doorstep and, unless all is at stake, only with cheap masks.

    Otherwise it waits. Its Candidate stays in the palace, behind all others, and nobody goes out to
    win: two Turtles wait until the game is drawn (H-2).
    """

    name = "Turtle"
    style = "Stays at home and waits for you to come."

    def likings(self, ruleset: Ruleset) -> Sequence[Liking]:
        return (Role.CANDIDATE, in_the_palace), (Role.SOLDIER, in_the_palace)

    def wishes(self, outlook: Outlook) -> Sequence[Wish]:
        doorstep = outlook.view.ruleset.deployed_rows  # rows from the palace

        def guards_cheaply(move: Move) -> float:
            return outlook.guards_the_palace(move) if outlook.role(move) in CHEAP else 0.0

        def shields_the_candidate(move: Move) -> float:
            leaves = outlook.by_candidate(move) and outlook.goes_forward(move)
            return 0.0 if leaves else outlook.saves_the_candidate(move)

        def snaps(move: Move) -> float:
            close = outlook.rows_from_home(move.target) <= doorstep
            return outlook.is_a_fair_catch(move) if close and outlook.role(move) in CHEAP else 0.0

        def can_come_back(move: Move) -> bool:
            """And may be spared meanwhile: no Candidate, and no Soldier, who never turns (R-9)."""
            role = outlook.role(move)
            return role not in (Role.CANDIDATE, Role.SOLDIER) and not outlook.captures(move)

        def goes_home(move: Move) -> bool:
            out = outlook.rows_from_home(move.origin) >= doorstep
            return out and outlook.goes_back(move) and can_come_back(move)

        def waits(move: Move) -> bool:
            return can_come_back(move) and outlook.rows_from_home(move.target) < doorstep

        def peeks(move: Move) -> float:
            """One step out, where nobody may capture it if possible."""
            if not can_come_back(move) or outlook.rows_from_home(move.target) > doorstep:
                return 0.0
            return 1.01 - outlook.danger(move.target)

        def paces_the_palace(move: Move) -> bool:
            indoors = outlook.rows_from_home(move.target) == 0
            return outlook.by_candidate(move) and indoors and outlook.is_prudent(move)

        return (
            outlook.takes_the_palace,
            outlook.catches_the_candidate,
            guards_cheaply,
            outlook.guards_the_palace,
            shields_the_candidate,
            snaps,
            goes_home,
            waits,
            peeks,
            paces_the_palace,
            outlook.keeps_the_candidate,
            outlook.is_prudent,
        )

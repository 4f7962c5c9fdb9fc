"""Turtle: stays at home, and snaps at what comes close."""

from collections.abc import Sequence

from volto.agents.assessment import Assessment
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

    def wishes(self, assessment: Assessment) -> Sequence[Wish]:
        doorstep = assessment.view.ruleset.deployed_rows  # rows from the palace

        def guards_cheaply(move: Move) -> float:
            return assessment.guards_the_palace(move) if assessment.role(move) in CHEAP else 0.0

        def shields_the_candidate(move: Move) -> float:
            leaves = assessment.by_candidate(move) and assessment.goes_forward(move)
            return 0.0 if leaves else assessment.saves_the_candidate(move)

        def snaps(move: Move) -> float:
            close = assessment.rows_from_home(move.target) <= doorstep
            return (
                assessment.is_a_fair_catch(move)
                if close and assessment.role(move) in CHEAP
                else 0.0
            )

        def can_come_back(move: Move) -> bool:
            """And may be spared meanwhile: no Candidate, and no Soldier, who never turns (R-9)."""
            role = assessment.role(move)
            return role not in (Role.CANDIDATE, Role.SOLDIER) and not assessment.captures(move)

        def goes_home(move: Move) -> bool:
            out = assessment.rows_from_home(move.origin) >= doorstep
            return out and assessment.goes_back(move) and can_come_back(move)

        def waits(move: Move) -> bool:
            return can_come_back(move) and assessment.rows_from_home(move.target) < doorstep

        def peeks(move: Move) -> float:
            """One step out, where nobody may capture it if possible."""
            if not can_come_back(move) or assessment.rows_from_home(move.target) > doorstep:
                return 0.0
            return 1.01 - assessment.danger(move.target)

        def paces_the_palace(move: Move) -> bool:
            indoors = assessment.rows_from_home(move.target) == 0
            return assessment.by_candidate(move) and indoors and assessment.is_prudent(move)

        return (
            assessment.takes_the_palace,
            assessment.catches_the_candidate,
            guards_cheaply,
            assessment.guards_the_palace,
            shields_the_candidate,
            snaps,
            goes_home,
            waits,
            peeks,
            paces_the_palace,
            assessment.keeps_the_candidate,
            assessment.is_prudent,
        )

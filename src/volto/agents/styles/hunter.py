"""Hunter: guesses which rival mask is the Candidate, and goes after it."""

from collections.abc import Sequence

from volto.agents.assessment import Assessment
from volto.agents.styles.personality import Liking, Personality, Wish, in_the_palace
from volto.rules import Cell, Move, Role, Ruleset

HUNTERS = (Role.NOBLE, Role.ADVISOR, Role.SOLDIER)
NEVER_MOVED = 2.0
IN_ITS_PALACE = 2.0
"""How much more a mask is suspected of being the Candidate because it is shy."""


class Hunter(Personality):
    """Suspects the masks that stay in their palace, and those that logic leaves nothing else.

    It captures the likelier, the more suspect a mask is, and leaves likely Ladies alone.
    """

    name = "Hunter"
    style = "Guesses which mask is the Candidate and goes after it."

    def likings(self, ruleset: Ruleset) -> Sequence[Liking]:
        ladies = ruleset.roster.count(Role.LADY)
        return (
            (Role.CANDIDATE, in_the_palace),
            *((Role.LADY, in_the_palace) for _ in range(ladies)),
        )

    def wishes(self, assessment: Assessment) -> Sequence[Wish]:
        suspicion = suspicions(assessment)

        def strikes(move: Move) -> float:
            """The suspect is likelier the Candidate than a Lady."""
            guilt = suspicion.get(move.target, 0.0)
            if guilt <= assessment.chance(move.target, Role.LADY):
                return 0.0
            return guilt if assessment.is_a_fair_catch(move) else 0.0

        def clears(move: Move) -> float:
            """Few Ladies are among what it captures."""
            fair = assessment.is_a_fair_catch(move)
            return fair if fair >= 0.75 else 0.0

        def stalks(move: Move) -> float:
            if assessment.role(move) not in HUNTERS or assessment.captures(move):
                return 0.0
            gain = sum(
                guilt * (_distance(move.origin, cell) - _distance(move.target, cell))
                for cell, guilt in suspicion.items()
            )
            return max(0.0, gain) * (1.1 - assessment.danger(move.target))

        def sends_a_hunter(move: Move) -> bool:
            return assessment.role(move) in HUNTERS and not assessment.takes_the_bait(move)

        return (
            assessment.catches_the_candidate,
            assessment.takes_the_palace,
            assessment.guards_the_palace,
            strikes,
            assessment.makes_a_last_run,
            assessment.saves_the_candidate,
            clears,
            stalks,
            assessment.is_a_fair_catch,
            sends_a_hunter,
            assessment.keeps_the_candidate,
            assessment.is_prudent,
        )


def suspicions(assessment: Assessment) -> dict[Cell, float]:
    """How likely each rival mask is the Candidate: what logic leaves, weighed by how shy it is."""
    weights = {}
    for cell, number in assessment.rivals.items():
        weight = assessment.chance(cell, Role.CANDIDATE)
        if len(assessment.view.scene.trails[number]) == 1:
            weight *= NEVER_MOVED
        if cell.row == assessment.goal:
            weight *= IN_ITS_PALACE
        weights[cell] = weight
    total = sum(weights.values())
    return {cell: weight / total for cell, weight in weights.items()}


def _distance(one: Cell, other: Cell) -> int:
    return abs(one.column - other.column) + abs(one.row - other.row)

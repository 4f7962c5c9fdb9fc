"""Runner: its Candidate makes for the rival palace, and everyone else clears the way."""

from collections.abc import Sequence

from volto.agents.assessment import Assessment
from volto.agents.styles.personality import Liking, Personality, Wish, in_front, in_the_palace
from volto.rules import Cell, Move, Role, Ruleset
from volto.rules.ruleset import FORWARD

CAREFUL = 0.3
"""The danger that the Candidate shrugs off."""
IMPATIENCE = 0.01
"""How much more danger it accepts for every quiet turn."""


class Runner(Personality):
    """Runs where nobody can catch its Candidate; otherwise clears the way, or waits for escorts.

    The longer nothing is captured, the more it dares.
    """

    name = "Runner"
    style = "Runs for the rival palace with its Candidate."

    def likings(self, ruleset: Ruleset) -> Sequence[Liking]:
        return (
            (Role.CANDIDATE, in_front),
            *((Role.LADY, in_the_palace) for _ in range(ruleset.roster.count(Role.LADY))),
        )

    def wishes(self, assessment: Assessment) -> Sequence[Wish]:
        candidate = assessment.candidate
        mat = assessment.view.ruleset.mat
        daring = CAREFUL + IMPATIENCE * assessment.view.quiet

        def is_on_the_way(cell: Cell) -> bool:
            ahead = assessment.rows_to_go(cell) < assessment.rows_to_go(candidate)
            return ahead and abs(cell.column - candidate.column) <= 1

        def doors(cell: Cell) -> int:
            """How many ways lead on: no mask of the family stands there, and no possible Lady."""
            row = cell.row + FORWARD[assessment.seat]
            ahead = (Cell(column, row) for column in range(cell.column - 1, cell.column + 2))
            return sum(
                next_cell in mat
                and next_cell not in assessment.own
                and not assessment.chance(next_cell, Role.LADY)
                for next_cell in ahead
            )

        def runs(move: Move) -> float:
            if not (assessment.by_candidate(move) and assessment.goes_forward(move)):
                return 0.0
            danger = assessment.danger(move.target)
            if danger > daring or not assessment.is_prudent(move):
                return 0.0
            return (1.01 - danger) * doors(move.target)

        def clears_the_way(move: Move) -> float:
            threat = move.target in assessment.attackers(candidate) or is_on_the_way(move.target)
            return assessment.is_a_fair_catch(move) if threat else 0.0

        def flees(move: Move) -> float:
            at_stake = assessment.danger(candidate) > daring
            return assessment.saves_the_candidate(move) if at_stake else 0.0

        def escorts(move: Move) -> float:
            if assessment.by_candidate(move) or not assessment.goes_forward(move):
                return 0.0
            aside = abs(move.target.column - candidate.column)
            ahead = assessment.rows_to_go(candidate) - assessment.rows_to_go(move.target)
            return 1.0 / (1 + aside + max(0, ahead - 1))

        return (
            assessment.takes_the_palace,
            assessment.catches_the_candidate,
            runs,
            clears_the_way,
            flees,
            assessment.guards_the_palace,
            escorts,
            assessment.is_a_fair_catch,
            assessment.keeps_the_candidate,
            assessment.is_prudent,
        )

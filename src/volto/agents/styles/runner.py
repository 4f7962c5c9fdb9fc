"""Runner: its Candidate makes for the rival palace, and everyone else clears the way."""

from collections.abc import Sequence

from volto.agents.assessment import Outlook
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

    def wishes(self, outlook: Outlook) -> Sequence[Wish]:
        candidate = outlook.candidate
        mat = outlook.view.ruleset.mat
        daring = CAREFUL + IMPATIENCE * outlook.view.quiet

        def is_on_the_way(cell: Cell) -> bool:
            ahead = outlook.rows_to_go(cell) < outlook.rows_to_go(candidate)
            return ahead and abs(cell.column - candidate.column) <= 1

        def doors(cell: Cell) -> int:
            """How many ways lead on: no mask of the family stands there, and no possible Lady."""
            row = cell.row + FORWARD[outlook.seat]
            ahead = (Cell(column, row) for column in range(cell.column - 1, cell.column + 2))
            return sum(
                next_cell in mat
                and next_cell not in outlook.own
                and not outlook.chance(next_cell, Role.LADY)
                for next_cell in ahead
            )

        def runs(move: Move) -> float:
            if not (outlook.by_candidate(move) and outlook.goes_forward(move)):
                return 0.0
            danger = outlook.danger(move.target)
            if danger > daring or not outlook.is_prudent(move):
                return 0.0
            return (1.01 - danger) * doors(move.target)

        def clears_the_way(move: Move) -> float:
            threat = move.target in outlook.attackers(candidate) or is_on_the_way(move.target)
            return outlook.is_a_fair_catch(move) if threat else 0.0

        def flees(move: Move) -> float:
            at_stake = outlook.danger(candidate) > daring
            return outlook.saves_the_candidate(move) if at_stake else 0.0

        def escorts(move: Move) -> float:
            if outlook.by_candidate(move) or not outlook.goes_forward(move):
                return 0.0
            aside = abs(move.target.column - candidate.column)
            ahead = outlook.rows_to_go(candidate) - outlook.rows_to_go(move.target)
            return 1.0 / (1 + aside + max(0, ahead - 1))

        return (
            outlook.takes_the_palace,
            outlook.catches_the_candidate,
            runs,
            clears_the_way,
            flees,
            outlook.guards_the_palace,
            escorts,
            outlook.is_a_fair_catch,
            outlook.keeps_the_candidate,
            outlook.is_prudent,
        )

"""Baiter: its Ladies go where they may be captured, for two lost Ladies win the game (R-14)."""

from collections.abc import Sequence

from volto.agents.assessment import Assessment
from volto.agents.styles.personality import Liking, Personality, Wish, in_front, in_the_palace
from volto.rules import Cell, LadyRule, Move, Role, Ruleset


class Baiter(Personality):
    """Offers its Ladies to as many rival masks as it can.

    Under the rule by which lost Ladies lose the game it does the opposite: it keeps them at home,
    out of reach.
    """

    name = "Baiter"
    style = "Offers its Ladies to be captured."

    def likings(self, ruleset: Ruleset) -> Sequence[Liking]:
        where = in_front if ruleset.ladies is LadyRule.OWNER else in_the_palace
        ladies = ruleset.roster.count(Role.LADY)
        return ((Role.CANDIDATE, in_the_palace), *((Role.LADY, where) for _ in range(ladies)))

    def wishes(self, assessment: Assessment) -> Sequence[Wish]:
        with_ladies = (
            _offering(assessment) if assessment.ladies_are_bait else _sheltering(assessment)
        )

        def marches(move: Move) -> float:
            if assessment.role(move) in (Role.CANDIDATE, Role.LADY) or not assessment.goes_forward(
                move
            ):
                return 0.0
            return 1.1 - assessment.danger(move.target)

        def leaves_the_ladies(move: Move) -> bool:
            return assessment.role(move) not in (Role.CANDIDATE, Role.LADY)

        return (
            assessment.takes_the_palace,
            assessment.catches_the_candidate,
            assessment.guards_the_palace,
            assessment.makes_a_last_run,
            assessment.saves_the_candidate,
            *with_ladies,
            assessment.is_a_fair_catch,
            marches,
            leaves_the_ladies,
            assessment.keeps_the_candidate,
            assessment.is_prudent,
        )


def _offering(assessment: Assessment) -> Sequence[Wish]:
    def nearest_rival(cell: Cell) -> int:
        return min(
            max(abs(cell.column - rival.column), abs(cell.row - rival.row))
            for rival in assessment.rivals
        )

    def offers_a_lady(move: Move) -> float:
        """She will be easier to capture than she is now."""
        if assessment.role(move) is not Role.LADY:
            return 0.0
        return max(0.0, assessment.danger(move.target) - assessment.danger(move.origin)) ** 2

    def brings_a_lady(move: Move) -> bool:
        if assessment.role(move) is not Role.LADY or assessment.attackers(move.origin):
            return False
        return nearest_rival(move.target) < nearest_rival(move.origin)

    return offers_a_lady, brings_a_lady


def _sheltering(assessment: Assessment) -> Sequence[Wish]:
    in_danger = [
        cell
        for cell, role in assessment.own.items()
        if role is Role.LADY and assessment.attackers(cell)
    ]

    def takes_her_attacker(move: Move) -> float:
        if not assessment.is_a_fair_catch(move):
            return 0.0
        return sum(assessment.attackers(cell).get(move.target, 0.0) for cell in in_danger)

    def hides_a_lady(move: Move) -> float:
        if assessment.role(move) is not Role.LADY:
            return 0.0
        return max(0.0, assessment.danger(move.origin) - assessment.danger(move.target))

    return takes_her_attacker, hides_a_lady

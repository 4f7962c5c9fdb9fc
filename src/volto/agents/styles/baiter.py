"""Baiter: its Ladies go where they may be captured, for two lost Ladies win the game (R-14)."""

from collections.abc import Sequence

from volto.agents.assessment import Outlook
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

    def wishes(self, outlook: Outlook) -> Sequence[Wish]:
        with_ladies = _offering(outlook) if outlook.ladies_are_bait else _sheltering(outlook)

        def marches(move: Move) -> float:
            if outlook.role(move) in (Role.CANDIDATE, Role.LADY) or not outlook.goes_forward(move):
                return 0.0
            return 1.1 - outlook.danger(move.target)

        def leaves_the_ladies(move: Move) -> bool:
            return outlook.role(move) not in (Role.CANDIDATE, Role.LADY)

        return (
            outlook.takes_the_palace,
            outlook.catches_the_candidate,
            outlook.guards_the_palace,
            outlook.makes_a_last_run,
            outlook.saves_the_candidate,
            *with_ladies,
            outlook.is_a_fair_catch,
            marches,
            leaves_the_ladies,
            outlook.keeps_the_candidate,
            outlook.is_prudent,
        )


def _offering(outlook: Outlook) -> Sequence[Wish]:
    def nearest_rival(cell: Cell) -> int:
        return min(
            max(abs(cell.column - rival.column), abs(cell.row - rival.row))
            for rival in outlook.rivals
        )

    def offers_a_lady(move: Move) -> float:
        """She will be easier to capture than she is now."""
        if outlook.role(move) is not Role.LADY:
            return 0.0
        return max(0.0, outlook.danger(move.target) - outlook.danger(move.origin)) ** 2

    def brings_a_lady(move: Move) -> bool:
        if outlook.role(move) is not Role.LADY or outlook.attackers(move.origin):
            return False
        return nearest_rival(move.target) < nearest_rival(move.origin)

    return offers_a_lady, brings_a_lady


def _sheltering(outlook: Outlook) -> Sequence[Wish]:
    in_danger = [
        cell for cell, role in outlook.own.items() if role is Role.LADY and outlook.attackers(cell)
    ]

    def takes_her_attacker(move: Move) -> float:
        if not outlook.is_a_fair_catch(move):
            return 0.0
        return sum(outlook.attackers(cell).get(move.target, 0.0) for cell in in_danger)

    def hides_a_lady(move: Move) -> float:
        if outlook.role(move) is not Role.LADY:
            return 0.0
        return max(0.0, outlook.danger(move.origin) - outlook.danger(move.target))

    return takes_her_attacker, hides_a_lady

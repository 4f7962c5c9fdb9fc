"""Greedy: grabs whatever it can reach, and marches on when it can reach nothing."""

from collections.abc import Sequence

from volto.agents.assessment import Outlook
from volto.agents.styles.personality import Liking, Personality, Wish, in_the_palace
from volto.rules import Move, Role, Ruleset


class Greedy(Personality):
    """Wins by the palace when its Candidate stands before it; else captures; else steps forward.

    Its Candidate stays behind, and captures only a mask that cannot be a Lady (R-13). Every other
    capture is as good as the next: it never wonders what it is grabbing.
    """

    name = "Greedy"
    style = "Grabs every mask it can reach."

    def likings(self, ruleset: Ruleset) -> Sequence[Liking]:
        return ((Role.CANDIDATE, in_the_palace),)

    def wishes(self, outlook: Outlook) -> Sequence[Wish]:
        def grabs(move: Move) -> bool:
            return outlook.captures(move) and outlook.is_prudent(move)

        def marches(move: Move) -> bool:
            return outlook.goes_forward(move) and not outlook.by_candidate(move)

        return (
            outlook.takes_the_palace,
            grabs,
            marches,
            outlook.keeps_the_candidate,
            outlook.is_prudent,
        )

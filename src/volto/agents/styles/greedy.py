"""Greedy: grabs whatever it can reach, and marches on when it can reach nothing."""

from collections.abc import Sequence

from volto.agents.assessment import Assessment
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

    def wishes(self, assessment: Assessment) -> Sequence[Wish]:
        def grabs(move: Move) -> bool:
            return assessment.captures(move) and assessment.is_prudent(move)

        def marches(move: Move) -> bool:
            return assessment.goes_forward(move) and not assessment.by_candidate(move)

        return (
            assessment.takes_the_palace,
            grabs,
            marches,
            assessment.keeps_the_candidate,
            assessment.is_prudent,
        )

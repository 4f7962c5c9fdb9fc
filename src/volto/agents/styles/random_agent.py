"""Random: the player without a plan."""

from collections.abc import Sequence

from volto.agents.assessment import Assessment
from volto.agents.styles.personality import Liking, Personality, Wish
from volto.rules import Ruleset


class Random(Personality):
    """Wishes nothing: every deployment and every legal move is as likely as any other."""

    name = "Random"
    style = "Moves without a plan."

    def wishes(self, assessment: Assessment) -> Sequence[Wish]:
        return ()

    def likings(self, ruleset: Ruleset) -> Sequence[Liking]:
        return ()

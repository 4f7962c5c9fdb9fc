"""How a game ends: who won, and by which clause."""

from dataclasses import dataclass
from enum import StrEnum

from volto.rules.masks import RED, WHITE, Family


class Reason(StrEnum):
    """Why a game ended, in the word the records use."""

    CANDIDATE_CAPTURED = "candidate-captured"
    CANDIDATE_TOOK_LADY = "candidate-took-lady"
    LADIES = "ladies"
    PALACE = "palace"
    BLOCKED = "blocked"  # H-1
    QUIET = "quiet"  # H-2
    TURN_CAP = "turn-cap"
    AGREED = "agreed"  # H-2
    RESIGNED = "resigned"  # H-4
    TIME = "time"
    ABANDONED = "abandoned"


SPOKEN = {Reason.AGREED, Reason.RESIGNED, Reason.TIME, Reason.ABANDONED}
"""The ends that no mat shows: somebody, or a clock, said so."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner, or None for a draw, and the reason."""

    winner: Family | None
    reason: Reason

    @property
    def result(self) -> str:
        """As records write it: `1-0` White won, `0-1` Red won, `1/2-1/2`."""
        return RESULTS[self.winner]


RESULTS = {WHITE: "1-0", RED: "0-1", None: "1/2-1/2"}

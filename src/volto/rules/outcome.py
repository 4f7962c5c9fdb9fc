"""How a game ends: who won, and by which clause."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from volto.rules.errors import VoltoError
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

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise VoltoError(f"{value!r} is not a reason: a reason is {', '.join(cls)}.")


SPOKEN = {Reason.AGREED, Reason.RESIGNED, Reason.TIME, Reason.ABANDONED}
"""The ends that no mat shows: somebody, or a clock, said so."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner, or None for a draw, and the reason."""

    winner: Family | None
    reason: Reason

    def __post_init__(self) -> None:
        if self.winner is not None:
            object.__setattr__(self, "winner", Family(self.winner))
        object.__setattr__(self, "reason", Reason(self.reason))

    def spoken_fault(self) -> str | None:
        """Why no word or clock can have ended a game so; None if it can."""
        if self.reason not in SPOKEN:
            return f"the mat does not show the end {self.reason}"
        if self.reason is Reason.AGREED and self.winner is not None:
            return "an agreed game is a draw (1/2-1/2)"
        if self.reason in (Reason.RESIGNED, Reason.TIME) and self.winner is None:
            return f"a game with the reason {self.reason} has a winner"
        return None

    @property
    def result(self) -> str:
        """As records write it: `1-0` White won, `0-1` Red won, `1/2-1/2`."""
        return RESULTS[self.winner]


RESULTS = {WHITE: "1-0", RED: "0-1", None: "1/2-1/2"}

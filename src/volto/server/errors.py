"""Why a request changed nothing: a stable word for the page, and a sentence in English."""

from typing import Literal

from volto.rules import VoltoError

Code = Literal[
    "stale",
    "not-your-turn",
    "illegal",
    "over",
    "not-your-seat",
    "not-ready",
    "bad-deployment",
    "already-ready",
    "no-hint",
    "bad-message",
    "too-large",
    "too-many",
    "no-offer",
    "no-rematch",
    "not-over",
    "taken",
    "not-found",
    "busy",
]
"""Pages word these in the player's language; a new one needs a sentence there."""


class Refusal(VoltoError):
    """A request that was not carried out."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code: Code = code

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, str]]:
        return Refusal, (self.code, str(self))

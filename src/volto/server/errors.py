"""Why a request changed nothing: a stable word for the page, and a sentence in English."""

import traceback
from pathlib import Path
from typing import Literal

from volto.rules import VoltoError

ErrorCode = Literal[
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
    "too-fast",
    "asked-already",
    "no-offer",
    "no-rematch",
    "not-over",
    "taken",
    "not-found",
    "busy",
    "unknown",
]
"""Pages word these in the player's language; a new one needs a sentence there."""


class RequestError(VoltoError):
    """A request that was not carried out."""

    def __init__(self, code: ErrorCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code: ErrorCode = code

    def __reduce__(self) -> tuple[type["RequestError"], tuple[str, str]]:
        return RequestError, (self.code, str(self))


class DamagedTable(VoltoError):
    """A log that cannot be read or replayed; its sentence tells where, and no role."""


def described(error: Exception) -> str:
    """An error for the log: its kind and its place. What it says may name hidden roles."""
    if isinstance(error, DamagedTable):
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1:]
    return " at ".join(
        [_kind(error), *(f"{Path(one.filename).name}:{one.lineno}" for one in place)]
    )


def _kind(error: Exception) -> str:
    """Also what a database calls it, such as DiskFull or SQLITE_BUSY: a name from a fixed list."""
    name = type(error).__name__
    cause = getattr(error, "orig", None) or error
    called = getattr(cause, "sqlite_errorname", None) or type(cause).__name__
    return name if called == name else f"{name} ({called})"

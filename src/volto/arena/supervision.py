"""An agent may crash, stall or play nonsense: it forfeits its game, and the match goes on."""

import contextlib
from collections.abc import Callable
from enum import StrEnum
from queue import Empty, SimpleQueue
from random import Random
from threading import Event, Thread
from typing import TypeVar

from volto.agents import Agent, Budget
from volto.agents.external_engine import EngineFailed, EngineFault
from volto.arena.conditions import Conditions
from volto.notation.tags import is_writable
from volto.rules import (
    Deployment,
    Family,
    IllegalMove,
    Move,
    Reason,
    Ruleset,
    View,
    VoltoError,
)

Answer = TypeVar("Answer")

LONGEST = 200
"""How many characters of an agent's own words a sentence quotes."""

DEPLOYING_SECONDS = 60.0
"""How long an agent may take to deploy, where time counts."""


class Late(Exception):
    """No answer came in time."""


class ForfeitKind(StrEnum):
    """How a game can be forfeited."""

    CRASH = "crash"
    ILLEGAL = "illegal"
    TIME = "time"


class Forfeit(Exception):
    """What an agent did to lose a game, in a sentence."""

    def __init__(self, kind: ForfeitKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind, self.sentence = kind, plain(sentence)

    @property
    def reason(self) -> Reason:
        return Reason.TIME if self.kind is ForfeitKind.TIME else Reason.ABANDONED

    @property
    def tags(self) -> dict[str, str]:
        """What the record says about it."""
        return {"Termination": self.sentence, "Forfeit": self.kind.value}


def plain(text: str) -> str:
    """One line that a record can hold."""
    line = "".join(letter for letter in " ".join(text.split()) if is_writable(letter))
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def crash(error: Exception) -> str:
    """What went wrong, in one line, by an agent or by Python."""
    words = str(error)
    return words if isinstance(error, VoltoError) else f"{type(error).__name__}: {words}"


def kind_of(error: Exception) -> ForfeitKind:
    """What an agent's own failure counts as."""
    fault = error.fault if isinstance(error, EngineFailed) else None
    kinds = {EngineFault.STALLED: ForfeitKind.TIME, EngineFault.ILLEGAL: ForfeitKind.ILLEGAL}
    return ForfeitKind.CRASH if fault is None else kinds.get(fault, ForfeitKind.CRASH)


def in_time(work: Callable[[], Answer], seconds: float | None) -> Answer:
    """What `work` returns or raises; Late if that takes longer, and the work is left to itself."""
    if seconds is None:
        return work()
    answers: SimpleQueue[tuple[Answer, None] | tuple[None, Exception]] = SimpleQueue()

    def run() -> None:
        try:
            answers.put((work(), None))
        except Exception as error:
            answers.put((None, error))

    Thread(target=run, daemon=True).start()
    try:
        answer, error = answers.get(timeout=seconds)
    except Empty:
        raise Late from None
    if error is not None:
        raise error
    return answer  # type: ignore[return-value]


class Supervised:
    """An agent whose every failure is a Forfeit."""

    def __init__(
        self, words: str, make: Callable[[str, Random], Agent], rng: Random, conditions: Conditions
    ) -> None:
        self.name, self._conditions = words, conditions
        try:
            self._agent = make(words, rng)
        except Exception as error:
            raise Forfeit(kind_of(error), f"{words} did not start: {crash(error)}") from None

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        limit = None if self._conditions.seconds is None else DEPLOYING_SECONDS
        try:
            deployment = in_time(lambda: self._agent.deploy(family, ruleset), limit)
        except Late:
            late = f"{self.name} did not deploy within {limit:g} s."
            raise Forfeit(ForfeitKind.TIME, late) from None
        except Exception as error:
            failed = f"{self.name} failed to deploy: {crash(error)}"
            raise Forfeit(kind_of(error), failed) from None
        try:
            if not isinstance(deployment, Deployment):
                raise VoltoError(f"{deployment!r} is no deployment.")
            deployment.check(ruleset)
        except Exception as error:
            bad = f"{self.name} deployed badly: {crash(error)}"
            raise Forfeit(ForfeitKind.ILLEGAL, bad) from None
        return deployment

    def choose(self, view: View, budget: Budget) -> Move:
        """The agent's move, which may still be illegal, within the budget of the match."""
        halt, limits = Event(), self._conditions
        own_budget, turn = limits.budget(halt), view.turns + 1
        try:
            move = in_time(lambda: self._agent.choose(view, own_budget), limits.latest)
        except Late:
            halt.set()
            given = f"{limits.seconds:g} s and {limits.grace:g} s of grace"
            late = f"{self.name} did not answer in turn {turn} within {given}."
            raise Forfeit(ForfeitKind.TIME, late) from None
        except Exception as error:
            failed = f"{self.name} failed in turn {turn}: {crash(error)}"
            raise Forfeit(kind_of(error), failed) from None
        if not isinstance(move, Move):
            raise self.illegal(turn, IllegalMove(f"{move!r} is no move."))
        return move

    def illegal(self, turn: int, error: Exception) -> Forfeit:
        """For a move that the rules do not allow."""
        sentence = f"{self.name} played an illegal move in turn {turn}: {crash(error)}"
        return Forfeit(ForfeitKind.ILLEGAL, sentence)

    def close(self) -> None:
        dismiss(self._agent)


def dismiss(agent: Agent) -> None:
    """Let go of what the agent holds, such as a running program."""
    close = getattr(agent, "close", None)
    if close is not None:
        with contextlib.suppress(Exception):
            close()

"""Asking an agent, which may crash, stall or talk nonsense, without being harmed by it."""

import contextlib
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TypeVar

from volto.agents import Agent
from volto.agents.external_engine import EngineFailed, EngineFault
from volto.arena.conditions import Conditions
from volto.notation.tags import is_writable
from volto.rules import (
    Deployment,
    Family,
    IllegalMove,
    Move,
    Position,
    Reason,
    Ruleset,
    VoltoError,
)

Answer = TypeVar("Answer")

LONGEST = 200
"""How many characters of an agent's own words a sentence quotes."""

DEPLOYING_SECONDS = 60.0
"""How long an agent may take to deploy, where time counts."""


class Late(Exception):
    """No answer came in time."""


class Forfeit(Exception):
    """What an agent did to lose a game: the reason for the record, and a sentence."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason, self.sentence = reason, plain(sentence)


def plain(text: str) -> str:
    """One line that a record can hold."""
    line = "".join(letter for letter in " ".join(text.split()) if is_writable(letter))
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def crash(error: Exception) -> str:
    """What went wrong, in one line, by an agent or by Python."""
    words = str(error)
    return words if isinstance(error, VoltoError) else f"{type(error).__name__}: {words}"


def reason_of(error: Exception) -> Reason:
    """`time` for a program that its seat has given up waiting for, otherwise `abandoned`."""
    stalled = isinstance(error, EngineFailed) and error.fault is EngineFault.STALLED
    return Reason.TIME if stalled else Reason.ABANDONED


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


def ask_deployment(agent: Agent, words: str, family: Family, conditions: Conditions) -> Deployment:
    """The agent's own deployment, or a Forfeit."""
    ruleset = conditions.ruleset
    limit = None if conditions.seconds is None else DEPLOYING_SECONDS
    try:
        deployment = in_time(lambda: agent.deploy(family, ruleset), limit)
    except Late:
        raise Forfeit(Reason.TIME, f"{words} did not deploy within {limit:g} s.") from None
    except Exception as error:
        raise Forfeit(reason_of(error), f"{words} failed to deploy: {crash(error)}") from None
    return _checked(deployment, words, ruleset)


def _checked(deployment: object, words: str, ruleset: Ruleset) -> Deployment:
    try:
        if not isinstance(deployment, Deployment):
            raise VoltoError(f"{deployment!r} is no deployment.")
        deployment.check(ruleset)
    except Exception as error:
        raise Forfeit(Reason.ABANDONED, f"{words} deployed badly: {crash(error)}") from None
    return deployment


def ask_move(agent: Agent, words: str, position: Position, conditions: Conditions) -> Position:
    """The position after the agent's move, or a Forfeit. The agent sees its own seat's view."""
    turn, view, halt = position.turns + 1, position.view(position.to_move), Event()
    budget = conditions.budget(halt)
    try:
        move = in_time(lambda: agent.choose(view, budget), conditions.latest)
    except Late:
        halt.set()
        given = f"{conditions.seconds:g} s and {conditions.grace:g} s of grace"
        sentence = f"{words} did not answer in turn {turn} within {given}."
        raise Forfeit(Reason.TIME, sentence) from None
    except Exception as error:
        raise Forfeit(reason_of(error), f"{words} failed in turn {turn}: {crash(error)}") from None
    try:
        if not isinstance(move, Move):
            raise IllegalMove(f"{move!r} is no move.")
        return position.play(move)
    except Exception as error:
        sentence = f"{words} played an illegal move in turn {turn}: {crash(error)}"
        raise Forfeit(Reason.ABANDONED, sentence) from None


def dismiss(agent: Agent) -> None:
    """Let go of what the agent holds, such as a running program."""
    close = getattr(agent, "close", None)
    if close is not None:
        with contextlib.suppress(Exception):
            close()

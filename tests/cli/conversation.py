"""A table for tests: a person who answers from a list or by a function, a rival with a script."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from io import StringIO
from random import Random

from rich.console import Console, RenderableType

from volto.agents import Agent, Budget
from volto.cli.session import Session
from volto.rules import STANDARD, Deployment, Family, Move, Ruleset, View

WHITE_SETUP = Deployment.parse("NNAAL/LSNAC")
RED_SETUP = Deployment.parse("AASNL/LNNAC")


@dataclass
class Scripted:
    """A rival that deploys and moves as it was told."""

    deployment: Deployment
    moves: Iterable[Move] = ()
    name: str = "Script"

    def __post_init__(self) -> None:
        self._next = iter(self.moves)

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        return self.deployment

    def choose(self, view: View, budget: Budget) -> Move:
        return next(self._next)


@dataclass
class Talk:
    """Everything that was asked and said, as it would stand on a terminal without colour."""

    answer: Callable[[str], str]
    paper: StringIO = field(default_factory=StringIO)

    def __post_init__(self) -> None:
        self._console = Console(
            file=self.paper, width=80, highlight=False, force_terminal=False, color_system=None
        )

    def ask(self, prompt: str) -> str:
        self.paper.write(prompt)
        text = self.answer(self.paper.getvalue())
        self.paper.write(f"{text}\n")
        return text

    def say(self, what: RenderableType) -> None:
        self._console.print(what, markup=False)


def answers(*lines: str) -> Callable[[str], str]:
    """A person who types these lines and then no more."""
    left = iter(lines)

    def answer(so_far: str) -> str:
        for line in left:
            return line
        raise EOFError

    return answer


class Novice:
    """Plays a whole game from what the terminal shows: asks for the moves, picks one of them."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.typed: list[str] = []

    def __call__(self, so_far: str) -> str:
        last = self.typed[-1] if self.typed else ""
        self.typed.append(self._move(so_far) if last == "?" else "?")
        return self.typed[-1]

    def _move(self, so_far: str) -> str:
        listed = so_far.rsplit("(? for help): ?", 1)[1]
        lines = re.findall(r"^  (\w\d) \w+ +(.*?) *$", listed, re.MULTILINE)
        moves = [f"{origin}{cell}" for origin, to in lines for cell in re.findall(r"\w\d", to)]
        return self._rng.choice(moves)


def converse(
    answer: Callable[[str], str],
    rival: Agent,
    *,
    seat: Family = Family.WHITE,
    first: Family = Family.WHITE,
    deployment: Deployment | None = WHITE_SETUP,
    ruleset: Ruleset = STANDARD,
) -> tuple[str, Session]:
    """The whole conversation, and the session it left behind."""
    talk = Talk(answer)
    session = Session(seat, rival, first, ruleset, Random(0), talk.ask, talk.say)
    session.run(deployment)
    return talk.paper.getvalue(), session

"""A player that is another program, in any language, spoken to over VEI (docs/engine.md)."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from types import TracebackType
from typing import NoReturn, Self, TypeVar

from volto.agents.agent import Budget, Choice, Thought
from volto.agents.process import Program, ProgramEnded
from volto.notation.vei import (
    Answer,
    BestMove,
    Go,
    Id,
    Info,
    NewGame,
    PositionMoves,
    Refusal,
    SetOption,
    Setup,
    Signal,
    VeiError,
    quoted,
    read_answer,
)
from volto.rules import Deployment, Family, Move, NotationError, Ruleset, Turn, View, VoltoError

_TICK = 0.01
"""Seconds between two looks at a halt that somebody else may set."""

Awaited = TypeVar("Awaited", bound=Answer)


class EngineFault(StrEnum):
    """What an engine did wrong."""

    CRASHED = "crashed"
    STALLED = "stalled"
    NONSENSE = "nonsense"
    ILLEGAL = "illegal"
    REFUSED = "refused"


class EngineFailed(VoltoError):
    """An engine that cannot go on with its game: the fault, and a sentence."""

    def __init__(self, fault: EngineFault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault

    def __reduce__(self) -> tuple[type["EngineFailed"], tuple[EngineFault, str]]:
        return EngineFailed, (self.fault, str(self))


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds an engine gets before it counts as stalled."""

    start: float = 120.0
    """To introduce itself, and again to be ready: it may have to compile first."""
    answer: float = 10.0
    """To deploy, and to say that it is still ready."""
    grace: float = 2.0
    """For a move, beyond its movetime or after `stop`."""
    nodes: float = 120.0
    """For a move that is measured in nodes and not in time."""


class EngineAgent:
    """Sits at a seat and passes everything on to an engine, which is told what its View tells.

    Any failure is an EngineFailed and ends the program; the next game starts it again.
    """

    def __init__(
        self,
        command: str,
        *,
        options: Mapping[str, str] | None = None,
        movetime: float = 1.0,
        patience: Patience | None = None,
    ) -> None:
        """Start `command` (no shell) and shake hands.

        `options` are set with setoption. `movetime`, in seconds, is for a budget without limits.
        """
        self.command, self.name = command, command
        self._options = dict(options or {})
        self._movetime = movetime
        self._patience = patience or Patience()
        self._program: Program | None = None
        self._told: tuple[NewGame, Deployment, tuple[Turn, ...]] | None = None
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """Ask for a deployment. Who begins is not known yet: `choose` corrects it if need be."""
        game = NewGame(family, ruleset=ruleset)
        self._say(game)
        self._synchronise(self._patience.answer)
        self._say(Setup())
        answer = self._await(Setup, "setup", self._patience.answer)
        try:
            deployment = Deployment.parse(answer.deployment or "", ruleset)
        except NotationError as error:
            self._fail(EngineFault.NONSENSE, f"answered {quoted(str(answer))}: {error.reason}")
        self._told = (game, deployment, ())
        return deployment

    def choose(self, view: View, budget: Budget) -> Move:
        """The engine's move; raises EngineFailed if it gives none, or one that is not legal."""
        game, deployment, turns = told = beginning(view)
        if not self._continues(*told):
            self._say(game)
            self._say(Setup(str(deployment)))
        self._told = told
        self._say(PositionMoves(tuple(map(str, turns))))
        self._synchronise(self._patience.answer)
        try:
            text = self._think(view, budget).move
        except BaseException:  # an interrupt, perhaps: it may still be thinking
            self._drop()
            raise
        try:
            move = Move.parse(text, view.ruleset.mat)
        except NotationError as error:
            self._fail(
                EngineFault.NONSENSE, f"answered {quoted(f'bestmove {text}')}: {error.reason}"
            )
        if move not in view.legal_moves():
            self._fail(EngineFault.ILLEGAL, f"played {move}, which is not a legal move")
        return move

    def close(self) -> None:
        """Say quit; then terminate it, then kill it."""
        program, self._program, self._told = self._program, None, None
        if program is not None:
            program.send(str(Signal.QUIT))
            program.close()

    def _continues(self, game: NewGame, deployment: Deployment, turns: tuple[Turn, ...]) -> bool:
        """Is this the game that the engine was told of, here or further on?"""
        if self._program is None or self._told is None:
            return False
        told, before, earlier = self._told
        return (told, before) == (game, deployment) and turns[: len(earlier)] == earlier

    def _start(self) -> Program:
        try:
            program = Program(self.command)
        except (OSError, ValueError) as error:
            self._fail(EngineFault.CRASHED, f"cannot be started: {error}")
        self._program = program
        late = time.monotonic() + self._patience.start
        program.send(str(Signal.VEI))
        while (answer := self._listen(late, greeting=True)) is not Signal.VEIOK:
            if time.monotonic() >= late:
                self._stalled("vei", self._patience.start)
            if isinstance(answer, Id) and answer.key == "name":
                self.name = "".join(filter(str.isprintable, answer.value))[:80] or self.name
        for name, value in self._options.items():
            self._say(SetOption(name, value))
        self._synchronise(self._patience.start)
        return program

    def _synchronise(self, seconds: float) -> None:
        """After this, the engine has said whatever it had to say to the lines so far."""
        self._say(Signal.ISREADY)
        self._await(Signal, "isready", seconds)

    def _think(self, view: View, budget: Budget) -> BestMove:
        began, patience = time.monotonic(), self._patience
        seconds = budget.seconds
        cut = inf  # when to say stop, if the engine has not been told the time
        if budget.nodes is None:
            seconds = self._movetime if seconds is None else seconds
            self._say(Go(movetime=max(1, round(1000 * seconds))))
            late = began + seconds + patience.grace
        else:
            self._say(Go(nodes=max(1, budget.nodes)))
            late = began + patience.nodes
            if seconds is not None:
                cut = began + seconds
                late = cut + patience.grace
        stopped = False
        while (now := time.monotonic()) < late:
            if not stopped and (now >= cut or (budget.halt and budget.halt.is_set())):
                self._say(Signal.STOP)
                stopped, late = True, min(late, now + patience.grace)
            match self._listen(min(late, now + _TICK)):
                case None:
                    pass
                case BestMove() as answer:
                    return answer
                case Info() as info:
                    if budget.report is not None:
                        budget.report(_thought(info, view))
                case other:
                    self._fail(EngineFault.NONSENSE, f"answered go with {quoted(str(other))}")
        return self._stalled("stop" if stopped else "go", late - began)

    def _say(self, line: object) -> None:
        program = self._program or self._start()
        program.send(str(line))

    def _await(self, kind: type[Awaited], question: str, seconds: float) -> Awaited:
        """The answer to a question; `info` before it is no matter."""
        late = time.monotonic() + seconds
        while time.monotonic() < late:
            answer = self._listen(late)
            if isinstance(answer, kind):
                return answer
            if answer is not None and not isinstance(answer, Info):
                self._fail(EngineFault.NONSENSE, f"answered {question} with {quoted(str(answer))}")
        return self._stalled(question, seconds)

    def _listen(self, late: float, *, greeting: bool = False) -> Answer | None:
        """The next line that says something; None if there is none in time."""
        assert self._program is not None
        try:
            line = self._program.receive(late - time.monotonic())
            answer = None if line is None else read_answer(line)
        except ProgramEnded as error:
            self._fail(EngineFault.CRASHED, str(error))
        except VeiError as error:
            if greeting:
                return None
            self._fail(EngineFault.NONSENSE, f"does not speak VEI: {str(error).rstrip('.')}")
        if isinstance(answer, Refusal):
            self._fail(EngineFault.REFUSED, f"refused: {answer.sentence[:200].rstrip('.')}")
        return answer

    def _stalled(self, question: str, seconds: float) -> NoReturn:
        self._fail(EngineFault.STALLED, f"did not answer {question} within {seconds:.1f} s")

    def _fail(self, fault: EngineFault, what: str) -> NoReturn:
        self._drop()
        raise EngineFailed(fault, f"The engine {self.name} {what}.")

    def _drop(self) -> None:
        program, self._program, self._told = self._program, None, None
        if program is not None:
            program.close(politely=False)


def beginning(view: View) -> tuple[NewGame, Deployment, tuple[Turn, ...]]:
    """A view as an engine is told it: the game, the seat's own deployment, every turn."""
    scene, ruleset = view.scene, view.ruleset
    homes = [cell for family in Family for cell in ruleset.home_cells(family)]
    if view.seat is None:
        raise VoltoError("An engine sits at a seat: a spectator's view is not for it.")
    if view.turns != len(view.history) or [trail[:1] for trail in scene.trails] != [
        (cell,) for cell in homes
    ]:
        raise VoltoError("An engine can only be told a game from its first turn on.")
    deployment = Deployment(view.roles, ruleset.mat.columns)
    return NewGame(view.seat, scene.first, ruleset), deployment, view.history


def _thought(info: Info, view: View) -> Thought:
    """What `info` says; its best move only if it is one, and any interval, since it gives none."""
    best = next((move for move in view.legal_moves() if (str(move),) == info.pv[:1]), None)
    if best is None or info.score is None:
        return Thought(info.nodes or 0, ())
    value = min(info.score, 100) / 100
    return Thought(info.nodes or 0, (Choice(best, 1.0, value, 0.0, 1.0),))

"""An agent as a program of its own, for anything that speaks VEI: see docs/engine.md."""

import contextlib
import random
import sys
import threading
import traceback
from collections.abc import Callable

from volto import __version__
from volto.agents.agent import Agent, Budget, Thought
from volto.agents.engine_seat import Seat
from volto.agents.registry import STRONGEST, Asked, make_agent
from volto.notation.vei import (
    BestMove,
    Go,
    Id,
    Info,
    NewGame,
    Option,
    PositionMoves,
    Refusal,
    SetOption,
    Setup,
    Signal,
    VeiError,
    quoted,
    read_command,
)
from volto.rules import STANDARD, Family, View, VoltoError

LEVELS = range(1, 11)
LEAVE = 1.0
"""Seconds an agent gets to answer when the engine is told to quit while it thinks."""
WARM_UP = 0.2
"""Seconds an agent gets to warm up, once everything is compiled."""

Make = Callable[[Asked, random.Random], Agent]


def serve_agent(agent: Asked, seed: int | None = None) -> None:
    """Let an agent play as an engine: VEI on standard input and output, until `quit`."""
    out = sys.stdout

    def say(line: str) -> None:
        with contextlib.suppress(OSError):  # nobody is there any more; the input will end too
            print(line, file=out, flush=True)

    for stream in (sys.stdin, out):
        if hasattr(stream, "reconfigure"):  # a byte that is no letter gets an error, not a crash
            stream.reconfigure(errors="replace")
    with contextlib.redirect_stdout(sys.stderr):  # whatever an agent prints is no answer
        talk = Engine(agent, random.Random(seed), say)
        try:
            for line in iter(sys.stdin.readline, ""):
                if not talk.hear(line):
                    break
        finally:
            talk.close()


class Engine:
    """One side of the conversation: hears lines, says lines, thinks in a thread of its own."""

    def __init__(
        self, asked: Asked, rng: random.Random, say: Callable[[str], None], make: Make = make_agent
    ) -> None:
        self._rng, self._make, self._write = rng, make, say
        self._lock = threading.RLock()
        self._thinking: threading.Event | None = None
        self._thread: threading.Thread | None = None
        self._seat: Seat | None = None
        self._warm: Asked | None = None
        self._appoint(asked)

    def hear(self, line: str) -> bool:
        """Act on one line; False once it was `quit`. A bad line is answered and changes nothing."""
        try:
            command = read_command(line)
            if command is Signal.QUIT:
                return False
            with self._lock:
                self._obey(command)
        except VoltoError as error:
            self._say(Refusal(str(error)))
        except Exception as error:
            self._say(_crash(error))
        return True

    def close(self) -> None:
        """Stop thinking and say nothing more."""
        if self._thinking is not None:
            self._thinking.set()
        if self._thread is not None:
            self._thread.join(LEAVE)
        with self._lock:
            self._write = lambda line: None

    def _obey(self, command: object) -> None:
        match command:
            case Signal.VEI:
                self._introduce()
            case Signal.ISREADY:
                if self._thinking is None:
                    self._warm_up()
                self._say(Signal.READYOK)
            case Signal.STOP:
                if self._thinking is not None:
                    self._thinking.set()
            case None:
                pass
            case _ if self._thinking is not None:
                raise VeiError("The engine is thinking: say stop, and wait for bestmove.")
            case SetOption():
                self._set_option(command)
            case NewGame():
                self._seat = Seat(command)
            case Setup(None):
                seat = self._seated()
                game = seat.before_play()
                deployment = self._agent.deploy(game.family, game.ruleset)
                self._seat = seat.deployed(deployment)
                self._say(Setup(str(deployment)))
            case Setup(str(text)):
                seat = self._seated()
                self._seat = seat.deployed(seat.read_deployment(text))
            case PositionMoves(moves):
                self._seat = self._seated().at(moves)
            case Go():
                self._go(command)

    def _appoint(self, asked: Asked) -> None:
        self._agent = self._make(asked, random.Random(self._rng.getrandbits(64)))
        self._asked = asked

    def _introduce(self) -> None:
        if isinstance(self._asked, str):
            who = "" if self._asked == STRONGEST else f" ({self._agent.name})"
            self._say(Id("name", f"Volto {__version__}{who}"))
            spin = f"spin default {LEVELS[-1]} min {LEVELS[0]} max {LEVELS[-1]}"
            self._say(Option("Level", spin))
        else:
            self._say(Id("name", self._agent.name))
        self._say(Signal.VEIOK)

    def _set_option(self, command: SetOption) -> None:
        if command.name.lower() != "level" or not isinstance(self._asked, str):
            raise VeiError(f"There is no option {quoted(command.name)}.")
        if command.value not in map(str, LEVELS):
            raise VeiError(f"Levels are {LEVELS[0]} to {LEVELS[-1]}, not {quoted(command.value)}.")
        self._appoint(f"level:{command.value}")

    def _seated(self) -> Seat:
        if self._seat is None:
            raise VoltoError("There is no game yet: say newgame first.")
        return self._seat

    def _warm_up(self) -> None:
        """Have everything compiled before a clock runs; another one of the kind does it."""
        if self._warm == self._asked:
            return
        from volto.sim.jit import compile_declared

        agent = self._make(self._asked, random.Random(0))
        if agent is self._asked:
            return  # there is no other one
        deployment = agent.deploy(Family.WHITE, STANDARD)
        agent.choose(View.start(Family.WHITE, deployment), Budget(WARM_UP, nodes=1))
        compile_declared()
        self._warm = self._asked

    def _go(self, command: Go) -> None:
        view = self._seated().to_think()
        halt = threading.Event()

        def report(thought: Thought) -> None:
            with self._lock:
                if self._thinking is halt:
                    self._say(_info(thought))

        seconds = None if command.movetime is None else command.movetime / 1000
        budget = Budget(seconds, command.nodes, halt, report)
        self._thinking = halt
        self._thread = threading.Thread(target=self._think, args=(view, budget), daemon=True)
        self._thread.start()

    def _think(self, view: View, budget: Budget) -> None:
        answer: BestMove | Refusal
        try:
            move = self._agent.choose(view, budget)
            if move not in view.legal_moves():
                raise VoltoError(f"{self._agent.name} chose {move}, which is not a legal move.")
            answer = BestMove(str(move))
        except VoltoError as error:
            answer = Refusal(str(error))
        except BaseException as error:  # the caller waits for an answer, whatever happened
            answer = _crash(error)
        with self._lock:  # whoever reads the answer may say the next thing at once
            self._thinking = None
            self._say(answer)

    def _say(self, answer: object) -> None:
        with self._lock:
            self._write(str(answer))


def _info(thought: Thought) -> Info:
    if not thought.choices:
        return Info(thought.nodes)
    best = thought.choices[0]
    return Info(thought.nodes, round(100 * best.value), (str(best.move),))


def _crash(error: BaseException) -> Refusal:
    """Details go to standard error: they may name roles."""
    traceback.print_exception(error, file=sys.stderr)
    return Refusal(f"The agent failed ({type(error).__name__}).")

"""Playing many pairs at once, on all cores."""

import contextlib
import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from threading import Thread

from volto.agents import Budget, make_agent
from volto.agents.registry import ENGINE
from volto.arena.conditions import Conditions
from volto.arena.match import Games, Maker, play_pair
from volto.arena.schedule import Pair
from volto.arena.supervision import dismiss, in_time
from volto.rules import Deployment, Family, View, VoltoError

Played = tuple[Pair, Games]

AHEAD = 2
"""How many pairs per worker are handed out at a time."""

WARM_UP_SECONDS = 60.0
_WARM: set[str] = set()


def play_pairs(
    pairs: Iterable[Pair], conditions: Conditions, workers: int = 1, make: Maker = make_agent
) -> Generator[Played]:
    """Each pair with its games, in the order in which they end.

    One worker is this process. Others end with this one, however it ends; leaving the iteration
    stops them at once, and what they were playing is lost.
    """
    if workers == 1:
        return ((pair, _play(pair, conditions, make)) for pair in pairs)
    return _in_processes(iter(pairs), conditions, workers, make)


def _in_processes(
    pairs: Iterator[Pair], conditions: Conditions, workers: int, make: Maker
) -> Generator[Played]:
    context = get_context("spawn")
    their_end, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _hang_on, (their_end,))
    running: dict[Future[Games], Pair] = {}
    try:
        while True:
            for pair in islice(pairs, workers * AHEAD - len(running)):
                running[pool.submit(_play, pair, conditions, make)] = pair
            if not running:
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise VoltoError("A process that played games has died; the match stops here.") from None
    finally:
        lifeline.close()
        pool.shutdown(cancel_futures=True)
        their_end.close()


def _play(pair: Pair, conditions: Conditions, make: Maker) -> Games:
    if conditions.seconds is not None:
        for words in pair.pairing:
            _warm_up(words, make)
    return play_pair(pair, conditions, make)


def _warm_up(words: str, make: Maker) -> None:
    """Let an agent choose one move before time counts: a process compiles what it needs once."""
    if words.startswith(ENGINE) or words in _WARM:
        return  # an engine is a new process for every game
    from volto.sim.jit import compile_declared

    _WARM.add(words)
    with contextlib.suppress(Exception):
        agent = make(words, Random(0))
        view = View.start(Family.WHITE, Deployment.random(Random(0)))
        in_time(lambda: agent.choose(view, Budget(seconds=0.05, nodes=1)), WARM_UP_SECONDS)
        dismiss(agent)
        compile_declared()


def _hang_on(parent: Connection) -> None:
    """A worker leaves Ctrl-C to the parent, and ends when the parent lets go of the line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        parent.poll(None)  # nothing is ever said: it returns when the other end is closed
        os._exit(1)

    Thread(target=watch, daemon=True).start()

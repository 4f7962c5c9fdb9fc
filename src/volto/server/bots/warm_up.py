"""What takes long the first time is compiled in the background, what is asked for first first."""

import asyncio
import logging
import threading
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from volto.agents import Budget
from volto.rules import STANDARD, Deployment, Family, View
from volto.server.bots.hints import hint
from volto.server.errors import described

if TYPE_CHECKING:
    from volto.agents.levels import Level

_log = logging.getLogger(__name__)


class WarmUp:
    """Three stages, each an event that is set once it is done, or has failed."""

    def __init__(self) -> None:
        self.aid, self.agents, self.network = (asyncio.Event() for _ in range(3))
        self._halt = threading.Event()

    def begin(self) -> threading.Thread:
        """Compile in a thread of its own."""
        loop = asyncio.get_running_loop()
        stages = zip(_stages(), (self.aid, self.agents, self.network), strict=True)

        def prepare_each() -> None:
            for prepare, ready in stages:
                try:
                    if not self._halt.is_set():
                        prepare()
                except Exception as error:
                    _log.error("Bots cannot think: %s", described(error))
                try:
                    loop.call_soon_threadsafe(ready.set)
                except RuntimeError:  # the loop is closed already
                    return

        thread = threading.Thread(target=prepare_each, name="volto-warm-up", daemon=True)
        thread.start()
        return thread

    def halt(self) -> None:
        """Begin no further stage."""
        self._halt.set()

    async def aid_ready(self) -> None:
        """Returns once beliefs are quick."""
        await self.aid.wait()


def prepare_all() -> None:
    """Compile here and now."""
    for prepare in _stages():
        prepare()


def _stages() -> tuple[Callable[[], None], ...]:
    return _prepare_aid, _prepare_agents, _prepare_network


def adviser(by_network: bool) -> "Level":
    """The strongest level, or the strongest without a network."""
    from volto.agents.levels import LEVELS  # compiled code, only when asked for

    return [level for level in LEVELS if by_network or not level.by_network][-1]


def _prepare_aid() -> None:
    from volto.belief import Belief

    view = View.start(Family.WHITE, Deployment.random(Random(0)))
    assert Belief.of(view).marginals()


def _prepare_agents() -> None:
    _advise_once(adviser(by_network=False))


def _prepare_network() -> None:
    _advise_once(adviser(by_network=True))


def _advise_once(level: "Level") -> None:
    """Deploy, move and advise, so that all it takes is compiled."""
    from volto.sim.jit import compile_declared

    agent = level.agent(Random(0))
    view = View.start(Family.WHITE, agent.deploy(Family.WHITE, STANDARD))
    agent.choose(view, Budget(nodes=1))
    hint(view, level, Random(0), 0.1, threading.Event())
    compile_declared()

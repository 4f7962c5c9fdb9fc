"""The house as a player: it sits on a seat like anyone, sees a View, and plays by the same door.

It thinks in threads of its own (compiled code lets go of Python's lock), never in the event loop.
"""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from volto.agents import Agent, Budget
from volto.rules import STANDARD, Deployment, Family, Ruleset, View
from volto.server.bots.hints import hint
from volto.server.errors import Refusal
from volto.server.settings import Settings
from volto.server.tables import commands
from volto.server.tables.table import Table
from volto.server.tables.table_state import State
from volto.server.tables.tables import Tables
from volto.server.wire.messages import Hint

if TYPE_CHECKING:
    from volto.agents.levels import Level

STRONGEST = 10
LONG_GAME, QUIET_GAME = 60, 20
"""The house agrees to a draw after so many turns, so many of them without a capture."""
RETRY = 1.0
"""Seconds to wait when a request of the house is refused."""
RECENT = 24 * 3600.0
"""Tables made so many seconds ago are looked at again when the server starts."""
MOST_HINTS = 8
"""Hints that may be waited for at once."""

_log = logging.getLogger(__name__)
Result = TypeVar("Result")
Duty = Callable[["House", Table, Family], Awaitable[None]]


class House:
    """Every house player of this server."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables, self._settings = tables, settings
        self._threads = ThreadPoolExecutor(settings.thinkers, "volto-house")
        self._halt = threading.Event()
        self._agents: WeakKeyDictionary[Table, Agent] = WeakKeyDictionary()
        self._stand_ins: WeakKeyDictionary[Table, Agent] = WeakKeyDictionary()
        self._attending: dict[Table, asyncio.Task[None]] = {}
        self._insight, self._warm, self._versed = (asyncio.Event() for _ in range(3))
        self._hints = 0
        tables.changed = self.consider
        tables.insight = self.insight

    # Waking up.

    def wake(self) -> threading.Thread:
        """Have everything compiled in the background, what is asked for first first."""
        loop = asyncio.get_running_loop()
        stages = (
            (_prepare_aid, self._insight),
            (_prepare_agents, self._warm),
            (_prepare_network, self._versed),
        )

        def warm_up() -> None:
            for prepare, ready in stages:
                try:
                    if not self._halt.is_set():
                        prepare()
                except Exception as error:
                    _log.error("The house cannot think: %s", type(error).__name__)
                try:
                    loop.call_soon_threadsafe(ready.set)
                except RuntimeError:  # the loop is closed already
                    return

        thread = threading.Thread(target=warm_up, name="volto-warm-up", daemon=True)
        thread.start()
        return thread

    async def insight(self) -> None:
        """Returns once beliefs are quick."""
        await self._insight.wait()

    async def resume(self) -> None:
        """Go on at the tables where the house was to move when the server ended."""
        await self._tables.open_recent(RECENT)

    async def close(self) -> None:
        """Stop thinking; the tables stay as they are."""
        self._halt.set()
        tasks = list(self._attending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    # Playing.

    def consider(self, table: Table) -> None:
        """Something happened, or somebody came: do what is due, unless it is being done."""
        seat = table.plan.house_seat
        if seat is None or table in self._attending or self._halt.is_set():
            return
        if self._due(table.state, seat) is None:
            return
        self._attending[table] = asyncio.create_task(self._attend(table, seat))

    async def _attend(self, table: Table, seat: Family) -> None:
        try:
            while (due := self._due(table.state, seat)) is not None:
                try:
                    await due(self, table, seat)
                except Refusal:  # the table has gone on, or the store is in trouble
                    await asyncio.sleep(RETRY)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # no details: they may name roles
            _log.error("A house player failed: %s", type(error).__name__)
        finally:  # at once after the last look at what is due, so that nothing is overlooked
            table.say_thinking(None)
            self._attending.pop(table, None)

    @staticmethod
    def _due(state: State, seat: Family) -> "Duty | None":
        """What the house has to do at this table, first things first."""
        if state.position is None:
            return House._deploy if seat not in state.sealed else None
        if state.outcome is not None:
            asked = state.wish is seat.rival and state.next_table is None
            return House._accept_rematch if asked else None
        if state.offer is seat.rival:
            return House._answer_draw
        return House._move if state.position.to_move is seat else None

    async def _deploy(self, table: Table, seat: Family) -> None:
        agent = await self._agent(table)
        ruleset = table.plan.ruleset
        deployment = await self._think(lambda: agent.deploy(seat, ruleset))
        await self._tables.deploy(table, seat, str(deployment), lambda number: None)

    async def _move(self, table: Table, seat: Family) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        table.say_thinking(seat)
        agent = await self._agent(table)
        view, ply = table.state.view(seat), table.state.ply
        if view is None or view.to_move is not seat or view.outcome is not None:
            return
        budget = self._budget(table)
        move = await self._think(lambda: agent.choose(view, budget))
        await asyncio.sleep(max(0.0, self._settings.pause - (loop.time() - began)))
        table.thinking = None
        if table.state.ply == ply and table.state.outcome is None:
            await table.act(lambda state: commands.play(state, seat, ply, str(move)))

    async def _answer_draw(self, table: Table, seat: Family) -> None:
        view = table.state.view(seat)
        await asyncio.sleep(self._settings.pause)
        if view is not None and agrees_to_draw(view):
            await table.act(lambda state: commands.offer_draw(state, seat))
        else:
            await table.act(lambda state: commands.decline_draw(state, seat))

    async def _accept_rematch(self, table: Table, seat: Family) -> None:
        await self._tables.rematch(table, seat, lambda number: None)

    async def _agent(self, table: Table) -> Agent:
        """One for the whole game, so that it goes on from what it thought before.

        Until its network is ready, one without stands in.
        """
        await self._warm.wait()
        level = _level(table)
        itself = self._versed.is_set() or not level.by_network
        seated = self._agents if itself else self._stand_ins
        agent = seated.get(table)
        if agent is None:
            make = level.agent if itself else level.stand_in
            agent = seated[table] = make(self._rng())
        return agent

    def _budget(self, table: Table) -> Budget:
        nodes = _level(table).iterations or None
        return Budget(self._settings.patience if nodes else None, nodes, self._halt)

    # Advice.

    async def hint(self, table: Table, seat: Family, ref: int) -> Hint:
        """What the strongest would play on this seat, and why; only against the house.

        Until its network is ready, the strongest without one is asked.
        """
        view, state = table.state.view(seat), table.state
        if table.plan.house_seat is not seat.rival:
            raise Refusal("no-hint", "Hints are for games against the house.")
        if view is None or state.outcome is not None or view.to_move is not seat:
            raise Refusal("no-hint", "There is a hint only when it is your turn.")
        if self._hints >= MOST_HINTS:
            raise Refusal("busy", "The house is thinking about many hints: ask again soon.")
        self._hints += 1
        try:
            await self._warm.wait()
            rng, patience = self._rng(), self._settings.patience
            level = adviser(by_network=self._versed.is_set())
            return await self._think(lambda: hint(view, ref, level, rng, patience, self._halt))
        finally:
            self._hints -= 1

    async def suggest(self, ruleset: Ruleset) -> Deployment:
        """A deployment as a player who searches would draw it."""
        await self._warm.wait()
        agent = adviser(by_network=self._versed.is_set()).agent(self._rng())
        return await self._think(lambda: agent.deploy(Family.WHITE, ruleset))

    def _rng(self) -> Random:
        return Random(self._settings.rng.getrandbits(64))

    async def _think(self, thought: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, thought)


def agrees_to_draw(view: View) -> bool:
    """Only when the game is long and nothing happens any more; both are for everyone to see."""
    return view.turns >= LONG_GAME and view.quiet >= QUIET_GAME


def _prepare_aid() -> None:
    from volto.belief import Belief

    rng = Random(0)
    view = View.start(Family.WHITE, Deployment.random(rng))
    assert Belief.of(view).marginals()


def _level(table: Table) -> "Level":
    """How strong the house is at this table."""
    from volto.agents.levels import LEVELS  # compiled code, only when asked for

    seat = table.plan.house_seat
    return LEVELS[((table.plan.chairs[seat].level if seat else None) or STRONGEST) - 1]


def adviser(by_network: bool) -> "Level":
    """The strongest level, or the strongest without a network."""
    from volto.agents.levels import LEVELS

    return [level for level in LEVELS if by_network or not level.by_network][-1]


def _prepare_agents() -> None:
    _advise_once(adviser(by_network=False))


def _prepare_network() -> None:
    _advise_once(adviser(by_network=True))


def _advise_once(level: "Level") -> None:
    """Deploy, move and advise, so that all it takes is compiled."""
    agent = level.agent(Random(0))
    view = View.start(Family.WHITE, agent.deploy(Family.WHITE, STANDARD))
    agent.choose(view, Budget(nodes=1))
    hint(view, 0, level, Random(0), 0.1, threading.Event())

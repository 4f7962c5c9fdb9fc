"""Bots: the computer's players, who sit on a seat like anyone and see its View.

They think in threads of their own (compiled code lets go of Python's lock), never in the event
loop, and answer by a schedule that tells nothing about their roles.
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
from volto.rules import Deployment, Family, Ruleset, View
from volto.server.bots.hints import hint
from volto.server.bots.schedule import Schedule
from volto.server.bots.warm_up import WarmUp, adviser
from volto.server.errors import RequestError, described
from volto.server.settings import ServerSettings
from volto.server.tables import commands
from volto.server.tables.table import Table
from volto.server.tables.table_state import TableState
from volto.server.tables.tables import Tables
from volto.server.wire.messages import Hint

if TYPE_CHECKING:
    from volto.agents.levels import Level

STRONGEST = 10
LONG_GAME, QUIET_GAME = 60, 20
"""A bot agrees to a draw after so many turns, so many of them without a capture."""
RETRY = 1.0
"""Seconds to wait when a request of a bot is refused."""
MOST_HINTS = 8
"""Hints that may be waited for at once."""

_log = logging.getLogger(__name__)
Result = TypeVar("Result")
Duty = Callable[["Bots", Tables, Table, Family], Awaitable[None]]


class Bots:
    """Every bot of this server."""

    def __init__(
        self, settings: ServerSettings, warm_up: WarmUp, schedule: Schedule | None = None
    ) -> None:
        self._settings, self._warm_up = settings, warm_up
        self._schedule = schedule or Schedule(settings.pause)
        self._threads = ThreadPoolExecutor(settings.thinkers, "volto-bots")
        self._halt = threading.Event()
        self._agents: WeakKeyDictionary[Table, Agent] = WeakKeyDictionary()
        self._stand_ins: WeakKeyDictionary[Table, Agent] = WeakKeyDictionary()
        self._attending: dict[Table, asyncio.Task[None]] = {}
        self._hints = 0

    async def close(self) -> None:
        """Stop thinking; the tables stay as they are."""
        self._halt.set()
        self._warm_up.halt()
        tasks = list(self._attending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    # Playing.

    def attend(self, tables: Tables, table: Table) -> None:
        """Something happened, or somebody came: do what is due, unless it is being done."""
        seat = table.setup.house_seat
        if seat is None or table in self._attending or self._halt.is_set():
            return
        if self._due(table.state, seat) is None:
            return
        self._attending[table] = asyncio.create_task(self._attend(tables, table, seat))

    async def _attend(self, tables: Tables, table: Table, seat: Family) -> None:
        try:
            while (due := self._due(table.state, seat)) is not None:
                try:
                    await due(self, tables, table, seat)
                except RequestError:  # the table has gone on, or the store is in trouble
                    await asyncio.sleep(RETRY)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            _log.error("A bot failed: %s", described(error))
        finally:  # at once after the last look at what is due, so that nothing is overlooked
            table.say_thinking(None)
            self._attending.pop(table, None)

    @staticmethod
    def _due(state: TableState, seat: Family) -> "Duty | None":
        """What a bot has to do at this table, first things first."""
        if state.position is None:
            return Bots._deploy if seat not in state.sealed else None
        if state.outcome is not None:
            asked = state.wish is seat.rival and state.next_table is None
            return Bots._accept_rematch if asked else None
        if state.offer is seat.rival:
            return Bots._answer_draw
        return Bots._move if state.position.to_move is seat else None

    async def _deploy(self, tables: Tables, table: Table, seat: Family) -> None:
        agent = await self._agent(table)
        ruleset = table.setup.ruleset
        deployment = await self._answer(lambda: agent.deploy(seat, ruleset))
        await tables.deploy(table, seat, str(deployment), lambda number: None)

    async def _move(self, tables: Tables, table: Table, seat: Family) -> None:
        table.say_thinking(seat)
        agent = await self._agent(table)
        view, ply = table.state.view(seat), table.state.ply
        if view is None or view.to_move is not seat or view.outcome is not None:
            return
        budget = self._budget(table)
        move = await self._answer(lambda: agent.choose(view, budget))
        table.thinking = None
        if table.state.ply == ply and table.state.outcome is None:
            await table.act(lambda state: commands.play(state, seat, ply, str(move)))

    async def _answer_draw(self, tables: Tables, table: Table, seat: Family) -> None:
        view = table.state.view(seat)
        await asyncio.sleep(self._settings.pause)
        if view is not None and agrees_to_draw(view):
            await table.act(lambda state: commands.offer_draw(state, seat))
        else:
            await table.act(lambda state: commands.decline_draw(state, seat))

    async def _accept_rematch(self, tables: Tables, table: Table, seat: Family) -> None:
        await tables.rematch(table, seat, lambda number: None)

    async def _agent(self, table: Table) -> Agent:
        """One for the whole game, so that it goes on from what it thought before.

        Until its network is ready, one without stands in.
        """
        await self._warm_up.agents.wait()
        level = _level(table)
        itself = self._warm_up.network.is_set() or not level.by_network
        seated = self._agents if itself else self._stand_ins
        agent = seated.get(table)
        if agent is None:
            make = level.agent if itself else level.stand_in
            agent = seated[table] = make(self._rng())
        return agent

    def _budget(self, table: Table) -> Budget:
        nodes = _level(table).iterations or None
        seconds = self._schedule.seconds or self._settings.patience
        return Budget(seconds if nodes else None, nodes, self._halt)

    async def _answer(self, thought: Callable[[], Result]) -> Result:
        """What a bot thinks, when its moment has come."""

        def timed() -> tuple[float, Result]:
            return self._schedule.clock(), thought()

        return await self._schedule.answered(lambda: self._think(timed))

    # Advice.

    async def hint(self, table: Table, seat: Family, ref: int) -> Hint:
        """What the strongest would play on this seat, and why; only against a bot.

        Until its network is ready, the strongest without one is asked.
        """
        view, state = table.state.view(seat), table.state
        if table.setup.house_seat is not seat.rival:
            raise RequestError("no-hint", "Hints are only for games against the computer.")
        if view is None or state.outcome is not None or view.to_move is not seat:
            raise RequestError("no-hint", "You can ask for a hint only when it is your turn.")
        if self._hints >= MOST_HINTS:
            raise RequestError("busy", "Too many hints are being worked out. Try again soon.")
        self._hints += 1
        try:
            await self._warm_up.agents.wait()
            rng, patience = self._rng(), self._settings.patience
            level = adviser(by_network=self._warm_up.network.is_set())
            return await self._think(lambda: hint(view, ref, level, rng, patience, self._halt))
        finally:
            self._hints -= 1

    async def suggest(self, ruleset: Ruleset) -> Deployment:
        """A deployment as a player who searches would draw it."""
        await self._warm_up.agents.wait()
        agent = adviser(by_network=self._warm_up.network.is_set()).agent(self._rng())
        return await self._think(lambda: agent.deploy(Family.WHITE, ruleset))

    def _rng(self) -> Random:
        return Random(self._settings.rng.getrandbits(64))

    async def _think(self, thought: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, thought)


def agrees_to_draw(view: View) -> bool:
    """Only when the game is long and nothing happens any more; both are for everyone to see."""
    return view.turns >= LONG_GAME and view.quiet >= QUIET_GAME


def _level(table: Table) -> "Level":
    """How strong the bot at this table is."""
    from volto.agents.levels import LEVELS  # compiled code, only when asked for

    seat = table.setup.house_seat
    return LEVELS[((table.setup.occupants[seat].level if seat else None) or STRONGEST) - 1]

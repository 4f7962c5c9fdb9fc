"""Bots: the computer's players, who sit on a seat like anyone and see its View.

Others do their thinking (`thinkers`); they answer by a schedule that tells nothing about their
roles.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from volto.rules import Deployment, Family, Ruleset, View
from volto.server.bots.fair_order import FairOrder, Kind
from volto.server.bots.jobs import Answer, AnyJob, DeployJob, HintJob, MoveJob, ViewWords
from volto.server.bots.schedule import Schedule
from volto.server.bots.thinkers import Thinkers
from volto.server.errors import RequestError, described
from volto.server.settings import ServerSettings
from volto.server.tables import commands
from volto.server.tables.table import Table
from volto.server.tables.table_state import TableState
from volto.server.tables.tables import Tables
from volto.server.wire.messages import Hint

LONG_GAME, QUIET_GAME = 60, 20
"""A bot agrees to a draw after so many turns, so many of them without a capture."""
RETRY = 1.0
"""Seconds to wait when a request of a bot is refused."""

_log = logging.getLogger(__name__)
Duty = Callable[["Bots", Tables, Table, Family], Awaitable[None]]


class Bots:
    """Every bot of this server."""

    def __init__(
        self,
        settings: ServerSettings,
        thinkers: Thinkers,
        seeds: Callable[[str], int],
        order: FairOrder | None = None,
        schedule: Schedule | None = None,
    ) -> None:
        """`seeds` makes of words a number that nobody else can guess, and always the same."""
        self._settings, self._thinkers, self._seeds = settings, thinkers, seeds
        self._schedule = schedule or Schedule(settings.pause)
        self._order = order or FairOrder()
        self._attending: dict[Table, asyncio.Task[None]] = {}
        self._closed = False

    async def close(self) -> None:
        """Attend to nothing any more; the tables stay as they are."""
        self._closed = True
        tasks = list(self._attending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Playing.

    def attend(self, tables: Tables, table: Table) -> None:
        """Something happened, or somebody came: do what is due, unless it is being done."""
        seat = table.setup.house_seat
        if seat is None or table in self._attending or self._closed:
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
        seed, level = self._seed(table, seat), table.setup.occupants[seat].level
        job = DeployJob(seed, level, seat, str(table.setup.ruleset))
        deployment = await self._answer(table, job)
        await tables.deploy(table, seat, deployment, lambda number: None)

    async def _move(self, tables: Tables, table: Table, seat: Family) -> None:
        table.say_thinking(seat)
        view, ply = table.state.view(seat), table.state.ply
        if view is None or view.to_move is not seat or view.outcome is not None:
            return
        seed, level = self._seed(table, seat), table.setup.occupants[seat].level
        seconds = self._schedule.seconds or self._settings.patience
        move = await self._answer(table, MoveJob(seed, level, ViewWords.of(view), seconds))
        table.thinking = None
        if table.state.ply == ply and table.state.outcome is None:
            await table.act(lambda state: commands.play(state, seat, ply, move))

    async def _answer_draw(self, tables: Tables, table: Table, seat: Family) -> None:
        view = table.state.view(seat)
        await asyncio.sleep(self._settings.pause)
        if view is not None and agrees_to_draw(view):
            await table.act(lambda state: commands.offer_draw(state, seat))
        else:
            await table.act(lambda state: commands.decline_draw(state, seat))

    async def _accept_rematch(self, tables: Tables, table: Table, seat: Family) -> None:
        await tables.rematch(table, seat, lambda number: None)

    async def _answer(self, table: Table, job: AnyJob) -> str:
        """What a bot comes to think, when its moment has come; whoever plays it waits in turn."""

        async def think() -> Answer:
            async with self._order.place(_person(table, table.setup.house_seat)) as place:
                return await self._thinkers.think(job, place)

        return str((await self._schedule.answered(think)).said)

    def _seed(self, table: Table, seat: Family, what: str = "plays") -> int:
        return self._seeds(f"{table.setup.table} {seat} {what}")

    # Advice.

    async def hint(self, table: Table, seat: Family, ref: int) -> Hint:
        """What the strongest would play on this seat, and why; only against a bot."""
        view, state = table.state.view(seat), table.state
        if table.setup.house_seat is not seat.rival:
            raise RequestError("no-hint", "Hints are only for games against the computer.")
        if view is None or state.outcome is not None or view.to_move is not seat:
            raise RequestError("no-hint", "You can ask for a hint only when it is your turn.")
        job = HintJob(
            self._seed(table, seat, "asks"), None, ViewWords.of(view), self._settings.patience
        )
        async with self._order.place(_person(table, seat.rival), Kind.HINT) as place:
            found = (await self._thinkers.think(job, place)).said
        assert isinstance(found, Hint)
        return replace(found, ref=ref)

    async def suggest(self, ruleset: Ruleset, person: str) -> Deployment:
        """A deployment as a player who searches would draw it."""
        job = DeployJob(self._settings.rng.getrandbits(63), None, Family.WHITE, str(ruleset))
        async with self._order.place(person, Kind.HINT) as place:
            answer = await self._thinkers.think(job, place)
        return Deployment.parse(str(answer.said), ruleset)


def _person(table: Table, house_seat: Family | None) -> str:
    """Who plays against the house at this table."""
    here = (one.person for one in table.listeners if one.seats and house_seat not in one.seats)
    return next(here, table.setup.table)


def agrees_to_draw(view: View) -> bool:
    """Only when the game is long and nothing happens any more; both are for everyone to see."""
    return view.turns >= LONG_GAME and view.quiet >= QUIET_GAME

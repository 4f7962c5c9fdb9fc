"""All tables: makes them, opens them from the store, and knows which key opens which seat."""

import asyncio
import re
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from volto.notation import Record
from volto.notation.seals import SALT_BYTES
from volto.notation.seals import Seals as SealsOfGame
from volto.rules import Family, LadyRule, Ruleset
from volto.server.bots.opponents import RIVALS
from volto.server.errors import Refusal
from volto.server.settings import Settings
from volto.server.store import Batch, Conflict, Store, StoreFailed
from volto.server.tables import commands
from volto.server.tables.commands import Done, clean_name
from volto.server.tables.events import Chair, Plan, Wished
from volto.server.tables.keys import INVITE, Keys
from volto.server.tables.table import Acknowledge, Seats, Table
from volto.server.tables.table_state import State
from volto.server.wire.messages import NewTable, TableMade

TABLE_BYTES = 9
KEPT = 2000
"""Tables that stay in memory though nobody is connected."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")
NOT_FOUND = "There is no such table, or the key does not open it."


@dataclass(frozen=True, slots=True)
class Welcomed:
    """A table, and the seats that a key opens at it: none for a spectator."""

    table: Table
    seats: Seats


class Tables:
    """The house's tables."""

    def __init__(self, store: Store, keys: Keys, settings: Settings) -> None:
        self._store, self.keys, self._settings = store, keys, settings
        self._rng = settings.rng
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Future[Table | None]] = {}
        self.changed: Callable[[Table], None] = lambda table: None
        """Called after everything that happens at any table, and when one is opened."""
        self.insight: Callable[[], Awaitable[None]] | None = None
        """Handed to every table."""

    # Making and opening.

    async def make(self, wish: NewTable) -> TableMade:
        """A new table, and the way to its first seat."""
        lots = {family: self._rng.choice(tuple(Family)) for family in ("family", "first")}
        seat = lots["family"] if wish.family == "lots" else Family(wish.family)
        first = lots["first"] if wish.first == "lots" else Family(wish.first)
        rivals = {
            "house": Chair("house", RIVALS[wish.level - 1].name, wish.level),
            "screen": Chair("person", ""),
            "friend": Chair("person", ""),
        }
        plan = Plan(
            table=self._new_id(),
            created=self.now(),
            mode=wish.mode,
            ruleset=Ruleset(LadyRule(wish.ladies), wish.quiet),
            aid=wish.aid,
            first=first,
            chairs={
                seat: Chair("person", clean_name(wish.name)),
                seat.rival: rivals[wish.mode],
            },
            open_seat=seat.rival if wish.mode == "friend" else None,
        )
        try:
            await self._store.append(Batch(plans=(plan,)))
        except (Conflict, StoreFailed) as error:
            raise Refusal("busy", f"{error} No table was made.") from None
        self._keep(Table(plan, (), self._store, self.keys, self._settings.clock))
        invite = self.keys.invite_path(plan.table) if wish.mode == "friend" else None
        return TableMade(self.keys.path(plan.table, plan.seats_together(seat)), invite)

    async def table(self, name: str) -> Table:
        """A table by its name; raises Refusal if there is none."""
        if not _NAME.fullmatch(name):
            raise Refusal("not-found", NOT_FOUND)
        found = self._open.get(name)
        if found is None:
            opening = self._opening.get(name)
            if opening is None:
                opening = asyncio.ensure_future(self._load(name))
                self._opening[name] = opening
                opening.add_done_callback(lambda _: self._opening.pop(name, None))
            found = await asyncio.shield(opening)
        if found is None:
            raise Refusal("not-found", NOT_FOUND)
        return found

    async def _load(self, name: str) -> Table | None:
        loaded = await self._store.load(name)
        if loaded is None:
            return None
        table = Table(*loaded, self._store, self.keys, self._settings.clock)
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        table.changed = self._changed
        if self.insight is not None:
            table.insight = self.insight
        self._open[table.plan.table] = table
        if len(self._open) > KEPT:
            idle = [name for name, one in self._open.items() if not one.busy and one is not table]
            for name in idle[: max(1, KEPT // 10)]:
                del self._open[name]
        self.changed(table)

    def _changed(self, table: Table) -> None:
        self._open.move_to_end(table.plan.table)
        self.changed(table)

    async def open_recent(self, seconds: float, most: int = 200) -> None:
        """Open the newest tables against the house, so that it goes on where it was to move."""
        for name in await self._store.recent(self.now() - round(1000 * seconds), most):
            await self.table(name)

    # Keys.

    async def welcome(self, name: str, key: str | None) -> Welcomed:
        """Who comes with this key; without one, a spectator. Raises Refusal for a wrong one."""
        table = await self.table(name)
        if key is None:
            return Welcomed(table, ())
        for seats in sorted({table.plan.seats_together(seat) for seat in table.person_seats()}):
            if self.keys.fits(key, name, "+".join(seats)) and seats[0] in table.state.joined:
                return Welcomed(table, seats)
        raise Refusal("not-found", NOT_FOUND)

    async def invited(self, name: str, key: str) -> Table:
        """The table that an invitation is for."""
        table = await self.table(name)
        if not self.keys.fits(key, name, INVITE) or table.plan.open_seat is None:
            raise Refusal("not-found", NOT_FOUND)
        return table

    async def join(self, name: str, key: str, person: str) -> TableMade:
        """Take the open seat; the invitation works once."""
        table = await self.invited(name, key)
        await table.act(lambda state: commands.join(state, person))
        seat = table.plan.open_seat
        assert seat is not None
        return TableMade(self.keys.path(name, (seat,)), None)

    # Requests that need chance.

    async def deploy(self, table: Table, seat: Family, text: str, acknowledge: Acknowledge) -> int:
        """Ready, with fresh salts for its seals."""
        size = len(table.plan.ruleset.roster)
        salts = tuple(self._rng.randbytes(SALT_BYTES).hex() for _ in range(size))
        return await table.act(lambda state: commands.deploy(state, seat, text, salts), acknowledge)

    async def rematch(self, table: Table, seat: Family, acknowledge: Acknowledge) -> int:
        """A wish for another game; the second wish makes its table, with seats swapped."""
        name = self._new_id()

        def made(state: State, done: Done) -> tuple[Plan, ...]:
            agreed = any(isinstance(deed, Wished) and deed.next_table for _, deed in done)
            return (self._rematch_plan(state, name),) if agreed else ()

        number = await table.act(
            lambda state: commands.rematch(state, seat, name), acknowledge, made
        )
        if table.state.next_table == name:
            await self.table(name)
        return number

    def _rematch_plan(self, state: State, name: str) -> Plan:
        plan = state.plan
        return Plan(
            table=name,
            created=self.now(),
            mode=plan.mode,
            ruleset=plan.ruleset,
            aid=plan.aid,
            first=plan.first,
            chairs={seat: state.chairs[seat.rival] for seat in Family},
            rematch_of=plan.table,
        )

    # Records.

    def record(self, table: Table) -> Record:
        """The record of a finished game, with its seals opened."""
        state = table.state
        if state.position is None or state.outcome is None:
            raise Refusal("not-over", "A game is recorded for all to read once it is over.")
        seals = SealsOfGame(
            table.plan.table,
            tuple(one for family in Family for one in state.sealed[family].seals),
            state.salts(),
        )
        about = [("Event", "Casual"), ("Date", _date(table.plan.created))]
        about += [
            (family.title(), f"{chair.name} {chair.level}" if chair.level else chair.name)
            for family, chair in state.chairs.items()
            if chair.name
        ]
        return Record.of(state.position, (*about, *seals.tags()))

    def now(self) -> int:
        return round(self._settings.clock() * 1000)

    def _new_id(self) -> str:
        return urlsafe_b64encode(self._rng.randbytes(TABLE_BYTES)).decode()


def _date(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y.%m.%d}"

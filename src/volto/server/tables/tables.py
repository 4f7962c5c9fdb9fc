"""All tables: makes them, opens them from the store, and knows which key opens which seat."""

import asyncio
import re
import weakref
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from volto.notation import Record
from volto.notation.seals import SALT_BYTES
from volto.notation.seals import Seals as SealsOfGame
from volto.rules import STANDARD, Family
from volto.server import metrics
from volto.server.bots.opponents import OPPONENTS
from volto.server.bus.local import LocalBus
from volto.server.errors import DamagedTable, RequestError
from volto.server.settings import ServerSettings
from volto.server.store import Conflict, Store, StoreFailed, Transaction
from volto.server.store.events import Occupant, TableSetup, Wished
from volto.server.tables import commands
from volto.server.tables.commands import Decision, clean_name
from volto.server.tables.following import Following
from volto.server.tables.keys import INVITE, Keys
from volto.server.tables.table import Acknowledge, Seats, Table, at_once
from volto.server.tables.table_state import TableState
from volto.server.wire.messages import NewTable, SeatKey, Standings, TableMade
from volto.server.wire.snapshot import WORDS

TABLE_BYTES = 9
KEPT = 500
"""Tables that stay in memory though nobody is connected."""
LONGEST_GAME = 600
"""Turns after which a game at a table is drawn: a bound on what one table can hold."""
OVERDUE = 5000
"""Milliseconds after which a bot is attended by whoever can, not only by whoever ought to."""
REPLAYED_AT_ONCE = 20
"""Entries of a log that are replayed before others get a turn."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")
NOT_FOUND = "There is no such table, or the link is wrong."


@dataclass(frozen=True, slots=True)
class Access:
    """A table, and the seats that a key opens at it: none for a spectator."""

    table: Table
    seats: Seats


class Tables:
    """Every table of this server."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        settings: ServerSettings,
        attend: Callable[["Tables", Table], None] = lambda tables, table: None,
        aid_ready: Callable[[], Awaitable[None]] = at_once,
        following: Following | None = None,
    ) -> None:
        """`attend` is called whenever a bot may have something to do at a table; `aid_ready` is
        handed to every table; without `following`, nobody else writes to them."""
        self._store, self.keys, self._rng = store, keys, settings.rng
        self._open: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Future[Table | None]] = {}
        self._attend, self._aid_ready = attend, aid_ready
        self._following = following or Following(store, LocalBus())
        self._shared = settings.shared

    # Making and opening.

    async def make(self, wish: NewTable) -> TableMade:
        """A new table, and the way to its first seat."""
        lots = {family: self._rng.choice(tuple(Family)) for family in ("family", "first")}
        seat = lots["family"] if wish.family == "lots" else Family(wish.family)
        begins = {"lots": lots["first"], "me": seat, "opponent": seat.rival}
        first = begins.get(wish.first) or Family(wish.first)
        setup = TableSetup(
            table=self._new_id(),
            created=self._store.now(),
            mode=wish.mode,
            ruleset=replace(STANDARD.but(wish.ladies, wish.quiet), turn_cap=LONGEST_GAME),
            aid=wish.aid,
            first=first,
            occupants=_occupants(wish, seat),
            open_seat=seat.rival if wish.mode == "friend" else None,
        )
        try:
            await self._store.append(Transaction(setups=(setup,)))
        except (Conflict, StoreFailed) as error:
            raise RequestError("busy", f"Couldn't start the game: {error} Try again.") from None
        table = self._made(TableState.start(setup))
        table.written_here = True
        self._keep(table)
        invite = self.keys.invite_path(setup.table) if wish.mode == "friend" else None
        return TableMade(self.keys.path(setup.table, setup.seats_together(seat)), invite)

    async def table(self, name: str) -> Table:
        """A table by its name; raises RequestError if there is none."""
        if not _NAME.fullmatch(name):
            raise RequestError("not-found", NOT_FOUND)
        found = self._open.get(name)
        if found is None:
            opening = self._opening.get(name)
            if opening is None:
                opening = asyncio.ensure_future(self._load(name))
                self._opening[name] = opening
                opening.add_done_callback(lambda _: self._opening.pop(name, None))
            found = await asyncio.shield(opening)
        if found is None:
            raise RequestError("not-found", NOT_FOUND)
        return found

    async def _load(self, name: str) -> Table | None:
        try:
            loaded = await self._store.load(name)
        except StoreFailed as error:
            raise RequestError("busy", f"{error} Try again in a moment.") from None
        if loaded is None:
            return None
        setup, entries = loaded
        state = TableState.start(setup)
        for start in range(0, len(entries), REPLAYED_AT_ONCE):
            for entry in entries[start : start + REPLAYED_AT_ONCE]:
                state = state.replaying(entry)
            await asyncio.sleep(0)
        table = self._made(state)
        self._keep(table)
        return table

    def _made(self, state: TableState) -> Table:
        table = Table(state, self._store, self.keys, self, self._aid_ready)
        metrics.tables_open.inc()
        weakref.finalize(table, metrics.tables_open.dec).atexit = False
        return table

    def _keep(self, table: Table) -> None:
        """One table in memory for all who are at it; without anybody, for a while."""
        self._open[table.setup.table] = table
        self._remember(table)
        self.attend(table)

    def _remember(self, table: Table) -> None:
        self._recent[table.setup.table] = table
        self._recent.move_to_end(table.setup.table)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)

    # What happens at tables.

    def committed(self, table: Table) -> None:
        self._remember(table)
        if self._shared:
            self._following.committed(table)
        self.attend(table)

    def followed(self, table: Table) -> None:
        self._remember(table)
        self.attend(table)

    def visited(self, table: Table) -> None:
        self._following.visited(table)

    def attend(self, table: Table) -> None:
        """A bot may have something to do. Where several workers share a table, whoever wrote to it
        last attends; the others only when that is overdue and somebody waits for it here."""
        if table.setup.house_seat is None:
            return
        number, wait = table.state.number, table.state.at + OVERDUE - self._store.now()
        if table.written_here or not self._shared or wait <= 0:
            self._attend(self, table)
            return

        def look_again() -> None:
            if table.state.number == number and not table.presence.empty:
                self._attend(self, table)

        asyncio.get_running_loop().call_later(wait / 1000, look_again)

    # Keys.

    async def welcome(self, name: str, key: str | None) -> Access:
        """Who comes with this key; without one, a spectator. A wrong one is a RequestError."""
        table = await self.table(name)
        if key is None:
            return Access(table, ())
        for seats in sorted({table.setup.seats_together(seat) for seat in table.person_seats()}):
            if self.keys.fits(key, name, "+".join(seats)):
                if seats[0] not in table.state.joined:
                    await table.refresh()  # somebody may have joined by another worker
                if seats[0] in table.state.joined:
                    return Access(table, seats)
        raise RequestError("not-found", NOT_FOUND)

    async def standings(self, asked: Collection[SeatKey]) -> Standings:
        """How tables stand for whoever has the keys of seats at them. A wrong key costs no look at
        the database."""
        opened = {one: seats for one in asked if (seats := self._opened_by(one))}
        states = await self._states({one.table for one in opened})
        found = ((states.get(one.table), opened.get(one, ())) for one in asked)
        return Standings(
            tuple(
                state.standing(seats)
                if state and seats and state.joined.issuperset(seats)
                else None
                for state, seats in found
            )
        )

    def _opened_by(self, one: SeatKey) -> Seats:
        """The seats that this key is made for, if there is such a table."""
        for seats in ((Family.WHITE,), (Family.RED,), tuple(Family)):
            if self.keys.fits(one.key, one.table, "+".join(seats)):
                return seats
        return ()

    async def _states(self, names: Collection[str]) -> dict[str, TableState]:
        """These tables as their logs tell them now; one that is gone or damaged is left out."""
        found: dict[str, TableState] = {}
        for name in names:
            try:
                found[name] = (await self.table(name)).state
            except DamagedTable:
                continue
            except RequestError as error:
                if error.code != "not-found":
                    raise
        if self._shared and found:
            try:
                news = await self._store.news({name: found[name].number for name in found})
            except StoreFailed as error:
                raise RequestError("busy", f"{error} Try again in a moment.") from None
            for name, entries in news.items():
                for entry in entries:
                    found[name] = found[name].replaying(entry)
        return found

    async def invited(self, name: str, key: str) -> Table:
        """The table that an invitation is for."""
        table = await self.table(name)
        if not self.keys.fits(key, name, INVITE) or table.setup.open_seat is None:
            raise RequestError("not-found", NOT_FOUND)
        return table

    async def join(self, name: str, key: str, person: str, token: str = "") -> TableMade:
        """Take the open seat; the invitation works once, or again for the same token."""
        table = await self.invited(name, key)
        await table.act(lambda state: commands.join(state, person, token))
        seat = table.setup.open_seat
        assert seat is not None
        return TableMade(self.keys.path(name, (seat,)), None)

    # Requests that need chance.

    async def deploy(self, table: Table, seat: Family, text: str, acknowledge: Acknowledge) -> int:
        """Ready, with fresh salts for its seals."""
        size = len(table.setup.ruleset.roster)
        salts = tuple(self._rng.randbytes(SALT_BYTES).hex() for _ in range(size))
        return await table.act(lambda state: commands.deploy(state, seat, text, salts), acknowledge)

    async def rematch(self, table: Table, seat: Family, acknowledge: Acknowledge) -> int:
        """A wish for another game; the second wish makes its table, with seats swapped."""
        name = self._new_id()

        def made(state: TableState, done: Decision) -> tuple[TableSetup, ...]:
            agreed = any(isinstance(event, Wished) and event.next_table for _, event, _ in done)
            return (self._rematch_setup(state, name),) if agreed else ()

        number = await table.act(
            lambda state: commands.rematch(state, seat, name), acknowledge, made
        )
        if table.state.next_table == name:
            self._attend(self, await self.table(name))
        return number

    def _rematch_setup(self, state: TableState, name: str) -> TableSetup:
        setup = state.setup
        return TableSetup(
            table=name,
            created=self._store.now(),
            mode=setup.mode,
            ruleset=setup.ruleset,
            aid=setup.aid,
            first=setup.first,
            occupants={seat: state.occupants[seat.rival] for seat in Family},
            rematch_of=setup.table,
        )

    # Records.

    def record(self, table: Table) -> Record:
        """The record of a finished game, with its seals opened."""
        state = table.state
        if state.position is None or state.outcome is None:
            raise RequestError("not-over", "The record can be downloaded once the game is over.")
        seals = SealsOfGame(
            table.setup.table,
            tuple(one for family in Family for one in state.sealed[family].seals),
            state.salts(),
        )
        about = [("Event", "Casual"), ("Date", _date(table.setup.created))]
        about += [
            (
                family.title(),
                f"{occupant.name} {occupant.level}" if occupant.level else occupant.name,
            )
            for family, occupant in state.occupants.items()
            if occupant.name
        ]
        return Record.of(state.position, (*about, *seals.tags()))

    def _new_id(self) -> str:
        return urlsafe_b64encode(self._rng.randbytes(TABLE_BYTES)).decode()


def _occupants(wish: NewTable, seat: Family) -> dict[Family, Occupant]:
    """Who sits down at a new table, as far as that is known."""
    if wish.mode == "screen":
        names = {family: wish.names.get(WORDS[family], "") for family in Family}
        return {family: Occupant("person", clean_name(name)) for family, name in names.items()}
    house = Occupant("house", OPPONENTS[wish.level - 1].name, wish.level)
    rival = house if wish.mode == "house" else Occupant("person", "")
    return {seat: Occupant("person", clean_name(wish.name)), seat.rival: rival}


def _date(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y.%m.%d}"

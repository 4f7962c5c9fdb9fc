"""One table: the authority over its game.

A request is decided under the table's lock, written and committed, and only then acknowledged and
told to everyone who is connected, each from the seat's own View.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from volto.rules import Family
from volto.server import metrics
from volto.server.errors import RequestError
from volto.server.store import CommitUnknown, Conflict, Store, StoreFailed, Transaction
from volto.server.store.events import Entry, TableSetup
from volto.server.tables.aid import USES_BELIEF, guesses
from volto.server.tables.commands import Decision
from volto.server.tables.keys import Keys
from volto.server.tables.presence import Presence
from volto.server.tables.table_state import TableState
from volto.server.wire.change import Sight, change_of
from volto.server.wire.messages import (
    Happened,
    Here,
    Resync,
    TableChange,
    Thinking,
    Welcome,
    write,
)
from volto.server.wire.snapshot import (
    WORDS,
    PublicFacts,
    SeatFacts,
    snapshot_of,
    word,
)

TRIES = 5
"""How often a request is decided anew because another worker wrote to the table first."""
LOOK_AGAIN = 1.0
"""Seconds between two looks at a database that did not say what it kept."""

Seats = tuple[Family, ...]
Decide = Callable[[TableState], Decision]
Acknowledge = Callable[[int], None]
Made = Callable[[TableState, Decision], tuple[TableSetup, ...]]


class Listener(Protocol):
    """A connection that wants to know what happens, as these seats or as a spectator (none)."""

    @property
    def seats(self) -> Seats: ...

    @property
    def person(self) -> str:
        """Whom it is counted as, where people share something: the same for all connections of
        an address."""
        ...

    def tell(self, frame: bytes) -> None:
        """Send this when you can; must not block."""
        ...


class House(Protocol):
    """Where a table stands, which wants to know what happens at it."""

    def committed(self, table: "Table") -> None:
        """Something was written to its log, here."""
        ...

    def followed(self, table: "Table") -> None:
        """Something was found in its log that others have written."""
        ...

    def visited(self, table: "Table") -> None:
        """Somebody has come or left."""
        ...


def _nobody(number: int) -> None:
    """For requests that no connection waits for."""


def _nothing_made(state: TableState, done: Decision) -> tuple[TableSetup, ...]:
    return ()


async def at_once() -> None:
    """Where nothing has to be compiled first."""


class Table:
    """A live game, rebuilt from its log."""

    def __init__(
        self,
        state: TableState,
        store: Store,
        keys: Keys,
        house: House,
        aid_ready: Callable[[], Awaitable[None]] = at_once,
    ) -> None:
        """`aid_ready` returns once the deduction aid can be worked out without a long wait."""
        self.setup, self.state = state.setup, state
        self.thinking: Family | None = None
        self.listeners: list[Listener] = []
        self.presence = Presence(self._tell_here, lambda: house.visited(self))
        self.written_here = False
        """Whether the last entry of the log is this worker's."""
        self._store, self._keys = store, keys
        self._lock = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None
        self._sights: dict[Family | None, Sight] = {}
        self._house, self._aid_ready = house, aid_ready

    # What is done here.

    async def act(
        self, decide: Decide, acknowledge: Acknowledge = _nobody, made: Made = _nothing_made
    ) -> int:
        """Carry a request out; the number of its happening. A RequestError has changed nothing,
        unless its code is `unknown`. `made` names the tables that come to be with it.

        Whoever is cancelled here may leave an entry in the log that the table has not taken over;
        it does so as soon as anything else is asked of it.
        """
        began = time.monotonic()
        async with self._lock:
            written = await self._written(decide, made)
            number = written[0][0].number if written else self.state.number
            acknowledge(number)
            if not written:  # it was done before
                return number
            await self.ready_to_show(written[-1][1])
            # From here on nothing else runs, so that a page that enters misses nothing.
            for entry, state in written:
                self._advance(entry, state)
            self.written_here = True
        if written[0][0].ply is not None:
            metrics.turn_seconds.observe(time.monotonic() - began)
        self._house.committed(self)
        return number

    async def _written(self, decide: Decide, made: Made) -> list[tuple[Entry, TableState]]:
        """What is decided and leads to, once it is in the log; decided anew when somebody else
        was faster, so that nobody is refused for what no longer holds."""
        if self._looking is not None:
            raise RequestError("busy", "The database does not answer. Nothing was changed.")
        for _ in range(TRIES):
            known = self.state.number
            try:
                done = decide(self.state)
            except RequestError:
                await self._catch_up()
                if self.state.number == known:
                    raise
                continue
            at, state = self._store.now(), self.state
            written = []
            for family, event, position in done:
                entry = Entry(state.number + 1, at, family, event)
                state = state.after(entry, position)
                written.append((entry, state))
            try:
                if written:
                    lines = tuple((self.setup.table, entry) for entry, _ in written)
                    await self._store.append(Transaction(made(self.state, done), lines))
                return written
            except Conflict:
                await self._catch_up()
            except CommitUnknown:
                self._looking = asyncio.create_task(self._look())
                raise RequestError(
                    "unknown",
                    "The database does not answer, so it is not known whether this counted. "
                    "You will see as soon as it is back.",
                ) from None
            except StoreFailed as error:
                raise RequestError("busy", f"{error} Nothing was changed.") from None
        raise RequestError("stale", "The game has moved on. Look again and choose a move.")

    async def _look(self) -> None:
        """After a commit whose fate is unknown: look until it is known, and tell everyone."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            with contextlib.suppress(RequestError):
                async with self._lock:
                    await self._catch_up()
                    self._looking = None
                    for listener in tuple(self.listeners):
                        self._show(listener)
                return self._house.committed(self)

    async def refresh(self) -> None:
        """Take over what others have written to the log, and tell it; a RequestError if it cannot
        be read."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            entries = await self._store.entries(self.setup.table, self.state.number)
        except StoreFailed as error:
            raise RequestError("busy", f"{error} Nothing was changed.") from None
        await self._take_over(entries)

    async def follow(self, entries: Sequence[Entry]) -> None:
        """As `refresh`, with what has been read already."""
        async with self._lock:
            await self._take_over([one for one in entries if one.number > self.state.number])

    async def _take_over(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            state = self.state.replaying(entry)
            await self.ready_to_show(state)
            self._advance(entry, state)
        if entries:
            self.written_here = False
            self._house.followed(self)

    # What is told of it.

    async def ready_to_show(self, state: TableState) -> None:
        """Wait until snapshots of this state can be made at once."""
        if state.phase == "playing" and self.setup.aid in USES_BELIEF:
            await self._aid_ready()

    def _sight(self, seat: Family | None, state: TableState, facts: PublicFacts) -> Sight:
        """What a seat or a spectator may be shown of a state with these facts."""
        view = state.view(seat)
        own = SeatFacts(
            seat,
            state.deployment(seat),
            self._next_path(seat, state),
            guesses(view, self.setup.aid) if view else (),
        )
        return Sight(facts, own, view)

    def sight(self, seat: Family | None) -> Sight:
        """What a seat or a spectator may be shown now, worked out once."""
        if seat not in self._sights:
            self._sights[seat] = self._sight(seat, self.state, self.state.facts())
        return self._sights[seat]

    def _next_path(self, seat: Family | None, state: TableState) -> str | None:
        """Everybody changes seats for a rematch, and gets the key of the new one only."""
        if state.next_table is None:
            return None
        if seat is None:
            return f"/watch/{state.next_table}"
        return self._keys.path(state.next_table, self.setup.seats_together(seat.rival))

    async def greet(self, listener: Listener, last: int | None) -> None:
        """Tell a page what it does not know yet; from here on it hears all that happens.

        `last` is the number of the last happening that it knows.
        """
        await self.refresh()
        await self.ready_to_show(self.state)
        # From here on nothing else runs, so that no happening is missed or told twice.
        words = tuple(WORDS[seat] for seat in listener.seats)
        number = self.state.number
        listener.tell(write(Welcome(self.setup.table, words, number, last != number)))
        if last != number:
            self._show(listener)
        self.enter(listener)

    def _show(self, listener: Listener) -> None:
        for seat in listener.seats or (None,):
            snapshot = snapshot_of(*self.sight(seat))
            listener.tell(write(Resync(word(seat), self.state.number, snapshot)))

    def _advance(self, entry: Entry, state: TableState) -> None:
        """The table is in this state now, by this entry; everyone is told what has changed."""
        facts = state.facts()
        frames: dict[Family | None, bytes] = {}
        sights: dict[Family | None, Sight] = {}
        for listener in tuple(self.listeners):
            for seat in listener.seats or (None,):
                if seat not in frames:
                    sights[seat] = self._sight(seat, state, facts)
                    frames[seat] = self._happened(
                        entry, seat, change_of(self.sight(seat), sights[seat])
                    )
                listener.tell(frames[seat])
        self.state, self._sights = state, sights

    @staticmethod
    def _happened(entry: Entry, seat: Family | None, change: TableChange) -> bytes:
        return write(
            Happened(
                seat=word(seat),
                number=entry.number,
                what=entry.kind,  # type: ignore[arg-type]  # the tags of events are these words
                family=word(entry.family),
                change=change,
            )
        )

    def say_thinking(self, family: Family | None) -> None:
        """A bot begins (or ends) to think."""
        self.thinking = family
        if family is not None:
            self._tell_all(write(Thinking(WORDS[family])))

    # Who is here.

    def enter(self, listener: Listener) -> None:
        """A connection begins to listen; the others hear that somebody is here."""
        here = self.presence.seats.union(listener.seats)
        for seat in self.person_seats():
            listener.tell(write(Here(WORDS[seat], seat in here)))
        if self.thinking is not None:
            listener.tell(write(Thinking(WORDS[self.thinking])))
        self.presence.arrive(listener.seats)
        self.listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        self.listeners.remove(listener)
        self.presence.depart(listener.seats)

    def _tell_here(self, seat: Family, here: bool) -> None:
        self._tell_all(write(Here(WORDS[seat], here)))

    def person_seats(self) -> list[Family]:
        return [seat for seat in Family if self.setup.occupants[seat].kind == "person"]

    def _tell_all(self, frame: bytes) -> None:
        for listener in tuple(self.listeners):
            listener.tell(frame)

"""One table: the authority over its game.

A request is decided under the table's lock, written and committed, and only then acknowledged and
told to everyone who is connected, each from the seat's own View.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

from volto.rules import Family
from volto.server.errors import RequestError
from volto.server.store import Conflict, Store, StoreFailed, Transaction
from volto.server.store.events import Entry, TableSetup
from volto.server.tables.aid import USES_BELIEF, guesses
from volto.server.tables.commands import Decision
from volto.server.tables.keys import Keys
from volto.server.tables.table_state import TableState
from volto.server.wire.messages import Happened, Here, Resync, TableSnapshot, Thinking, write
from volto.server.wire.snapshot import WORDS, PublicFacts, SeatFacts, snapshot_of, word

LONGEST_STORY = 100
"""Happenings that a page is told one by one when it comes back; beyond, it begins afresh."""

Seats = tuple[Family, ...]
Decide = Callable[[TableState], Decision]
Acknowledge = Callable[[int], None]


class Listener(Protocol):
    """A connection that wants to know what happens, as these seats or as a spectator (none)."""

    @property
    def seats(self) -> Seats: ...

    def tell(self, frame: bytes) -> None:
        """Send this when you can; must not block."""
        ...


def _nobody(number: int) -> None:
    """For requests that no connection waits for."""


async def at_once() -> None:
    """Where nothing has to be compiled first."""


class Table:
    """A live game, rebuilt from its log."""

    def __init__(
        self,
        setup: TableSetup,
        entries: Sequence[Entry],
        store: Store,
        keys: Keys,
        clock: Callable[[], float],
        changed: Callable[["Table"], None] = lambda table: None,
        aid_ready: Callable[[], Awaitable[None]] = at_once,
    ) -> None:
        """`changed` is called after everything that happens; `aid_ready` returns once the deduction
        aid can be worked out without a long wait."""
        self.setup = setup
        self.entries = list(entries)
        self.state = TableState.replayed(setup, entries)
        self.thinking: Family | None = None
        self.listeners: list[Listener] = []
        self._store, self._keys, self._clock = store, keys, clock
        self._lock = asyncio.Lock()
        self._acts: set[asyncio.Task[int]] = set()
        self._changed, self._aid_ready = changed, aid_ready

    # What is done here.

    async def act(
        self,
        decide: Decide,
        acknowledge: Acknowledge = _nobody,
        made: Callable[[TableState, Decision], tuple[TableSetup, ...]] = lambda state, done: (),
    ) -> int:
        """Carry a request out; the number of its happening. A RequestError has changed nothing.

        Once decided it is finished, even if whoever asked has gone. `made` names the tables that
        come to be with it.
        """
        task = asyncio.create_task(self._act(decide, acknowledge, made))
        self._acts.add(task)
        task.add_done_callback(self._acted)
        await asyncio.wait((task,))
        return task.result()

    def _acted(self, task: asyncio.Task[int]) -> None:
        """Also look at why it failed: asyncio would log what nobody looked at, roles included."""
        self._acts.discard(task)
        if not task.cancelled():
            task.exception()

    async def _act(
        self,
        decide: Decide,
        acknowledge: Acknowledge,
        made: Callable[[TableState, Decision], tuple[TableSetup, ...]],
    ) -> int:
        async with self._lock:
            done = decide(self.state)
            at = round(self._clock() * 1000)
            states, entries = [self.state], []
            for decided in done:
                entries.append(Entry(states[-1].number + 1, at, decided.family, decided.event))
                states.append(states[-1].after(entries[-1], decided.position))
            transaction = Transaction(
                made(self.state, done), tuple((self.setup.table, entry) for entry in entries)
            )
            try:
                await self._store.append(transaction)
            except Conflict:
                await self._reload()
                raise RequestError(
                    "stale", "The game has moved on. Look again and choose a move."
                ) from None
            except StoreFailed as error:
                await self._reload()
                raise RequestError("busy", f"{error} Nothing was changed.") from None
            acknowledge(entries[0].number)
            await self.ready_to_show(states[-1])
            # From here on nothing else runs, so that a page that enters misses nothing.
            self.entries += entries
            self.state = states[-1]
            for entry, state in zip(entries, states[1:], strict=True):
                self._tell(entry, state)
        self._changed(self)
        return entries[0].number

    async def _reload(self) -> None:
        """What the log says counts; tell what is new in it."""
        try:
            loaded = await self._store.load(self.setup.table)
        except Exception:
            return
        if loaded is None:
            return
        missing = loaded[1][len(self.entries) :]
        for entry in missing:
            self.state = self.state.replaying(entry)
            self.entries.append(entry)
            self._tell(entry, self.state)

    # What is told of it.

    async def ready_to_show(self, state: TableState) -> None:
        """Wait until snapshots of this state can be made at once."""
        if state.phase == "playing" and self.setup.aid in USES_BELIEF:
            await self._aid_ready()

    def snapshot(
        self, seat: Family | None, state: TableState | None = None, facts: PublicFacts | None = None
    ) -> TableSnapshot:
        """What a seat or a spectator sees; `facts` are those of the state, if at hand."""
        state = state or self.state
        view = state.view(seat)
        own = SeatFacts(
            seat,
            state.deployment(seat),
            self._next_path(seat, state),
            guesses(view, self.setup.aid) if view else (),
        )
        return snapshot_of(facts or state.facts(), own, view)

    def _next_path(self, seat: Family | None, state: TableState) -> str | None:
        """Everybody changes seats for a rematch, and gets the key of the new one only."""
        if state.next_table is None:
            return None
        if seat is None:
            return f"/watch/{state.next_table}"
        return self._keys.path(state.next_table, self.setup.seats_together(seat.rival))

    def fresh(self, seat: Family | None) -> bytes:
        return write(Resync(word(seat), self.state.number, self.snapshot(seat)))

    def missed(self, seats: Sequence[Family | None], last: int) -> Iterable[bytes]:
        """What happened after happening `last`, each with the snapshot after it."""
        state = TableState.replayed(self.setup, self.entries[:last])
        for entry in self.entries[last:]:
            state = state.after(entry)
            facts = state.facts()
            for seat in seats:
                yield self._happened(entry, state, seat, facts)

    def can_tell_from(self, last: int | None) -> bool:
        """Whether a page that knows happening `last` can be told the rest, one by one."""
        number = self.state.number
        return last is not None and last <= number and number - last <= LONGEST_STORY

    def _happened(
        self, entry: Entry, state: TableState, seat: Family | None, facts: PublicFacts
    ) -> bytes:
        what = Happened(
            seat=word(seat),
            number=entry.number,
            what=entry.kind,  # type: ignore[arg-type]  # the tags of events are these words
            family=word(entry.family),
            snapshot=self.snapshot(seat, state, facts),
        )
        return write(what)

    def _tell(self, entry: Entry, state: TableState) -> None:
        facts = state.facts()
        frames: dict[Family | None, bytes] = {}
        for listener in tuple(self.listeners):
            for seat in listener.seats or (None,):
                if seat not in frames:
                    frames[seat] = self._happened(entry, state, seat, facts)
                listener.tell(frames[seat])

    def say_thinking(self, family: Family | None) -> None:
        """A bot begins (or ends) to think."""
        self.thinking = family
        if family is not None:
            self._tell_all(write(Thinking(WORDS[family])))

    # Who is here.

    def enter(self, listener: Listener) -> None:
        """A connection begins to listen; the others hear that somebody is here."""
        before = self.here()
        for seat in self.person_seats():
            listener.tell(write(Here(WORDS[seat], seat in before or seat in listener.seats)))
        if self.thinking is not None:
            listener.tell(write(Thinking(WORDS[self.thinking])))
        for seat in listener.seats:
            if seat not in before:
                self._tell_all(write(Here(WORDS[seat], True)))
        self.listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        self.listeners.remove(listener)
        after = self.here()
        for seat in listener.seats:
            if seat not in after:
                self._tell_all(write(Here(WORDS[seat], False)))

    def here(self) -> set[Family]:
        """The seats that somebody is connected on."""
        return {seat for listener in self.listeners for seat in listener.seats}

    def person_seats(self) -> list[Family]:
        return [seat for seat in Family if self.setup.occupants[seat].kind == "person"]

    def _tell_all(self, frame: bytes) -> None:
        for listener in tuple(self.listeners):
            listener.tell(frame)

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        return bool(self.listeners or self._acts or self.thinking or self._lock.locked())

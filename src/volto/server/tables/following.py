"""What other workers do at the tables that are open here: heard of by the bus, or found by looking.

A worker that has committed something says how far the table's log goes, and whoever has listeners
there reads what is new. Because nobody relies on the bus, the logs of all these tables are also
looked at every second. Which seats are taken goes over the bus alone.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from volto.rules import Family
from volto.server.bus import Bus
from volto.server.bus.peers import Peers
from volto.server.bus.words import (
    Advanced,
    Asking,
    Seated,
    TableWord,
    Used,
    read_table_word,
    table_channel,
    write_word,
)
from volto.server.errors import described
from volto.server.store import Store, StoreFailed
from volto.server.store.events import Entry
from volto.server.tables.table import Table

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Followed:
    table: Table
    unsubscribe: Callable[[], None]
    told: frozenset[Family] = frozenset()
    """The seats that others were told of."""


class Following:
    """Every table that somebody listens to through this worker. Begin with `start`, end with
    `stop`."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        every: float | None = None,
        report: Callable[[], Used] = dict,
        absorb: Callable[[str, Used], None] = lambda worker, used: None,
    ) -> None:
        """Look every so many seconds, or never; `report` and `absorb` are for limits."""
        self._store, self._bus, self._every = store, bus, every
        self._worker = secrets.token_hex(6)
        self._peers = Peers(bus, self._worker, report, absorb, self._lost)
        self._followed: dict[str, _Followed] = {}
        self._behind: set[str] = set()
        self._hinted = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._peers.start()
        self._begin(self._heed_for_ever())
        if self._every is not None:
            self._begin(self._look_for_ever(self._every))

    async def stop(self) -> None:
        await self._peers.stop()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for followed in self._followed.values():
            followed.unsubscribe()
        self._followed.clear()

    # What is done here, for others.

    def committed(self, table: Table) -> None:
        """This worker has written to the table."""
        self._say(table.setup.table, Advanced(self._worker, table.state.number))

    def visited(self, table: Table) -> None:
        """Somebody has come to the table or has left it."""
        name, own = table.setup.table, table.presence.own
        followed = self._followed.get(name)
        if table.presence.empty:
            if followed is not None:
                self._tell_seats(followed, own)
                followed.unsubscribe()
                del self._followed[name]
                table.presence.forget_others()
        elif followed is None:
            unsubscribe = self._bus.subscribe(
                table_channel(name), partial(self._hear, name), partial(self._joined, name)
            )
            self._followed[name] = _Followed(table, unsubscribe)
        else:
            self._tell_seats(followed, own)

    def _joined(self, name: str) -> None:
        """From now on everything is heard: ask for what was said before, and say it too."""
        followed = self._followed.get(name)
        if followed is not None:
            self._say(name, Asking(self._worker))
            followed.told = frozenset()
            self._tell_seats(followed, followed.table.presence.own)

    def _tell_seats(self, followed: _Followed, own: frozenset[Family]) -> None:
        if followed.told != own:
            followed.told = own
            self._say(followed.table.setup.table, Seated(self._worker, tuple(sorted(own))))

    def _say(self, name: str, word: TableWord) -> None:
        self._bus.publish(table_channel(name), write_word(word))

    # What others do.

    def _hear(self, name: str, message: bytes) -> None:
        followed, word = self._followed.get(name), read_table_word(message)
        if followed is None or word is None or word.worker == self._worker:
            return
        self._peers.heard(word.worker)
        match word:
            case Advanced():
                self._advanced(followed.table, word.number)
            case Asking():
                if followed.told:
                    self._say(name, Seated(self._worker, tuple(sorted(followed.told))))
            case Seated():
                followed.table.presence.seated(word.worker, word.seats)

    def _lost(self, worker: str) -> None:
        for followed in tuple(self._followed.values()):
            followed.table.presence.seated(worker, ())

    def _advanced(self, table: Table, number: int) -> None:
        """The log is said to go so far."""
        if number > table.state.number:
            self._behind.add(table.setup.table)
            self._hinted.set()

    async def _heed_for_ever(self) -> None:
        """Read what was hinted at; what is hinted at meanwhile is read together."""
        while True:
            await self._hinted.wait()
            self._hinted.clear()
            behind, self._behind = self._behind, set()
            await self._read(behind)

    async def _look_for_ever(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            await self.look()

    async def look(self) -> None:
        """Read what was hinted at or not."""
        await self._read(tuple(self._followed))

    async def _read(self, names: Iterable[str]) -> None:
        known = {
            name: followed.table.state.number
            for name in names
            if (followed := self._followed.get(name))
        }
        try:
            news = await self._store.news(known) if known else {}
        except StoreFailed:  # logged there; the next look finds it
            return
        except Exception as error:
            _log.error("Tables cannot be followed: %s", described(error))
            return
        for name, entries in news.items():
            if followed := self._followed.get(name):
                self._begin(self._follow(followed.table, entries))

    @staticmethod
    async def _follow(table: Table, entries: Sequence[Entry]) -> None:
        try:
            await table.follow(entries)
        except Exception as error:  # the other tables are followed
            _log.error("A table cannot be followed: %s", described(error))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

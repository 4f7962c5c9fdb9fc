"""The gate: how many may come in, how long they get, and how much may wait for them to read.

Every connection passes here, HTTP and sockets alike. One look round a second serves them all, so
that none needs a timer of its own.
"""

import asyncio
import contextlib
import math
import sys
import time
from typing import Protocol

from volto.server.settings import ServerSettings
from volto.server.wire.limits import Limits, Meter, network

if sys.platform != "win32":
    import resource

RESERVE = 128
"""Descriptors that are kept for files, the database and the like."""
RELIEF = 0.9
"""When too much waits in all, the largest debtors go until it is this part of what may."""


class Guest(Protocol):
    """A connection that is looked after."""

    @property
    def transport(self) -> asyncio.Transport: ...

    def look(self, now: float) -> None:
        """Let the client go if it has had its time."""
        ...


class Socket(Guest, Protocol):
    """One that can be closed in good order."""

    def close(self, code: int) -> None: ...


class Entry:
    """Where one connection is counted."""

    __slots__ = ("_meters",)

    def __init__(self, *meters: Meter) -> None:
        self.enter(*meters)

    def enter(self, *meters: Meter) -> None:
        self._meters = meters
        for meter in meters:
            meter.connections += 1

    def leave(self) -> None:
        for meter in self._meters:
            meter.connections -= 1
        self._meters = ()


def open_files() -> float:
    """Raise the number of descriptors as far as the system allows; how many there are."""
    if sys.platform == "win32":
        return math.inf
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft


class Gate:
    """Everyone who is connected."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings, self.times = settings, settings.timeouts
        self.limits = Limits(settings.per_address, settings.per_seat, settings.in_all)
        self.now = time.monotonic
        self.guests: set[Guest] = set()
        self.sockets: set[Socket] = set()
        self.working: set[asyncio.Task[None]] = set()
        """Requests that are being carried out."""
        self.ending = False
        """Whether no more requests are taken."""
        self.turned_away = self.let_go = 0
        """How many found no room, and how many had to leave."""
        self._debtors: set[Guest] = set()
        self._owed = 0
        self._most = min(settings.in_all.connections, open_files() - RESERVE)
        self._rounds: asyncio.TimerHandle | None = None

    # Coming in.

    def admit(self, host: str | None) -> Entry | None:
        """A new connection from this host, unless there is no room; None: a proxy's."""
        meters = [self.limits.all]
        if host is not None:
            meters.append(self.limits.addresses[network(host)])
        if self.limits.all.connections >= self._most or any(meter.full for meter in meters):
            self.turned_away += 1
            return None
        return Entry(*meters)

    def seated(self, entry: Entry, address: Meter, seat: Meter) -> bool:
        """A connection becomes a socket, if the address and the seat may have one more."""
        entry.leave()
        if address.full or seat.full:
            self.turned_away += 1
            return False
        entry.enter(self.limits.all, address, seat)
        return True

    # Looking round.

    def start(self) -> None:
        self._rounds = asyncio.get_running_loop().call_later(self.settings.round, self._look_round)

    def stop(self) -> None:
        if self._rounds is not None:
            self._rounds.cancel()

    def _look_round(self) -> None:
        now = self.now()
        for guest in tuple(self.guests):
            guest.look(now)
        self.start()

    def abort(self, guest: Guest) -> None:
        """Let it go at once, whatever it has not read."""
        self.let_go += 1
        guest.transport.abort()

    # What waits to be read.

    def owes(self, guest: Guest, more: int) -> None:
        """A client is behind with reading, now by so many more bytes."""
        self._debtors.add(guest)
        self._owed += more
        if self._owed > self.settings.unread_in_all:
            self._collect()

    def pays(self, guest: Guest) -> None:
        """It has caught up, or is gone."""
        self._debtors.discard(guest)

    def _collect(self) -> None:
        owing = {guest: guest.transport.get_write_buffer_size() for guest in self._debtors}
        self._owed = sum(owing.values())
        if self._owed <= self.settings.unread_in_all * RELIEF:
            return
        for guest in sorted(owing, key=lambda one: -owing[one]):
            self.abort(guest)
            self._owed -= owing[guest]
            if self._owed <= self.settings.unread_in_all * RELIEF:
                return

    # The end.

    async def close_all(self, code: int, seconds: float) -> None:
        """Finish what was asked, then close every socket with this code after what it was sent.

        Whoever has not gone by then is cut off.
        """
        deadline = self.now() + seconds
        self.ending = True
        if self.working:
            await asyncio.wait(tuple(self.working), timeout=seconds)
        for socket in tuple(self.sockets):
            socket.close(code)
        while self.sockets and self.now() < deadline:
            await asyncio.sleep(0.01)
        for socket in tuple(self.sockets):
            socket.transport.abort()
        await asyncio.sleep(0)

"""How much is allowed: to one address, to one seat, and to all together.

A `Meter` counts what is limited: how many connections are open, and how fast the rest is used up.
A worker that is one of several reports its counts to the others and absorbs theirs.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from typing import Literal, NamedTuple

Kind = Literal["handshakes", "requests", "messages"]
KINDS: tuple[Kind, ...] = ("handshakes", "requests", "messages")
Clock = Callable[[], float]
Counts = Mapping[str, tuple[float, ...]]
"""For each name: the connections open now, and what was used of each kind since the last report."""

PORTION = 256
"""Bytes that count as one message."""
REMEMBERED = 20_000
"""Addresses or seats that are remembered; the longest silent one is forgotten first."""
SHARE = 0.1
"""Whoever uses less than this of an allowance is not reported."""
REPORTED = 1000
"""Addresses or seats in one report: those that use most."""
NETWORK = 64
"""Bits of an IPv6 address that tell one subscriber from another."""


class Rate(NamedTuple):
    """So many a second for long, and so many at once."""

    rate: float
    burst: float

    def times(self, factor: float) -> "Rate":
        return Rate(factor * self.rate, factor * self.burst)


ANY = Rate(0, math.inf)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one address, one seat or all together may have."""

    connections: float = math.inf
    """Open at the same time."""
    handshakes: Rate = ANY
    """New sockets."""
    requests: Rate = ANY
    """Requests by HTTP."""
    messages: Rate = ANY
    """Messages over sockets, pings included; one for every `PORTION` bytes begun."""

    def times(self, factor: float) -> "Allowance":
        rates = (getattr(self, kind).times(factor) for kind in KINDS)
        return Allowance(factor * self.connections, *rates)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds that a client gets."""

    headers: float = 10.0
    """To ask for something, from the moment it is connected or has its last answer."""
    body: float = 20.0
    """To send the rest of its request."""
    hello: float = 10.0
    """To say hello on its socket."""
    unread: float = 20.0
    """To read what it is sent, once more is waiting than the system takes in."""
    silence: float = 25.0
    """Without a sign of life; then it is asked for one."""
    pong: float = 20.0
    """To give it."""
    closing: float = 5.0
    """To answer a goodbye."""


PER_ADDRESS = Allowance(
    connections=200,
    handshakes=Rate(20, 400),
    requests=Rate(100, 3000),
    messages=Rate(200, 1000),
)
"""A school or an office may be behind one address."""
PER_SEAT = Allowance(
    connections=16,
    handshakes=Rate(2, 60),
    messages=Rate(30, 90),
)
IN_ALL = Allowance(
    connections=20_000,
    handshakes=Rate(1000, 20_000),
    messages=Rate(20_000, 40_000),
)
"""Connections also stay below the number of files that the system lets a process open."""
MAKING, ASKING = Rate(2, 120), Rate(30, 90)
TIMEOUTS = Timeouts()


class Bucket:
    """Allows `burst` at once, and `rate` a second for long."""

    __slots__ = ("_at", "_burst", "_clock", "_rate", "left", "used")

    def __init__(self, limit: Rate, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst = limit
        self._clock = clock
        self.left, self._at = limit.burst, clock()
        self.used = 0.0
        """Since the last report."""

    def take(self, amount: float = 1) -> bool:
        """Whether so much more is allowed now; what is refused is not used up."""
        now = self._clock()
        left = self.left + self._rate * (now - self._at)
        if left > self._burst:
            left = self._burst
        self._at = now
        if left < amount:
            self.left = left
            return False
        self.left = left - amount
        self.used += amount
        return True

    @property
    def share(self) -> float:
        return self.used and self.used / self._burst


class Meter:
    """What one address, one seat or all together have used of their allowance."""

    __slots__ = ("_most", "buckets", "connections", "elsewhere")

    def __init__(self, allowance: Allowance, clock: Clock = time.monotonic) -> None:
        self._most = allowance.connections
        self.connections = 0
        self.elsewhere: dict[str, float] = {}
        """Connections that other workers have open, by worker."""
        self.buckets: dict[Kind, Bucket] = {
            kind: Bucket(getattr(allowance, kind), clock) for kind in KINDS
        }

    def take(self, kind: Kind) -> bool:
        """Whether one more is allowed now."""
        return self.buckets[kind].take()

    @property
    def full(self) -> bool:
        """Whether there is no room for another connection."""
        return self.connections + sum(self.elsewhere.values()) >= self._most

    @property
    def share(self) -> float:
        """How much of its allowance is used, where that is most, since the last report."""
        return max(self.connections / self._most, *(one.share for one in self.buckets.values()))

    def report(self) -> tuple[float, ...]:
        """The connections open now, and what was used since the last report."""
        used = tuple(bucket.used for bucket in self.buckets.values())
        for bucket in self.buckets.values():
            bucket.used = 0.0
        return (self.connections, *used)

    def absorb(self, worker: str, counts: tuple[float, ...]) -> None:
        """What another worker has counted for the same name counts here too."""
        connections, *used = counts
        if connections:
            self.elsewhere[worker] = connections
        for bucket, amount in zip(self.buckets.values(), used, strict=True):
            bucket.left = max(bucket.left - amount, 0.0)

    @property
    def idle(self) -> bool:
        return not self.connections and not self.elsewhere


class Meters:
    """A meter for each name: an address, or a seat."""

    def __init__(self, allowance: Allowance, clock: Clock = time.monotonic) -> None:
        self._allowance, self._clock = allowance, clock
        self._meters: OrderedDict[str, Meter] = OrderedDict()
        self._touched: set[str] = set()

    def __getitem__(self, name: str) -> Meter:
        self._touched.add(name)
        return self._meter(name)

    def _meter(self, name: str) -> Meter:
        meter = self._meters.get(name)
        if meter is None:
            meter = self._meters[name] = self.unnamed()
            self._forget()
        self._meters.move_to_end(name)
        return meter

    def unnamed(self) -> Meter:
        """One that nobody else shares."""
        return Meter(self._allowance, self._clock)

    def _forget(self) -> None:
        for _ in range(len(self._meters) - REMEMBERED):
            name, meter = self._meters.popitem(last=False)
            if meter.idle:
                self._touched.discard(name)
            else:  # its connections must be counted
                self._meters[name] = meter

    def report(self) -> Counts:
        """What has been used since the last report, for other workers: where it is much."""
        touched = {name: self._meters[name] for name in self._touched if name in self._meters}
        self._touched = {name for name, meter in touched.items() if meter.connections}
        shares = {name: meter.share for name, meter in touched.items()}
        counts = {name: meter.report() for name, meter in touched.items() if shares[name] >= SHARE}
        most = nlargest(REPORTED, counts, key=lambda name: shares[name])
        return {name: counts[name] for name in most}

    def absorb(self, worker: str, counts: Counts) -> None:
        """What another worker reported; names that it has dropped have no connections there."""
        for meter in [one for one in self._meters.values() if worker in one.elsewhere]:
            del meter.elsewhere[worker]
        for name, numbers in counts.items():
            self._meter(name).absorb(worker, numbers)


@lru_cache(4096)
def network(host: str) -> str:
    """What an address is counted as: itself, or for IPv6 the network of its subscriber."""
    try:
        address = ipaddress.ip_address(host[:64])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), NETWORK), strict=False))
    return str(address)


class Limits:
    """The meters of one server."""

    def __init__(
        self,
        per_address: Allowance,
        per_seat: Allowance,
        in_all: Allowance,
        clock: Clock = time.monotonic,
    ) -> None:
        self.addresses = Meters(per_address, clock)
        self.seats = Meters(per_seat, clock)
        self.all = Meter(in_all, clock)

    def seat(self, table: str, seats: Sequence[str]) -> Meter:
        """Of these seats at a table; every spectator has a meter of its own."""
        return self.seats[f"{table}/{'+'.join(seats)}"] if seats else self.seats.unnamed()

    def report(self) -> dict[str, Counts]:
        """What this worker counted, for the others: send it every second or so."""
        return {"addresses": self.addresses.report(), "seats": self.seats.report()}

    def absorb(self, worker: str, report: Mapping[str, Counts]) -> None:
        """What another worker reported; an empty report forgets a worker that is gone."""
        self.addresses.absorb(worker, report.get("addresses", {}))
        self.seats.absorb(worker, report.get("seats", {}))

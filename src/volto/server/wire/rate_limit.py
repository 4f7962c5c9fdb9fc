"""How fast somebody may ask: a bucket that fills slowly and is emptied request by request."""

import time
from collections import OrderedDict
from collections.abc import Callable

REMEMBERED = 10_000
"""Addresses that are remembered; the longest silent one is forgotten first."""


class Bucket:
    """Allows `burst` requests at once, and `rate` a second for long."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at = float(burst), clock()

    def take(self) -> bool:
        """Whether one more request is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + self._rate * (now - self._at))
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for every address."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, self._clock)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()

"""The other workers of the house: who is alive, by heartbeat, and how limits are used there."""

import asyncio
import time
from collections.abc import Callable

from volto.server.bus.bus import Bus
from volto.server.bus.words import WORKERS, Beat, Used, read_beat, write_word

BEAT = 2.0
"""Seconds between two heartbeats."""
SILENCE = 6.0
"""Seconds without one after which a worker is taken for dead."""


class Peers:
    """Begin with `start`, end with `stop`."""

    def __init__(
        self,
        bus: Bus,
        worker: str,
        report: Callable[[], Used] = dict,
        absorb: Callable[[str, Used], None] = lambda worker, used: None,
        lost: Callable[[str], None] = lambda worker: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`report` and `absorb` are for limits; `lost` hears of a worker that has fallen silent."""
        self._bus, self._worker, self._clock = bus, worker, clock
        self._report, self._absorb, self._lost = report, absorb, lost
        self._heard: dict[str, float] = {}

    def start(self) -> None:
        self._leave = self._bus.subscribe(WORKERS, self._hear)
        self._beating = asyncio.create_task(self._beat(), name="heartbeat")

    async def stop(self) -> None:
        self._beating.cancel()
        await asyncio.gather(self._beating, return_exceptions=True)
        self._leave()

    def heard(self, worker: str) -> None:
        """This worker has given a sign of life."""
        self._heard[worker] = self._clock()

    def look(self) -> None:
        """Who has been silent for too long? While this worker itself hears nothing: nobody."""
        now = self._clock()
        if not self._bus.connected:
            self._heard = dict.fromkeys(self._heard, now)
        for worker in [name for name, at in self._heard.items() if now - at > SILENCE]:
            del self._heard[worker]
            self._absorb(worker, {})
            self._lost(worker)

    def _hear(self, message: bytes) -> None:
        beat = read_beat(message)
        if beat is not None and beat.worker != self._worker:
            self.heard(beat.worker)
            self._absorb(beat.worker, beat.used)

    async def _beat(self) -> None:
        while True:
            self._bus.publish(WORKERS, write_word(Beat(self._worker, self._report())))
            self.look()
            await asyncio.sleep(BEAT)

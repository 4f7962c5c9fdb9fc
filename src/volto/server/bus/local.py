"""A bus within one process: for a house of one worker, and for tests of several."""

import asyncio

from volto.server.bus.bus import Bus, Subscription


class LocalBus(Bus):
    """Everybody who shares this object hears one another."""

    @property
    def connected(self) -> bool:
        return True

    def publish(self, channel: str, message: bytes) -> None:
        if channel in self._subscriptions:
            asyncio.get_running_loop().call_soon(self._heard, channel, message)

    async def close(self) -> None:
        pass

    def _opened(self, subscription: Subscription, *, first: bool) -> None:
        asyncio.get_running_loop().call_soon(subscription.joined)

    def _closed(self, channel: str) -> None:
        pass

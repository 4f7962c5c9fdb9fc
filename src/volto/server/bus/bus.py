"""What a bus does, wherever it goes: it carries short messages to whoever listens at that moment.

Nothing on it is kept, ordered across channels, or certain to arrive. Whoever publishes on a channel
that it also listens to hears itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

Hear = Callable[[bytes], None]
Joined = Callable[[], None]


@dataclass(frozen=True, slots=True, eq=False)
class Subscription:
    """Whoever listens to a channel: `joined` is called whenever messages may have been missed until
    now and will be heard from now on."""

    channel: str
    hear: Hear
    joined: Joined


class Bus(ABC):
    """Keeps the subscriptions; where messages come from and go to is for its kinds to say."""

    def __init__(self) -> None:
        self._subscriptions: dict[str, list[Subscription]] = {}

    @property
    @abstractmethod
    def connected(self) -> bool:
        """Whether messages get through, as far as is known."""

    @abstractmethod
    def publish(self, channel: str, message: bytes) -> None:
        """Send it off if possible; never waits, never fails."""

    @abstractmethod
    async def close(self) -> None:
        """Say and hear nothing any more."""

    def subscribe(
        self, channel: str, hear: Hear, joined: Joined = lambda: None
    ) -> Callable[[], None]:
        """Listen from about now on, until what this returns is called."""
        subscription = Subscription(channel, hear, joined)
        others = self._subscriptions.setdefault(channel, [])
        others.append(subscription)
        self._opened(subscription, first=len(others) == 1)

        def unsubscribe() -> None:
            left = self._subscriptions[channel]
            left.remove(subscription)
            if not left:
                del self._subscriptions[channel]
                self._closed(channel)

        return unsubscribe

    @abstractmethod
    def _opened(self, subscription: Subscription, *, first: bool) -> None:
        """Somebody listens to this channel; `first`: nobody did until now."""

    @abstractmethod
    def _closed(self, channel: str) -> None:
        """Nobody listens to this channel any more."""

    def _heard(self, channel: str, message: bytes) -> None:
        for subscription in tuple(self._subscriptions.get(channel, ())):
            subscription.hear(message)

    def _joined(self, channel: str) -> None:
        for subscription in tuple(self._subscriptions.get(channel, ())):
            subscription.joined()

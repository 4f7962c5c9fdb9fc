"""Which bus a house has."""

from volto.rules import VoltoError
from volto.server.bus.bus import Bus
from volto.server.bus.local import LocalBus


def open_bus(url: str | None, house: str) -> Bus:
    """The one at this address, or one within this process; needs a running event loop.

    Houses that share a Redis are kept apart by name.
    """
    if url is None:
        return LocalBus()
    try:
        from volto.server.bus.redis import RedisBus
    except ImportError:
        raise VoltoError("A bus on Redis needs: pip install 'volto[redis]'") from None
    return RedisBus(url, f"volto:{house}:")

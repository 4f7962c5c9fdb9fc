"""Which bus a house has."""

import hashlib

from volto.rules import VoltoError
from volto.server.bus.bus import Bus
from volto.server.bus.local import LocalBus

PREFIX_BYTES = 6


def open_bus(url: str | None, secret: bytes) -> Bus:
    """The one at this address, or one within this process; needs a running event loop.

    The server's secret keeps houses apart that share a Redis, and says nothing about itself.
    """
    if url is None:
        return LocalBus()
    try:
        from volto.server.bus.redis import RedisBus
    except ImportError:
        raise VoltoError("A bus on Redis needs: pip install 'volto[redis]'") from None
    mark = hashlib.blake2b(b"bus " + secret, digest_size=PREFIX_BYTES).hexdigest()
    return RedisBus(url, f"volto:{mark}:")

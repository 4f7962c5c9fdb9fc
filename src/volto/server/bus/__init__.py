"""The bus: hints between the workers of one house. Losing every one of them loses nothing."""

from volto.server.bus.bus import Bus
from volto.server.bus.opening import open_bus

__all__ = ["Bus", "open_bus"]

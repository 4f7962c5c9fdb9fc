"""Who thinks for a server."""

from volto.rules import VoltoError
from volto.server.bots.agent_cache import AgentCache
from volto.server.bots.thinkers import LocalThinkers, Thinkers
from volto.server.bots.thinking import Thinking
from volto.server.bots.warm_up import WarmUp
from volto.server.settings import ServerSettings


def open_thinkers(settings: ServerSettings, warm_up: WarmUp) -> Thinkers:
    """The threads of this process, once they have warmed up; with a bus, others before them."""
    thinking = Thinking(AgentCache(settings.agent_bytes), warm_up.network.is_set)
    local = LocalThinkers(settings.thinkers, thinking, warm_up.agents.wait)
    if settings.bus is None:
        return local
    try:
        from volto.server.bots.remote_thinkers import RemoteThinkers
    except ImportError:
        raise VoltoError("A bus on Redis needs: pip install 'volto[redis]'") from None
    return RemoteThinkers(settings.bus, local)

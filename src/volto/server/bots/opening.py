"""Who thinks for a server."""

from volto.server.bots.agent_cache import AgentCache
from volto.server.bots.thinkers import LocalThinkers, Thinkers
from volto.server.bots.thinking import Thinking
from volto.server.bots.warm_up import WarmUp
from volto.server.settings import ServerSettings


def open_thinkers(settings: ServerSettings, warm_up: WarmUp) -> Thinkers:
    """The threads of this process, once they have warmed up."""
    thinking = Thinking(AgentCache(settings.agent_bytes), warm_up.network.is_set)
    return LocalThinkers(settings.thinkers, thinking, warm_up.agents.wait)

"""`volto think`: a process that thinks for the servers on the same bus."""

import asyncio
import signal
from typing import Annotated
from urllib.parse import urlsplit

from cyclopts import Parameter
from cyclopts.validators import Number

from volto.rules import VoltoError
from volto.server.bots.agent_cache import AgentCache
from volto.server.bots.thinking import Thinking
from volto.server.bots.warm_up import prepare_all
from volto.server.logs import LogFormat, set_up_logs
from volto.server.settings import ServerSettings


def think(
    *,
    bus: Annotated[str, Parameter(env_var="VOLTO_BUS")],
    threads: Annotated[int, Parameter(validator=Number(gte=1, lte=256))] = 2,
    log_format: Annotated[LogFormat, Parameter(env_var="VOLTO_LOG_FORMAT")] = "plain",
) -> None:
    """Think for servers: their bots and hints, from a queue on Redis.

    Parameters
    ----------
    bus
        The Redis that the servers have as their bus: redis://…
    threads
        How many jobs are thought about at once; with two or more, one is kept for those who
        play one game.
    log_format
        How warnings and errors are written: in plain lines, or in JSON.
    """
    try:
        from volto.server.bots.think_service import serve_queue
    except ImportError:
        raise VoltoError("Thinking for others needs: pip install 'volto[redis]'") from None
    where = _checked(bus)
    set_up_logs(log_format)
    prepare_all()
    thinking = Thinking(AgentCache(ServerSettings().agent_bytes))

    async def serve() -> None:
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, stop.set)
        tell = f"Thinking for the servers on {where}, {threads} at once (Ctrl-C ends it)"
        await serve_queue(bus, threads, thinking, stop, lambda: print(tell, flush=True))

    asyncio.run(serve())


def _checked(url: str) -> str:
    """Where a bus is, without its password; a VoltoError if it is no address."""
    try:
        parts = urlsplit(url)
        port = parts.port or 6379
    except ValueError:
        parts, port = urlsplit(""), 0
    database = parts.path.strip("/")
    if parts.scheme not in ("redis", "rediss") or not parts.hostname or not _is_number(database):
        raise VoltoError(
            "The bus must be the address of a Redis, such as redis://127.0.0.1:6379/0."
        )
    return f"{parts.hostname}:{port}"


def _is_number(text: str) -> bool:
    return not text or text.isdecimal()

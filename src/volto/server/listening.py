"""The door of the house: a listening socket, and how uvicorn is set up behind it."""

import socket

import uvicorn

from volto.server.app import create_app
from volto.server.settings import Settings

LONGEST_FRAME = 65_536
"""Bytes of a socket message that are taken in at all; the application refuses far smaller ones."""
WAITING = 2048
"""Connections that may wait to be accepted."""
LEAVING = 3
"""Seconds that open connections get when the server ends."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 is any free one.

    It names TCP as its protocol: only then does asyncio send small frames at once.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = listening.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{here}]:{port}/" if ":" in here else f"http://{here}:{port}/"


def configured(settings: Settings) -> uvicorn.Config:
    """How the application is served; a quiet log, because keys are in paths.

    Logging is left as it is found: setting it up anew would close the handlers of others.
    """
    return uvicorn.Config(
        create_app(settings),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=LEAVING,
    )

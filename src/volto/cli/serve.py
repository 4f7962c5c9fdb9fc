"""`volto serve`, and `volto` alone: the house in the browser."""

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import uvicorn
from cyclopts import Parameter

from volto.rules import VoltoError
from volto.server.listening import address, configured, listen
from volto.server.settings import PORT, Settings, default_data
from volto.server.store import Store


def serve(
    *,
    host: Annotated[str, Parameter(env_var="VOLTO_HOST")] = "127.0.0.1",
    port: Annotated[int | None, Parameter(env_var="VOLTO_PORT")] = None,
    data: Annotated[Path | None, Parameter(env_var="VOLTO_DATA")] = None,
    database: Annotated[str | None, Parameter(env_var="VOLTO_DATABASE")] = None,
    browser: bool = True,
) -> None:
    """Serve the game, and open the browser on it.

    Parameters
    ----------
    host
        The address to listen on; by default only this machine can reach it.
    port
        The port to listen on; without it, the usual one or any that is free.
    data
        The folder for the database and the server's secret.
    database
        The address of another database, such as postgresql+psycopg://…
    browser
        Whether to open the browser.
    """
    settings = Settings(
        data=data or default_data(),
        database=database,
        host=host,
        port=PORT if port is None else port,
    )
    settings.prepare()
    asyncio.run(Store.check(settings.url))
    listening = _listen(settings.host, settings.port, exactly=port is not None)
    server = _Telling(configured(settings), address(listening), browser)
    with listening, contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)
    _leave_quickly()


class _Telling(uvicorn.Server):
    """Says where it is as soon as it answers."""

    def __init__(self, config: uvicorn.Config, where: str, browser: bool) -> None:
        super().__init__(config)
        self._where, self._browser = where, browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"VOLTO is at {self._where} (Ctrl-C ends it)", flush=True)
            if self._browser:
                opening = threading.Thread(target=webbrowser.open, args=(self._where,))
                opening.daemon = True
                opening.start()


def _listen(host: str, port: int, *, exactly: bool) -> socket.socket:
    """When the usual port is taken, any free one will do."""
    for wanted in (port,) if exactly else (port, 0):
        try:
            return listen(host, wanted)
        except OSError as error:
            failure = error
    raise VoltoError(f"Nobody can listen on {host}, port {port}: {failure.strerror}.")


def _leave_quickly() -> None:
    """Do not wait for a first compilation that nobody needs any more."""
    if any(thread.name == "volto-warm-up" for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

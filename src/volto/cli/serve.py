"""`volto serve`, and `volto` alone: the house in the browser."""

import asyncio
import contextlib
import ipaddress
import logging
import os
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import uvicorn
from cyclopts import Parameter
from cyclopts.validators import Number

from volto.cli import BAD_USE
from volto.rules import VoltoError
from volto.server.addresses import reachable
from volto.server.app import create_app
from volto.server.graceful import GracefulServer
from volto.server.logs import LogFormat, set_up_logs
from volto.server.metrics import serving_metrics
from volto.server.opening import check
from volto.server.settings import LOCAL_PROXIES, PORT, ServerSettings, default_data
from volto.server.wire.http_protocol import HttpProtocol
from volto.server.wire.limits import ASKING, MAKING, PER_ADDRESS
from volto.server.wire.socket_protocol import Handshake

HOST_NAME = re.compile(r"(\*\.)?[\w.-]+|\[?[0-9a-fA-F:]+\]?")
WAITING = 2048
"""Connections that may wait to be accepted."""
SYSTEM_BUFFER = 65_536
"""Bytes that the system may keep for a connection each way; by itself it would keep megabytes."""
LEAVING = 3
"""Seconds that open connections get when the server ends."""

_log = logging.getLogger(__name__)


def serve(
    *,
    host: Annotated[str, Parameter(env_var="VOLTO_HOST")] = "127.0.0.1",
    port: Annotated[
        int | None, Parameter(env_var="VOLTO_PORT", validator=Number(gte=0, lte=65_535))
    ] = None,
    data: Annotated[Path | None, Parameter(env_var="VOLTO_DATA")] = None,
    database: Annotated[str | None, Parameter(env_var="VOLTO_DATABASE")] = None,
    secret: Annotated[Path | None, Parameter(env_var="VOLTO_SECRET_FILE")] = None,
    allowed_host: Annotated[
        tuple[str, ...], Parameter(env_var="VOLTO_ALLOWED_HOSTS", negative="")
    ] = ("*",),
    trusted_proxy: Annotated[
        tuple[str, ...], Parameter(env_var="VOLTO_TRUSTED_PROXIES", negative="")
    ] = LOCAL_PROXIES,
    address_limit: Annotated[
        int, Parameter(env_var="VOLTO_ADDRESS_LIMIT", validator=Number(gte=1))
    ] = int(PER_ADDRESS.connections),
    bus: Annotated[str | None, Parameter(env_var="VOLTO_BUS")] = None,
    workers: Annotated[int, Parameter(env_var="VOLTO_WORKERS", validator=Number(gte=1))] = 1,
    metrics: Annotated[str | None, Parameter(env_var="VOLTO_METRICS")] = None,
    log_format: Annotated[LogFormat, Parameter(env_var="VOLTO_LOG_FORMAT")] = "plain",
    browser: bool = True,
) -> None:
    """Serve the game and open it in the browser.

    Parameters
    ----------
    host
        The address to listen on; by default only this machine can reach it.
    port
        The port to listen on; by default the usual one, or any free one.
    data
        The folder for the database and the server's secret key.
    database
        The URL of another database, such as postgresql+psycopg://…
    secret
        The file of the secret key, if it is not in that folder; all servers of a database share it.
    allowed_host
        A name that the server answers to, such as volto.example or *.volto.example; can be given
        more than once. By default it answers to any.
    trusted_proxy
        The address or network of a proxy whose X-Forwarded-For is believed; can be given more than
        once. By default a proxy on this machine.
    address_limit
        How many connections one address may have; the other limits per address grow with it.
    bus
        The URL of a Redis that tells servers of one database of each other: redis://…
    workers
        How many processes serve; more than one need a bus and a database other than SQLite.
    metrics
        Serve metrics for Prometheus at this port of this machine, or at HOST:PORT.
    log_format
        What standard error gets: plain lines, or one JSON object per line.
    browser
        Whether to open the browser.
    """
    set_up_logs(log_format)
    more = address_limit / PER_ADDRESS.connections
    settings = ServerSettings(
        data=data or default_data(),
        database=database,
        secret=secret,
        bus=bus,
        host=host,
        port=PORT if port is None else port,
        allowed_hosts=allowed_host,
        proxies=trusted_proxy,
        log_format=log_format,
        per_address=PER_ADDRESS.times(more),
        making=MAKING.times(more),
        asking=ASKING.times(more),
    )
    check_names(settings.allowed_hosts, settings.proxies)
    if workers > 1 and (bus is None or settings.on_sqlite):
        raise VoltoError(
            "Several workers need --bus redis://… and --database postgresql+psycopg://…"
        )
    with refusals_logged(log_format), serving_metrics(metrics, workers=workers > 1):
        _serve(settings, workers, any_port=port is None, browser=browser)


def _serve(settings: ServerSettings, workers: int, *, any_port: bool, browser: bool) -> None:
    asyncio.run(check(settings))
    listening = _listen(settings.host, settings.port, exactly=not any_port)
    where = address(listening)
    others = reachable("http", "localhost", listening.getsockname()[1], settings.host)

    def started() -> None:
        print(f"VOLTO is at {where} (Ctrl-C ends it)", flush=True)
        for other in others:
            print(f"On other devices: {other}/", flush=True)
        if browser:
            threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()

    if workers == 1:
        run(settings, listening, lambda server: started())
    else:
        supervise(settings, workers, listening, started)


@contextlib.contextmanager
def refusals_logged(log_format: LogFormat) -> Iterator[None]:
    """Whoever reads the log as JSON also reads there why there was no start."""
    try:
        yield
    except VoltoError as error:
        if log_format == "plain":
            raise
        _log.critical("%s", error)
        sys.exit(BAD_USE)


class Server(GracefulServer):
    """Tells when it answers."""

    def __init__(self, config: uvicorn.Config, tell: Callable[["Server"], None]) -> None:
        super().__init__(config)
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._tell(self)


def run(
    settings: ServerSettings, listening: socket.socket, started: Callable[[Server], None]
) -> None:
    """Serve in this process, until it is told to end."""
    server = Server(configured(settings), started)
    with listening, contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)
    _leave_quickly()


def supervise(
    settings: ServerSettings, workers: int, listening: socket.socket, started: Callable[[], None]
) -> None:
    """Serve in processes of their own, until this one is told to end."""
    from volto.cli.workers import Supervisor

    async def supervised() -> bool:
        return await Supervisor(listening, workers, settings.changed(), started).run()

    with listening:
        if not asyncio.run(supervised()):
            raise VoltoError("The workers did not start.")


def check_names(hosts: tuple[str, ...], proxies: tuple[str, ...]) -> None:
    """Complain about names and networks that mean nothing."""
    for host in hosts:
        if host != "*" and not HOST_NAME.fullmatch(host):
            raise VoltoError(
                f"--allowed-host {host}: write a name such as volto.example or *.volto.example, "
                "without a port."
            )
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise VoltoError(
                f"--trusted-proxy {proxy}: write an address such as 10.0.0.5 or a network such as "
                "10.0.0.0/8."
            ) from None


def _listen(host: str, port: int, *, exactly: bool) -> socket.socket:
    """When the usual port is taken, any free one will do."""
    for wanted in (port,) if exactly else (port, 0):
        try:
            return listen(host, wanted)
        except OSError as error:
            why = error.strerror
        except (UnicodeError, TypeError):
            why = "this is not a host name"
    raise VoltoError(f"Cannot listen on {host}, port {port}: {why}.")


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 is any free one.

    It names TCP as its protocol: only then does asyncio send small frames at once.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            listening.setsockopt(socket.SOL_SOCKET, buffer, SYSTEM_BUFFER)
        listening.bind((host, port))
        listening.listen(WAITING)
    except BaseException:
        listening.close()
        raise
    return listening


def address(listening: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = listening.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{here}]:{port}/" if ":" in here else f"http://{here}:{port}/"


def configured(settings: ServerSettings) -> uvicorn.Config:
    """How the application is served; with a log of its own, and none of every request.

    Logging is left as it is found: setting it up anew would close the handlers of others.
    """
    return uvicorn.Config(
        create_app(settings),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=HttpProtocol,
        ws=Handshake,
        ws_ping_interval=None,  # the gate asks for signs of life
        ws_per_message_deflate=False,
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=LEAVING,
    )


def _leave_quickly() -> None:
    """Do not wait for a first compilation that nobody needs any more."""
    if any(thread.name == "volto-warm-up" for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

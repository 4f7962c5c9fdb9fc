"""What a house counts and times, for Prometheus, on a port of its own.

No label names a table, a key or a person. The port is closed unless it is asked for, and then open
to this machine only unless an address is named, because a house's business is not everybody's.
With several workers each counts for itself in a folder that they share, and the supervisor adds up.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from volto.rules import VoltoError

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which workers count, as the library wants it."""
QUICK = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

tables_open = Gauge("volto_tables", "Tables that are open in memory.", multiprocess_mode="livesum")
sockets_open = Gauge("volto_sockets", "Pages that are connected.", multiprocess_mode="livesum")
bus_connected = Gauge(
    "volto_bus_connected", "Workers that hear the others.", multiprocess_mode="livesum"
)
thoughts_waiting = Gauge(
    "volto_thoughts_waiting", "Thoughts of the house that wait.", ["kind"],
    multiprocess_mode="livesum",
)  # fmt: skip
refusals = Counter("volto_refusals", "Requests that were refused.", ["code"])
store_failures = Counter("volto_store_failures", "Times that the database failed.")
turn_seconds = Histogram(
    "volto_turn_seconds", "One turn, from its request until everyone was told.", buckets=QUICK
)
commit_seconds = Histogram(
    "volto_commit_seconds", "One commit, of the turns of many tables.", buckets=QUICK
)


def read_address(text: str) -> tuple[str, int]:
    """`PORT` on this machine, or `HOST:PORT`."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 65_536):
        raise VoltoError(f"Metrics cannot be served at {text}: that is no PORT and no HOST:PORT.")
    return host.strip("[]") or "127.0.0.1", int(port)


@contextlib.contextmanager
def serving_metrics(address: str | None, *, workers: bool = False) -> Iterator[int | None]:
    """Serve what is counted, here or by `workers` started from here; the port."""
    if address is None:
        yield None
        return
    host, port = read_address(address)
    with contextlib.ExitStack() as leaving:
        registry = REGISTRY
        if workers:
            folder = tempfile.mkdtemp(prefix="volto-metrics-")
            leaving.callback(shutil.rmtree, folder, ignore_errors=True)
            os.environ[SHARED] = folder
            leaving.callback(os.environ.pop, SHARED, None)
            registry = CollectorRegistry()
            MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        try:
            server, thread = start_http_server(port, host, registry)
        except OSError as error:
            why = error.strerror
            raise VoltoError(f"Metrics cannot be served at {address}: {why}.") from None
        leaving.callback(thread.join)
        leaving.callback(server.server_close)
        leaving.callback(server.shutdown)
        yield server.server_port


def worker_gone(pid: int) -> None:
    """What a worker had open is closed; what it counted stays counted."""
    if SHARED in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]

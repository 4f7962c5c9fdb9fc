"""A PostgreSQL and a Redis of the tests' own, from the machine's packages.

Each runs in a folder of its own and on a port of its own, is started when first used, and ends with
whoever started it, even if that is killed.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import SystemRandom
from typing import IO, NoReturn, Self

import psycopg
import pytest

NO_POSTGRESQL = (
    "NO POSTGRESQL, SO NOTHING IS TESTED ON IT: install your system's postgresql package"
)
NO_REDIS = "NO REDIS, SO NOTHING IS TESTED ON IT: install your system's redis-server package"
REQUIRED = "VOLTO_TEST_EVERYTHING"
"""Set it, and what the machine lacks is a failure instead of a skipped test."""
PORTS = range(20_000, 32_000)
"""Below those that the system gives out by itself: after a restart a port is still free."""
PATIENCE = 60.0
"""Seconds that a service may take to start or end."""
OTHERWISE = ("postgres", "nobody")
"""Whom a service runs as when the tests run as root, whom PostgreSQL refuses."""


def find(*names: str) -> Path | None:
    """A program by any of its names; the newest, where packages keep several side by side."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parent.name)
    )
    places = [os.environ.get("PATH", ""), *map(str, versions), "/usr/sbin", "/usr/local/sbin"]
    found = (shutil.which(name, path=os.pathsep.join(places)) for name in names)
    return next((Path(path) for path in found if path), None)


def missing(sentence: str) -> NoReturn:
    """Skip the test that needs it; fail where everything is required."""
    if os.environ.get(REQUIRED):
        pytest.fail(sentence)
    pytest.skip(sentence)


def free_port() -> int:
    while True:
        port = SystemRandom().choice(PORTS)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def ending_with_parent(how: signal.Signals) -> list[str]:
    """Before a command: it gets this signal when the thread that started it is gone (on Linux).

    Not by `preexec_fn`, which forks this process with all that JAX has running in it.
    """
    return ["setpriv", "--pdeathsig", how.name] if shutil.which("setpriv") else []


def children(pid: int) -> list[int]:
    """The processes that this one has started and that still live (on Linux)."""
    with contextlib.suppress(OSError):
        return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    return []


class Service:
    """A program that listens on a port, with a folder of its own; a context manager."""

    ends_by = signal.SIGKILL

    def __init__(self, folder: Path | None = None) -> None:
        """In a new folder, which is removed in the end, or in this empty one, which is not."""
        self._own = folder is None
        self.folder = folder or Path(tempfile.mkdtemp(prefix="volto-test-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.user: str | None = None
        if os.geteuid() == 0:
            self.user = next(name for name in OTHERWISE if _exists(name))
            shutil.chown(self.folder, self.user)

    def command(self) -> Sequence[str | Path]:
        raise NotImplementedError

    def answers(self) -> bool:
        """Whether it can be used."""
        raise NotImplementedError

    def start(self) -> None:
        """Returns once it answers."""
        until = time.monotonic() + PATIENCE
        while not self.answers():
            self.launch()
            if time.monotonic() > until:
                raise TimeoutError(f"{self.command()[0]} does not start: {self.folder / 'log'}")
            time.sleep(0.02)

    def launch(self) -> None:
        """Begin to start it, unless it runs: it may end again, as long as a lock lingers."""
        if self.process is None or self.process.poll() is not None:
            with (self.folder / "log").open("ab") as log:
                self.process = self._popen(self.command(), log)

    def end(self, how: signal.Signals | None = None) -> None:
        """Without a word, unless told otherwise; what it was doing is undone or recovered."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(how or self.ends_by)
            self.process.wait(PATIENCE)

    def halt(self) -> None:
        """Stop it and its processes where they stand, until `go_on`."""
        self._signal_all(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, what: signal.Signals) -> None:
        assert self.process is not None
        for pid in (self.process.pid, *children(self.process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)

    def _popen(self, command: Sequence[str | Path], log: IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*ending_with_parent(self.ends_by), *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=self.folder,
            user=self.user,
            group=self.user and _group(self.user),
            extra_groups=[] if self.user else None,
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.go_on()
        self.end()
        if self._own:
            shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """A cluster with one user, who needs no password; `durable` syncs the disk at every commit."""

    ends_by = signal.SIGQUIT  # PostgreSQL's immediate shutdown: as after a power cut

    def __init__(self, folder: Path | None = None, *, durable: bool = False) -> None:
        found = find("postgres")
        if found is None:
            missing(NO_POSTGRESQL)
        super().__init__(folder)
        self._bin, self._durable = found.resolve().parent, durable
        self._names = count(1)
        self.data = self.folder / "data"
        with (self.folder / "log").open("wb") as log:
            options = ("--username=volto", "--auth=trust", "--encoding=UTF8", "--locale=C")
            initdb = (self._bin / "initdb", "--pgdata", self.data, "--no-sync", *options)
            made = self._popen(initdb, log).wait(PATIENCE)
        assert made == 0, (self.folder / "log").read_text()

    def command(self) -> Sequence[str | Path]:
        settings: Mapping[str, object] = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": 200,
            "shared_buffers": "16MB",
            **({} if self._durable else {"fsync": "off", "full_page_writes": "off"}),
            **({} if self._durable else {"synchronous_commit": "off"}),
        }
        given = (part for name, value in settings.items() for part in ("-c", f"{name}={value}"))
        return [self._bin / "postgres", "-D", self.data, *given]

    def answers(self) -> bool:
        try:
            self.run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def run(self, statement: str, database: str = "postgres") -> None:
        """As the owner of everything; what it changes is committed at once."""
        where = f"host=127.0.0.1 port={self.port} user=volto dbname={database} connect_timeout=5"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement.encode())

    def url(self, database: str) -> str:
        """As `volto serve --database` takes it."""
        return f"postgresql+psycopg://volto@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The URL of one that is empty."""
        name = f"volto_{next(self._names)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def cut(self) -> None:
        """End every connection of others."""
        self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )


class Redis(Service):
    """A Redis, or a Valkey, that keeps nothing on disk."""

    def __init__(self, folder: Path | None = None) -> None:
        found = find("redis-server", "valkey-server")
        if found is None:
            missing(NO_REDIS)
        self._program = found
        super().__init__(folder)

    @property
    def url(self) -> str:
        """As `volto serve --bus` takes it."""
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> Sequence[str | Path]:
        options = {"port": str(self.port), "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        given = (part for name, value in options.items() for part in (f"--{name}", value))
        return [self._program, *given, "--dir", self.folder]

    def answers(self) -> bool:
        with contextlib.suppress(OSError):
            return self.say("PING") == "+PONG"
        return False

    def say(self, command: str) -> str:
        """One command and the line that answers it."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(f"{command}\r\n".encode())
            return connection.makefile("r").readline().strip()


def _exists(user: str) -> bool:
    with contextlib.suppress(LookupError):
        return _group(user) >= 0
    return False


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """For tests of what is written, not of what survives a power cut: it never syncs the disk."""
    with Postgres() as running:
        yield running


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """An empty database."""
    return postgres.new_database()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    with Redis() as running:
        yield running


@pytest.fixture
def redis_url(redis: Redis) -> str:
    """An empty Redis."""
    assert redis.say("FLUSHALL") == "+OK"
    return redis.url

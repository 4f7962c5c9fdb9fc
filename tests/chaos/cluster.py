"""Real processes, and what befalls them: servers, thinkers, a database, a bus, a disk."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

import psycopg

from tests.processes import Serving, Volto
from tests.services import Postgres, Redis, Service

STARTS_WITHIN = 300.0
STOPS_WITHIN = 30.0
BALLAST = "ballast"
Running = TypeVar("Running", bound=Volto)


class Disk:
    """A small file system of its own, where the machine lets us mount one."""

    def __init__(self, megabytes: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="volto-disk-"))
        options = f"size={megabytes}m,mode=0755"
        mounting = ("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.folder))
        allowed = shutil.which("mount") and os.geteuid() == 0
        self.mounted = (
            bool(allowed)
            and not subprocess.run(mounting, check=False, capture_output=True).returncode
        )

    def fill(self) -> None:
        """To the last byte."""
        with contextlib.suppress(OSError), (self.folder / BALLAST).open("wb", 0) as ballast:
            for size in (1 << 20, 1 << 12):
                with contextlib.suppress(OSError):
                    while ballast.write(bytes(size)) == size:
                        pass

    def free(self) -> None:
        (self.folder / BALLAST).unlink(missing_ok=True)

    def close(self) -> None:
        if self.mounted:
            subprocess.run(["umount", "--lazy", self.folder], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


@dataclass
class Cluster:
    """Servers on one database, and what else they need."""

    folder: Path
    rng: Random
    servers: list[Serving] = field(default_factory=list)
    thinkers: list[Volto] = field(default_factory=list)
    postgres: Postgres | None = None
    redis: Redis | None = None
    disk: Disk | None = None
    longest: float = 4.0
    """Seconds that something is halted or locked, at most."""
    struck: dict[str, int] = field(default_factory=dict)
    exits: list[int] = field(default_factory=list)
    """The exit codes of servers that were asked to stop."""
    _restarts: set["asyncio.Task[None]"] = field(default_factory=set)

    def server(self, *arguments: str) -> None:
        """One more `volto serve`."""
        log = self.folder / f"server-{len(self.servers)}.log"
        self.servers.append(Serving(self.folder, *arguments, log=log))

    def thinker(self, *arguments: str) -> None:
        log = self.folder / f"thinker-{len(self.thinkers)}.log"
        self.thinkers.append(Volto("think", *arguments, log=log))

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    async def start(self) -> None:
        """One after the other: the first prepares the database. Thinkers take their time."""
        for thinker in self.thinkers:
            self._later(self._restart(thinker))
        for server in self.servers:
            await self._started(server)
            assert server.ready, server.log and server.log.read_text()

    async def _started(self, command: Volto) -> None:
        """Ready, or ended at once."""
        command.launch()
        async with asyncio.timeout(STARTS_WITHIN):
            await asyncio.to_thread(command.await_line)

    async def back(self) -> None:
        """Everything that was killed has been started again."""
        while self._restarts:
            await asyncio.gather(*self._restarts)

    def close(self) -> None:
        for command in (*self.servers, *self.thinkers):
            command.kill()

    def complaints(self) -> list[str]:
        """Tracebacks in the logs."""
        logs = [command.log for command in (*self.servers, *self.thinkers) if command.log]
        return [
            f"{log.name}: {text[text.index('Traceback') :][:3000]}"
            for log in logs
            if "Traceback" in (text := log.read_text(errors="replace"))
        ]

    async def strike(self, name: str) -> None:
        """Let this befall it; returns when it is over, except that processes may still start."""
        self.struck[name] = self.struck.get(name, 0) + 1
        await STRIKES[name](self)

    @property
    def strikes(self) -> list[str]:
        """What can befall this cluster now."""
        possible = ["server killed", "server stopped", "server halted"]
        if self._supervisors:
            possible += ["worker killed", "worker halted", "workers replaced"]
        if any(thinker.ready for thinker in self.thinkers):  # it takes its time to compile
            possible.append("thinker killed")
        if self.redis:
            possible += ["Redis killed", "Redis halted"]
        if self.postgres:
            possible += ["PostgreSQL killed", "PostgreSQL halted"]
            possible += ["connections cut", "log locked"]
        if self.disk and self.disk.mounted:
            possible.append("disk full")
        return possible

    # What may befall it.

    async def server_killed(self) -> None:
        await self._kill(self.servers)

    async def thinker_killed(self) -> None:
        await self._kill(self.thinkers)

    async def _kill(self, commands: Sequence[Volto]) -> None:
        command = await self._any(commands)
        command.kill()
        self._later(self._restart(command))

    async def _any(self, commands: Sequence[Running]) -> Running:
        """One that is up."""
        while not (up := [command for command in commands if command.ready]):
            await asyncio.sleep(0.02)
        return self.rng.choice(up)

    async def _restart(self, command: Volto) -> None:
        """Like systemd: again and again, until it is up."""
        while not command.ready:
            await self._started(command)
            if not command.ready:
                command.kill()
                await asyncio.sleep(0.2)

    def _later(self, doing: "Awaitable[None]") -> None:
        task = asyncio.ensure_future(doing)
        self._restarts.add(task)
        task.add_done_callback(self._restarts.discard)

    async def server_stopped(self) -> None:
        """As for an upgrade: it finishes what it has begun, and tells pages to come back."""
        server = await self._any(self.servers)
        self.exits.append(await asyncio.to_thread(server.stop, STOPS_WITHIN))
        self._later(self._restart(server))

    async def server_halted(self) -> None:
        """It sleeps while the world goes on, and awakes with an old idea of it."""
        server = await self._any(self.servers)
        server.send(signal.SIGSTOP)
        try:
            await asyncio.sleep(self.rng.uniform(0.5, self.longest))
        finally:
            server.send(signal.SIGCONT)

    async def worker_killed(self) -> None:
        """One of several that a server supervises; it is the supervisor's to start another."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(await self._any_worker(), signal.SIGKILL)

    async def worker_halted(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            pid = await self._any_worker()
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(self.rng.uniform(0.5, self.longest))
            os.kill(pid, signal.SIGCONT)

    async def workers_replaced(self) -> None:
        """A rolling restart."""
        server = await self._any(self._supervisors)
        server.send(signal.SIGHUP)

    @property
    def _supervisors(self) -> list[Serving]:
        return [server for server in self.servers if "--workers" in server.arguments]

    async def _any_worker(self) -> int:
        while not (pids := (await self._any(self._supervisors)).workers):
            await asyncio.sleep(0.02)
        return self.rng.choice(sorted(pids))

    async def redis_killed(self) -> None:
        assert self.redis is not None
        await asyncio.to_thread(self.redis.end)
        await asyncio.sleep(self.rng.uniform(0, 2))
        await self._service_back(self.redis)

    async def redis_halted(self) -> None:
        assert self.redis is not None
        await self._halted(self.redis)

    async def postgres_killed(self) -> None:
        assert self.postgres is not None
        how = self.rng.choice((signal.SIGQUIT, signal.SIGKILL))
        await asyncio.to_thread(self.postgres.end, how)
        await asyncio.sleep(self.rng.uniform(0, 1))
        await self._service_back(self.postgres)

    async def postgres_halted(self) -> None:
        assert self.postgres is not None
        await self._halted(self.postgres)

    async def _halted(self, service: Service) -> None:
        service.halt()
        try:
            await asyncio.sleep(self.rng.uniform(0.5, self.longest))
        finally:
            service.go_on()

    async def _service_back(self, service: Service) -> None:
        async with asyncio.timeout(STARTS_WITHIN):
            while True:
                service.launch()  # in this thread, with which it ends
                if await asyncio.to_thread(service.answers):
                    return
                await asyncio.sleep(0.02)

    async def connections_cut(self) -> None:
        assert self.postgres is not None
        with contextlib.suppress(psycopg.OperationalError):
            await asyncio.to_thread(self.postgres.cut)

    async def log_locked(self) -> None:
        """Somebody else's transaction keeps everyone from the log for a while."""
        assert self.postgres is not None
        seconds = self.rng.uniform(0.5, self.longest)
        with contextlib.suppress(psycopg.OperationalError):
            await asyncio.to_thread(
                self.postgres.run,
                f"BEGIN; LOCK TABLE log; SELECT pg_sleep({seconds}); COMMIT",
                "volto",
            )

    async def disk_full(self) -> None:
        assert self.disk is not None
        self.disk.fill()
        await asyncio.sleep(self.rng.uniform(0.5, 2))
        self.disk.free()
        if self.postgres is not None:
            await self._service_back(self.postgres)


STRIKES: dict[str, Callable[[Cluster], Awaitable[None]]] = {
    "server killed": Cluster.server_killed,
    "server stopped": Cluster.server_stopped,
    "server halted": Cluster.server_halted,
    "worker killed": Cluster.worker_killed,
    "worker halted": Cluster.worker_halted,
    "workers replaced": Cluster.workers_replaced,
    "thinker killed": Cluster.thinker_killed,
    "Redis killed": Cluster.redis_killed,
    "Redis halted": Cluster.redis_halted,
    "PostgreSQL killed": Cluster.postgres_killed,
    "PostgreSQL halted": Cluster.postgres_halted,
    "connections cut": Cluster.connections_cut,
    "log locked": Cluster.log_locked,
    "disk full": Cluster.disk_full,
}


@contextlib.asynccontextmanager
async def one_process(rng: Random) -> AsyncIterator[Cluster]:
    """As `volto serve` alone: SQLite on a disk that can be full."""
    with _disk(16) as disk:
        cluster = Cluster(disk.folder, rng, disk=disk)
        cluster.server()
        async with _running(cluster):
            yield cluster


@contextlib.asynccontextmanager
async def many_processes(rng: Random, workers: Sequence[int]) -> AsyncIterator[Cluster]:
    """Servers with so many workers each on one PostgreSQL and one Redis, and a thinker."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="volto-chaos-")))
        disk = stack.enter_context(_disk(400))
        postgres = stack.enter_context(Postgres(disk.folder, durable=True))
        postgres.run("CREATE DATABASE volto")
        redis = stack.enter_context(Redis())
        cluster = Cluster(folder, rng, postgres=postgres, redis=redis, disk=disk)
        for count in workers:
            several = ("--workers", str(count)) if count > 1 else ()
            cluster.server("--database", postgres.url("volto"), "--bus", redis.url, *several)
        cluster.thinker("--bus", redis.url, "--threads", "1")
        async with _running(cluster):
            yield cluster


@contextlib.contextmanager
def _disk(megabytes: int) -> Iterator[Disk]:
    disk = Disk(megabytes)
    try:
        yield disk
    finally:
        disk.close()


@contextlib.asynccontextmanager
async def _running(cluster: Cluster) -> AsyncIterator[None]:
    try:
        await cluster.start()
        yield
    finally:
        for task in [*cluster._restarts]:
            task.cancel()
        await asyncio.gather(*cluster._restarts, return_exceptions=True)
        cluster.close()

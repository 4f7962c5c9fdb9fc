"""Several workers behind one address: a supervisor that starts them and keeps them going.

Each worker is a process of its own, begun with what is installed at that moment, and listens to the
same socket. One that dies is replaced. SIGTERM and SIGINT end them all, SIGHUP replaces one after
the other: the next only goes once its successor answers.
"""

import asyncio
import logging
import pickle
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

from volto.server.metrics import worker_gone

_log = logging.getLogger(__name__)

READY = b"r"
"""What a worker says once it answers."""
STARTING = 120.0
"""Seconds in which a worker has to answer."""
ENDING = 30.0
"""Seconds in which it has to end when it is asked to."""
SOONEST, LATEST = 0.1, 5.0
"""Seconds to wait before a worker that died is replaced: at first, and at most."""


class Worker:
    """One process, held on a leash: when either end of it is dropped, the other end knows."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        leash: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        self._process = process
        self._hear, self._leash = leash

    @classmethod
    async def start(cls, listening: socket.socket, options: dict[str, Any]) -> "Worker":
        leash, other_end = socket.socketpair()
        with other_end:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "volto.cli.worker"),
                *(str(listening.fileno()), str(other_end.fileno())),
                pass_fds=(listening.fileno(), other_end.fileno()),
                stdin=asyncio.subprocess.DEVNULL,
                process_group=0,  # Ctrl-C is for the supervisor, which passes it on
            )
        hear, say = await asyncio.open_connection(sock=leash)
        say.write(pickle.dumps(options))
        return cls(process, (hear, say))

    async def ready(self) -> bool:
        """Once it answers; or False if it ends before it ever does."""
        try:
            async with asyncio.timeout(STARTING):
                return await self._hear.read(1) == READY
        except (TimeoutError, OSError):
            return False

    async def wait(self) -> int:
        """Until it ends; its exit code."""
        code = await self._process.wait()
        worker_gone(self._process.pid)
        self._leash.close()
        return code

    async def end(self) -> None:
        """Ask it to, and wait; then without a word."""
        self._send(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.wait(), ENDING)
        except TimeoutError:
            self._send(signal.SIGKILL)
            await self.wait()

    @property
    def runs(self) -> bool:
        return self._process.returncode is None

    def _send(self, what: signal.Signals) -> None:
        if self.runs:
            self._process.send_signal(what)


class Supervisor:
    """Keeps a number of workers going."""

    def __init__(
        self, listening: socket.socket, workers: int, options: dict[str, Any],
        started: Callable[[], None],
    ) -> None:  # fmt: skip
        """`options` are for the workers; `started` is called once all of them answer."""
        self._listening, self._options, self._started = listening, options, started
        self._count = workers
        self._workers: list[Worker] = []
        self._all: list[Worker] = []
        """Those that are being replaced included."""
        self._stopping = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._replacing = False

    async def run(self) -> bool:
        """Until it is told to end; False if the workers never answered."""
        loop = asyncio.get_running_loop()
        for asked in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(asked, self._stopping.set)
        loop.add_signal_handler(signal.SIGHUP, self._replace)
        stopping = asyncio.create_task(self._stopping.wait())
        self._workers = [await self._start() for _ in range(self._count)]
        try:
            starting = asyncio.gather(*(worker.ready() for worker in self._workers))
            await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not self._stopping.is_set():
                if not all(starting.result()):
                    return False
                self._tasks = [asyncio.create_task(self._keep(slot)) for slot in range(self._count)]
                self._started()
                await stopping
            return True
        finally:
            for task in (stopping, *self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.gather(*(worker.end() for worker in self._all))

    async def _start(self) -> Worker:
        worker = await Worker.start(self._listening, self._options)
        self._all = [*(one for one in self._all if one.runs), worker]
        return worker

    async def _keep(self, slot: int) -> None:
        """Replace whoever dies here."""
        wait = SOONEST
        while True:
            worker = self._workers[slot]
            code = await worker.wait()
            if self._workers[slot] is not worker:
                continue  # it was replaced
            _log.error("A worker ended by itself (%s). Another one takes its place.", code)
            await asyncio.sleep(wait)
            wait = min(LATEST, 2 * wait)
            if self._workers[slot] is worker:
                self._workers[slot] = await self._start()
                if await self._workers[slot].ready():
                    wait = SOONEST

    def _replace(self) -> None:
        """Begin to, once all have begun, and unless it is being done."""
        if self._tasks and not self._replacing:
            self._replacing = True
            self._tasks.append(asyncio.create_task(self._replace_all()))

    async def _replace_all(self) -> None:
        """One after the other, so that there is always somebody who answers."""
        try:
            for slot in range(self._count):
                surplus = await self._start()
                try:
                    if not await surplus.ready():
                        _log.error("A new worker does not answer. The others stay as they are.")
                        return
                    surplus, self._workers[slot] = self._workers[slot], surplus
                finally:
                    await surplus.end()
        finally:
            self._replacing = False

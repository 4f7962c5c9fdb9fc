"""A program that is spoken to line by line: started, heard with patience, and always ended."""

import contextlib
import os
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from queue import Empty, Queue
from typing import IO

LONGEST_LINE = 20_000
MOST_LINES = 2_000
"""A program that talks faster than it is heard has to wait."""
POLITE = 1.0
"""Seconds it gets to leave by itself, and again to leave when it is terminated."""


class ProgramEnded(Exception):
    """The program says nothing more; the sentence tells how it left."""


class Program:
    """A child process with pipes to all three of its streams, in a process group of its own."""

    def __init__(self, command: str) -> None:
        """Start it, without a shell; raises OSError, or ValueError for an unclosed quote."""
        words = shlex.split(command)
        if not words:
            raise ValueError("No command")
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # an interrupt at the terminal is for us, not for it
        )
        self._lines: Queue[str | None] = Queue(MOST_LINES)
        self._last_words: deque[str] = deque(maxlen=1)
        self._threads = [
            threading.Thread(target=target, args=arguments, daemon=True)
            for target, arguments in (
                (_hear, (self._process.stdout, self._lines)),
                (_remember, (self._process.stderr, self._last_words)),
            )
        ]
        for thread in self._threads:
            thread.start()
        self._over = False
        self._end = weakref.finalize(self, _end, self._process, self._lines, self._threads)

    def send(self, line: str) -> None:
        """Say a line. To one that has left it makes no difference: `receive` will tell."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()

    def receive(self, seconds: float) -> str | None:
        """Its next line, or None if none comes in time; raises ProgramEnded after the last one."""
        if not self._over:
            try:
                line = self._lines.get(timeout=max(0.0, seconds))
            except Empty:
                return None
            if line is not None:
                return line
            self._over = True
        raise ProgramEnded(self._obituary())

    def close(self, *, politely: bool = True) -> None:
        """Wait a moment for it to leave by itself, if `politely`; then make it."""
        if politely:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(POLITE)
        self._end()

    def _obituary(self) -> str:
        try:
            code = self._process.wait(POLITE)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._threads[1].join(POLITE)
        manner = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"{manner}: {self._last_words[0]}" if self._last_words else manner


def _hear(stream: IO[bytes], lines: Queue[str | None]) -> None:
    while line := stream.readline(LONGEST_LINE):
        lines.put(line.decode(errors="replace"))
    lines.put(None)


def _remember(stream: IO[bytes], last: deque[str]) -> None:
    while line := stream.readline(LONGEST_LINE):
        if words := line.decode(errors="replace").split():
            last.append(" ".join(words)[:200])


def _end(
    process: subprocess.Popen[bytes], lines: Queue[str | None], threads: list[threading.Thread]
) -> None:
    """Terminate, then kill, the program and whatever it has started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(POLITE)
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    for thread, stream in zip(threads, (process.stdout, process.stderr), strict=True):
        until = time.monotonic() + POLITE
        while thread.is_alive() and time.monotonic() < until:
            with contextlib.suppress(Empty):  # it may be waiting for room
                lines.get_nowait()
            thread.join(0.001)
        if stream is not None and not thread.is_alive():
            stream.close()

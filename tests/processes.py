"""`volto …` as a process of its own, which ends with the tests."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.services import children, ending_with_parent, free_port

ROOT = Path(__file__).parents[1]


class Volto:
    """Can be ended and started again; it says a line when it is ready."""

    def __init__(self, *arguments: str, log: Path | None = None) -> None:
        """What it has to complain of goes to this log, or to that of the tests."""
        self.arguments, self.log = arguments, log
        self.process: subprocess.Popen[bytes] | None = None
        self.ready = False

    def start(self) -> None:
        """Returns once it is ready."""
        self.launch()
        self.await_line()
        assert self.ready, self.log and self.log.read_text()

    def launch(self) -> None:
        """Begin to start it, from the thread with which it is to end."""
        with (self.log or Path(os.devnull)).open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *ending_with_parent(signal.SIGKILL),
                    *(sys.executable, "-m", "volto", *self.arguments),
                ],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log if self.log else None,
                env={**os.environ, "NUMBA_NUM_THREADS": "1"},
            )

    def await_line(self) -> None:
        """Until it is ready, or has ended without a word."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.ready = bool(self.process.stdout.readline())

    def send(self, what: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(what)

    def stop(self, within: float = 60) -> int:
        """As it is asked to in good order; its exit code."""
        self.send(signal.SIGTERM)
        assert self.process is not None
        code = self.process.wait(within)
        self.kill()
        return code

    def kill(self) -> None:
        """Without a word; also when it has ended already."""
        self.ready = False
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()

    @property
    def workers(self) -> set[int]:
        """The processes that serve in its place, if it supervises several."""
        return {*children(self.process.pid)} if self.process is not None else set()


class Serving(Volto):
    """`volto serve` on a port of its own, which it keeps when it is started again."""

    def __init__(self, data: Path, *arguments: str, log: Path | None = None) -> None:
        self.port = free_port()
        where = ("--no-browser", "--port", str(self.port), "--data", str(data))
        super().__init__("serve", *where, *arguments, log=log)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

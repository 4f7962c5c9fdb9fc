"""A worker is held on a leash by its supervisor. What they do together is in tests/chaos."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from volto.cli.serve import listen, supervise
from volto.cli.workers import Worker
from volto.rules import VoltoError
from volto.server.settings import ServerSettings


def test_a_worker_says_when_it_answers_and_ends_when_it_is_let_go(tmp_path: Path) -> None:
    async def story() -> int:
        with listen("127.0.0.1", 0) as listening:
            worker = await Worker.start(listening, ServerSettings(tmp_path).changed())
        assert await worker.ready()
        worker._leash.close()
        return await asyncio.wait_for(worker.wait(), 30)

    assert asyncio.run(story()) == 0


def test_workers_that_never_answer_are_an_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    settings = ServerSettings(tmp_path / "file")
    with pytest.raises(VoltoError, match="The workers did not start"):
        supervise(settings, 1, listen("127.0.0.1", 0), lambda: pytest.fail("nothing has started"))
    assert "Traceback" not in capfd.readouterr().err


def test_a_worker_that_is_let_go_while_it_starts_ends_without_a_fuss(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def story() -> int:
        with listen("127.0.0.1", 0) as listening:
            worker = await Worker.start(listening, ServerSettings(tmp_path).changed())
        worker._leash.close()
        return await asyncio.wait_for(worker.wait(), 60)

    assert asyncio.run(story()) == 0
    assert "Traceback" not in capfd.readouterr().err


def test_a_worker_that_is_told_nothing_ends_without_a_fuss() -> None:
    leash, other_end = socket.socketpair()
    leash.close()
    with other_end, listen("127.0.0.1", 0) as listening:
        handles = (listening.fileno(), other_end.fileno())
        command = [sys.executable, "-m", "volto.cli.worker", *map(str, handles)]
        done = subprocess.run(command, pass_fds=handles, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")

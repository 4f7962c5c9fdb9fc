"""`volto serve` as a program: one line that says where it is, a page, a clean end."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.services import free_port
from volto.cli import main
from volto.server.addresses import own_addresses
from volto.server.settings import PORT

VOLTO = (sys.executable, "-m", "volto")
COMPILING = "volto: compiling the simulator; this happens once and takes up to a minute …\n"


@contextmanager
def serving(
    data: Path, *words: str, command: Sequence[str] = VOLTO, **names: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The running program, and the address it says."""
    environment = {**os.environ, "VOLTO_DATA": str(data), "BROWSER": "true", **names}
    with subprocess.Popen(
        [*command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        try:
            yield running, line
        finally:
            running.kill()


def test_it_says_where_it_is_shows_a_page_and_ends_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "serve", "--no-browser", "--port", "0") as (running, line):
        assert line.startswith("VOLTO is at http://127.0.0.1:")
        assert line.endswith("/ (Ctrl-C ends it)\n")
        address = line.split()[3]
        assert httpx.get(address, verify=False).status_code == 200
        running.send_signal(signal.SIGINT)
        output, errors = running.communicate(timeout=30)
        assert (running.returncode, output) == (0, "")
        assert errors in ("", COMPILING)


def test_a_start_loads_nothing_that_only_thinking_needs() -> None:
    """The first page comes before compiled code is loaded."""
    loaded = "import sys, volto.cli.serve; print({'numpy', 'numba', 'alembic'} & {*sys.modules})"
    assert subprocess.check_output([sys.executable, "-c", loaded], text=True) == "set()\n"


def test_a_server_for_others_says_where_they_find_it(tmp_path: Path) -> None:
    own = own_addresses()
    with serving(tmp_path, "serve", "--no-browser", "--host", "0.0.0.0", "--port", "0") as found:
        running, line = found
        port = line.split()[3].rsplit(":", 1)[1].strip("/")
        assert running.stdout is not None
        for address in own:
            assert running.stdout.readline() == f"On other devices: http://{address}:{port}/\n"


def test_a_crowd_that_says_nothing_neither_locks_others_out_nor_fills_the_log(
    tmp_path: Path,
) -> None:
    """With few descriptors, whoever comes too late is turned away, and the server lives on."""
    words = ("-n", "200", sys.executable, "-m", "volto", "serve", "--no-browser", "--port", "0")
    few = ("sh", "-c", 'ulimit "$1" "$2"; shift 2; exec "$@"', "sh", *words)
    with serving(tmp_path / "data", command=few) as (running, line):
        port = int(line.split()[3].rsplit(":", 1)[1].strip("/"))
        with ExitStack() as crowd:
            silent = [
                crowd.enter_context(socket.create_connection(("127.0.0.1", port), 30))
                for _ in range(300)
            ]
            assert silent[-1].recv(1) == b""  # turned away
        assert httpx.get(line.split()[3], verify=False).status_code == 200
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=30)
        assert (running.returncode, errors.replace(COMPILING, "")) == (0, "")


@contextmanager
def usual_port_taken() -> Iterator[None]:
    """By this test, or by somebody else already."""
    with ExitStack() as taken:
        with suppress(OSError):
            taken.enter_context(socket.create_server(("127.0.0.1", PORT)))
        yield


def test_volto_alone_serves_and_opens_the_browser(tmp_path: Path) -> None:
    """A port that is taken is no trouble: any other will do."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\nprintf "%s" "$1" > "{opened}.part"\nmv "{opened}.part" "{opened}"\n'
    )
    browser.chmod(0o755)
    with (
        usual_port_taken(),
        serving(tmp_path / "data", BROWSER=str(browser)) as (running, line),
    ):
        assert line.startswith("VOLTO is at http://127.0.0.1:")
        assert f":{PORT}/" not in line
        for _ in range(200):
            if opened.exists():
                break
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(0.05)
        assert opened.read_text() == line.split()[3]


def fails(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as leaving:
        main(["serve", "--no-browser", *words])
    assert leaving.value.code == 2
    errors = capsys.readouterr().err
    assert errors.startswith("volto: ")
    assert errors.count("\n") == 1
    return errors


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        errors = fails(capsys, "--data", str(tmp_path), "--port", port)
    assert f"port {port}" in errors


def test_a_database_that_is_none_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "volto.db").write_text("this is not a database, whatever its name may say" * 20)
    assert "cannot be opened" in fails(capsys, "--data", str(tmp_path))


def test_a_folder_that_is_none_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be used" in fails(capsys, "--data", str(tmp_path / "file"))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--allowed-host", "a*b"),
        ("--allowed-host", "volto.example:80"),
        ("--allowed-host", "http://volto.example"),
        ("--trusted-proxy", "nginx"),
        ("--trusted-proxy", "10.0.0.1/8"),
    ],
)
def test_a_name_that_means_nothing_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    data = tmp_path / "data"
    assert f"{option} {value}: write" in fails(capsys, "--data", str(data), option, value)
    assert not data.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--workers", "2"),
        ("--workers", "2", "--bus", "redis://127.0.0.1"),
        ("--workers", "2", "--database", "postgresql+psycopg://127.0.0.1/volto"),
    ],
)
def test_several_workers_need_a_bus_and_a_database_for_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    errors = fails(capsys, "--data", str(tmp_path / "data"), *words)
    assert "Several workers need --bus" in errors
    assert not (tmp_path / "data").exists()


def test_a_bus_that_is_none_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    errors = fails(capsys, "--data", str(tmp_path / "data"), "--bus", "http://:secret@127.0.0.1")
    assert "The bus cannot be used" in errors
    assert "secret" not in errors
    assert not (tmp_path / "data").exists()


def test_metrics_are_served_where_they_are_asked_for_and_nowhere_else(tmp_path: Path) -> None:
    port = str(free_port())
    words = ("serve", "--no-browser", "--port", "0", "--metrics", port)
    with serving(tmp_path / "data", *words) as (running, line):
        address = line.split()[3]
        assert httpx.get(f"{address}metrics", verify=False).status_code == 404
        found = httpx.get(f"http://127.0.0.1:{port}/metrics", verify=False).text
        assert "volto_sockets 0.0" in found
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == 0


def test_a_start_that_is_refused_is_a_line_of_json_if_the_log_is(tmp_path: Path) -> None:
    (tmp_path / "volto.db").write_text("this is not a database, whatever its name may say" * 20)
    words = ("serve", "--no-browser", "--port", "0", "--log-format", "json")
    with serving(tmp_path, *words) as (running, line):
        assert line == ""
        _, errors = running.communicate(timeout=30)
    assert running.returncode == 2
    found = json.loads(errors)
    assert found["level"] == "critical"
    assert "cannot be opened" in found["message"]


def test_what_workers_count_is_added_up_and_readiness_says_what_is_missing(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    port = str(free_port())
    words = ("serve", "--no-browser", "--port", "0", "--metrics", port, "--workers", "2")
    names = {"VOLTO_DATABASE": postgres_url, "VOLTO_BUS": redis_url}
    with serving(tmp_path, *words, **names) as (running, line):
        address = line.split()[3]
        for _ in range(600):
            found = httpx.get(f"http://127.0.0.1:{port}/metrics", verify=False).text
            if "volto_bus_connected 2.0" in found:
                break
            time.sleep(0.05)
        else:
            pytest.fail(found)
        ready = httpx.get(f"{address}ready", verify=False)
        assert (ready.status_code, ready.text) == (
            200,
            "No thinker answers, so this server thinks itself.\n",
        )
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 0

"""The services of the tests: they answer, and they end with whoever started them."""

import contextlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.services import Postgres, Redis, children

ROOT = Path(__file__).parents[1]
SCRIPT = """
import sys, time
from tests.services import Postgres, Redis
running = {"postgres": Postgres, "redis": Redis}[sys.argv[1]]()
running.start()
print(running.process.pid, running.folder, flush=True)
time.sleep(600)
"""


def test_every_database_is_empty_and_one_of_its_own(postgres: Postgres) -> None:
    urls = {postgres.new_database(), postgres.new_database()}
    assert len(urls) == 2
    for url in urls:
        with psycopg.connect(url.replace("+psycopg", "")) as connection:
            connection.execute("CREATE TABLE log (id int)")


def test_connections_can_be_cut(postgres: Postgres) -> None:
    url = postgres.new_database().replace("+psycopg", "")
    with psycopg.connect(url) as connection:
        postgres.cut()
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")


def test_redis_answers_at_its_address(redis: Redis, redis_url: str) -> None:
    assert redis_url == f"redis://127.0.0.1:{redis.port}/0"
    assert redis.say("SET word volto") == "+OK"
    assert redis.say("DBSIZE") == ":1"


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="setpriv is Linux's")
@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_a_service_ends_when_its_starter_is_killed(
    name: str, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(name)  # or skip
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, name], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        pid, folder = starter.stdout.readline().split()
        every = [int(pid), *children(int(pid))]
        starter.kill()
    until = time.monotonic() + 60
    while any(map(alive, every)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(map(alive, every))
    shutil.rmtree(folder)


def alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False

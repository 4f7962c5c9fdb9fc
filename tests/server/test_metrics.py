"""Metrics are served where they are asked for, add up over workers, and name nobody."""

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client import REGISTRY

from tests.server.serving import RED_SETUP, WHITE_SETUP, serving
from volto.rules import VoltoError
from volto.server import metrics
from volto.server.metrics import read_address, serving_metrics, worker_gone
from volto.server.wire.messages import Done, NewTable, Refused


def fetched(port: int | None) -> str:
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", verify=False)
    assert answer.status_code == 200
    return answer.text


def test_an_address_is_a_port_of_this_machine_unless_it_says_more() -> None:
    assert read_address("9642") == ("127.0.0.1", 9642)
    assert read_address("0.0.0.0:1") == ("0.0.0.0", 1)
    assert read_address("[::1]:1") == ("::1", 1)
    for rubbish in ("", "x", "host:", "host:x", "65536", "-1", "²"):
        with pytest.raises(VoltoError, match="no PORT"):
            read_address(rubbish)


def test_nothing_is_served_unless_it_is_asked_for() -> None:
    with serving_metrics(None) as port:
        assert port is None


def test_what_is_counted_can_be_read_and_the_port_is_free_again_afterwards() -> None:
    metrics.store_failures.inc()
    with serving_metrics("0") as port:
        assert "volto_store_failures_total" in fetched(port)
        with pytest.raises(VoltoError, match="in use"), serving_metrics(str(port)):
            pass
    with serving_metrics(str(port)):
        assert "volto_commit_seconds_bucket" in fetched(port)


WORKER = """
import sys
from volto.server import metrics
metrics.store_failures.inc(2)
metrics.sockets_open.inc(5)
metrics.refusals.labels("stale").inc()
metrics.turn_seconds.observe(0.003)
print("ready", flush=True)
sys.stdin.read()
"""


def test_workers_count_together_and_a_dead_one_has_nothing_open() -> None:
    with serving_metrics("0", workers=True) as port:
        workers = [
            subprocess.Popen(
                [sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            for _ in range(2)
        ]
        for worker in workers:
            assert worker.stdout is not None
            assert worker.stdout.readline() == b"ready\n"
        text = fetched(port)
        assert "volto_store_failures_total 4.0" in text
        assert "volto_sockets 10.0" in text
        assert 'volto_refusals_total{code="stale"} 2.0' in text
        assert "volto_turn_seconds_count 2.0" in text
        workers[0].communicate()
        worker_gone(workers[0].pid)
        text = fetched(port)
        assert "volto_store_failures_total 4.0" in text
        assert "volto_sockets 5.0" in text
        workers[1].communicate()


def test_labels_have_few_values_and_none_that_tells_who_or_where() -> None:
    labels = {
        name
        for family in REGISTRY.collect()
        if family.name.startswith("volto_")
        for sample in family.samples
        for name in sample.labels
    }
    assert labels <= {"code", "kind", "le"}


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.anyio
async def test_a_game_is_counted_where_it_happens(tmp_path: Path) -> None:
    names = ("volto_turn_seconds_count", "volto_commit_seconds_count", "volto_tables")
    before = [value(name) for name in names]
    stale = value("volto_refusals_total", code="not-your-turn")
    async with serving(tmp_path) as server:
        made = await server.make(NewTable(mode="screen", first="white", aid="off"))
        async with server.sit(made.path) as page:
            assert value("volto_sockets") >= 1
            await page.deploy("white", WHITE_SETUP)
            await page.deploy("red", RED_SETUP)
            assert isinstance(await page.play("white", 0, "b2b3"), Done)
            assert isinstance(await page.play("white", 1, "b3b4"), Refused)
    after = [value(name) for name in names]
    assert after[0] == before[0] + 1
    assert after[1] >= before[1] + 4
    assert value("volto_refusals_total", code="not-your-turn") == stale + 1
    del server, page
    async with asyncio.timeout(60):
        while value("volto_tables") > before[2]:  # a seat stays taken for a moment
            await asyncio.sleep(0.1)
            gc.collect()

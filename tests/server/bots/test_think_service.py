"""`volto think`: processes that think for servers; one that dies has its jobs done by another."""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from tests.server.bots.elsewhere import PATIENCE, Here, found, processes, sending
from tests.server.serving import WHITE_SETUP, serving
from volto.cli import main
from volto.rules import View
from volto.server.bots.fair_order import Place
from volto.server.bots.jobs import MoveJob, ViewWords
from volto.server.bots.remote_thinkers import RemoteThinkers
from volto.server.bots.thinkers import LocalThinkers
from volto.server.wire.messages import Done, NewTable

pytestmark = pytest.mark.anyio


async def test_a_whole_game_is_thought_about_elsewhere(
    tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def not_here(*_: object) -> None:
        pytest.fail("the server has thought itself")

    async with processes(redis_url, 1), serving(tmp_path, bus=redis_url) as server:
        assert server.app is not None
        thinkers = server.app.state.thinkers
        assert isinstance(thinkers, RemoteThinkers)
        await found(thinkers)
        monkeypatch.setattr(LocalThinkers, "think", not_here)
        made = await server.make(NewTable(mode="house", level=2, family="white", aid="off"))
        async with server.sit(made.path) as page:
            assert isinstance(await page.deploy("white", WHITE_SETUP), Done)
            snapshot = await page.play_on("white", Random(3))
        assert snapshot.end is not None


async def test_what_a_killed_thinker_was_doing_another_one_does(redis_url: str) -> None:
    view = ViewWords.of(View.start("white", WHITE_SETUP))
    here = Here()
    async with processes(redis_url, 2) as (one, other):
        async with sending(redis_url, here) as thinkers:
            await found(thinkers)
            jobs = [
                asyncio.create_task(thinkers.think(MoveJob(seed, 10, view, 1.0), Place(0)))
                for seed in range(4)
            ]
            await asyncio.sleep(0.3)
            one.kill()
            moves = [(await job).said for job in jobs]
        assert not here.jobs
        assert set(moves) <= {str(move) for move in view.view().legal_moves()}
        other.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            assert await other.wait() == 0


@pytest.mark.parametrize("url", ["", "nonsense", "http://127.0.0.1", "redis://", "redis://h:x/0"])
def test_a_bad_address_is_refused_in_a_sentence(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["think", "--bus", url])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("volto: The bus must be the address of a Redis, such as redis://")
    assert said.count("\n") == 1

"""The house plays like anyone: it deploys, moves, answers, and goes on after a restart."""

import asyncio
import threading
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.server.serving import WHITE_SETUP, Page, Server, parts, serving
from tests.server.states import WHITE, begun, played
from volto.server.bots import warm_up
from volto.server.bots.bots import LONG_GAME, agrees_to_draw
from volto.server.bots.warm_up import adviser
from volto.server.wire.messages import (
    AskHint,
    Done,
    Hint,
    NewTable,
    OfferDraw,
    Refused,
    Rematch,
    Resign,
    Resync,
    Thinking,
)

pytestmark = pytest.mark.anyio
AGAINST = NewTable(mode="house", level=1, family="white", first="white", aid="off")


async def begin(page: Page) -> None:
    assert isinstance(await page.deploy("white", WHITE_SETUP), Done)
    await page.sees("white", lambda snapshot: snapshot.phase == "playing")


async def ready_table(folder: Path) -> str:
    """The path of a table where both are ready, at a server that has ended since."""
    async with serving(folder) as server:
        made = await server.make(AGAINST)
        async with server.sit(made.path) as page:
            await begin(page)
    return made.path


@pytest.mark.parametrize("level", [1, 5])
async def test_a_whole_game_against_the_house(server: Server, level: int) -> None:
    made = await server.make(NewTable(mode="house", level=level, family="white", aid="logic"))
    async with server.sit(made.path) as page:
        await begin(page)
        snapshot = await page.play_on("white", Random(3))
    assert snapshot.people["red"].kind == "house"
    assert snapshot.people["red"].level == level
    assert [turn.family for turn in snapshot.turns[:2]] in (["white", "red"], ["red", "white"])
    assert all(guess is not None for guess in snapshot.guesses)


async def test_nobody_waits_for_a_network_to_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(warm_up, "_prepare_network", lambda: compiled.wait(60.0))
    try:
        async with serving(tmp_path) as server:
            made = await server.make(replace(AGAINST, level=6))
            async with server.sit(made.path) as page:
                await begin(page)
                await page.play("white", 0, "a2a3")
                await page.sees("white", lambda snapshot: snapshot.ply == 2)
                compiled.set()
                await page.play("white", 2, "b2b3")
                await page.sees("white", lambda snapshot: snapshot.ply == 4)
    finally:
        compiled.set()


async def test_the_house_says_that_it_is_thinking(server: Server) -> None:
    made = await server.make(AGAINST)
    async with server.sit(made.path) as page:
        await begin(page)
        await page.play("white", 0, "a2a3")
        assert await page.until(Thinking) == Thinking("red")
        await page.sees("white", lambda snapshot: snapshot.ply == 2)


async def test_the_house_takes_its_time(tmp_path: Path) -> None:
    path = await ready_table(tmp_path)
    async with serving(tmp_path, pause=30.0) as server, server.sit(path) as page:
        await page.play("white", 0, "a2a3")
        await page.until(Thinking)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await page.sees("white", lambda snapshot: snapshot.ply == 2)


async def test_the_house_goes_on_after_a_restart_when_somebody_comes(tmp_path: Path) -> None:
    path = await ready_table(tmp_path)
    async with serving(tmp_path, pause=30.0) as server, server.sit(path) as page:
        assert isinstance(await page.play("white", 0, "a2a3"), Done)
    async with serving(tmp_path) as server, server.sit(path) as page:
        assert (await page.sees("white", lambda snapshot: snapshot.ply == 2)).to_move == "white"


async def test_the_house_goes_on_by_itself_at_recent_tables(tmp_path: Path) -> None:
    path = await ready_table(tmp_path)
    async with serving(tmp_path, pause=30.0) as server, server.sit(path) as page:
        await page.play("white", 0, "a2a3")
    async with serving(tmp_path) as server:
        for _ in range(400):
            await asyncio.sleep(0.02)
            async with server.client() as client:
                assert (await client.get(path)).status_code == 200
            async with server.sit(f"/watch/{parts(path)[2]}") as watcher:
                if (await watcher.until(Resync)).snapshot.ply == 2:
                    break
        else:
            pytest.fail("the house did not move")


async def test_the_house_accepts_a_rematch_at_once(server: Server) -> None:
    made = await server.make(AGAINST)
    async with server.sit(made.path) as page:
        await begin(page)
        await page.ask(lambda ref: Resign(ref, "white"))
        await page.ask(lambda ref: Rematch(ref, "white"))
        path = (
            await page.sees("white", lambda snapshot: snapshot.next_table is not None)
        ).next_table
    assert path is not None
    async with server.sit(path) as page:
        assert page.welcome is not None
        assert page.welcome.seats == ("red",)
        snapshot = await page.sees("red", lambda snapshot: snapshot.people["white"].ready)
        assert (snapshot.people["white"].kind, snapshot.people["white"].level) == ("house", 1)


async def test_the_house_declines_a_draw_in_a_young_game(server: Server) -> None:
    made = await server.make(AGAINST)
    async with server.sit(made.path) as page:
        await begin(page)
        await page.ask(lambda ref: OfferDraw(ref, "white"))
        await page.sees("white", lambda snapshot: snapshot.draw_offer == "white")
        snapshot = await page.sees("white", lambda snapshot: snapshot.draw_offer is None)
        assert snapshot.end is None


def test_the_house_agrees_to_a_draw_when_nothing_happens_any_more() -> None:
    there_and_back = ("a2a3", "d6d5", "a3a2", "d5d6")
    early = played(begun(), *there_and_back * (LONG_GAME // 4 - 1)).view(WHITE)
    late = played(begun(), *there_and_back * (LONG_GAME // 4)).view(WHITE)
    assert early is not None
    assert late is not None
    assert not agrees_to_draw(early)
    assert agrees_to_draw(late)


async def test_a_hint_is_a_legal_move_with_reasons(server: Server) -> None:
    made = await server.make(AGAINST)
    async with server.sit(made.path) as page:
        await begin(page)
        snapshot = page.snapshots["white"]
        await page.say(AskHint(5, "white"))
        hint = await page.until(Hint)
    assert (hint.ref, hint.ply) == (5, 0)
    assert hint.move[2:] in snapshot.moves[hint.move[:2]]
    assert hint.deployments == 50_400
    assert {guess.mask for guess in hint.reading} == set(range(10, 20))
    assert {guess.mask for guess in hint.exposed} == set(range(10))
    assert 0 < len(hint.moves) <= 5
    assert all(move.low <= move.value <= move.high for move in hint.moves)


def test_until_the_network_is_ready_somebody_without_one_advises() -> None:
    early, late = adviser(by_network=False), adviser(by_network=True)
    assert not early.by_network
    assert early.iterations > 0
    assert late.number == 10


async def test_hints_are_only_for_games_against_the_house(server: Server) -> None:
    made = await server.make(NewTable(mode="screen", first="white", aid="off"))
    async with server.sit(made.path) as page:
        await page.deploy("white", WHITE_SETUP)
        await page.deploy("red", WHITE_SETUP)
        answer = await page.ask(lambda ref: AskHint(ref, "white"))
        assert isinstance(answer, Refused)
        assert answer.code == "no-hint"


async def test_there_is_no_hint_when_it_is_not_your_turn(server: Server) -> None:
    made = await server.make(AGAINST)
    async with server.sit(made.path) as page:
        answer = await page.ask(lambda ref: AskHint(ref, "white"))
        assert isinstance(answer, Refused)
        assert answer.code == "no-hint"

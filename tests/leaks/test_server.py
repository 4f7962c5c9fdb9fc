"""Whatever the rival hides, every byte that the server sends to anyone else is the same.

Whole games are played over real sockets, once as they were and again with other roles behind the
rival's masks that fit everything seen. Chance, time and the server's secret are the same each time.
"""

import asyncio
import contextlib
import gc
import logging
import random
import re
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec
import pytest
import websockets

from tests.leaks.replays import reassigned, replayed
from tests.server.serving import Page, Server, parts, serving
from tests.strategies import BOX, Game, random_game
from volto.rules import Deployment, Family, Role
from volto.server.bots.bots import Bots
from volto.server.bots.fair_order import Place
from volto.server.bots.jobs import Answer, AnyJob, MoveJob
from volto.server.bots.schedule import Schedule
from volto.server.bus import Bus
from volto.server.bus.words import Advanced, read_table_word, write_word
from volto.server.opening import open_house
from volto.server.settings import ServerSettings
from volto.server.site.static_files import static_root
from volto.server.tables import commands
from volto.server.tables.tables import Tables
from volto.server.wire.messages import (
    AskStandings,
    Deploy,
    Done,
    Hello,
    NewTable,
    Play,
    Refused,
    Resign,
    SeatKey,
    Share,
    write,
)

OTHERS = 3
"""Other assignments that each sampled game is played with."""
LONGEST = 40
SECRET = bytes(range(32))
JSON = "application/json"
SEAL = re.compile(r"[0-9a-f]{64}")


def sampled(seed: int) -> tuple[Game, Family, list[Deployment]]:
    """A game, the seat that looks on, and what its rival could also have hidden."""
    rng = Random(seed)
    seat = tuple(Family)[seed % 2]
    while True:
        game = random_game(rng, BOX[seed % 2], rng.randrange(6, LONGEST))
        at = game.positions[-1] if game.last.outcome is None else game.positions[-2]
        others = []
        for other in reassigned(game, at, seat.rival, rng):
            white, red = (other, game.red) if seat is Family.RED else (game.white, other)
            if [pair[0] for pair in replayed(game, white, red)][-1:] == [at]:
                others.append(other)
        if len(others) >= OTHERS and at.turns >= 4:
            return game, seat, rng.sample(others, OTHERS)


async def told(folder: Path, game: Game, seat: Family, rival: Deployment) -> list[bytes]:
    """Everything that reaches the seat and a spectator, when its rival has deployed so."""
    folder.mkdir()
    (folder / "secret").write_bytes(SECRET)
    chance = random.Random(7)
    async with serving(folder, rng=chance, clock=lambda: 1_800_000_000.0) as server:
        server.tables._shared = True  # as if others had to hear of it
        said = overheard(server.bus)
        heard = await looked_on(server, game, seat, rival)
        assert said
        return heard + said


def overheard(bus: Bus) -> list[bytes]:
    """What is said on the bus of what happens at tables: other workers hear it, and Redis."""
    said: list[bytes] = []
    publish = bus.publish

    def noting(channel: str, message: bytes) -> None:
        word = read_table_word(message)
        if isinstance(word, Advanced):
            assert message == write_word(word)
            said.append(f"{channel} {word.number}".encode())
        publish(channel, message)

    bus.publish = noting  # type: ignore[method-assign]
    return said


async def looked_on(server: Server, game: Game, seat: Family, rival: Deployment) -> list[bytes]:
    start = game.positions[0]
    wish = NewTable(
        mode="friend",
        family=seat.value,
        first=start.to_move.value,
        ladies=start.ruleset.ladies.value,
        quiet=start.ruleset.quiet,
        aid="chances",
        name="Ada",
    )
    made = await server.make(wish)
    assert made.invite is not None
    other = (await server.join(made.invite)).path
    table = parts(made.path)[2]
    running = [position for position in game.positions if position.outcome is None]
    turns = running[-1].history
    async with (
        server.sit(made.path) as own,
        server.sit(other) as hidden,
        server.sit(f"/watch/{table}") as watcher,
    ):
        pages = {seat: own, seat.rival: hidden}
        await hidden.deploy(seat.rival, str(rival))
        await settled(own, watcher)
        await own.deploy(seat, str(game.deployment(seat)))
        await hidden.sees(seat.rival, lambda snapshot: snapshot.phase == "playing")
        for ply, turn in enumerate(turns):
            mover = running[ply].to_move
            if ply % 3 == 0:
                await provoke(own, seat, ply)
            answer = await pages[mover].play(mover, ply, str(turn.move))
            assert isinstance(answer, Done), answer
            for page, name in ((own, seat), (hidden, seat.rival), (watcher, None)):
                await page.sees(name, lambda snapshot, ply=ply: snapshot.ply > ply)  # type: ignore[misc]
        await provoke(own, seat, len(turns))
        heard = [frame.encode() for page in (own, watcher) for frame in page.frames]
    async with server.sit(made.path, last=3) as back:
        await back.sees(seat, lambda snapshot: snapshot.ply == len(turns))
        heard += [frame.encode() for frame in back.frames]
    async with server.client() as client:
        for path in (
            made.path,
            f"/watch/{table}",
            made.invite,
            f"/api/tables/{table}/record",
            f"/api/tables/{table}/story",
            f"/game/{table}",
            f"/game/{table}.png",
            f"{static_root()}/{table}",
        ):
            answer_ = await client.get(path, headers={"host": "volto.example"})
            headers = sorted(item for item in answer_.headers.items() if item[0] != "date")
            heard.append(repr((path, answer_.status_code, headers)).encode() + answer_.content)
        link = {"link": f"http://volto.example{made.invite}"}
        code = await client.post("/api/qr", json=link, headers={"host": "volto.example"})
        heard.append(f"qr {code.status_code} {code.text}".encode())
        asked = AskStandings(tuple(SeatKey(table, key) for key in (parts(made.path)[3], "guess")))
        standings = await client.post(
            "/api/tables/standings", content=write(asked), headers={"content-type": JSON}
        )
        assert [one and one["ply"] for one in standings.json()["tables"]] == [len(turns), None]
        heard.append(standings.content)
    return heard


async def settled(*pages: Page) -> None:
    """Everyone has heard that the rival is ready."""
    for page in pages:
        await page.hear_of("ready")


async def provoke(page: Page, seat: Family, ply: int) -> None:
    """Ask for what is not allowed: refusals are answers too."""
    moves = ("a2a5", "c7c3", "b6b5", "e1e1")
    for name, at, move in (
        (seat.rival, ply, "c6c5"),
        (seat, ply + 1, "c3c4"),
        *((seat, ply, move) for move in moves),
    ):
        snapshot = page.snapshots.get(seat)
        if snapshot is not None and move[2:] in snapshot.moves.get(move[:2], ()) and name is seat:
            continue  # it would be carried out
        assert isinstance(await page.play(name, at, move), Refused)


def without_promises(heard: list[bytes]) -> list[bytes]:
    """The same without the seals of masks that are still hidden, which are random by design."""
    found = []
    for frame in heard:
        if not frame.startswith(b"{"):
            found.append(frame)
            continue
        message = msgspec.json.decode(frame)
        seals = message.get("snapshot", message.get("change", {})).get("seals")
        if seals:
            for base, family in ((0, "white"), (10, "red")):
                for index, one in enumerate(seals[family]):
                    assert SEAL.fullmatch(one)
                    if str(base + index) not in seals["opened"]:
                        seals[family][index] = "#" * 64
            seals["fingerprint"] = "#" * len(seals["fingerprint"])
        found.append(msgspec.json.encode(message))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_every_byte_is_the_same_whatever_the_rival_hides(
    seed: int,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """R-2, H-3"""
    caplog.set_level(logging.WARNING)
    game, seat, others = sampled(seed)
    true = asyncio.run(told(tmp_path / "true", game, seat, game.deployment(seat.rival)))
    printed = capfd.readouterr(), caplog.text
    assert sum(map(len, true)) > 20_000
    for number, other in enumerate(others):
        changed = asyncio.run(told(tmp_path / str(number), game, seat, other))
        assert [len(one) for one in true] == [len(one) for one in changed]
        for one, same in zip(without_promises(true), without_promises(changed), strict=True):
            assert one == same
        assert (capfd.readouterr(), caplog.text) == printed
    assert printed == (("", ""), "")


def test_the_comparison_notices_a_leak(tmp_path: Path) -> None:
    """The family itself is told of its other roles, so its own bytes do differ."""
    game, seat, others = sampled(0)
    hiding, looking = seat.rival, game.deployment(seat)
    own = {family: others[0] if family is hiding else looking for family in Family}
    changed = Game(own[Family.WHITE], own[Family.RED], game.positions)
    first = asyncio.run(told(tmp_path / "first", game, hiding, looking))
    second = asyncio.run(told(tmp_path / "second", changed, hiding, looking))
    assert without_promises(first) != without_promises(second)


def test_before_everyone_agrees_nothing_of_a_finished_game_is_on_its_page(tmp_path: Path) -> None:
    """Page and picture are the same, byte for byte, as those of a game that is still played."""

    async def story() -> None:
        async with serving(tmp_path) as server, server.client() as client:
            made = await server.make(NewTable(mode="friend", family="white", first="white"))
            assert made.invite is not None
            theirs = (await server.join(made.invite)).path
            table = parts(made.path)[2]

            async def shown() -> list[tuple[int, bytes]]:
                pages = [await client.get(f"/game/{table}{kind}") for kind in ("", ".png")]
                return [(page.status_code, page.content) for page in pages]

            async with server.sit(made.path) as white, server.sit(theirs) as red:
                await white.deploy("white", "NNAAL/LSNAC")
                await red.deploy("red", "AASNL/LNNAC")
                running = await shown()
                assert isinstance(await white.ask(lambda ref: Share(ref, "white")), Refused)
                await white.ask(lambda ref: Resign(ref, "white"))
                assert await shown() == running
                assert isinstance(await white.ask(lambda ref: Share(ref, "white")), Done)
                assert await shown() == running
                assert isinstance(await red.ask(lambda ref: Share(ref, "white")), Refused)
                assert await shown() == running
                assert [status for status, _ in running] == [403, 403]
                assert isinstance(await red.ask(lambda ref: Share(ref, "red")), Done)
                assert [status for status, _ in await shown()] == [200, 200]

    asyncio.run(story())


def test_seals_are_fresh_every_time(tmp_path: Path) -> None:
    """Equal roles have different seals, and so has the same deployment sent again."""
    assert isinstance(ServerSettings(tmp_path).rng, random.SystemRandom)

    async def story() -> list[str]:
        async with serving(tmp_path) as server:
            made = await server.make(NewTable(mode="screen", aid="off"))
            seals: list[str] = []
            async with server.sit(made.path) as page:
                for seat in ("white", "white", "red"):
                    await page.say(Deploy(1, seat, "NNAAL/LSNAC"))
                    shown = (await page.hear_of("ready")).change.seals
                    seals += getattr(shown, seat)
                    await page.hear_of("ready")  # and so does the other seat
            return seals

    seals = asyncio.run(story())
    assert len(seals) == len(set(seals)) == 30


def test_keys_are_in_no_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def story() -> str:
        async with serving(tmp_path) as server:
            made = await server.make(NewTable(mode="screen", aid="off"))
            async with server.client() as client:
                await client.get(made.path)
                await client.get(made.path + "x")
                link = {"link": f"{server.http}/join/{parts(made.path)[2]}#{parts(made.path)[3]}"}
                assert (await client.post("/api/qr", json=link)).status_code == 200
            async with server.socket(made.path) as connection:
                page = Page(connection)
                await page.say(Hello())
                await page.hear()
                await connection.send("nonsense")
                await page.until(Refused)
            return parts(made.path)[3]

    key = asyncio.run(story())
    assert key not in "".join(capfd.readouterr())


def spoil(folder: Path, kind: str, body: str) -> None:
    """Change the last row of this kind in the log behind the server's back."""
    with sqlite3.connect(folder / "volto.db") as database:
        last = "(select max(number) from log where kind = :kind)"
        database.execute(
            f"update log set body = :body where kind = :kind and number = {last}",
            {"kind": kind, "body": body},
        )
    database.close()


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("turn", '{"kind":"turn","ply":0,"move":"e1e4"}'),
        ("turn", '{"kind":"turn","ply":0,"move":"Candidate"}'),
        ("ready", '{"kind":"ready","deployment":"Candidate","salts":[]}'),
        ("ready", '{"kind":"ready","deployment":["Candidate"]}'),
        ("began", "Candidate"),
    ],
)
def test_a_damaged_log_tells_the_servers_log_no_role(
    kind: str,
    body: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Nor does it keep the server from going on at its other tables."""

    async def begin() -> tuple[str, str]:
        async with serving(tmp_path, pause=30.0) as server:
            whole, spoilt = [
                (await server.make(NewTable(mode="house", family="white", first="white"))).path
                for _ in range(2)
            ]
            async with server.sit(spoilt) as page:
                await page.deploy("white", "NNAAL/LSNAC")
            [table] = [one for one in server.tables._open.values() if one.setup.table in spoilt]
            await server.tables.deploy(table, Family.RED, "NNAAL/LSNAC", lambda number: None)
            await table.act(lambda state: commands.play(state, Family.WHITE, 0, "a2a3"))
            return whole, spoilt

    async def go_on(whole: str, spoilt: str) -> None:
        async with serving(tmp_path, clock=lambda: 1.0) as server:
            async with server.client() as client:
                assert (await client.get(spoilt)).status_code == 500
                assert (await client.get(whole)).status_code == 200
            with pytest.raises(websockets.InvalidStatus):
                async with server.socket(spoilt):
                    pass

    whole, spoilt = asyncio.run(begin())
    spoil(tmp_path, kind, body)
    asyncio.run(go_on(whole, spoilt))
    printed = caplog.text + "".join(capfd.readouterr())
    assert parts(spoilt)[2] in caplog.text
    for secret in (*(role.name.title() for role in Role), "NNAAL", "cannot go", "e1e4"):
        assert secret not in printed


def test_a_request_that_fails_tells_the_log_its_place_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the Candidate stands on e1")

    async def story() -> None:
        async with serving(tmp_path) as server, server.client() as client:
            made = await server.make(NewTable(mode="screen"))
            monkeypatch.setattr(Tables, "table", fail)
            assert (await client.get(made.path)).status_code == 500
            with pytest.raises(websockets.InvalidStatus):
                async with server.socket(made.path):
                    pass

    asyncio.run(story())
    assert "Candidate" not in caplog.text
    assert caplog.text.count("RuntimeError at test_server.py") == 2


def test_a_move_that_is_refused_after_its_page_has_gone_is_in_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its owner would have been told why: the Candidate on e1 goes one step."""

    async def story() -> None:
        async with serving(tmp_path) as server:
            made = await server.make(NewTable(mode="screen", first="white"))
            assert server.app is not None
            working = server.app.state.gate.working
            async with contextlib.AsyncExitStack() as locked:
                async with server.sit(made.path) as page:
                    for seat in ("white", "red"):
                        await page.deploy(seat, "NNAAL/LSNAC")
                    [table] = server.tables._open.values()
                    await locked.enter_async_context(table._lock)
                    await page.say(Play(9, "white", 0, "e1e4"))
                    while not working:
                        await asyncio.sleep(0)
                while table.listeners:
                    await asyncio.sleep(0)
            while working:
                await asyncio.sleep(0)
        gc.collect()

    asyncio.run(story())
    assert caplog.text == ""


@pytest.mark.parametrize("first", ["white", "red"])
def test_a_bot_answers_at_the_same_moments_whatever_it_hides(tmp_path: Path, first: str) -> None:
    """R-2: how long it thinks depends on its roles; when it answers does not."""

    @dataclass
    class Elsewhere:
        """Thinks a tenth of the time, or all of it if its Candidate stands in the first row; its
        answers are some time on the way."""

        deployment: str
        now: float = 0.0
        moments: list[float] = field(default_factory=list)
        ready: bool = True

        def clock(self) -> float:
            return self.now

        async def sleep(self, seconds: float) -> None:
            self.now += seconds
            self.moments.append(round(self.now, 6))

        async def think(self, job: AnyJob, place: Place) -> Answer:
            seconds = job.seconds if isinstance(job, MoveJob) else 0.3
            took = seconds * (1.0 if "C" in self.deployment[:5] else 0.1)
            self.now += took + 0.02
            if not isinstance(job, MoveJob):
                return Answer(self.deployment, took)
            moves = map(str, job.view.view().legal_moves())
            return Answer(next(move for move in moves if move in ("c6c5", "c5c4")), took)

        async def close(self) -> None:
            pass

    async def moments(folder: Path, deployment: str) -> list[float]:
        folder.mkdir()
        settings = ServerSettings(data=folder)
        store, keys = await open_house(settings)
        thinkers = Elsewhere(deployment)
        schedule = Schedule(0.5, thinkers.clock, thinkers.sleep)
        bots = Bots(settings, thinkers, keys.seed, schedule=schedule)
        tables = Tables(store, keys, settings, bots.attend)
        made = await tables.make(
            NewTable(mode="house", level=10, family="white", first=first, aid="off")  # type: ignore[arg-type]
        )
        table = await tables.table(parts(made.path)[2])
        await tables.deploy(table, Family.WHITE, "NNAAL/LSNAC", lambda number: None)
        for move in ("a2a3", "a3a4"):
            while table.state.position is None or table.state.position.to_move is not Family.WHITE:
                await asyncio.sleep(0.001)
            ply = table.state.ply
            await table.act(lambda now: commands.play(now, Family.WHITE, ply, move))  # noqa: B023
        await bots.close()
        await store.close()
        return thinkers.moments

    found = [
        asyncio.run(moments(tmp_path / str(number), deployment))
        for number, deployment in enumerate(("LLNCA/AANSN", "LLNNA/AANSC"))
    ]
    assert found[0] == found[1]
    assert len(found[0]) >= 2

"""The authority, over real sockets: who gets what, in which order, and what is refused."""

import asyncio
import gc
import sqlite3
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
import pytest

from tests.server.serving import RED_SETUP, WHITE_SETUP, Page, Server, parts, serving
from volto.notation import read_records
from volto.notation.seals import Seals
from volto.rules import Family
from volto.server.store import CommitUnknown, Transaction
from volto.server.store.events import Entry, Played
from volto.server.tables import table as table_module
from volto.server.tables import tables
from volto.server.wire.messages import (
    DeclineDraw,
    Done,
    Happened,
    Hello,
    Here,
    NewTable,
    OfferDraw,
    Play,
    Refused,
    Rematch,
    Resign,
    Resync,
)

pytestmark = pytest.mark.anyio
FRIENDS = NewTable(mode="friend", family="white", first="white", name="Ada", aid="off")


async def two_seats(server: Server, wish: NewTable = FRIENDS) -> tuple[str, str]:
    """The paths of both seats of a table for two."""
    made = await server.make(wish)
    assert made.invite is not None
    return made.path, (await server.join(made.invite)).path


async def begin(white: Page, red: Page) -> None:
    assert isinstance(await white.deploy("white", WHITE_SETUP), Done)
    assert isinstance(await red.deploy("red", RED_SETUP), Done)
    await white.sees("white", lambda snapshot: snapshot.phase == "playing")
    await red.sees("red", lambda snapshot: snapshot.phase == "playing")


async def test_a_whole_game_between_friends(server: Server) -> None:
    ours, theirs = await two_seats(server)
    table = parts(ours)[2]
    async with server.sit(ours) as white, server.sit(theirs) as red:
        async with server.sit(f"/watch/{table}") as watcher:
            await begin(white, red)
            rng = Random(5)
            while (snapshot := white.snapshots["white"]).end is None:
                page, seat = (white, "white") if snapshot.to_move == "white" else (red, "red")
                own = await page.sees(seat, lambda now, ply=snapshot.ply: now.ply >= ply)  # type: ignore[misc]
                origin = rng.choice(sorted(own.moves))
                move = origin + rng.choice(own.moves[origin])
                answer = await page.play(seat, own.ply, move)
                assert isinstance(answer, Done)
                for other, name in ((white, "white"), (red, "red"), (watcher, None)):
                    await other.sees(name, lambda now, ply=own.ply: now.ply > ply)  # type: ignore[misc]
        ends = [page.snapshots[name].end for page, name in ((white, "white"), (red, "red"))]
        assert ends[0] == ends[1] == watcher.snapshots[None].end
    async with server.client() as client:
        record = await client.get(f"/api/tables/{table}/record")
    [game] = read_records(record.text)
    assert (game.tag("White"), game.tag("Red")) == ("Ada", "Bo")
    assert len(game.turns) == white.snapshots["white"].ply
    *_, last = game.positions()
    assert list(Seals.of(game).broken(last.roles)) == []


async def test_an_answer_comes_before_what_it_caused(server: Server) -> None:
    ours, theirs = await two_seats(server)
    async with server.sit(ours) as white, server.sit(theirs) as red:
        await begin(white, red)
        await white.say(Play(77, "white", 0, "a2a3"))
        answers = [await white.hear(), await white.hear()]
        assert isinstance(answers[0], Done)
        assert isinstance(answers[1], Happened)
        assert (answers[0].ref, answers[0].number) == (77, answers[1].number)


async def test_happenings_are_numbered_without_a_gap(server: Server) -> None:
    ours, theirs = await two_seats(server)
    async with server.sit(ours) as white, server.sit(theirs) as red:
        await begin(white, red)
        await white.play("white", 0, "a2a3")
        await red.sees("red", lambda snapshot: snapshot.ply == 1)
        heard = [msgspec.json.decode(frame) for frame in red.frames]
        numbers = [one["number"] for one in heard if one["t"] == "happened"]
        assert numbers == [*range(numbers[0], numbers[0] + len(numbers))]
        whats = [one["what"] for one in heard if one["t"] == "happened"]
        assert whats == ["ready", "ready", "began", "turn"]


@pytest.mark.parametrize("last", [None, 0, 5, 8])
async def test_who_comes_back_is_shown_everything_unless_nothing_happened(
    server: Server, last: int | None
) -> None:
    ours, theirs = await two_seats(server)
    async with server.sit(ours) as white, server.sit(theirs) as red:
        await begin(white, red)
        for ply, move in enumerate(("e2d3", "c6c2", "b2c2", "b6a5")):
            page, seat = ((white, "white"), (red, "red"))[ply % 2]
            await page.sees(seat, lambda now, ply=ply: now.ply == ply)  # type: ignore[misc]
            assert isinstance(await page.play(seat, ply, move), Done)
        live = await white.sees("white", lambda snapshot: snapshot.ply == 4)
    async with server.sit(ours, last) as back:
        assert back.welcome is not None
        assert (back.welcome.number, back.welcome.fresh) == (8, last != 8)
        if last != 8:
            shown = await back.until(Resync)
            assert (shown.number, shown.snapshot) == (8, live)
        assert isinstance(await back.hear(), Here)


async def test_who_knows_too_much_begins_afresh(server: Server) -> None:
    made = await server.make(FRIENDS)
    async with server.sit(made.path, last=99) as page:
        assert page.welcome is not None
        assert page.welcome.fresh
        assert (await page.until(Resync)).snapshot.phase == "waiting"


async def test_refused_moves_change_nothing(server: Server) -> None:
    ours, theirs = await two_seats(server)
    async with server.sit(ours) as white, server.sit(theirs) as red:
        await begin(white, red)
        before = white.snapshots["white"]
        for page, seat, ply, move, code in (
            (white, "white", 0, "a2a4", "illegal"),
            (white, "white", 3, "a2a3", "stale"),
            (white, "red", 0, "d6d5", "not-your-seat"),
            (red, "red", 0, "d6d5", "not-your-turn"),
            (red, "white", 0, "a2a3", "not-your-seat"),
        ):
            answer = await page.play(seat, ply, move)
            assert isinstance(answer, Refused)
            assert answer.code == code
        async with server.sit(ours) as fresh:
            assert (await fresh.until(Resync)).snapshot == before
        assert isinstance(await white.play("white", 0, "a2a3"), Done)
        again = await white.play("white", 0, "a2a3")
        assert isinstance(again, Refused)
        assert again.code == "stale"


async def test_a_spectator_may_do_nothing(server: Server) -> None:
    ours, _ = await two_seats(server)
    async with server.sit(f"/watch/{parts(ours)[2]}") as watcher:
        answer = await watcher.ask(lambda ref: Resign(ref, "white"))
        assert isinstance(answer, Refused)
        assert answer.code == "not-your-seat"


async def test_draws_are_offered_declined_and_agreed(server: Server) -> None:
    ours, theirs = await two_seats(server)
    async with server.sit(ours) as white, server.sit(theirs) as red:
        await begin(white, red)
        await white.ask(lambda ref: OfferDraw(ref, "white"))
        assert (await red.sees("red", lambda snapshot: snapshot.draw_offer == "white")).end is None
        await red.ask(lambda ref: DeclineDraw(ref, "red"))
        assert (await white.sees("white", lambda snapshot: snapshot.draw_offer is None)).end is None
        await red.ask(lambda ref: OfferDraw(ref, "red"))
        await white.sees("white", lambda snapshot: snapshot.draw_offer == "red")
        await white.ask(lambda ref: OfferDraw(ref, "white"))
        end = (await red.sees("red", lambda snapshot: snapshot.end is not None)).end
        assert end is not None
        assert (end.winner, end.reason) == (None, "agreed")


async def test_a_rematch_swaps_seats_and_gives_each_its_own_path(server: Server) -> None:
    ours, theirs = await two_seats(server)
    table = parts(ours)[2]
    async with (
        server.sit(ours) as white,
        server.sit(theirs) as red,
        server.sit(f"/watch/{table}") as watcher,
    ):
        await begin(white, red)
        await white.ask(lambda ref: Resign(ref, "white"))
        await red.sees("red", lambda snapshot: snapshot.end is not None)
        await red.ask(lambda ref: Rematch(ref, "red"))
        assert (await white.sees("white", lambda now: now.rematch_wish == "red")).next_table is None
        await white.ask(lambda ref: Rematch(ref, "white"))
        paths = [
            (await page.sees(seat, lambda snapshot: snapshot.next_table is not None)).next_table
            for page, seat in ((white, "white"), (red, "red"), (watcher, None))
        ]
    assert len(set(paths)) == 3
    assert paths[2] is not None
    assert paths[2].startswith("/watch/")
    assert paths[0] is not None
    assert paths[1] is not None
    async with server.sit(paths[0]) as first, server.sit(paths[1]) as second:
        assert first.welcome is not None
        assert second.welcome is not None
        assert (first.welcome.seats, second.welcome.seats) == (("red",), ("white",))
        snapshot = (await first.until(Resync)).snapshot
        assert (snapshot.people["red"].name, snapshot.people["white"].name) == ("Ada", "Bo")
        assert (snapshot.phase, snapshot.first) == ("deploying", "white")


@pytest.mark.parametrize("family", ["white", "red", "lots"])
@pytest.mark.parametrize("first", ["me", "opponent"])
async def test_whoever_asks_for_a_table_may_say_who_begins(
    server: Server, family: Literal["white", "red", "lots"], first: Literal["me", "opponent"]
) -> None:
    made = await server.make(NewTable(mode="friend", family=family, first=first))
    async with server.sit(made.path) as page:
        snapshot = (await page.until(Resync)).snapshot
        assert (snapshot.first == snapshot.seat) == (first == "me")


async def test_two_at_one_screen_hold_one_key_for_both_seats(server: Server) -> None:
    made = await server.make(NewTable(mode="screen", first="red", aid="off"))
    assert made.invite is None
    async with server.sit(made.path) as page:
        assert page.welcome is not None
        assert page.welcome.seats == ("white", "red")
        await page.deploy("white", WHITE_SETUP)
        await page.deploy("red", RED_SETUP)
        await page.sees("red", lambda snapshot: snapshot.phase == "playing")
        assert isinstance(await page.play("red", 0, "d6d5"), Done)
        for seat in ("white", "red"):
            await page.sees(seat, lambda snapshot: snapshot.ply == 1)


async def test_others_hear_who_is_here(server: Server) -> None:
    ours, theirs = await two_seats(server)
    async with server.sit(ours) as white:
        here = [await white.until(Here), await white.until(Here)]
        assert {one.family: one.here for one in here} == {"white": True, "red": False}
        async with server.sit(theirs):
            assert await white.until(Here) == Here("red", True)
        assert await white.until(Here) == Here("red", False)


async def test_a_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ours, theirs = await two_seats(server)
        async with server.sit(ours) as white, server.sit(theirs) as red:
            await begin(white, red)
            await white.play("white", 0, "a2a3")
            before = await red.sees("red", lambda snapshot: snapshot.ply == 1)
    async with serving(tmp_path) as server:
        async with server.sit(theirs, red.number) as back:
            assert back.welcome is not None
            assert (back.welcome.fresh, back.welcome.number) == (False, red.number)
        async with server.sit(theirs) as red:
            assert (await red.until(Resync)).snapshot == before
            assert isinstance(await red.play("red", 1, "d6d5"), Done)


async def test_a_second_server_on_the_same_store_is_refused_as_stale(tmp_path: Path) -> None:
    async with serving(tmp_path) as one, serving(tmp_path) as other:
        ours, theirs = await two_seats(one)
        async with one.sit(ours) as white, one.sit(theirs) as red:
            await begin(white, red)
            async with other.sit(ours) as elsewhere:
                await elsewhere.until(Resync)
                assert isinstance(await white.play("white", 0, "a2a3"), Done)
                answer = await elsewhere.play("white", 0, "b2b3")
                assert isinstance(answer, Refused)
                assert answer.code == "stale"
                seen = await elsewhere.sees("white", lambda snapshot: snapshot.ply == 1)
                assert seen.turns[0].text == "a2a3"


async def test_an_answer_does_not_wait_for_the_deduction_aid(tmp_path: Path) -> None:
    """The turn is kept and acknowledged; its snapshot comes when what it needs is compiled."""
    async with serving(tmp_path) as server:
        ours, theirs = await two_seats(server, msgspec.structs.replace(FRIENDS, aid="logic"))
        async with server.sit(ours) as white, server.sit(theirs) as red:
            await begin(white, red)
            ready = asyncio.Event()
            [table] = server.tables._open.values()
            table._aid_ready = ready.wait  # type: ignore[assignment]
            assert isinstance(await white.play("white", 0, "a2a3"), Done)
            async with server.socket(f"/watch/{parts(ours)[2]}") as connection:
                early = Page(connection)
                await early.say(Hello(0))
                ready.set()
                seen = await early.sees(None, lambda snapshot: snapshot.ply == 1)
                assert seen.turns[0].text == "a2a3"


async def test_tables_that_nobody_looks_at_are_put_away_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "KEPT", 3)
    async with serving(tmp_path) as server:
        first = await server.make(FRIENDS)
        async with server.sit(first.path):
            paths = [(await server.make(FRIENDS)).path for _ in range(6)]
            gc.collect()
            assert len(server.tables._open) == 4
            assert parts(first.path)[2] in server.tables._open
            for path in paths:
                async with server.sit(path) as page:
                    assert (await page.until(Resync)).snapshot.phase == "waiting"


async def test_a_store_that_fails_refuses_and_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ours, theirs = await two_seats(server)
        async with server.sit(ours) as white, server.sit(theirs) as red:
            await begin(white, red)
            with sqlite3.connect(tmp_path / "volto.db") as other:
                other.execute("ALTER TABLE log RENAME TO gone")
            answer = await white.play("white", 0, "a2a3")
            assert isinstance(answer, Refused)
            assert answer.code == "busy"
            with other:
                other.execute("ALTER TABLE gone RENAME TO log")
            other.close()
            assert isinstance(await white.play("white", 0, "a2a3"), Done)
            assert (await red.sees("red", lambda snapshot: snapshot.ply == 1)).turns[
                0
            ].text == "a2a3"


async def test_a_table_that_was_put_away_before_hello_is_still_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "KEPT", 1)
    async with serving(tmp_path) as server:
        ours, theirs = await two_seats(server)
        async with server.socket(ours) as early:
            for _ in range(3):
                await server.make(FRIENDS)
            async with server.sit(theirs) as red:
                white = Page(early)
                await white.say(Hello())
                await white.until(Resync)
                await begin(white, red)
                assert isinstance(await white.play("white", 0, "a2a3"), Done)
                await red.sees("red", lambda snapshot: snapshot.ply == 1)


async def test_an_answer_to_join_that_was_lost_can_be_asked_for_again(server: Server) -> None:
    made = await server.make(FRIENDS)
    assert made.invite is not None
    first = await server.join(made.invite, token="mine")
    assert await server.join(made.invite, token="mine") == first
    async with server.client() as client:
        for token in ("", "yours"):
            answer = await server.try_to_join(client, made.invite, "Eve", token)
            assert answer.status_code == 409


async def test_another_process_that_wrote_first_is_heard_and_the_request_decided_anew(
    tmp_path: Path,
) -> None:
    """Two servers on one database: nobody is stuck for what one has not heard, and nothing is
    accepted twice."""
    async with serving(tmp_path) as one, serving(tmp_path) as two:
        ours, theirs = await two_seats(one)
        async with one.sit(ours) as white, two.sit(theirs) as red:
            assert isinstance(await white.deploy("white", WHITE_SETUP), Done)
            assert isinstance(await red.deploy("red", RED_SETUP), Done)
            await red.sees("red", lambda snapshot: snapshot.phase == "playing")
            assert isinstance(await white.play("white", 0, "a2a3"), Done)
            await white.sees("white", lambda snapshot: snapshot.ply == 1)
            assert isinstance(await red.play("red", 0, "a2a3"), Refused)
        async with one.sit(theirs) as red:
            await red.sees("red", lambda snapshot: snapshot.ply == 1)


async def test_redeploying_has_an_end(server: Server) -> None:
    made = await server.make(FRIENDS)
    async with server.sit(made.path) as white:
        answers = [await white.deploy("white", WHITE_SETUP) for _ in range(25)]
        assert [isinstance(answer, Done) for answer in answers] == [True] * 20 + [False] * 5


async def test_every_game_has_a_last_turn(server: Server) -> None:
    made = await server.make(msgspec.structs.replace(FRIENDS, quiet=0))
    table = await server.tables.table(parts(made.path)[2])
    assert 0 < table.setup.ruleset.turn_cap <= 1000


async def test_when_a_commit_is_in_doubt_that_is_said_and_then_what_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "LOOK_AGAIN", 0.05)
    async with serving(tmp_path) as server:
        ours, theirs = await two_seats(server)
        async with server.sit(ours) as white, server.sit(theirs) as red:
            await begin(white, red)
            table = await server.tables.table(parts(ours)[2])
            append = table._store.append

            async def lost(transaction: Transaction) -> None:
                await append(transaction)
                raise CommitUnknown("The connection was lost.")

            monkeypatch.setattr(table._store, "append", lost)
            answer = await white.play("white", 0, "a2a3")
            assert isinstance(answer, Refused)
            assert answer.code == "unknown"
            monkeypatch.setattr(table._store, "append", append)
            for page, seat in ((white, "white"), (red, "red")):
                assert (await page.sees(seat, lambda now: now.ply == 1)).turns[0].text == "a2a3"
            await white.until(Resync)
            assert isinstance(await red.play("red", 1, "c6c5"), Done)


async def long_game(server: Server) -> str:
    """The path of a table where masks have walked to and fro for as long as a game may last."""
    made = await server.make(msgspec.structs.replace(FRIENDS, mode="screen", quiet=0))
    async with server.sit(made.path) as page:
        for seat in ("white", "red"):
            await page.deploy(seat, WHITE_SETUP)
    table = await server.tables.table(parts(made.path)[2])
    steps = ("a2a3", "a6a5", "a3a2", "a5a6")
    lines = [
        (table.setup.table, Entry(number, 0, tuple(Family)[ply % 2], Played(ply, steps[ply % 4])))
        for ply, number in enumerate(range(table.state.number + 1, table.state.number + 600))
    ]
    await table._store.append(Transaction(entries=tuple(lines)))
    return made.path


async def test_the_answer_to_hello_is_bounded_however_long_the_game(server: Server) -> None:
    path = await long_game(server)
    for last in (None, 0, 100):
        async with server.sit(path, last) as page:
            await page.sees("red", lambda snapshot: snapshot.ply == 599)
            assert sum(map(len, page.frames)) < 250_000
    async with server.sit(path) as page:
        assert isinstance(await page.play("red", 599, "a5a6"), Done)
        end = (await page.sees("red", lambda snapshot: snapshot.end is not None)).end
        assert end is not None
        assert end.reason == "turn-cap"


async def test_others_get_their_turn_while_a_long_log_is_replayed(server: Server) -> None:
    name = parts(await long_game(server))[2]
    server.tables._open.clear()  # as a server that has just been started
    opening = asyncio.ensure_future(server.tables.table(name))
    turns = 0
    while not opening.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 600 / tables.REPLAYED_AT_ONCE
    assert opening.result().state.ply == 599

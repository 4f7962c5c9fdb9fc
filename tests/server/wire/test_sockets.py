"""The socket itself: hello first, small messages, not too many, only from pages of this server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.serving import Page, Server, parts, serving
from volto.server.tables.tables import Tables
from volto.server.wire.limits import Allowance, Rate, Timeouts
from volto.server.wire.messages import (
    Deploy,
    Done,
    Hello,
    Here,
    NewTable,
    Ping,
    Refused,
    Welcome,
    read_answer,
)
from volto.server.wire.sockets import same_host

pytestmark = pytest.mark.anyio
WRONG_KEY = 4404
SCREEN = NewTable(mode="screen", aid="off")


async def closed(page: Page) -> int:
    """Listen until the server closes; its code."""
    try:
        while True:
            await page.hear()
    except ConnectionClosed as closing:
        return closing.rcvd.code if closing.rcvd else 0


async def refusal(page: Page) -> Refused:
    return await page.until(Refused)


async def test_hello_comes_first(server: Server) -> None:
    made = await server.make(SCREEN)
    async with server.socket(made.path) as connection:
        page = Page(connection)
        await page.say(Ping(1))
        assert (await refusal(page)).code == "bad-message"
        assert await closed(page) == 1002


async def test_hello_is_said_once(server: Server) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:
        await page.say(Hello())
        assert (await refusal(page)).code == "bad-message"
        assert await page.ask(Ping) == Done(1)


async def test_a_ping_is_answered(server: Server) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:
        assert await page.ask(Ping) == Done(1, None)


@pytest.mark.parametrize(
    ("frame", "ref"),
    [
        ("", None),
        ("{", None),
        ("null", None),
        ('{"t":"dance","ref":7}', 7),
        ('{"t":"move","ref":8,"seat":"white","ply":0,"move":"a2a3","more":1}', 8),
        ('{"t":"move","ref":9,"seat":"blue","ply":0,"move":"a2a3"}', 9),
        ('{"t":"move","ref":10,"seat":"white","ply":-1,"move":"a2a3"}', 10),
        ('{"t":"move","ref":11,"seat":"white","ply":0,"move":"a2a3a4"}', 11),
        ('{"t":"ping","ref":"x"}', None),
        (b"\xff\xfe", None),
        ("[" * 4000, None),
        ('{"t":"ping","ref":1,"deep":' + "[" * 4000, None),
    ],
)
async def test_what_is_not_understood_is_refused_and_the_talk_goes_on(
    server: Server, frame: str | bytes, ref: int | None
) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:
        await page.connection.send(frame)
        answer = await refusal(page)
        assert (answer.code, answer.ref) == ("bad-message", ref)
        assert await page.ask(Ping) == Done(1)


async def test_a_message_that_is_too_large_ends_the_connection(server: Server) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:
        await page.connection.send('{"t":"ping","ref":1' + " " * 5000 + "}")
        assert (await refusal(page)).code == "too-large"
        assert await closed(page) == 1009


async def test_one_that_is_far_too_large_is_not_even_read(server: Server) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:
        await page.connection.send(" " * 200_000)
        assert await closed(page) == 1009


async def test_too_many_messages_are_refused_and_then_the_connection_ends(tmp_path: Path) -> None:
    async with serving(tmp_path, per_seat=Allowance(messages=Rate(0.001, 3))) as server:
        made = await server.make(SCREEN)
        async with server.sit(made.path) as page:
            for number in range(400):
                await page.say(Ping(number))
            assert (await refusal(page)).code == "too-fast"
            assert await closed(page) == 1008


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        (None, "127.0.0.1:8642", True),
        ("http://127.0.0.1:8642", "127.0.0.1:8642", True),
        ("https://volto.example", "volto.example", True),
        ("http://127.0.0.1:9999", "127.0.0.1:8642", False),
        ("https://elsewhere.example", "volto.example", False),
        ("https://volto.example.elsewhere.example", "volto.example", False),
        ("null", "volto.example", False),
        ("http://[", "volto.example", False),
        ("http://[::1", "[::1", False),
    ],
)
def test_a_page_must_come_from_this_server(origin: str | None, host: str, same: bool) -> None:
    assert same_host(origin, host) == same


async def test_a_page_of_another_server_gets_no_socket(server: Server) -> None:
    made = await server.make(SCREEN)
    for origin, allowed in (
        (server.http, True),
        ("http://elsewhere.example", False),
        ("http://[", False),
    ):
        connecting = server.socket(made.path)
        connecting.additional_headers = {"origin": origin}
        if allowed:
            async with connecting as connection:
                page = Page(connection)
                await page.say(Hello())
                await page.until(Welcome)
        else:
            with pytest.raises(InvalidStatus):
                await connecting


@pytest.mark.parametrize("path", ["/watch/nowhere", "/t/nowhere#key", "/t/{table}#key"])
async def test_no_table_or_a_wrong_key_is_told_so_and_nothing_else(
    server: Server, path: str
) -> None:
    made = await server.make(SCREEN)
    async with server.socket(path.format(table=parts(made.path)[2])) as connection:
        with pytest.raises(ConnectionClosed):
            await connection.recv()
    assert connection.close_code == WRONG_KEY


async def test_a_request_is_finished_though_the_page_has_gone(server: Server) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:
        await page.deploy("white", "NNAAL/LSNAC")
        await page.deploy("red", "NNAAL/LSNAC")
        first = (await page.sees("white", lambda snapshot: snapshot.phase == "playing")).first
        assert first is not None
        move = "a2a3" if first == "white" else "a6a5"
        await page.connection.send(
            f'{{"t":"move","ref":9,"seat":"{first}","ply":0,"move":"{move}"}}'
        )
    for _ in range(100):
        async with server.sit(made.path) as page:
            if (await page.sees("white", lambda _: True)).ply == 1:
                return
        await asyncio.sleep(0.02)
    pytest.fail("the move was lost")


async def test_who_says_nothing_is_let_go(tmp_path: Path) -> None:
    async with serving(tmp_path, timeouts=Timeouts(hello=0.05), round=0.02) as server:
        made = await server.make(SCREEN)
        async with server.socket(made.path) as connection:
            assert await closed(Page(connection)) == 1008


async def test_a_message_in_too_many_bytes_of_fragments_ends_the_connection(server: Server) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:

        async def pieces() -> AsyncIterator[str]:
            for _ in range(60):
                yield "x" * 1000

        with contextlib.suppress(ConnectionClosed):
            await page.connection.send(pieces())
        assert await closed(page) == 1009


async def test_requests_are_carried_out_in_order_though_many_come_at_once(server: Server) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:
        for seat in ("white", "red"):
            await page.say(Deploy(0, seat, "NNAAL/LSNAC"))
        for number in range(1, 100):
            await page.say(Ping(number))
        answered: list[int | None] = []
        while len(answered) < 101:
            answer = await page.hear()
            if isinstance(answer, Done | Refused):
                answered.append(answer.ref)
        assert answered == [0, 0, *range(1, 100)]


async def test_a_failure_is_told_without_details_and_the_talk_goes_on(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:

        def fail(*_: object) -> None:
            raise KeyError("the Candidate stands on e1")

        with monkeypatch.context() as patch:
            patch.setattr(Tables, "deploy", fail)
            answer = await page.deploy("white", "NNAAL/LSNAC")
        assert isinstance(answer, Refused)
        assert answer.code == "busy"
        assert isinstance(await page.ask(Ping), Done)
    assert "Candidate" not in caplog.text + "".join(page.frames)


async def test_whoever_comes_and_goes_all_the_time_is_told_of_once(server: Server) -> None:
    made = await server.make(NewTable(mode="friend", aid="off"))
    assert made.invite is not None
    rival = (await server.join(made.invite)).path
    async with server.sit(made.path) as page:
        for _ in range(50):
            async with server.sit(rival):
                pass
        await page.ask(Ping)
        seat = page.welcome.seats[0] if page.welcome else None
        told = [answer for answer in map(read_answer, page.frames) if isinstance(answer, Here)]
        assert [one.here for one in told if one.family != seat] == [False, True]

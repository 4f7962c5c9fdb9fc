"""No single client can hurt: how many come in, how long they get, how much may wait for them."""

import asyncio
import contextlib
import logging
from pathlib import Path

import msgspec
import pytest

from tests.server.serving import Server, serving
from tests.server.wire.attacks import RawClient, masked, raw, until
from volto.server.wire import frames, sockets
from volto.server.wire import gate as gate_module
from volto.server.wire.gate import Gate
from volto.server.wire.limits import Allowance, Rate, Timeouts
from volto.server.wire.messages import Done, ErrorBody, NewTable, Ping, Refused

pytestmark = pytest.mark.anyio
SCREEN = NewTable(mode="screen", aid="off")
HELLO = masked(b'{"t":"hello"}')
SHORT = Timeouts(headers=0.2, body=0.2, hello=0.2, unread=0.2, silence=0.2, pong=0.2, closing=0.2)
QUICK = {"round": 0.02}


def read_error(body: bytes) -> ErrorBody:
    return msgspec.json.decode(body, type=ErrorBody)


def gate_of(server: Server) -> Gate:
    assert server.app is not None
    gate: Gate = server.app.state.gate
    return gate


async def plays_on(server: Server) -> None:
    """Somebody else is served as ever."""
    made = await server.make(SCREEN)
    async with server.sit(made.path) as page:
        await page.ask(Ping)


# Who does not read.


async def flooded(client: RawClient, frame: bytes, most: int) -> int:
    """Send these frames without reading an answer, until the server has enough; how many it was."""
    for sent in range(0, most, 100):
        client.send(frame * 100)
        try:
            async with asyncio.timeout(0.1):
                await client.writer.drain()
        except (TimeoutError, ConnectionError):
            return sent
    return most


@pytest.mark.parametrize(
    "frame",
    [masked(b"x" * 125, frames.PING), masked(b'{"t":"ping","ref":1}'), masked(b"[" * 80)],
    ids=["pings", "requests", "nonsense"],
)
async def test_a_client_that_does_not_read_is_read_from_no_more_and_let_go(
    tmp_path: Path, frame: bytes
) -> None:
    times = Timeouts(unread=0.3)
    async with serving(tmp_path, timeouts=times, **QUICK) as server, raw(server) as client:
        gate = gate_of(server)
        await client.upgrade((await server.make(SCREEN)).path)
        client.send(HELLO)
        most = 20_000
        assert await flooded(client, frame, most) < most, "the server goes on reading"
        await until(lambda: not gate.sockets)
        assert gate.let_go == 1
        await plays_on(server)


async def test_what_waits_for_one_client_is_bounded(tmp_path: Path) -> None:
    async with serving(tmp_path, unread=100_000, **QUICK) as server, raw(server) as client:
        gate, made = gate_of(server), await server.make(SCREEN)
        await client.upgrade(made.path)
        client.send(HELLO)
        await until(lambda: bool(server.listeners(made.path)))
        waiting = 0
        while gate.sockets and waiting < 2000:
            for listener in server.listeners(made.path):
                listener.tell(b"x" * 10_000)
            waiting += 1
            owed = [socket.transport.get_write_buffer_size() for socket in gate.sockets]
            assert sum(owed) <= 120_000
            await asyncio.sleep(0)
        assert not gate.sockets
        assert gate.let_go == 1


async def test_what_waits_in_all_is_bounded_and_the_largest_debtor_goes_first(
    tmp_path: Path,
) -> None:
    async with (
        serving(tmp_path, unread_in_all=300_000, **QUICK) as server,
        raw(server) as small,
        raw(server) as large,
    ):
        gate, made = gate_of(server), []
        for client in (small, large):
            made.append((await server.make(SCREEN)).path)
            await client.upgrade(made[-1])
            client.send(HELLO)
        await until(lambda: all(server.listeners(path) for path in made))
        (one,), (other,) = (server.listeners(path) for path in made)
        for _ in range(100):
            one.tell(b"x" * 2000)
        for _ in range(1000):
            other.tell(b"x" * 10_000)
            await asyncio.sleep(0)
            assert sum(each.transport.get_write_buffer_size() for each in gate.sockets) <= 400_000
        await until(lambda: len(gate.sockets) == 1)
        assert [len(server.listeners(path)) for path in made] == [1, 0]


async def test_a_goodbye_that_is_not_answered_does_not_hang(tmp_path: Path) -> None:
    times = Timeouts(closing=0.1)
    async with serving(tmp_path, timeouts=times, **QUICK) as server, raw(server) as client:
        await client.upgrade((await server.make(SCREEN)).path)
        client.send(masked(b'{"t":"ping","ref":1}'))  # not hello
        await until(lambda: bool(gate_of(server).let_go))
        await until(lambda: not gate_of(server).guests)


async def test_whoever_floods_on_after_the_goodbye_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path, timeouts=Timeouts(closing=60)) as server, raw(server) as client:
        await client.upgrade((await server.make(SCREEN)).path)
        client.send(masked(b'{"t":"ping","ref":1}'))  # not hello
        assert await flooded(client, masked(b"x" * 125, frames.PING), 20_000) < 20_000
        assert gate_of(server).let_go == 1


# Who says nothing, or says it slowly.


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ",
        b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n4\r\n{",
    ],
)
async def test_a_slow_request_is_cut_off(tmp_path: Path, words: bytes) -> None:
    async with serving(tmp_path, timeouts=SHORT, **QUICK) as server, raw(server) as client:
        for word in words:
            client.send(bytes((word,)))
            await asyncio.sleep(0)
        await client.ended()
        await until(lambda: not gate_of(server).guests)


async def test_an_answer_that_is_not_read_is_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path, timeouts=SHORT, **QUICK) as server, raw(server) as client:
        client.send(b"GET /learn HTTP/1.1\r\nHost: here\r\n\r\n" * 8)
        gate = gate_of(server)
        await until(lambda: bool(gate.guests))
        await until(lambda: not gate.guests)
        assert gate.let_go == 1


@pytest.mark.parametrize(
    "beginning",
    [
        b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: ",
        b"GET /",
        b"GET / HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000000\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n",
    ],
    ids=["header", "path", "body", "chunk"],
)
async def test_a_request_without_end_is_cut_off(tmp_path: Path, beginning: bytes) -> None:
    async with serving(tmp_path) as server, raw(server) as client:
        client.send(beginning)
        assert await flooded(client, b"x" * 1000, 2000) < 2000
        await until(lambda: gate_of(server).let_go == 1)


async def test_only_a_few_requests_wait_for_their_turn(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, raw(server) as client:
        client.send(b"GET /nowhere HTTP/1.1\r\nHost: here\r\n\r\n" * 1000)
        assert (await client.ended()).count(b"HTTP/1.1 ") < 20


async def test_a_silent_socket_is_asked_for_a_sign_of_life(tmp_path: Path) -> None:
    times = Timeouts(silence=0.1, pong=0.1)
    async with serving(tmp_path, timeouts=times, **QUICK) as server, raw(server) as dead:
        gate, made = gate_of(server), await server.make(SCREEN)
        await dead.upgrade(made.path)
        dead.send(HELLO)
        async with server.sit(made.path) as alive:
            await until(lambda: gate.let_go == 1)
            await dead.ended()
            await asyncio.sleep(0.3)
            await alive.ask(Ping)
            assert gate.let_go == 1


# Who comes too often, or with too many.


async def test_at_the_cap_newcomers_are_turned_away_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path, in_all=Allowance(connections=5)) as server:
        gate = gate_of(server)
        async with contextlib.AsyncExitStack() as crowd:
            for _ in range(5):
                await crowd.enter_async_context(raw(server))
            await until(lambda: gate.limits.all.connections == 5)
            for _ in range(50):
                async with raw(server) as client:
                    client.send(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
                    assert await client.ended() == b""
            assert gate.turned_away == 50
            assert gate.limits.all.connections == 5
        await until(lambda: not gate.limits.all.connections)
        await plays_on(server)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, per_address=Allowance(connections=3)) as server,
        contextlib.AsyncExitStack() as crowd,
    ):
        for _ in range(3):
            await crowd.enter_async_context(raw(server, "127.0.0.2"))
        await until(lambda: gate_of(server).limits.all.connections == 3)
        async with raw(server, "127.0.0.2") as client:
            assert await client.ended() == b""
        await plays_on(server)


async def test_files_and_the_database_keep_descriptors_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate_module, "open_files", lambda: gate_module.RESERVE + 3)
    async with serving(tmp_path) as server, contextlib.AsyncExitStack() as crowd:
        for _ in range(3):
            await crowd.enter_async_context(raw(server))
        await until(lambda: gate_of(server).limits.all.connections == 3)
        async with raw(server) as client:
            assert await client.ended() == b""


@pytest.mark.parametrize("limit", ["per_address", "per_seat"])
async def test_sockets_behind_a_proxy_are_counted_by_the_address_that_it_names(
    tmp_path: Path, limit: str
) -> None:
    async with (
        serving(tmp_path, **{limit: Allowance(connections=2)}) as server,
        contextlib.AsyncExitStack() as crowd,
    ):
        path = (await server.make(SCREEN)).path
        for _ in range(2):
            client = await crowd.enter_async_context(raw(server))
            answer = await client.upgrade(path, "X-Forwarded-For: 2001:db8::1")
            assert b" 101 " in answer
        client = await crowd.enter_async_context(raw(server))
        assert b" 429 " in await client.upgrade(path, "X-Forwarded-For: 2001:db8::2")
        if limit == "per_address":
            client = await crowd.enter_async_context(raw(server))
            assert b" 101 " in await client.upgrade(path, "X-Forwarded-For: 2001:db8:0:1::1")


@pytest.mark.parametrize("limit", ["per_address", "per_seat", "in_all"])
async def test_handshakes_are_limited(tmp_path: Path, limit: str) -> None:
    few = Allowance(handshakes=Rate(0.001, 2))
    async with serving(tmp_path, **{limit: few}) as server:
        path = (await server.make(SCREEN)).path
        answers = []
        for _ in range(4):
            async with raw(server) as client:
                answers.append(b" 101 " in await client.upgrade(path))
        assert answers == [True, True, False, False]


@pytest.mark.parametrize("limit", ["per_address", "per_seat", "in_all"])
async def test_messages_are_limited_over_all_sockets(tmp_path: Path, limit: str) -> None:
    async with (
        serving(tmp_path, **{limit: Allowance(messages=Rate(0.001, 40))}) as server,
        contextlib.AsyncExitStack() as crowd,
    ):
        path = (await server.make(SCREEN)).path
        pages = [await crowd.enter_async_context(server.sit(path)) for _ in range(5)]
        done = 0
        for page in pages:
            for _ in range(20):
                answer = await page.ask(Ping)
                done += type(answer).__name__ == "Done"
        assert done == 40 - len(pages)  # each said hello


async def test_a_long_message_counts_as_several(tmp_path: Path) -> None:
    few = Allowance(messages=Rate(0.001, 40))
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(tmp_path, per_seat=few))
        made = await server.make(SCREEN)
        page = await stack.enter_async_context(server.sit(made.path))
        for _ in range(3):
            await page.connection.send('{"t":"ping","ref":1' + " " * 4000 + "}")
        assert [type(await page.ask(Ping)) for _ in range(10)] == [Done] * 7 + [Refused] * 3


async def test_pings_are_limited_too(tmp_path: Path) -> None:
    few = Allowance(messages=Rate(0.001, 5))
    async with serving(tmp_path, per_seat=few) as server, raw(server) as client:
        await client.upgrade((await server.make(SCREEN)).path)
        client.send(HELLO + masked(b"?", frames.PING) * (sockets.PATIENCE + 10))
        read = await client.ended()
        assert read.count(b"\x8a\x01?") == 4
        assert read.endswith(b"\x88\x02" + (1008).to_bytes(2))


async def test_requests_by_http_are_limited(tmp_path: Path) -> None:
    few = Allowance(requests=Rate(0.001, 5))
    async with serving(tmp_path, per_address=few) as server, server.client() as client:
        answers = [(await client.get("/manifest.webmanifest")).status_code for _ in range(7)]
        assert answers == [200] * 5 + [429] * 2
        refused = await client.post("/api/tables")
        assert read_error(refused.content).code == "too-fast"


# Whatever a client does wrong stays out of the log.


@pytest.mark.parametrize(
    "words", [b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00"]
)
async def test_nonsense_is_not_logged(
    tmp_path: Path, words: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as server, raw(server) as client:
        client.send(words)
        client.writer.write_eof()
        await client.ended()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


# The end.


async def test_at_the_end_everything_is_said_and_every_socket_told_to_come_back(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as server, raw(server) as deaf:
        made = await server.make(SCREEN)
        await deaf.upgrade(made.path)
        deaf.send(HELLO)
        async with server.sit(made.path) as page:
            for number in range(10):
                await page.say(Ping(number))
            await until(lambda: len(server.listeners(made.path)) == 2)
            await gate_of(server).close_all(1012, 0.2)
            assert not gate_of(server).sockets
            with contextlib.suppress(Exception):
                while True:
                    await page.hear()
            assert page.connection.close_code == 1012

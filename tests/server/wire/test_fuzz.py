"""Nonsense of every kind is answered with a clear error, and changes nothing."""

import asyncio
import contextlib
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.serving import RED_SETUP, WHITE_SETUP, Server, serving, socket_of
from volto.server.wire.messages import (
    Answer,
    Deploy,
    Done,
    ErrorBody,
    Happened,
    Hello,
    Message,
    NewTable,
    Ping,
    Play,
    Refused,
    Resign,
    Resync,
    TableMade,
    TableSnapshot,
    read_answer,
    write,
)

JSON = {"content-type": "application/json"}
many = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])


@dataclass
class Table:
    """A running game between friends, after White's first move."""

    port: int
    white: str
    red: str
    name: str
    said: list[str]
    """What both pages have sent so far."""

    @contextlib.contextmanager
    def socket(self, path: str) -> Iterator[ClientConnection]:
        """Connected as the page of this path, hello said."""
        where, offers = socket_of(path)
        address = f"ws://127.0.0.1:{self.port}{where}"
        with connect(address, subprotocols=offers, compression=None) as connection:
            connection.send(write(Hello()).decode())
            yield connection

    def snapshot(self, path: str) -> TableSnapshot:
        """What a fresh page is shown."""
        with self.socket(path) as connection:
            while not isinstance(answer := hear(connection), Resync):
                pass
        return answer.snapshot

    def http(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", verify=False)


def hear(connection: ClientConnection) -> Answer:
    return read_answer(connection.recv(timeout=30))


def answered(connection: ClientConnection, ref: int) -> Answer:
    """The answer to this ref, past whatever else is said."""
    while True:
        answer = hear(connection)
        if isinstance(answer, Done | Refused) and answer.ref == ref:
            return answer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a thread of its own, for tests that are not asynchronous."""
    found: list[Server] = []
    ready, over = threading.Event(), threading.Event()

    async def run(folder: Path) -> None:
        async with serving(folder) as server:
            found.append(server)
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(run(tmp_path_factory.mktemp("data"))))
    thread.start()
    assert ready.wait(60)
    yield found[0]
    over.set()
    thread.join()


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    said: list[str] = []
    wish = NewTable(mode="friend", family="white", first="white", aid="off")
    with httpx.Client(base_url=server.http, verify=False) as client:
        answer = client.post("/api/tables", content=write(wish), headers=JSON)
        made = msgspec.json.decode(answer.content, type=TableMade)
        assert made.invite is not None
        _, _, name, key = re.split("[/#]", made.invite)
        joined = client.post(
            f"/api/tables/{name}/join", content=msgspec.json.encode({"key": key}), headers=JSON
        )
        red = msgspec.json.decode(joined.content, type=TableMade).path
    table = Table(server.port, made.path, red, name, said)
    script: list[tuple[str, Message]] = [
        (made.path, Deploy(1, "white", WHITE_SETUP)),
        (red, Deploy(2, "red", RED_SETUP)),
        (made.path, Play(3, "white", 0, "a2a3")),
        (red, Play(4, "red", 1, "d6d5")),
    ]
    for path, message in script:
        said.append(write(message).decode())
        with table.socket(path) as connection:
            connection.send(said[-1])
            assert isinstance(answered(connection, message.ref), Done)  # type: ignore[attr-defined]
    return table


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
anything = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)
fields = st.sampled_from(
    ["t", "ref", "seat", "ply", "move", "deployment", "last", "roles", "__proto__", ""]
)
words = st.sampled_from(["move", "deploy", "resign", "hello", "white", "red", "a2a3", "d5d4", "N"])
like_messages = st.dictionaries(fields, words | anything, max_size=6)
frames = st.binary(max_size=200) | st.text(max_size=200) | like_messages | anything


@many
@given(frame=frames)
def test_nonsense_is_refused_and_the_talk_goes_on(table: Table, frame: object) -> None:
    before = table.snapshot(table.white)
    sent = frame if isinstance(frame, str | bytes) else msgspec.json.encode(frame).decode()
    with table.socket(table.white) as connection:
        connection.send(sent)
        connection.send(write(Ping(987)).decode())
        answers: list[Answer] = []
        while not answers or answers[-1] != Done(987):
            answers.append(hear(connection))
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert not any(isinstance(answer, Happened) for answer in answers)
    assert table.snapshot(table.white) == before


@many
@given(
    seat=st.sampled_from(["white", "red"]),
    ply=st.integers(0, 5),
    move=st.from_regex(r"\A[a-f][1-8][a-f][1-8]\Z"),
    watching=st.booleans(),
)
def test_moves_out_of_turn_or_place_are_refused(
    table: Table, seat: str, ply: int, move: str, watching: bool
) -> None:
    before = table.snapshot(table.white)
    path = f"/watch/{table.name}" if watching else table.red  # it is White's turn
    with table.socket(path) as connection:
        connection.send(write(Play(5, seat, ply, move)).decode())  # type: ignore[arg-type]
        answer = answered(connection, 5)
    assert isinstance(answer, Refused)
    if watching or seat == "white":
        assert answer.code == "not-your-seat"
    else:
        assert answer.code == ("not-your-turn" if ply == 2 else "stale")
    assert table.snapshot(table.white) == before


@many
@given(order=st.lists(st.integers(0, 3), min_size=1, max_size=8), red=st.booleans())
def test_what_was_sent_before_is_refused_again(table: Table, order: list[int], red: bool) -> None:
    before = table.snapshot(table.white)
    with table.socket(table.red if red else table.white) as connection:
        for index in order:
            connection.send(table.said[index])
            answer = answered(connection, index + 1)
            assert isinstance(answer, Refused)
            assert answer.code in ("stale", "already-ready", "not-your-seat")
    assert table.snapshot(table.white) == before


@many
@given(size=st.integers(4097, 9000))
def test_what_is_too_large_is_refused(table: Table, size: int) -> None:
    frame = write(Resign(1, "white")).decode()
    with table.socket(table.white) as connection:
        connection.send(frame[:-1] + " " * (size - len(frame)) + "}")
        while not isinstance(answer := hear(connection), Refused):
            pass
        assert answer.code == "too-large"
        with pytest.raises(ConnectionClosed):
            hear(connection)
    assert table.snapshot(table.white).end is None


keys = st.text(max_size=30) | st.from_regex(r"\A[A-Za-z0-9_-]{22}\Z")
WRONG_KEY = 4404


@many
@given(key=keys)
def test_no_guessed_key_opens_anything(table: Table, key: str) -> None:
    before = table.snapshot(table.white)
    with table.http() as client:
        joined = client.post(
            f"/api/tables/{table.name}/join",
            content=msgspec.json.encode({"key": key}),
            headers=JSON,
        )
        assert joined.status_code in (400, 404)
        assert msgspec.json.decode(joined.content, type=ErrorBody).text
    if re.fullmatch(r"[\w-]+", key, re.ASCII):
        where, offers = socket_of(f"/t/{table.name}#{key}")
        address = f"ws://127.0.0.1:{table.port}{where}"
        with connect(address, subprotocols=offers) as connection, pytest.raises(ConnectionClosed):
            hear(connection)
        assert connection.close_code == WRONG_KEY
    assert table.snapshot(table.white) == before


parts = st.sampled_from(
    ["..", ".", "%2e%2e", "%2E%2E%2F", "..%5c", "static", "socket", "t", "api", "tables", "words",
     "en.json", "codec.py", "etc", "passwd", "", "%00", "secret", "volto.db", "~", "*", "ü", "a b"]
)  # fmt: skip


@many
@given(pieces=st.lists(parts, max_size=6), method=st.sampled_from(["GET", "POST", "PUT", "HEAD"]))
def test_no_path_leads_out_of_the_house(table: Table, pieces: list[str], method: str) -> None:
    with table.http() as client:
        answer = client.request(method, "/" + "/".join(pieces))
    assert answer.status_code < 500
    assert "content-security-policy" in answer.headers
    assert b"msgspec" not in answer.content
    assert b"root:" not in answer.content


@many
@given(body=st.binary(max_size=100) | like_messages.map(msgspec.json.encode))
def test_bodies_that_do_not_fit_are_refused(table: Table, body: bytes) -> None:
    with table.http() as client:
        for path in ("/api/tables", f"/api/tables/{table.name}/join"):
            answer = client.post(path, content=body, headers=JSON)
            assert answer.status_code == 400
            assert msgspec.json.decode(answer.content, type=ErrorBody).code == "bad-message"

"""Requests by HTTP, and the headers of every answer."""

from pathlib import Path

import msgspec
import pytest
from websockets import ConnectionClosed

from tests.server.serving import WHITE_SETUP, Server, parts, serving
from tests.server.wire.attacks import raw
from volto.rules import Deployment, Family
from volto.server.site.static_files import static_root
from volto.server.tables.keys import Keys
from volto.server.tables.tables import Tables
from volto.server.wire.headers import HEADERS
from volto.server.wire.limits import Rate
from volto.server.wire.messages import (
    AskStandings,
    ErrorBody,
    NewTable,
    Resign,
    SeatKey,
    Standings,
    Suggestion,
    TableMade,
    TableStanding,
    write,
)

pytestmark = pytest.mark.anyio
JSON = {"content-type": "application/json"}
FRIENDS = NewTable(mode="friend", family="white", aid="off")


def fault(content: bytes) -> str:
    found = msgspec.json.decode(content, type=ErrorBody)
    assert found.text
    return found.code


async def test_a_table_is_made_with_its_path_and_invitation(server: Server) -> None:
    house = await server.make(NewTable(mode="house"))
    friend = await server.make(FRIENDS)
    assert house.path.startswith("/t/")
    assert house.invite is None
    assert friend.invite is not None
    assert friend.invite.startswith("/join/")
    assert parts(friend.path)[2] == parts(friend.invite)[2]
    assert parts(friend.path)[3] != parts(friend.invite)[3]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"mode":"wild"}',
        b'{"mode":"house","level":11}',
        b'{"mode":"house","level":"1"}',
        b'{"mode":"house","quiet":-1}',
        b'{"mode":"house","aid":"all"}',
        b'{"mode":"house","extra":1}',
        b'{"mode":"house","name":"' + b"x" * 41 + b'"}',
        b'{"mode":"house","name":"\xff"}',
        b'{"mode":"screen","names":{"blue":"Ada"}}',
        b'{"mode":"screen","names":{"red":"' + b"x" * 41 + b'"}}',
    ],
)
async def test_a_wish_that_does_not_fit_is_refused(server: Server, body: bytes) -> None:
    async with server.client() as client:
        answer = await client.post("/api/tables", content=body, headers=JSON)
    assert answer.status_code == 400
    assert fault(answer.content) == "bad-message"


async def test_a_wish_that_is_too_long_is_refused(server: Server) -> None:
    async with server.client() as client:
        answer = await client.post("/api/tables", content=b" " * 5000, headers=JSON)
    assert (answer.status_code, fault(answer.content)) == (413, "too-large")


@pytest.mark.parametrize(
    "headers",
    [{}, {"content-type": "text/plain"}, {**JSON, "origin": "https://elsewhere.example"}],
    ids=["nothing said", "a plain form", "another page"],
)
async def test_other_pages_make_no_tables(server: Server, headers: dict[str, str]) -> None:
    body = msgspec.json.encode(FRIENDS)
    async with server.client() as client:
        answer = await client.post("/api/tables", content=body, headers=headers)
        own = await client.post(
            "/api/tables", content=body, headers={**JSON, "origin": server.http}
        )
    assert (answer.status_code, fault(answer.content)) == (400, "bad-message")
    assert own.status_code == 201


async def test_an_invitation_works_once(server: Server) -> None:
    made = await server.make(FRIENDS)
    assert made.invite is not None
    _, _, table, key = parts(made.invite)
    async with server.client() as client:
        page = await client.get(made.invite)
        body = msgspec.json.encode({"key": key, "name": "Bo"})
        first = await client.post(f"/api/tables/{table}/join", content=body, headers=JSON)
        second = await client.post(f"/api/tables/{table}/join", content=body, headers=JSON)
        taken = await client.get(made.invite)
        seat = msgspec.json.decode(first.content, type=TableMade)
        assert (await client.get(seat.path)).status_code == 200
    assert (page.status_code, taken.status_code) == (200, 200)
    assert page.text != taken.text
    assert (first.status_code, second.status_code) == (200, 409)
    assert fault(second.content) == "taken"
    assert seat.path not in (made.path, made.invite)


async def test_a_wrong_key_opens_nothing_and_looks_like_no_table(server: Server) -> None:
    made = await server.make(FRIENDS)
    assert made.invite is not None
    _, _, table, key = parts(made.path)
    async with server.client() as client:
        pages = [await client.get(f"/{kind}/nowhere") for kind in ("t", "join", "watch")]
        joined = await client.post(
            f"/api/tables/{table}/join", content=msgspec.json.encode({"key": key}), headers=JSON
        )
    assert [page.status_code for page in pages] == [404] * 3
    assert joined.status_code == 404


async def test_no_page_and_no_address_holds_a_key(server: Server) -> None:
    """What stands behind the # of a link stays in the browser."""
    made = await server.make(FRIENDS)
    assert made.invite is not None
    async with server.client() as client:
        for link in (made.path, made.invite):
            address, _, key = link.partition("#")
            page = await client.get(address)
            assert page.status_code == 200
            assert key not in page.text + str(page.headers)


async def test_the_seat_of_the_house_has_no_key(server: Server) -> None:
    made = await server.make(NewTable(mode="house", family="white", aid="off"))
    table = parts(made.path)[2]
    keys = Keys(server.settings.secret_file.read_bytes())
    async with server.sit(keys.path(table, (Family.WHITE,))) as page:
        assert page.welcome is not None
        assert page.welcome.seats == ("white",)
    for path in (keys.path(table, (Family.RED,)), keys.path(table, tuple(Family))):
        async with server.socket(path) as connection:
            with pytest.raises(ConnectionClosed):
                await connection.recv()
    async with server.client() as client:
        assert (await client.get(keys.invite_path(table))).status_code == 404


async def test_there_is_no_record_before_the_end(server: Server) -> None:
    made = await server.make(NewTable(mode="screen", aid="off"))
    table = parts(made.path)[2]
    path = f"/api/tables/{table}/record"
    async with server.client() as client, server.sit(made.path) as page:
        assert fault((await client.get(path)).content) == "not-over"
        for seat in ("white", "red"):
            await page.deploy(seat, WHITE_SETUP)
        running = await client.get(path)
        assert (running.status_code, fault(running.content)) == (409, "not-over")
        await page.ask(lambda ref: Resign(ref, "red"))
        over = await client.get(path)
    assert over.status_code == 200
    assert over.headers["content-disposition"] == f'attachment; filename="volto-{table}.volto"'
    assert '[Reason "resigned"]' in over.text


async def test_a_suggestion_is_a_deployment(server: Server) -> None:
    made = await server.make(FRIENDS)
    bodies: list[dict[str, str]] = [{}, {"ladies": "captor"}, {"table": parts(made.path)[2]}]
    async with server.client() as client:
        for body in bodies:
            answer = await client.post(
                "/api/suggest", content=msgspec.json.encode(body), headers=JSON
            )
            assert answer.status_code == 200
            Deployment.parse(msgspec.json.decode(answer.content, type=Suggestion).deployment)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/t/nowhere", 404),
        ("GET", "/api/tables", 405),
        ("DELETE", "/", 405),
        ("GET", "/api/nowhere", 404),
        ("POST", "/api/tables", 400),
        ("GET", f"{static_root()}/css/base.css", 200),
        ("GET", f"{static_root()}/../codec.py", 404),
        ("GET", f"{static_root()}/%2e%2e/%2e%2e/server/wire/messages.py", 404),
        ("GET", f"{static_root()}/..%5c..%5cserver/wire/messages.py", 404),
        ("GET", f"{static_root()}/", 404),
    ],
)
async def test_every_answer_is_closed_to_other_hosts(
    server: Server, method: str, path: str, status: int
) -> None:
    async with server.client() as client:
        answer = await client.request(method, path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "cache-control" in answer.headers
    assert "server" not in answer.headers
    if path.startswith("/api/"):
        assert fault(answer.content)


async def test_a_file_is_kept_for_good_under_the_version_in_its_address(server: Server) -> None:
    async with server.client() as client:
        kept = await client.get(f"{static_root()}/css/base.css")
        old = await client.get("/static/000000000000/css/base.css")
        loose = await client.get("/static/css/base.css")
    assert "immutable" in kept.headers["cache-control"]
    assert kept.headers["content-encoding"] == "gzip"
    assert (old.status_code, loose.status_code) == (404, 404)
    assert "immutable" not in old.headers["cache-control"]


async def test_pages_with_keys_are_not_compressed(server: Server) -> None:
    made = await server.make(FRIENDS)
    async with server.client() as client:
        page = await client.get(made.path)
    assert "content-encoding" not in page.headers


async def test_too_many_tables_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with serving(tmp_path_factory.mktemp("few"), making=Rate(0.001, 2)) as server:
        await server.make(FRIENDS)
        await server.make(FRIENDS)
        async with server.client() as client:
            body = msgspec.json.encode(FRIENDS)
            answer = await client.post("/api/tables", content=body, headers=JSON)
    assert (answer.status_code, fault(answer.content)) == (429, "too-fast")


async def test_a_fault_of_the_house_is_told_without_details(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the Candidate stands on e1")

    monkeypatch.setattr(Tables, "make", fail)
    async with server.client() as client:
        body = msgspec.json.encode(FRIENDS)
        answer = await client.post("/api/tables", content=body, headers=JSON)
    assert (answer.status_code, fault(answer.content)) == (500, "busy")
    assert "Candidate" not in answer.text
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


@pytest.mark.parametrize("body", ["[" * 4000, '{"mode":"friend","name":' + "[" * 4000])
async def test_a_body_that_is_nested_too_deeply_is_refused(server: Server, body: str) -> None:
    async with server.client() as client:
        answer = await client.post("/api/tables", content=body, headers=JSON)
    assert (answer.status_code, fault(answer.content)) == (400, "bad-message")


async def test_an_origin_that_is_no_address_is_refused(server: Server) -> None:
    async with server.client() as client:
        body = msgspec.json.encode(FRIENDS)
        answer = await client.post(
            "/api/tables", content=body, headers={**JSON, "origin": "http://["}
        )
    assert (answer.status_code, fault(answer.content)) == (400, "bad-message")


async def test_a_server_answers_to_its_names_only(tmp_path: Path) -> None:
    names = ("volto.example", "*.play.example")
    async with serving(tmp_path, allowed_hosts=names) as server, server.client() as client:
        for host, status in (
            ("volto.example", 200),
            ("volto.example:8642", 200),
            ("a.play.example", 200),
            ("elsewhere.example", 400),
            ("", 400),
        ):
            answer = await client.get("/manifest.webmanifest", headers={"host": host})
            assert answer.status_code == status, host
        async with raw(server) as stranger:
            assert b" 400 " in await stranger.upgrade("/watch/any", "X-Any: 1")


@pytest.mark.parametrize("host", [b"[", b"[::1", b"x:99999999", b"x:y", b"", b"\xff", b"a b", b"@"])
@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/{table}", "/api/nothing"])
async def test_a_host_that_is_none_is_no_failure(server: Server, host: bytes, path: str) -> None:
    made = await server.make(FRIENDS)
    where = path.format(table=parts(made.path)[2]).encode()
    async with raw(server) as client:
        client.send(b"GET %b HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n" % (where, host))
        status = (await client.ended()).split(b" ")[1]
    assert status in (b"200", b"400", b"404")


async def standings(server: Server, *paths: str) -> tuple[TableStanding | None, ...]:
    """What a page that remembers these paths is told."""
    asked = AskStandings(tuple(SeatKey(*parts(path)[2:4]) for path in paths))
    async with server.client() as client:
        answer = await client.post("/api/tables/standings", content=write(asked), headers=JSON)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Standings).tables


async def test_a_page_is_told_how_its_tables_stand(server: Server) -> None:
    wish = NewTable(mode="friend", family="white", first="white", ladies="captor", name="Ada")
    made = await server.make(wish)
    assert made.invite is not None
    (waiting,) = await standings(server, made.path)
    assert waiting is not None
    assert (waiting.phase, waiting.to_move, waiting.seats) == ("waiting", None, ("white",))
    assert not waiting.people["white"].ready
    other = (await server.join(made.invite, "Bo")).path
    async with server.sit(made.path) as own, server.sit(other) as rival:
        await own.deploy(Family.WHITE, WHITE_SETUP)
        await rival.deploy(Family.RED, WHITE_SETUP)
        await own.sees(Family.WHITE, lambda snapshot: snapshot.phase == "playing")
        mine, theirs = await standings(server, made.path, other)
        assert mine is not None
        assert theirs is not None
        assert (mine.to_move, mine.ladies, mine.mode) == ("white", "captor", "friend")
        assert (mine.people["red"].name, theirs.seats) == ("Bo", ("red",))
        await rival.say(Resign(9, "red"))
        await own.sees(Family.WHITE, lambda snapshot: snapshot.phase == "over")
    (over,) = await standings(server, made.path)
    assert over is not None
    assert over.end is not None
    assert (over.end.winner, over.to_move, over.at >= mine.at) == ("white", None, True)


async def test_tables_that_are_gone_and_keys_that_are_wrong_look_alike(server: Server) -> None:
    made = await server.make(FRIENDS)
    assert made.invite is not None
    _, _, table, key = parts(made.path)
    keys = Keys(server.settings.secret_file.read_bytes())
    unborn = keys.path("nowhere", (Family.WHITE,))
    empty = keys.path(table, (Family.RED,))
    paths = (made.invite, f"/t/{table}#no", f"/t/other#{key}", "/t/../#x", unborn, empty, made.path)
    assert [found is not None for found in await standings(server, *paths)] == [False] * 6 + [True]


async def test_two_at_one_screen_have_both_seats_and_both_names(server: Server) -> None:
    names = {"white": "  Ada\n", "red": "Bo"}
    made = await server.make(NewTable(mode="screen", name="Nobody", names=names))  # type: ignore[arg-type]
    (found,) = await standings(server, made.path)
    assert found is not None
    assert found.seats == ("white", "red")
    assert [found.people[family].name for family in found.seats] == ["Ada", "Bo"]


async def test_looks_at_tables_are_limited_in_size_and_number(tmp_path: Path) -> None:
    many = msgspec.json.encode({"tables": [{"table": "t", "key": "k"}] * 25})
    few = msgspec.json.encode({"tables": [{"table": "t", "key": "k"}] * 24})
    async with serving(tmp_path, asking=Rate(0.001, 2)) as server, server.client() as client:
        answers = [
            await client.post("/api/tables/standings", content=body, headers=JSON)
            for body in (many, few, few, few)
        ]
    assert [answer.status_code for answer in answers] == [400, 200, 200, 429]


async def test_the_record_names_both_who_shared_a_screen(server: Server) -> None:
    made = await server.make(
        NewTable(mode="screen", aid="off", names={"white": "Ada", "red": "Bo"})
    )
    async with server.sit(made.path) as page:
        for family in Family:
            await page.deploy(family, WHITE_SETUP)
        await page.say(Resign(9, "red"))
        await page.sees(Family.WHITE, lambda snapshot: snapshot.phase == "over")
    async with server.client() as client:
        text = (await client.get(f"/api/tables/{parts(made.path)[2]}/record")).text
    assert '[White "Ada"]' in text
    assert '[Red "Bo"]' in text

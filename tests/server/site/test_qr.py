"""Invitations as QR codes: what a scanner reads is the link, and nothing else is drawn."""

import re

import pytest
import segno

from tests.server.serving import Server
from volto.server.site.qr import drawn, is_invitation
from volto.server.wire.messages import NewTable

pytestmark = pytest.mark.anyio
OURS = {"https://volto.example", "http://192.168.0.5:8000"}


def modules(path: str, size: int) -> list[list[int]]:
    """The dark modules of a path, as a matrix."""
    found = [[0] * size for _ in range(size)]
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path)
    assert "".join(f"M{x} {y}h{n}v1h-{m}z" for x, y, n, m in runs) == path
    for x, y, n, m in runs:
        assert n == m
        for column in range(int(x), int(x) + int(n)):
            found[int(y)][column] = 1
    return found


def test_the_path_is_the_code_of_the_link() -> None:
    link = "https://volto.example/join/abcdEFGH1234#AbCdEfGhIjKlMnOpQrStUv"
    code = drawn(link)
    expected = segno.make_qr(link, error="m").matrix
    assert modules(code.path, code.size) == [list(row) for row in expected]


@pytest.mark.parametrize(
    ("link", "fits"),
    [
        ("https://volto.example/join/abc#def", True),
        ("http://192.168.0.5:8000/join/abc#def", True),
        ("https://volto.example/join/abc", False),
        ("https://volto.example/t/abc#def", False),
        ("https://volto.example.evil/join/abc#def", False),
        ("https://elsewhere.example/join/abc#def", False),
        ("https://volto.example/join/abc?x#def", False),
        ("https://user@volto.example/join/abc#def", False),
        ("javascript:alert(1)", False),
        ("https://[/join/abc#def", False),
        ("", False),
    ],
)
def test_only_invitations_of_this_server_are_drawn(link: str, fits: bool) -> None:
    assert is_invitation(link, OURS) is fits


async def test_a_page_gets_the_code_of_its_invitation(server: Server) -> None:
    made = await server.make(NewTable(mode="friend"))
    assert made.invite is not None
    link = server.http + made.invite
    async with server.client() as client:
        answer = await client.post("/api/qr", json={"link": link})
        assert answer.status_code == 200
        code = answer.json()
        assert modules(code["path"], code["size"]) == [
            list(row) for row in segno.make_qr(link, error="m").matrix
        ]
        for body, status in (
            ({"link": "https://elsewhere.example/join/a#b"}, 400),
            ({"link": link + "x" * 300}, 400),
            ({"address": link}, 400),
        ):
            refused = await client.post("/api/qr", json=body)
            assert refused.status_code == status
            assert "path" not in refused.json()
        stranger = {"origin": "https://elsewhere.example"}
        refused = await client.post("/api/qr", json={"link": link}, headers=stranger)
        assert refused.status_code == 400

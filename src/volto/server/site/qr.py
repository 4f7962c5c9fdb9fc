"""An invitation as a QR code, for a phone to scan.

The link holds a key, so it comes in the body of a request, and nothing is kept of it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from urllib.parse import urlsplit

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from volto.server.errors import RequestError
from volto.server.site.pages import origins
from volto.server.wire.http_api import as_json, check_rate, read
from volto.server.wire.messages import QrCode, QrWish

_INVITATION = re.compile(r"/join/[\w-]{1,32}#[\w-]{1,64}", re.ASCII)


async def qr_code(request: Request) -> Response:
    """`POST /api/qr`: only for invitations to tables of this server."""
    wish = await read(request, QrWish)
    check_rate(request, request.app.state.asking)
    own = f"{request.url.scheme}://{request.url.netloc}"
    if not is_invitation(wish.link, {own, *origins(request).split()}):
        raise RequestError("bad-message", "Only an invitation to this server can be drawn.")
    return as_json(drawn(wish.link))


def is_invitation(link: str, ours: set[str]) -> bool:
    """Is this a link to take a seat, at one of these origins?"""
    try:
        found = urlsplit(link)
    except ValueError:
        return False
    origin = f"{found.scheme}://{found.netloc}"
    return origin in ours and bool(_INVITATION.fullmatch(link.removeprefix(origin)))


def drawn(link: str) -> QrCode:
    matrix = segno.make_qr(link, error="m").matrix
    return QrCode(len(matrix), "".join(_runs(matrix)))


def _runs(matrix: Sequence[bytearray]) -> Iterator[str]:
    """Every row as its dark stretches."""
    for y, row in enumerate(matrix):
        x = 0
        for dark, stretch in groupby(row):
            length = len(list(stretch))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length


def routes() -> list[Route]:
    return [Route("/api/qr", qr_code, methods=["POST"])]

"""Answers that are the same for everyone: made once, compressed once, kept."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

SHORT = 500
"""Bytes that are not worth compressing."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A body as it is and, if that is shorter, compressed, and the headers that go with it."""

    body: bytes
    zipped: bytes | None
    headers: Mapping[str, str]

    @classmethod
    def of(cls, body: bytes, media_type: str, headers: Mapping[str, str]) -> "Prepared":
        zipped = gzip.compress(body, mtime=0)
        worth = len(zipped) < len(body) and len(body) >= SHORT
        vary = ", ".join(filter(None, (headers.get("vary"), "Accept-Encoding")))
        return cls(
            body, zipped if worth else None, {**headers, "content-type": media_type, "vary": vary}
        )

    def answer(self, request: Request) -> Response:
        """Compressed if the browser understands that."""
        if self.zipped is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, headers=self.headers)
        return Response(self.zipped, headers={**self.headers, "content-encoding": "gzip"})

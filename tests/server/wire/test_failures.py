"""What fails unforeseen."""

import contextlib
import logging
from collections.abc import AsyncIterator

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.types import Message

from volto.rules import VoltoError
from volto.server.wire.failures import CaughtFailures

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (VoltoError("The database cannot be opened."), "The database cannot be opened."),
        (OSError("secret"), "OSError at test_failures.py"),
    ],
)
async def test_a_start_that_fails_is_told_in_a_sentence(
    error: Exception, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A worker may start while its database is full; its log has no traceback of it."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        for failure in (error,):
            raise failure
        yield

    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "lifespan.startup"}

    async def send(message: Message) -> None:
        sent.append(message)

    app = CaughtFailures(Starlette(lifespan=lifespan), lambda request: PlainTextResponse(""))
    with caplog.at_level(logging.ERROR):
        await app({"type": "lifespan", "state": {}}, receive, send)
    assert sent == [{"type": "lifespan.startup.failed", "message": ""}]
    assert said in caplog.text
    assert "Traceback" not in caplog.text
    assert "secret" not in caplog.text

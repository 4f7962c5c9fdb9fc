"""What fails unforeseen: the client is answered, and the log is told where, but never a role."""

import logging
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from volto.rules import VoltoError
from volto.server.errors import described

LIFESPAN_FAILED = ("lifespan.startup.failed", "lifespan.shutdown.failed")
SERVER_ERROR = 1011
"""The code that closes a socket whose server has failed."""

_log = logging.getLogger(__name__)


class CaughtFailures:
    """Stands between the application and the server, which would log all that an error says."""

    def __init__(self, app: ASGIApp, answer: Callable[[Request], Response]) -> None:
        self._app, self._answer = app, answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] in LIFESPAN_FAILED:  # its traceback may say too much
                message = {"type": message["type"], "message": ""}
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception as error:
            if scope["type"] == "lifespan":
                said = error if isinstance(error, VoltoError) else described(error)
                _log.error("The server could not start or end in good order: %s", said)
                return
            _log.error("A request failed: %s", described(error))
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": SERVER_ERROR})
            elif not begun:
                await self._answer(Request(scope))(scope, receive, send)

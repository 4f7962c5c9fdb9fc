"""What every request passes: a limit for its address, and the headers that its answer carries."""

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from volto.server.wire.limits import Limits, network
from volto.server.wire.messages import ErrorBody, write

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_NOT_KEPT = [(b"cache-control", b"no-store")]
"""A page with a key or a snapshot in it is kept by no cache."""
_SENTENCE = "Too many requests at once. Wait a moment and try again."
TOO_MANY = PlainTextResponse(_SENTENCE, 429, {"retry-after": "5"})
TOO_MANY_FOR_SCRIPTS = Response(
    write(ErrorBody("too-fast", _SENTENCE)), 429, {"retry-after": "5"}, "application/json"
)


class LimitedRequests:
    """Turns away an address that asks too often, as cheaply as can be."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            host = scope["client"][0] if scope["client"] else ""
            address = self._limits.addresses[network(host)]
            if not (address.take("requests") and self._limits.all.take("requests")):
                api = scope["path"].startswith("/api/")
                await (TOO_MANY_FOR_SCRIPTS if api else TOO_MANY)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class SecureHeaders:
    """Adds the headers to whatever the application answers, unless it has set one itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                more = [header for header in (*_RAW, *_NOT_KEPT) if header[0] not in own]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        await self._app(scope, receive, send_secured)

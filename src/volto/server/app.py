"""The application: routes, what they share, and what starts and ends with the server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from volto.server.bots.bots import Bots
from volto.server.bots.fair_order import FairOrder
from volto.server.bots.opening import open_thinkers
from volto.server.bots.warm_up import WarmUp
from volto.server.bus import open_bus
from volto.server.bus.words import Used
from volto.server.errors import ErrorCode, RequestError
from volto.server.opening import open_house
from volto.server.settings import ServerSettings
from volto.server.site import pages, qr, sharing
from volto.server.site.share_picture import Pictures
from volto.server.site.static_files import static_route
from volto.server.tables.following import Following
from volto.server.tables.tables import Tables
from volto.server.wire import http_api
from volto.server.wire.failures import CaughtFailures
from volto.server.wire.gate import Gate
from volto.server.wire.headers import LimitedRequests, SecureHeaders
from volto.server.wire.health import Database, Health
from volto.server.wire.limits import Allowance, Meters
from volto.server.wire.messages import ErrorBody
from volto.server.wire.sockets import serve_socket

NOT_HERE: dict[int, ErrorCode] = {
    404: "not-found",
    405: "bad-message",
    413: "too-large",
    429: "too-fast",
}
HEAD_START = 0.3
"""Seconds in which the first page is served before everything else is loaded and compiled."""


def create_app(settings: ServerSettings) -> Starlette:
    """The server, ready to be run."""
    gate = Gate(settings)
    making, asking = (
        Meters(Allowance(requests=rate)) for rate in (settings.making, settings.asking)
    )
    order = FairOrder()

    def report() -> Used:
        """What other workers of the house have to know of limits."""
        return {
            **gate.limits.report(),
            "making": making.report(),
            "asking": asking.report(),
            "thinking": order.report(),
        }

    def absorb(worker: str, used: Used) -> None:
        gate.limits.absorb(worker, used)
        making.absorb(worker, used.get("making", {}))
        asking.absorb(worker, used.get("asking", {}))
        order.absorb(worker, used.get("thinking", {}))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Gate]]:
        store, keys = await open_house(settings)
        bus = open_bus(settings.bus, keys.key("", "bus"))
        following = Following(store, bus, settings.follow, report, absorb)
        warm_up = WarmUp()
        thinkers = open_thinkers(settings, warm_up)
        bots = Bots(settings, thinkers, keys.seed, order)
        tables = Tables(store, keys, settings, bots.attend, warm_up.aid_ready, following)
        app.state.tables, app.state.bots, app.state.thinkers = tables, bots, thinkers
        app.state.bus = bus
        app.state.database = Database(store)
        app.state.warm_up = warm_up
        warming = asyncio.get_running_loop().call_later(HEAD_START, warm_up.begin)
        gate.start()
        following.start()
        try:
            yield {"gate": gate}
        finally:
            gate.stop()
            warming.cancel()
            await app.state.database.close()
            warm_up.halt()
            await app.state.pictures.close()
            await bots.close()
            await thinkers.close()
            await following.stop()
            await bus.close()
            await store.close()

    app = Starlette(
        routes=[
            *http_api.ROUTES,
            *pages.routes(),
            *sharing.routes(),
            *qr.routes(),
            WebSocketRoute("/socket/{table}", serve_socket),
            static_route(),
        ],
        middleware=[
            Middleware(Health),
            Middleware(SecureHeaders),
            Middleware(CaughtFailures, _failed),
            Middleware(LimitedRequests, gate.limits),
            Middleware(TrustedHostMiddleware, settings.allowed_hosts, www_redirect=False),
        ],
        exception_handlers={RequestError: _refused, HTTPException: _http_trouble},
        lifespan=lifespan,
    )
    app.state.settings, app.state.gate = settings, gate
    app.state.making, app.state.asking = making, asking
    app.state.pictures = Pictures()
    return app


def _is_api(request: Request) -> bool:
    return str(request.scope["path"]).startswith("/api/")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    if _is_api(request):
        return http_api.refused(error)
    return pages.trouble(request, http_api.STATUS.get(error.code, http_api.BAD_REQUEST))


async def _http_trouble(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if _is_api(request):
        code = NOT_HERE.get(error.status_code, "bad-message")
        return http_api.as_json(ErrorBody(code, error.detail), error.status_code)
    return pages.trouble(request, error.status_code)


def _failed(request: Request) -> Response:
    if _is_api(request):
        sentence = "Something went wrong on the server, and nothing was changed."
        return http_api.as_json(ErrorBody("busy", sentence), 500)
    return pages.trouble(request, 500)

"""Requests by HTTP: tables made, joined and looked after, records, suggested deployments."""

from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from volto.rules import STANDARD
from volto.server import metrics
from volto.server.bots.bots import Bots
from volto.server.errors import ErrorCode, RequestError
from volto.server.tables.tables import Tables
from volto.server.wire.limits import Meters, network
from volto.server.wire.messages import (
    UNREADABLE,
    AskStandings,
    ErrorBody,
    Join,
    NewTable,
    Suggest,
    Suggestion,
    write,
)
from volto.server.wire.sockets import same_host

LONGEST_BODY = 4096
STATUS: dict[ErrorCode, int] = {
    "not-found": 404,
    "taken": 409,
    "not-over": 409,
    "too-large": 413,
    "too-fast": 429,
    "busy": 503,
    "unknown": 503,
}
BAD_REQUEST = 400

Body = TypeVar("Body", bound=msgspec.Struct)


def as_json(content: msgspec.Struct, status: int = 200) -> Response:
    return Response(write(content), status, media_type="application/json")


def refused(refusal: RequestError) -> Response:
    """A refusal as an answer."""
    metrics.refusals.labels(refusal.code).inc()
    return as_json(ErrorBody(refusal.code, str(refusal)), STATUS.get(refusal.code, BAD_REQUEST))


async def read(request: Request, kind: type[Body]) -> Body:
    """The body of a request, if a page of this server sent it and it fits."""
    if not same_host(request.headers.get("origin"), request.headers.get("host")):
        raise RequestError("bad-message", "This request came from a page of another server.")
    kind_sent = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind_sent != "application/json":
        raise RequestError("bad-message", "The content type must be application/json.")
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_BODY:
                raise RequestError("too-large", f"A request may have at most {LONGEST_BODY} bytes.")
    except ClientDisconnect:
        raise RequestError("bad-message", "The request was cut off.") from None
    try:
        return msgspec.json.decode(body, type=kind)
    except UNREADABLE as error:
        raise RequestError("bad-message", f"The request is not valid: {error}.") from None


def person(request: Request) -> str:
    """Whom a request is counted as."""
    return network(request.client.host if request.client else "")


def check_rate(request: Request, meters: Meters) -> None:
    if not meters[person(request)].take("requests"):
        raise RequestError("too-fast", "Too many requests. Wait a moment and try again.")


async def make_table(request: Request) -> Response:
    wish = await read(request, NewTable)
    check_rate(request, request.app.state.making)
    tables: Tables = request.app.state.tables
    return as_json(await tables.make(wish), 201)


async def join_table(request: Request) -> Response:
    wish = await read(request, Join)
    tables: Tables = request.app.state.tables
    name = request.path_params["table"]
    return as_json(await tables.join(name, wish.key, wish.name, wish.token))


async def standings(request: Request) -> Response:
    """How the tables stand whose keys a page remembers; the keys come in the body alone."""
    wish = await read(request, AskStandings)
    check_rate(request, request.app.state.asking)
    tables: Tables = request.app.state.tables
    return as_json(await tables.standings(wish.tables))


async def record(request: Request) -> Response:
    """The record of a finished game, in which nothing is secret any more."""
    tables: Tables = request.app.state.tables
    name = request.path_params["table"]
    text = str(tables.record(await tables.table(name)))
    headers = {"content-disposition": f'attachment; filename="volto-{name}.volto"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


async def suggest(request: Request) -> Response:
    wish = await read(request, Suggest)
    check_rate(request, request.app.state.asking)
    bots: Bots = request.app.state.bots
    ruleset = STANDARD.but(ladies=wish.ladies)
    if wish.table:
        tables: Tables = request.app.state.tables
        ruleset = (await tables.table(wish.table)).setup.ruleset
    return as_json(Suggestion(str(await bots.suggest(ruleset, person(request)))))


ROUTES = [
    Route("/api/tables", make_table, methods=["POST"]),
    Route("/api/tables/standings", standings, methods=["POST"]),
    Route("/api/tables/{table}/join", join_table, methods=["POST"]),
    Route("/api/tables/{table}/record", record, methods=["GET"]),
    Route("/api/suggest", suggest, methods=["POST"]),
]

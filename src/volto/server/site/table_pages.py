"""The pages of a table: for its seats, for spectators, for somebody who was invited."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from volto.server.site.pages import render
from volto.server.tables.tables import Tables


async def play(request: Request) -> Response:
    """The play page of the seats that the key opens."""
    tables: Tables = request.app.state.tables
    name, key = request.path_params["table"], request.path_params["key"]
    welcomed = await tables.welcome(name, key)
    two_seats = len(welcomed.seats) == 2
    return render(request, "play.html", table=name, key=key, watching=False, two_seats=two_seats)


async def watch(request: Request) -> Response:
    """The same page for a spectator, who sits nowhere."""
    tables: Tables = request.app.state.tables
    name = request.path_params["table"]
    await tables.welcome(name, None)
    return render(request, "play.html", table=name, key="", watching=True, two_seats=False)


async def join(request: Request) -> Response:
    """Asks for a name and opens the second seat, unless somebody was faster."""
    tables: Tables = request.app.state.tables
    name, key = request.path_params["table"], request.path_params["key"]
    table = await tables.invited(name, key)
    taken = table.plan.open_seat in table.state.joined
    host = next(
        chair.name for seat, chair in table.state.chairs.items() if seat is not table.plan.open_seat
    )
    return render(request, "join.html", table=name, key=key, taken=taken, host=host)


ROUTES = [
    Route("/t/{table}/{key}", play, methods=["GET"]),
    Route("/watch/{table}", watch, methods=["GET"]),
    Route("/join/{table}/{key}", join, methods=["GET"]),
]

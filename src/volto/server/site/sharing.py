"""What a finished game leaves behind: its story, and the page where anyone may replay it.

The page is shown once everyone who played the game has agreed; nothing leaves before.
"""

from datetime import UTC, datetime

import msgspec
from babel.dates import format_date
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from volto.rules import Family
from volto.rules.masks import RED, WHITE
from volto.server.bots.opponents import FAMILY_NAMES
from volto.server.errors import RequestError
from volto.server.site.i18n import Translator, chosen, phrase
from volto.server.site.pages import headers_in, render
from volto.server.site.story import story
from volto.server.store.events import Occupant
from volto.server.tables.table import Table
from volto.server.tables.tables import Tables
from volto.server.wire.http_api import as_json, check_rate
from volto.server.wire.messages import Story
from volto.server.wire.snapshot import snapshot_of
from volto.svg import Picture

RESULTS = {
    WHITE: phrase("White wins"),
    RED: phrase("Red wins"),
    None: phrase("A draw"),
}
PRIVATE = 403


async def tell_story(request: Request) -> Response:
    """`GET /api/tables/{table}/story`, in the reader's language; no game has one before its end."""
    check_rate(request, request.app.state.asking)
    tables: Tables = request.app.state.tables
    table = await tables.table(request.path_params["table"])
    view = table.state.view(None)
    if view is None or view.outcome is None:
        raise RequestError("not-over", "The story can be told once the game is over.")
    language = chosen(request)
    answer = as_json(Story(story(view.scene, Translator(language))))
    answer.headers.update(headers_in(language))
    return answer


async def replay(request: Request) -> Response:
    """`/game/{table}`: the finished game, for anyone, if its players have agreed."""
    table = await shared_table(request)
    view = table.state.view(None)
    assert view is not None
    assert view.outcome is not None
    words = Translator(chosen(request))
    seen = msgspec.structs.replace(
        snapshot_of(*table.sight(None)), seals=None, rematch_wish=None, next_table=None
    )
    return render(
        request,
        "game.html",
        snapshot=msgspec.json.encode(seen).decode(),
        picture=Picture.of(view, facing=view.outcome.winner),
        result=RESULTS[view.outcome.winner],
        story=story(view.scene, words),
        names={family.value: name_of(table, family, words) for family in Family},
        date=date_of(table, words),
        table=table.setup.table,
    )


async def shared_table(request: Request) -> Table:
    """The table of a request, if its game is over and everyone who played it lets others see it."""
    tables: Tables = request.app.state.tables
    table = await tables.table(request.path_params["table"])
    if not table.state.is_public:
        await table.refresh()  # it may have ended, or been shared, by another worker
    if not table.state.is_public:
        raise HTTPException(PRIVATE)
    return table


def name_of(table: Table, family: Family, words: Translator) -> str:
    """Who played this family, as far as they said."""
    occupant: Occupant = table.state.occupants[family]
    if occupant.level is not None:
        name = words.text(occupant.name)
        return words.text("{name}, level {level}", name=name, level=occupant.level)
    return occupant.name or words.text(FAMILY_NAMES[family])


def date_of(table: Table, words: Translator) -> str:
    """When the game was begun."""
    begun = datetime.fromtimestamp(table.setup.created / 1000, UTC)
    return format_date(begun, "long", locale=words.language)


def routes() -> list[Route]:
    return [
        Route("/api/tables/{table}/story", tell_story, methods=["GET"]),
        Route("/game/{table}", replay, methods=["GET"]),
    ]

"""What a finished game leaves behind: its story, a page where anyone may replay it, and a picture.

Page and picture are shown once everyone who played the game has agreed; nothing leaves before.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
from babel.dates import format_date
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from volto.rules import Family, View
from volto.rules.masks import RED, WHITE
from volto.server.errors import RequestError
from volto.server.site.i18n import LANGUAGES, Translator, chosen, phrase
from volto.server.site.open_graph import locale_of, open_graph
from volto.server.site.pages import ABOUT, headers_in, render
from volto.server.site.share_picture import LETTERS, Pictures, share_picture
from volto.server.site.showcase import STILL, showcase
from volto.server.site.story import story
from volto.server.tables.table import Table
from volto.server.tables.tables import Tables
from volto.server.wire.http_api import as_json, check_rate
from volto.server.wire.messages import Story, TableSnapshot
from volto.server.wire.snapshot import snapshot_of
from volto.svg import Picture

RESULTS = {
    WHITE: phrase("White wins"),
    RED: phrase("Red wins"),
    None: phrase("A draw"),
}
UNNAMED = {WHITE: phrase("The white family"), RED: phrase("The red family")}
PICTURE_ALT = phrase("The mat at the end, with the result and the story of the game")
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


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A finished game whose players let anyone see it, in the words of one language."""

    table: Table
    view: View
    words: Translator

    @classmethod
    async def asked_for(cls, request: Request, language: str) -> "SharedGame":
        """By its address; until it is public, the page that says so and nothing of it."""
        tables: Tables = request.app.state.tables
        table = await tables.table(request.path_params["table"])
        if not table.state.is_public:
            await table.refresh()  # it may have ended, or been shared, by another worker
        view = table.state.view(None)
        if view is None or not table.state.is_public:
            raise HTTPException(PRIVATE)
        return cls(table, view, Translator(language))

    @property
    def winner(self) -> Family | None:
        return self.view.outcome.winner if self.view.outcome else None

    @property
    def result(self) -> str:
        return self.words.text(RESULTS[self.winner])

    @property
    def story(self) -> str:
        return story(self.view.scene, self.words)

    @property
    def mat(self) -> Picture:
        """The last scene, from the winner's side."""
        return Picture.of(self.view, facing=self.winner or WHITE)

    @property
    def snapshot(self) -> TableSnapshot:
        """As a spectator is shown it, without the way to a rematch."""
        seen = snapshot_of(*self.table.sight(None))
        return replace(seen, seals=None, rematch_wish=None, next_table=None)

    @property
    def date(self) -> str:
        """When the table was made."""
        made = datetime.fromtimestamp(self.table.setup.created / 1000, UTC)
        return format_date(made, "long", locale=locale_of(self.words))

    def name(self, family: Family) -> str:
        """Who played this family, as far as they said."""
        occupant = self.table.state.occupants[family]
        if occupant.level is None:
            return occupant.name or self.words.text(UNNAMED[family])
        name = self.words.text(occupant.name)
        return self.words.text(phrase("{name}, level {level}"), name=name, level=occupant.level)

    @property
    def players(self) -> str:
        white, red = map(self.name, Family)
        return self.words.text(phrase("{one} against {other}"), one=white, other=red)

    def drawn(self) -> str:
        """The picture for links, as SVG; names whose letters the fonts do not have are left out."""
        names = [name for name in map(self.name, Family) if LETTERS.issuperset(name)]
        return share_picture(self.mat, self.result, names, self.story)


async def replay(request: Request) -> Response:
    """`/game/{table}`: the finished game, for anyone, if its players have agreed."""
    game = await SharedGame.asked_for(request, chosen(request))
    return render(
        request,
        "game.html",
        game=game,
        snapshot=msgspec.json.encode(game.snapshot).decode(),
        card=open_graph(
            request,
            game.words,
            title=f"{game.result} · {game.players}",
            text=game.story,
            picture=f"{request.url.path}.png",
            alt=game.words.text(PICTURE_ALT),
        ),
    )


async def picture(request: Request) -> Response:
    """`/game/{table}.png?language=de`: what a link to that page unfolds to."""
    game = await SharedGame.asked_for(request, language_of(request))
    return await drawn_in(request, game.words, game.table.setup.table, game.drawn)


async def any_picture(request: Request) -> Response:
    """`/volto.png?language=de`: for links to no game in particular."""
    words = Translator(language_of(request))
    mat = Picture.of(showcase()[STILL].view(WHITE))
    return await drawn_in(
        request, words, "", lambda: share_picture(mat, "Volto", (), words.text(ABOUT))
    )


def language_of(request: Request) -> str:
    """The one that a picture is asked for in, else the reader's."""
    asked = request.query_params.get("language")
    return asked if asked in LANGUAGES else chosen(request)


async def drawn_in(
    request: Request, words: Translator, name: str, draw: Callable[[], str]
) -> Response:
    """The picture of this name in this language."""
    check_rate(request, request.app.state.asking)
    pictures: Pictures = request.app.state.pictures
    headers = {
        **headers_in(words.language),
        "cache-control": "public, max-age=86400",
        "cross-origin-resource-policy": "cross-origin",
    }
    png = await pictures.png((name, words.language), draw)
    return Response(png, headers=headers, media_type="image/png")


def routes() -> list[Route]:
    return [
        Route("/api/tables/{table}/story", tell_story, methods=["GET"]),
        Route("/volto.png", any_picture, methods=["GET"]),
        Route("/game/{table}.png", picture, methods=["GET"]),
        Route("/game/{table}", replay, methods=["GET"]),
    ]

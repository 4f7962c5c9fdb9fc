"""The pages: home, lessons, rules, tables; and how any page is drawn."""

import re
from functools import cache
from urllib.parse import parse_qsl

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from volto.rules import Deployment, LadyRule, Move, Position
from volto.rules.masks import WHITE
from volto.server.addresses import reachable
from volto.server.bots.opponents import DEFAULT_LEVEL, OPPONENTS
from volto.server.errors import RequestError
from volto.server.site import rulebook
from volto.server.site.diagrams import ART, drawn
from volto.server.site.i18n import (
    COOKIE,
    LANGUAGE_NAMES,
    LANGUAGES,
    LOCALES,
    Translator,
    chosen,
    phrase,
)
from volto.server.site.lesson_book import CHAPTERS, LESSONS
from volto.server.site.lessons import Attempt, progress, snapshots_of
from volto.server.site.static_files import FOR_GOOD, modules, static_root
from volto.server.store.events import TableSetup
from volto.server.tables.tables import Tables
from volto.server.wire.http_api import as_json, read
from volto.server.wire.messages import Aid
from volto.svg import Picture

TEMPLATES = LOCALES.parent / "templates"
YEAR = 365 * 24 * 3600
THEMES = ("light", "dark")
_environment = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def rich(text: str) -> Markup:
    """A text with a little dress: *emphasis* and `cells`. Everything else is escaped."""
    safe = str(escape(text))
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    return Markup(re.sub(r"\*([^*]+)\*", r"<em>\1</em>", safe))


_environment.filters["rich"] = rich
_environment.globals.update(art=ART, drawn=drawn)


def render(request: Request, name: str, status: int = 200, **context: object) -> Response:
    """A template in the reader's language and light."""
    words = Translator(chosen(request))
    theme = request.cookies.get("theme")
    html = _environment.get_template(name).render(
        _=words.text,
        ngettext=words.plural,
        words=words,
        language=words.language,
        languages=LANGUAGE_NAMES,
        theme=theme if theme in THEMES else "",
        path=request.url.path,
        static=static_root(),
        modules=modules,
        **context,
    )
    headers = {"Content-Language": words.language, "Vary": "Cookie, Accept-Language"}
    return HTMLResponse(html, status, headers)


TROUBLES = {
    404: (
        phrase("Page not found"),
        phrase(
            "The link may be old or mistyped. Ask for it again, or start a new game from the home "
            "page."
        ),
    ),
    405: (
        phrase("You can't do that here"),
        phrase("Go back to the home page and try again from there."),
    ),
    429: (
        phrase("Too many requests"),
        phrase("Too many requests at once. Wait a moment and reload the page."),
    ),
    500: (
        phrase("Something went wrong"),
        phrase("The server ran into an error, but your game is safe. Reload the page in a moment."),
    ),
}


def trouble(request: Request, status: int) -> Response:
    """The page that says what went wrong and what to do next."""
    heading, text = TROUBLES.get(status, TROUBLES[500 if status >= 500 else 405])
    return render(request, "error.html", status, heading=heading, text=text)


@cache
def showcase() -> list[Position]:
    """The game on the home page's picture."""
    white, red = Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC")
    positions = [Position.start(white, red)]
    for move in ("e2d3", "c6c2", "b2c2", "b6a5", "d3d4", "d6c6", "c2c3", "e6e5"):
        positions.append(positions[-1].play(Move.parse(move)))
    return positions


async def home(request: Request) -> Response:
    positions = showcase()
    seen = msgspec.structs.replace(snapshots_of(positions, WHITE)[-1], moves={})
    return render(
        request,
        "home.html",
        rivals=OPPONENTS,
        level=DEFAULT_LEVEL,
        picture=Picture.of(positions[-1].view(WHITE)),
        snapshot=msgspec.json.encode(seen).decode(),
    )


async def learn(request: Request) -> Response:
    return render(request, "learn.html", chapters=CHAPTERS)


async def rules(request: Request) -> Response:
    return render(request, "rules.html", book=rulebook)


async def pick_language(request: Request) -> Response:
    """Remembers a language and goes back to the page it was picked on."""
    form = await read_form(request)
    language = form.get("language", "")
    if language not in LANGUAGES:
        raise HTTPException(400, "That language is not available.")
    answer = RedirectResponse(local(form.get("back", "/")), 303)
    answer.set_cookie(COOKIE, language, YEAR, path="/", httponly=True, samesite="lax")
    return answer


async def read_form(request: Request, limit: int = 4096) -> dict[str, str]:
    """The fields of a plain form; one that is too large is refused before it is read whole."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise HTTPException(413, "That form is too large.")
    return dict(parse_qsl(body.decode("utf-8", "replace"), max_num_fields=8))


def local(path: str) -> str:
    """The path if it is one of this site, else the home page."""
    return path if re.fullmatch(r"/(?![/\\])[\w\-./~]*", path, re.ASCII) else "/"


async def word_list(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES or request.url.path != Translator(language).address:
        raise HTTPException(404)
    script = Translator(language).script()
    return Response(script, 200, {"Cache-Control": FOR_GOOD}, "application/json")


async def manifest(request: Request) -> Response:
    """What a phone needs to keep the game among its own."""
    words = Translator(chosen(request))
    icon = {"src": f"{static_root()}/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return JSONResponse(
        {
            "name": "Volto",
            "short_name": "Volto",
            "description": words.text(phrase("The game of hidden masks, for two")),
            "lang": words.language,
            "start_url": "/",
            "display": "standalone",
            "background_color": "#f3ece0",
            "theme_color": "#1f5b63",
            "icons": [icon, {**icon, "purpose": "maskable"}],
        },
        headers={"Vary": "Cookie, Accept-Language"},
        media_type="application/manifest+json",
    )


# The pages of a table: for its seats, for spectators, for somebody who was invited.


async def play(request: Request) -> Response:
    """The play page of the seats that the key opens."""
    tables: Tables = request.app.state.tables
    name, key = request.path_params["table"], request.path_params["key"]
    seats = (await tables.welcome(name, key)).seats
    return render(
        request,
        "play.html",
        table=name,
        key=key,
        watching=False,
        two_seats=len(seats) == 2,
        origins=origins(request),
    )


def origins(request: Request) -> str:
    """Where others can open an invitation, as far as this server knows."""
    url, settings = request.url, request.app.state.settings
    return " ".join(reachable(url.scheme, url.hostname or "", url.port, settings.host))


async def watch(request: Request) -> Response:
    """The same page for a spectator, who sits nowhere."""
    tables: Tables = request.app.state.tables
    name = request.path_params["table"]
    await tables.welcome(name, None)
    return render(
        request, "play.html", table=name, key="", watching=True, two_seats=False, origins=""
    )


async def join(request: Request) -> Response:
    """Asks for a name and opens the second seat, unless somebody was faster."""
    tables: Tables = request.app.state.tables
    name, key = request.path_params["table"], request.path_params["key"]
    table = await tables.invited(name, key)
    taken = table.setup.open_seat in table.state.joined
    host = next(
        occupant.name
        for seat, occupant in table.state.occupants.items()
        if seat is not table.setup.open_seat
    )
    return render(
        request,
        "join.html",
        table=name,
        key=key,
        taken=taken,
        host=host,
        terms=terms(table.setup),
    )


LADY_RULES = {
    LadyRule.OWNER: phrase("A family that loses both Ladies wins (R-14)."),
    LadyRule.CAPTOR: phrase("Variant: a family that loses both Ladies loses the game (R-14)."),
}
AIDS: dict[Aid, str] = {
    "off": phrase("No deduction aid."),
    "notes": phrase("Deduction aid: your own notes."),
    "logic": phrase("Deduction aid: logic."),
    "chances": phrase("Deduction aid: chances."),
}


def terms(setup: TableSetup) -> tuple[str, str, str]:
    """What somebody who is invited agrees to by taking the seat."""
    begins = setup.first is setup.open_seat
    return (
        phrase("You begin.") if begins else phrase("Your opponent begins."),
        LADY_RULES[setup.ruleset.ladies],
        AIDS[setup.aid],
    )


async def attempt_lesson(request: Request) -> Response:
    """What there is to see after a learner's moves."""
    lesson = LESSONS.get(request.path_params["lesson"])
    if lesson is None:
        raise RequestError("not-found", "There is no such lesson.")
    attempt = await read(request, Attempt)
    return as_json(progress(lesson, attempt, Translator(chosen(request))))


def routes() -> list[Route]:
    """Pages that hold no key are sent compressed."""
    light = [Middleware(GZipMiddleware, compresslevel=6)]
    return [
        Route("/", home, middleware=light),
        Route("/learn", learn, middleware=light),
        Route("/rules", rules, middleware=light),
        Route("/manifest.webmanifest", manifest),
        Route("/language", pick_language, methods=["POST"]),
        Route("/words/{version}/{language}.json", word_list, middleware=light),
        Route("/api/lessons/{lesson}", attempt_lesson, methods=["POST"]),
        Route("/t/{table}/{key}", play, methods=["GET"]),
        Route("/watch/{table}", watch, methods=["GET"]),
        Route("/join/{table}/{key}", join, methods=["GET"]),
    ]

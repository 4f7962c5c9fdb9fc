"""The pages: home, lessons, rules, tables; and how any page is drawn."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from urllib.parse import parse_qsl

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from volto.rules import LadyRule
from volto.rules.masks import WHITE
from volto.server.addresses import reachable
from volto.server.bots.opponents import DEFAULT_LEVEL, OPPONENTS
from volto.server.errors import RequestError
from volto.server.site import rulebook
from volto.server.site.diagrams import ART, LITTLE_MATS, drawn
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
from volto.server.site.lessons import Attempt, progress
from volto.server.site.open_graph import open_graph
from volto.server.site.prepared import Prepared
from volto.server.site.showcase import STILL, recorded, showcase
from volto.server.site.static_files import FOR_GOOD, modules, static_root
from volto.server.store.events import TableSetup
from volto.server.tables.tables import Tables
from volto.server.wire.http_api import check_rate, read
from volto.server.wire.messages import Aid, write
from volto.svg import Picture

TEMPLATES = LOCALES.parent / "templates"
YEAR = 365 * 24 * 3600
THEMES = ("light", "dark")
ABOUT = phrase("The game of hidden masks, for two")
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
    language, theme = chosen(request), theme_of(request)
    html = rendered(name, language, theme, request.scope["path"], **context)
    return HTMLResponse(html, status, headers_in(language))


def theme_of(request: Request) -> str:
    theme = request.cookies.get("theme")
    return theme if theme in THEMES else ""


def headers_in(language: str) -> dict[str, str]:
    return {"content-language": language, "vary": "Cookie, Accept-Language"}


def rendered(name: str, language: str, theme: str, path: str, **context: object) -> str:
    """A template, for anyone who reads this language in this light."""
    words = Translator(language)
    return _environment.get_template(name).render(
        _=words.text,
        ngettext=words.plural,
        words=words,
        language=language,
        languages=LANGUAGE_NAMES,
        theme=theme,
        path=path,
        static=static_root(),
        modules=modules,
        **context,
    )


TROUBLES = {
    403: (
        phrase("This game is private"),
        phrase(
            "The replay opens here once the game is over and everyone who played it has agreed to "
            "share it."
        ),
    ),
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
    503: (
        phrase("Back in a moment"),
        phrase(
            "The server cannot reach its games right now. They are safe, and this page opens by "
            "itself as soon as it can."
        ),
    ),
}
UNAVAILABLE = 503


def trouble(request: Request, status: int) -> Response:
    """The page that says what went wrong and what to do next."""
    heading, text = TROUBLES.get(status, TROUBLES[500 if status >= 500 else 405])
    passing = {"script": "js/site/again.js"} if status == UNAVAILABLE else {}
    return render(request, "error.html", status, heading=heading, text=text, **passing)


def home_context() -> dict[str, object]:
    return {
        "rivals": OPPONENTS,
        "level": DEFAULT_LEVEL,
        "picture": Picture.of(showcase()[STILL].view(WHITE)),
        "game": write(recorded()).decode(),
    }


SAME_FOR_ALL: dict[str, tuple[str, Callable[[], dict[str, object]]]] = {
    "/": ("home.html", home_context),
    "/learn": ("learn.html", lambda: {"chapters": CHAPTERS, "mats": LITTLE_MATS}),
    "/rules": ("rules.html", lambda: {"book": rulebook}),
}


@cache
def _page(path: str, language: str, theme: str) -> Prepared:
    """One of the few pages that are the same for everyone, in each language and light."""
    name, context = SAME_FOR_ALL[path]
    html = rendered(name, language, theme, path, **context())
    return Prepared.of(html.encode(), "text/html; charset=utf-8", headers_in(language))


async def same_for_all(request: Request) -> Response:
    return _page(request.scope["path"], chosen(request), theme_of(request)).answer(request)


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
    return path if re.fullmatch(r"/(?![/\\])[\w\-./~]*(#[\w\-]*)?", path, re.ASCII) else "/"


async def word_list(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES or request.scope["path"] != Translator(language).address:
        raise HTTPException(404)
    return _words(language).answer(request)


@cache
def _words(language: str) -> Prepared:
    headers = {"cache-control": FOR_GOOD}
    return Prepared.of(Translator(language).script(), "application/json", headers)


async def manifest(request: Request) -> Response:
    """What a phone needs to keep the game among its own."""
    words = Translator(chosen(request))
    icon = {"src": f"{static_root()}/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return JSONResponse(
        {
            "name": "Volto",
            "short_name": "Volto",
            "description": words.text(ABOUT),
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
    """The page of a seat; its key stands behind the # of the address and does not come here."""
    return await _table_page(request, watching=False)


async def watch(request: Request) -> Response:
    """The same page for a spectator, who sits nowhere."""
    return await _table_page(request, watching=True)


async def _table_page(request: Request, *, watching: bool) -> Response:
    tables: Tables = request.app.state.tables
    table = await tables.table(request.path_params["table"])
    return render(
        request,
        "play.html",
        table=table.setup.table,
        watching=watching,
        two_seats=table.setup.mode == "screen" and not watching,
        origins="" if watching else origins(request),
        voices=voices(table.setup),
    )


def voices(setup: TableSetup) -> str:
    """The lines of whoever the house plays at this table; the page knows when to say them."""
    return msgspec.json.encode(
        {
            seat.value: OPPONENTS[occupant.level - 1].voice
            for seat, occupant in setup.occupants.items()
            if occupant.level
        }
    ).decode()


def origins(request: Request) -> str:
    """Where others can open an invitation, as far as this server knows."""
    url, settings = request.url, request.app.state.settings
    return " ".join(reachable(url.scheme, url.hostname or "", url.port, settings.host))


async def join(request: Request) -> Response:
    """Asks for a name and opens the second seat, unless somebody was faster."""
    tables: Tables = request.app.state.tables
    table = await tables.table(request.path_params["table"])
    if table.setup.open_seat is None:
        raise RequestError("not-found", "Nobody is invited to this table.")
    await table.refresh()
    taken = table.setup.open_seat in table.state.joined
    host = next(
        occupant.name
        for seat, occupant in table.state.occupants.items()
        if seat is not table.setup.open_seat
    )
    return render(
        request,
        "join.html",
        table=table.setup.table,
        taken=taken,
        host=host,
        terms=terms(table.setup),
        card=invitation_card(request, host),
    )


def invitation_card(request: Request, host: str) -> list[tuple[str, str]]:
    """What other sites show of the link; its key is not sent, so it is not in there."""
    words = Translator(chosen(request))
    title = phrase("{name} invites you to a game") if host else phrase("You are invited to a game")
    text = phrase("Volto is a game of hidden masks for two. You don't need an account.")
    about = words.text(ABOUT)
    return open_graph(
        request, words, words.text(title, name=host), words.text(text), "/volto.png", about
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
    check_rate(request, request.app.state.asking)
    return Response(_attempted(lesson.key, attempt, chosen(request)), media_type="application/json")


@lru_cache(1000)
def _attempted(lesson: str, attempt: Attempt, language: str) -> bytes:
    """Learners try the same moves."""
    return write(progress(LESSONS[lesson], attempt, Translator(language)))


def routes() -> list[Route]:
    """Everything that a browser is shown."""
    return [
        *(Route(path, same_for_all) for path in SAME_FOR_ALL),
        Route("/manifest.webmanifest", manifest),
        Route("/language", pick_language, methods=["POST"]),
        Route("/words/{version}/{language}.json", word_list),
        Route("/api/lessons/{lesson}", attempt_lesson, methods=["POST"]),
        Route("/t/{table}", play, methods=["GET"]),
        Route("/watch/{table}", watch, methods=["GET"]),
        Route("/join/{table}", join, methods=["GET"]),
    ]

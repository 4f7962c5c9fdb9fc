"""The pages: whole, in five languages, safe, and from no other host."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal

import pytest

from tests.server.serving import Server, serving
from tools.catalogues import WEB
from volto.server.site import pages, rulebook
from volto.server.site.i18n import LANGUAGE_NAMES, LANGUAGES, Translator
from volto.server.site.pages import local, rich
from volto.server.site.static_files import static_root
from volto.server.wire.headers import HEADERS
from volto.server.wire.limits import Rate
from volto.server.wire.messages import NewTable

pytestmark = pytest.mark.anyio
PAGES = ("/", "/learn", "/rules", "/nowhere")
VOID = {"meta", "link", "input", "br", "img", "hr"}
FILES = sorted(
    path
    for path in (*WEB.glob("static/**/*"), *WEB.glob("templates/*"))
    if path.suffix in {".js", ".css", ".svg", ".html", ".json", ".webmanifest"}
)


class Page(HTMLParser):
    """Reads a page and complains about tags that do not close, and names given twice."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.language = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._note(tag, attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._note(tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}>")

    def _note(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            self.attributes.append((name, value or ""))
            if name == "id":
                self.ids.append(value or "")
            if name in ("for", "aria-labelledby", "aria-describedby"):
                self.targets += (value or "").split()
            if name == "href" and (value or "").startswith("#"):
                self.targets.append((value or "")[1:])
            if tag == "html" and name == "lang":
                self.language = value or ""


async def fetch(server: Server, path: str, language: str = "en") -> str:
    async with server.client() as client:
        answer = await client.get(path, headers={"accept-language": language})
    assert answer.status_code == (404 if path == "/nowhere" else 200)
    assert answer.headers["content-language"] == language
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    return answer.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
async def test_a_page_is_well_formed_in_every_language(
    server: Server, path: str, language: str
) -> None:
    html = await fetch(server, path, language)
    page = Page(html)
    assert page.faults == []
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert set(page.targets) <= set(page.ids)
    assert page.language == language
    assert html.count("<h1") == 1
    assert html.startswith("<!doctype html>")
    assert Translator(language).address in html


@pytest.mark.parametrize("path", PAGES)
async def test_a_page_runs_under_the_strict_policy(server: Server, path: str) -> None:
    html = await fetch(server, path)
    page = Page(html)
    names = {name for name, _ in page.attributes}
    assert "style" not in names
    assert not any(name.startswith("on") for name in names)
    assert "<style" not in html
    assert not re.search(r"<script(?![^>]*src=)", html)


def test_no_page_and_no_file_names_another_host() -> None:
    allowed = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, not places
    assert FILES
    for path in FILES:
        found = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w{2,}[\w./-]*", _code(path)))
        assert found <= allowed, path.name


def _code(path: Path) -> str:
    text = path.read_text()
    return re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE) if path.suffix == ".js" else text


@pytest.mark.parametrize("path", ["/", "/learn", "/rules"])
async def test_everything_a_page_asks_for_is_there(server: Server, path: str) -> None:
    page = Page(await fetch(server, path))
    wanted = {
        value.split("#")[0]
        for name, value in page.attributes
        if name in ("href", "src", "data-words") and value.startswith("/")
    }
    assert f"{static_root()}/css/tokens.css" in wanted
    async with server.client() as client:
        for address in sorted(wanted):
            answer = await client.get(address)
            assert answer.status_code == 200, address


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_footer_says_once_that_this_is_unofficial(server: Server, language: str) -> None:
    html = await fetch(server, "/", language)
    said = Translator(language).text(
        "An unofficial, non-commercial fan implementation. VOLTO is a trademark of its owner, "
        "who has no connection with this site."
    )
    assert html.count(said) == 1


async def test_a_language_is_picked_and_the_reader_comes_back(server: Server) -> None:
    async with server.client() as client:
        answer = await client.post("/language", data={"language": "it", "back": "/rules"})
        assert answer.status_code == 303
        assert answer.headers["location"] == "/rules"
        page = await client.get("/rules", headers={"accept-language": "de"})
    assert Page(page.text).language == "it"


@pytest.mark.parametrize("form", [{"language": "tlh"}, {}, {"language": "fr", "back": "x" * 9000}])
async def test_a_bad_wish_for_a_language_is_refused(server: Server, form: dict[str, str]) -> None:
    async with server.client() as client:
        answer = await client.post("/language", data=form)
    assert answer.status_code in (400, 413)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "//elsewhere.example",
        "/\\elsewhere",
        "https://x.example",
        "",
        "javascript:1",
        "/a?b",
        "/\r\n",
    ],
)
def test_the_way_back_never_leads_to_another_house(path: str) -> None:
    assert local(path) == "/"


@pytest.mark.parametrize("path", ["/", "/rules", "/t/abc_D-1#k-_9", "/watch/x"])
def test_the_way_back_leads_to_any_page_of_this_one(path: str) -> None:
    assert local(path) == path


async def test_the_words_of_scripts_are_kept_only_under_their_version(server: Server) -> None:
    async with server.client() as client:
        kept = await client.get(Translator("fr").address)
        others = [
            await client.get(path)
            for path in ("/words/fr.json", "/words/000000000000/fr.json", "/words/0/tlh.json")
        ]
    assert "immutable" in kept.headers["cache-control"]
    assert kept.json()["words"]["Candidate"] == "Prétendant"
    assert [other.status_code for other in others] == [404] * 3


async def test_the_manifest_speaks_the_language_of_the_reader(server: Server) -> None:
    async with server.client() as client:
        answer = await client.get("/manifest.webmanifest", headers={"accept-language": "es"})
        icon = await client.get(answer.json()["icons"][0]["src"])
    assert answer.json()["lang"] == "es"
    assert icon.status_code == 200


async def test_a_theme_that_was_picked_is_in_the_page_itself(server: Server) -> None:
    async with server.client() as client:
        dark = await client.get("/", headers={"cookie": "theme=dark"})
        odd = await client.get("/", headers={"cookie": "theme=pink"})
    assert 'data-theme="dark"' in dark.text
    assert "data-theme=" not in odd.text.split("<body")[0]


async def test_the_home_page_offers_ten_levels_and_three_ways_to_play(server: Server) -> None:
    html = await fetch(server, "/")
    assert len(re.findall(r'name="level"', html)) == 10
    faces = re.findall(r'<img src="([^"]+/portraits/[^"]+)" width="\d+" height="\d+" alt="">', html)
    assert faces == [f"{static_root()}/portraits/{level}.svg" for level in range(1, 11)]
    assert re.findall(r'name="mode" value="(\w+)"', html) == ["house", "house", "friend", "screen"]
    for name in LANGUAGE_NAMES.values():
        assert name in html


async def test_the_rules_have_every_clause_and_mark_the_house_rulings(server: Server) -> None:
    html = await fetch(server, "/rules")
    numbers = re.findall(r'<article class="clause[^"]*" id="([^"]+)"', html)
    assert numbers == [*(f"R-{n}" for n in range(1, 16)), *(f"H-{n}" for n in range(1, 5))]
    assert html.count(">house rule<") == 4
    assert html.count("Variant") == 1


def test_the_rules_page_names_the_clauses_of_the_written_rules() -> None:
    written = (WEB.parents[2] / "docs" / "rules.md").read_text()
    for section in rulebook.SECTIONS:
        for clause in section.clauses:
            assert f"**{clause.number} " in written


def test_a_diagram_tells_those_who_cannot_see_it_where_the_masks_stand() -> None:
    figure = rulebook.SECTIONS[2].clauses[2].figures[0]
    drawn = figure.diagram.draw(Translator("de"), "Eine Hofdame schlagen.")
    assert 'aria-label="Eine Hofdame schlagen. Weiß: Adliger c4. Rot: Hofdame c5."' in drawn
    drawn = figure.diagram.draw(Translator("fr"), "")
    assert "Blanc\u00a0: Noble c4. Rouge\u00a0: Demoiselle c5." in drawn


def test_texts_are_dressed_and_escaped() -> None:
    assert rich("`c6b7` <b> *so*") == "<code>c6b7</code> &lt;b&gt; <em>so</em>"


@pytest.mark.parametrize("ladies", ["owner", "captor"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_invitation_says_what_is_agreed(
    server: Server, language: str, ladies: Literal["owner", "captor"]
) -> None:
    """R-14 and its variant turn a goal round, so whoever is invited reads which one is played."""
    wish = NewTable(mode="friend", family="white", first="red", ladies=ladies, aid="chances")
    made = await server.make(wish)
    assert made.invite is not None
    html = await fetch(server, made.invite, language)
    words = Translator(language)
    rules = {
        "owner": "A family that loses both Ladies wins (R-14).",
        "captor": "Variant: a family that loses both Ladies loses the game (R-14).",
    }
    for text in ("You begin.", rules[ladies], "Deduction aid: chances."):
        assert words.text(text) in html


async def test_a_page_knows_where_others_can_open_an_invitation(server: Server) -> None:
    made = await server.make(NewTable(mode="friend"))
    async with server.client() as client:
        here = await client.get(made.path)
        there = await client.get(made.path, headers={"host": "volto.example:8642"})
    assert 'data-origins=""' in here.text
    assert 'data-origins="http://volto.example:8642"' in there.text


@pytest.mark.parametrize("path", ["/", "/learn", "/rules"])
async def test_what_is_the_same_for_everyone_is_rendered_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    first = await fetch(server, path, "de")

    def fail(*_: object, **__: object) -> str:
        raise AssertionError("rendered again")

    monkeypatch.setattr(pages, "rendered", fail)
    assert await fetch(server, path, "de") == first


async def test_a_page_is_sent_compressed_to_whoever_understands_that(server: Server) -> None:
    async with server.client() as client:
        small = await client.get("/learn", headers={"accept-encoding": "gzip"})
        large = await client.get("/learn", headers={"accept-encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in large.headers
    assert small.text == large.text
    assert int(small.headers["content-length"]) * 5 < int(large.headers["content-length"])
    assert "Accept-Encoding" in small.headers["vary"]


async def test_attempts_at_lessons_are_limited(tmp_path: Path) -> None:
    async with serving(tmp_path, asking=Rate(0.001, 3)) as server, server.client() as client:
        answers = [
            await client.post(
                "/api/lessons/placing", content="{}", headers={"content-type": "application/json"}
            )
            for _ in range(5)
        ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[0].content == answers[1].content


async def test_a_table_has_the_lines_of_its_own_rival_and_no_other(server: Server) -> None:
    rival = await server.make(NewTable(mode="house", level=8))
    friend = await server.make(NewTable(mode="friend"))
    async with server.client() as client:
        said = (await client.get(rival.path)).text
        nothing = (await client.get(friend.path)).text
    assert said.count("Motion carried.") == 1
    assert "The throne stays where it is." not in said
    assert 'data-voices="{}"' in nothing

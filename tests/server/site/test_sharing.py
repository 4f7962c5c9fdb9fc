"""A finished game for anyone: its story, and the page that its players have to agree to."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.server.serving import RED_SETUP, WHITE_SETUP, Page, Server, parts, serving
from tests.server.site.test_pages import Page as Html
from volto.server.site.i18n import LANGUAGES, Translator
from volto.server.wire.limits import Rate
from volto.server.wire.messages import Done, NewTable, Refused, Resign, Share

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def two_people(server: Server) -> AsyncIterator[tuple[Page, Page, str]]:
    """White's page, Red's, and the table, after the first turn."""
    made = await server.make(NewTable(mode="friend", family="white", first="white", name="Ada"))
    assert made.invite is not None
    theirs = (await server.join(made.invite, "Bo <b>")).path
    async with server.sit(made.path) as white, server.sit(theirs) as red:
        await white.deploy("white", WHITE_SETUP)
        await red.deploy("red", RED_SETUP)
        await white.sees("white", lambda seen: seen.phase == "playing")
        await white.play("white", 0, "a2a3")
        await red.sees("red", lambda seen: seen.ply == 1)
        yield white, red, parts(made.path)[2]


async def share(page: Page, seat: str) -> Done | Refused:
    return await page.ask(lambda ref: Share(ref, seat))  # type: ignore[arg-type]


async def end(page: Page) -> None:
    await page.ask(lambda ref: Resign(ref, "white"))
    await page.sees("white", lambda seen: seen.end is not None)


async def get(server: Server, path: str, language: str = "en") -> httpx.Response:
    async with server.client() as client:
        return await client.get(path, headers={"accept-language": language})


async def test_a_running_game_has_neither_story_nor_page(server: Server) -> None:
    async with two_people(server) as (white, _, table):
        story = await get(server, f"/api/tables/{table}/story")
        assert (story.status_code, story.json()["code"]) == (409, "not-over")
        page = await get(server, f"/game/{table}")
        assert page.status_code == 403
        assert "This game is private" in page.text
        assert "snapshot" not in page.text
        assert "Ada" not in page.text
        refused = await share(white, "white")
        assert isinstance(refused, Refused)
        assert refused.code == "not-over"


async def test_a_page_opens_once_both_have_agreed_and_the_table_sees_it(server: Server) -> None:
    async with two_people(server) as (white, red, table):
        await end(white)
        for address in (f"/game/{table}", f"/game/{table}.png"):
            assert (await get(server, address)).status_code == 403
        assert isinstance(await share(red, "white"), Refused)
        assert isinstance(await share(red, "red"), Done)
        assert (await white.sees("white", lambda seen: bool(seen.shared))).shared == ("red",)
        assert (await get(server, f"/game/{table}")).status_code == 403
        assert isinstance(await share(white, "white"), Done)
        assert isinstance(await share(white, "white"), Done)  # asked once, for good
        page = await get(server, f"/game/{table}")
        picture = await get(server, f"/game/{table}.png?language=de")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert picture.content.startswith(b"\x89PNG")
    assert picture.headers["content-language"] == "de"
    assert picture.headers.get_list("cross-origin-resource-policy") == ["cross-origin"]
    assert picture.headers["cache-control"].startswith("public")
    assert page.status_code == 200
    assert "Ada against Bo &lt;b&gt;" in page.text
    assert "White resigned after turn 1." in page.text
    assert '<a class="button primary big" href="/">Play Volto</a>' in page.text


async def test_a_story_is_told_in_the_readers_language(server: Server) -> None:
    async with two_people(server) as (white, _, table):
        await end(white)
        for language in LANGUAGES:
            answer = await get(server, f"/api/tables/{table}/story", language)
            assert answer.headers["content-language"] == language
            said = Translator(language).text("White resigned after turn {n}.", n=1)
            assert answer.json()["text"].startswith(said)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_is_well_formed_and_holds_no_key(server: Server, language: str) -> None:
    made = await server.make(NewTable(mode="screen", first="white"))
    table, key = parts(made.path)[2:]
    async with server.sit(made.path) as page:
        for seat, setup in (("white", WHITE_SETUP), ("red", RED_SETUP)):
            await page.deploy(seat, setup)
        await end(page)
        assert isinstance(await share(page, "white"), Done)
        assert isinstance(await page.ask(lambda ref: Share(ref, "red")), Done)
    html = (await get(server, f"/game/{table}", language)).text
    read = Html(html)
    tags = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', html))
    told = (await get(server, f"/api/tables/{table}/story", language)).json()["text"]
    assert tags["og:description"] == told.replace("'", "&#39;")
    assert tags["og:url"] == f"{server.http}/game/{table}"
    assert tags["og:image"] == f"{server.http}/game/{table}.png?language={language}"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["og:locale"].startswith(f"{language}_")
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["og:title"]
    assert (read.faults, read.open, read.language) == ([], [], language)
    assert len(read.ids) == len(set(read.ids))
    assert "style" not in {name for name, _ in read.attributes}
    assert not re.search(r"<script(?![^>]*src=)", html)
    assert key not in html
    assert "/watch/" not in html


async def test_a_game_against_the_house_belongs_to_its_player(server: Server) -> None:
    made = await server.make(NewTable(mode="house", level=1, family="white", first="white"))
    async with server.sit(made.path) as page:
        await page.deploy("white", WHITE_SETUP)
        await page.sees("white", lambda seen: seen.phase == "playing")
        await end(page)
        assert isinstance(await share(page, "white"), Done)
    assert (await get(server, f"/game/{parts(made.path)[2]}")).status_code == 200


async def test_a_game_that_does_not_exist_is_not_found(server: Server) -> None:
    assert (await get(server, "/game/nowhere")).status_code == 404
    assert (await get(server, "/api/tables/nowhere/story")).json()["code"] == "not-found"


async def test_consent_is_kept_with_the_game(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, two_people(server) as (white, red, table):
        await end(white)
        await share(white, "white")
        await share(red, "red")
    async with serving(tmp_path) as again:
        assert (await get(again, f"/game/{table}")).status_code == 200


async def test_an_invitation_unfolds_with_its_host_and_without_its_key(server: Server) -> None:
    made = await server.make(NewTable(mode="friend", name="Ada"))
    assert made.invite is not None
    table, key = parts(made.invite)[2:]
    html = (await get(server, f"/join/{table}", "fr")).text
    assert 'property="og:title" content="Ada vous invite' in html
    assert f'property="og:image" content="{server.http}/volto.png?language=fr"' in html
    assert key not in html
    picture = await get(server, "/volto.png?language=fr")
    assert (picture.status_code, picture.headers["content-language"]) == (200, "fr")
    assert picture.content.startswith(b"\x89PNG")


async def test_who_asks_for_too_many_pictures_or_stories_is_told_to_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, asking=Rate(0, 2)) as server:
        answers = [await get(server, "/volto.png") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        refused = await get(server, "/api/tables/any/story")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")

"""Pictures of shared games: whole, bounded, one at a time."""

import asyncio
import re
import struct
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

from tools.fonts import PICTURE_FONTS
from volto.rules import Position
from volto.server.errors import RequestError
from volto.server.site import share_picture as module
from volto.server.site.i18n import LANGUAGES, po_file
from volto.server.site.share_picture import DISPLAY, FONTS, LETTERS, TEXT, Pictures, share_picture
from volto.svg import Picture

pytestmark = pytest.mark.anyio
MAT = Picture.of(Position.start("NNAAL/LSNAC", "AASNL/LNNAC").resign("red"))

SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def test_words_are_escaped_and_stay_in_the_picture() -> None:
    longest = "La famiglia rossa avrebbe potuto catturare il Candidato bianco 120 volte, ma non lo "
    svg = share_picture(MAT, "Die weiße Seite gewinnt", ("<Ada> & Bo", "W" * 40), longest * 2)
    lines = ElementTree.fromstring(svg).findall("{http://www.w3.org/2000/svg}text")
    assert "<Ada> & Bo" in [line.text for line in lines]
    heights = [int(line.attrib["y"]) for line in lines]
    assert heights == sorted(heights)
    assert heights[-1] <= module.HEIGHT - 20


def test_the_fonts_have_every_letter_and_a_licence() -> None:
    names = {}
    for path in sorted(PICTURE_FONTS.glob("*.ttf")):
        font = TTFont(path)
        names[font["name"].getDebugName(1)] = path
        letters = {chr(code) for code in font.getBestCmap()}
        assert letters >= LETTERS
        for language in LANGUAGES:
            assert {one for one in po_file(language).read_text() if one.isalpha()} <= letters
        licence = path.with_name(f"{path.stem}-licence.txt").read_text()
        assert "SIL OPEN FONT LICENSE" in licence
    assert set(names) == {DISPLAY, TEXT}
    assert sorted(map(str, names.values())) == FONTS


async def test_a_picture_is_made_once_and_as_large_as_links_want_it() -> None:
    asked = []

    def draw() -> str:
        asked.append(1)
        return share_picture(MAT, "White wins", ("Ada",), "Red resigned after turn 1.")

    pictures = Pictures()
    png, *others = await asyncio.gather(*(pictures.png("a", draw) for _ in range(20)))
    assert all(other is png for other in others)
    assert len(asked) == 1
    assert size(png) == (1200, 630)


async def test_whoever_leaves_the_others_get_the_picture() -> None:
    pictures = Pictures()
    first, second = (asyncio.create_task(pictures.png("a", lambda: SMALL)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert size(await second) == (4, 4)
    assert first.cancelled()


async def test_nothing_is_drawn_once_the_server_ends() -> None:
    pictures = Pictures()
    asked = [asyncio.create_task(pictures.png(name, lambda: SMALL)) for name in "ab"]
    await asyncio.sleep(0)
    await pictures.close()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.gather(*asked)
    assert pictures._made == {}


async def test_what_cannot_be_drawn_is_refused_and_nothing_is_kept() -> None:
    pictures = Pictures()
    for _ in range(2):
        with pytest.raises(RequestError, match="could not be drawn"):
            await pictures.png("bad", lambda: "<svg")


async def test_who_waits_too_long_or_behind_too_many_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with pytest.raises(RequestError, match="could not be drawn"):
        await Pictures().png("late", lambda: "<svg/>")
    monkeypatch.setattr(module, "WAITING", 1)
    pictures = Pictures()
    asked = [asyncio.create_task(pictures.png(name, lambda: SMALL)) for name in "ab"]
    await asyncio.sleep(0)
    with pytest.raises(RequestError, match="Too many"):
        await pictures.png("c", lambda: SMALL)
    await asyncio.gather(*asked, return_exceptions=True)


async def test_only_the_last_pictures_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)

    async def instantly(svg: str) -> bytes:
        return svg.encode()

    monkeypatch.setattr(module, "_rasterised", instantly)
    pictures = Pictures()
    for name in "abac":
        await pictures.png(name, lambda name=name: name)  # type: ignore[misc]
    assert list(pictures._kept) == ["a", "c"]


def test_no_font_of_the_machine_is_asked_for() -> None:
    svg = share_picture(MAT, "White wins", (), "")
    assert set(re.findall(r'font-family="([^"]+)"', svg)) <= {DISPLAY, TEXT, "Georgia, serif"}

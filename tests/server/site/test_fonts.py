"""The fonts of the pages: whole for five languages, licensed, and kept by browsers for good."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.server.serving import Server
from tools.fonts import FONTS
from volto.server.site.i18n import LANGUAGES, po_file
from volto.server.site.static_files import FOR_GOOD, static_root
from volto.server.wire.headers import HEADERS

FACES = sorted(FONTS.glob("*.woff2"))


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.stem)
def test_a_face_has_every_letter_of_every_language(face: Path) -> None:
    known = set(TTFont(face).getBestCmap())
    for language in LANGUAGES:
        text = po_file(language).read_text()
        missing = {letter for letter in text if letter.isalpha() and ord(letter) not in known}
        assert missing == set(), language
    assert {ord(sign) for sign in "¿¡«»„“”‘’…–×·€"} <= known


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.stem)
def test_all_figures_are_equally_wide(face: Path) -> None:
    font = TTFont(face)
    glyphs = font.getBestCmap()
    assert len({font["hmtx"][glyphs[ord(figure)]][0] for figure in "0123456789"}) == 1


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.stem)
def test_a_face_has_its_licence_beside_it(face: Path) -> None:
    family = face.stem.partition("-")[0]
    licence = face.with_name(f"{family}-licence.txt").read_text()
    assert f"The {family.title()} Project Authors" in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Reserved Font Name" not in licence.partition("PREAMBLE")[0]


@pytest.mark.anyio
async def test_a_page_names_its_fonts_early_and_they_are_kept_for_good(server: Server) -> None:
    async with server.client() as client:
        html = (await client.get("/")).text
        for face in FACES:
            address = f"{static_root()}/fonts/{face.name}"
            preloaded = f'<link rel="preload" href="{address}" as="font" type="font/woff2"' in html
            assert preloaded != face.stem.endswith("italic")  # which few pages need
            answer = await client.get(address, headers={"accept-encoding": "gzip"})
            assert answer.headers["content-type"] == "font/woff2"
            assert answer.headers["cache-control"] == FOR_GOOD
            assert "content-encoding" not in answer.headers  # it is compressed already
            assert answer.content == face.read_bytes()
    assert "font-src 'self';" in HEADERS["content-security-policy"]

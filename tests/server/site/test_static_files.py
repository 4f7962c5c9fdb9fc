"""Files for the browser: one version in all addresses, and pages name what their scripts import."""

import re

import pytest

from tests.server.serving import Server
from volto.server.site.static_files import FOR_GOOD, STATIC, modules, static_root
from volto.server.wire.messages import NewTable
from volto.svg.portraits import portrait


def test_the_address_of_the_files_changes_with_any_of_them() -> None:
    assert re.fullmatch(r"/static/[0-9a-f]{12}", static_root())


def test_a_module_comes_with_all_that_it_imports_once() -> None:
    found = modules("js/play/play.js", "js/site/site.js")
    assert found[0] == "js/play/play.js"
    assert len(found) == len(set(found)) > 20
    assert {"js/board/board.js", "js/board/art.js", "js/wire/socket.js"} <= set(found)
    for module in found:
        text = (STATIC / module).read_text()
        for name in re.findall(r'from "([^"]+)"|^import "([^"]+)"', text, re.MULTILINE):
            target = ((STATIC / module).parent / "".join(name)).resolve().relative_to(STATIC)
            assert target.as_posix() in found


def test_what_a_script_imports_only_when_needed_is_not_fetched_before() -> None:
    assert "js/play/guide.js" not in modules("js/play/play.js")
    assert "guide.js" in (STATIC / "js/play/play.js").read_text()


@pytest.mark.anyio
async def test_a_page_fetches_its_scripts_side_by_side(server: Server) -> None:
    made = await server.make(NewTable(mode="screen"))
    async with server.client() as client:
        html = (await client.get(made.path)).text
    named = re.findall(rf'<link rel="modulepreload" href="{static_root()}/([^"]+)">', html)
    assert named == [*modules("js/site/site.js", "js/play/play.js")]
    assert f'<script type="module" src="{static_root()}/js/play/play.js"></script>' in html


@pytest.mark.anyio
async def test_the_rivals_have_portraits_and_nobody_else_has(server: Server) -> None:
    async with server.client() as client:
        for level in range(1, 11):
            answer = await client.get(f"{static_root()}/portraits/{level}.svg")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.headers["cache-control"] == FOR_GOOD
            assert answer.text == portrait(level)
        for name in ("0.svg", "11.svg", "doge.svg", "1.svg/", "..%2f1.svg", "1"):
            missing = await client.get(f"{static_root()}/portraits/{name}")
            assert missing.status_code == 404
            assert "The link may be old or mistyped." in missing.text

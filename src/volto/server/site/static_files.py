"""Files for the browser: their version stands in the address, so that they are kept for good.

The portraits of the rivals are drawn here and served like the others.
"""

import hashlib
import mimetypes
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import volto
from volto.server.bots.opponents import OPPONENTS
from volto.server.site.prepared import Prepared
from volto.svg.portraits import portrait

STATIC = Path(volto.__file__).parent / "web" / "static"
mimetypes.add_type("font/woff2", ".woff2")  # not every system knows it
FOR_GOOD = "public, max-age=31536000, immutable"
_IMPORT = re.compile(r'^(?:import|export)\b[^"();]*"(\.{1,2}/[^"]+)"', re.MULTILINE)


@cache
def static_root() -> str:
    """The address of the folder; it changes when any of its files does."""
    digest = hashlib.sha256()
    for path in _paths():
        digest.update(f"{path.relative_to(STATIC)} {path.stat().st_size} ".encode())
        digest.update(path.read_bytes())
    for name, drawing in _portraits().items():
        digest.update(name.encode() + drawing)
    return f"/static/{digest.hexdigest()[:12]}"


def _paths() -> list[Path]:
    return sorted(path for path in STATIC.rglob("*") if path.is_file())


@cache
def _portraits() -> dict[str, bytes]:
    return {f"portraits/{one.level}.svg": portrait(one.level).encode() for one in OPPONENTS}


@cache
def modules(*entries: str) -> tuple[str, ...]:
    """These modules and all that they import at once, for the page to fetch side by side."""
    found: dict[str, None] = {}
    _follow(entries, found)
    return tuple(found)


def _follow(modules: Iterable[str], found: dict[str, None]) -> None:
    for module in modules:
        if module not in found:
            found[module] = None
            path = STATIC / module
            _follow((_beside(path, name) for name in _IMPORT.findall(path.read_text())), found)


def _beside(path: Path, name: str) -> str:
    target = (path.parent / name).resolve().relative_to(STATIC.resolve())
    return str(PurePosixPath(target))


@cache
def _files() -> frozenset[str]:
    return frozenset(str(path.relative_to(STATIC).as_posix()) for path in _paths()) | set(
        _portraits()
    )


@cache
def _prepared(name: str) -> Prepared:
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if media_type.startswith("text/"):
        media_type += "; charset=utf-8"
    body = _portraits().get(name) or (STATIC / name).read_bytes()
    return Prepared.of(body, media_type, {"cache-control": FOR_GOOD})


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _files():
        raise HTTPException(404)
    return _prepared(name).answer(request)


def static_route() -> Route:
    """The files, compressed; few and small enough to be kept in memory."""
    return Route(f"{static_root()}/{{name:path}}", _file, name="static")

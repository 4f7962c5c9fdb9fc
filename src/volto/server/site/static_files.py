"""Files for the browser: their version stands in the address, so that they are kept for good."""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePosixPath

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import volto

STATIC = Path(volto.__file__).parent / "web" / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
_IMPORT = re.compile(r'^(?:import|export)\b[^"();]*"(\.{1,2}/[^"]+)"', re.MULTILINE)


@cache
def static_root() -> str:
    """The address of the folder; it changes when any of its files does."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(f"{path.relative_to(STATIC)} {path.stat().st_size} ".encode())
            digest.update(path.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


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


class _KeptFiles(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_GOOD
        return response


def static_route() -> Mount:
    """The files, compressed."""
    files = GZipMiddleware(_KeptFiles(directory=STATIC, check_dir=False), compresslevel=6)
    return Mount(static_root(), files, name="static")

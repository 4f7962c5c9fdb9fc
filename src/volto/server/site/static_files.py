"""Files for the browser: compressed, with a tag for each version, kept for good if asked by it."""

from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

import volto

STATIC = Path(volto.__file__).parent / "web" / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class Files(StaticFiles):
    """An address with a version (`?v=…`) never changes; any other is asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        versioned = scope["query_string"].startswith(b"v=")
        response.headers["cache-control"] = FOR_GOOD if versioned else ASK_AGAIN
        return response


def static_files() -> ASGIApp:
    return GZipMiddleware(Files(directory=STATIC, check_dir=False), compresslevel=6)

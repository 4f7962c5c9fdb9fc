"""The picture of a shared game, as large as links show it: the mat, the result and the story.

It is drawn as SVG and made a PNG by another process: one at a time, in bounded time, and kept.
"""

import asyncio
import sys
import textwrap
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from html import escape
from pathlib import Path

import volto
from volto.server.errors import RequestError
from volto.server.site import rasteriser
from volto.svg import Picture

WIDTH, HEIGHT = 1200, 630
MAT = 'x="36" y="32" width="416" height="566"'
LEFT = 510
"""Where the words begin."""
TITLE, STORY = 26, 46
"""Letters in a line of each."""
INK, SOFT, PAPER, GOLD = "#f6efe0", "#cdbf9f", "#14303a", "#d9ae4f"
DISPLAY, TEXT = "Cormorant Light SemiBold", "Alegreya"
FONTS = sorted(map(str, (Path(volto.__file__).parent / "web" / "fonts").glob("*.ttf")))
LETTERS = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))) | set("’·–")
"""The fonts have these and a few more."""
KEPT = 64
"""Pictures that are kept."""
WAITING = 8
"""How many may wait while one is being made."""
PATIENCE = 20.0
"""Seconds that one may take."""


def share_picture(mat: Picture, title: str, names: Sequence[str], story: str) -> str:
    """As SVG: the mat on the left; on the right the result, who played, and the story."""
    y, words = 136, _line("VOLTO", 96, 32, GOLD, DISPLAY, 'letter-spacing="9"')
    for lines, step, size, colour, font in (
        (textwrap.wrap(title, TITLE), 60, 66, INK, DISPLAY),
        (names, 40, 30, SOFT, TEXT),
        (textwrap.wrap(story, STORY), 44, 34, INK, TEXT),
    ):
        for line in lines:
            y += step
            words += _line(line, y, size, colour, font)
        y += 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f'<rect x="{LEFT}" y="118" width="96" height="3" fill="{GOLD}"/>'
        f"<svg {MAT}>{mat.draw()}</svg>{words}</svg>"
    )


def _line(text: str, y: int, size: int, colour: str, font: str, more: str = "") -> str:
    return (
        f'<text x="{LEFT}" y="{y}" font-size="{size}" fill="{colour}" font-family="{font}" {more}>'
        f"{escape(text)}</text>"
    )


class Pictures:
    """Makes PNGs, each once for all who ask meanwhile, and keeps the last ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._made: dict[Hashable, asyncio.Task[bytes]] = {}
        """Those that are being made, or wait for it."""
        self._one_at_a_time = asyncio.Lock()

    async def png(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """The picture of this name; `draw` is asked for its SVG if it has to be made."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._made:
            if len(self._made) > WAITING:
                raise RequestError("busy", "Too many pictures are being drawn. Try again.")
            task = self._made[key] = asyncio.create_task(self._make(key, draw))
            task.add_done_callback(lambda _: self._made.pop(key))
        return await asyncio.shield(self._made[key])  # whoever leaves, the others get it

    async def _make(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        async with self._one_at_a_time:
            png = self._kept[key] = await _rasterised(draw())
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return png

    async def close(self) -> None:
        """Nothing is drawn any more."""
        making = tuple(self._made.values())
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)


async def _rasterised(svg: str) -> bytes:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        rasteriser.__file__,
        *FONTS,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            png, _ = await process.communicate(svg.encode())
    except TimeoutError:
        png = b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or not png:
        raise RequestError("busy", "The picture could not be drawn. Try again in a moment.")
    return png

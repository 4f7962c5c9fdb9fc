"""How the machine's code is compiled: once for one signature, kept on disk, with a word first.

The cache is keyed by the text of every layer that compiles, because Numba by itself would not
notice that a function called from another file has changed.
"""

import hashlib
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
from numba import extending
from numba.core import event
from platformdirs import user_cache_path

Bits: TypeAlias = Any
"""A uint64, or a tuple of them, in compiled code."""

Number: TypeAlias = Any
"""An integer in compiled code."""

Array: TypeAlias = Any
"""A NumPy array in compiled code."""

config: Any = numba.config
intrinsic: Callable[[Callable[..., Any]], Any] = extending.intrinsic

COMPILING = ("sim", "belief", "mind", "train")
"""The layers with compiled code, from the lowest up."""

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def _cache_folder(layer: str) -> Path:
    """Where a layer's code is kept: apart for every text of it and of the layers below."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for below in COMPILING[: COMPILING.index(layer) + 1]:
        for source in sorted((package / below).glob("*.py")):
            digest.update(source.read_bytes())
    name = f"{layer}-{digest.hexdigest()[:16]}"
    for base in (user_cache_path("volto"), Path(tempfile.gettempdir()) / "volto"):
        try:
            (base / name).mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        return base / name
    return Path(tempfile.mkdtemp(prefix="volto-"))


class _Notice(event.Listener):
    """Says once, on standard error, that a first compilation is under way."""

    def __init__(self) -> None:
        self.said = False

    def on_start(self, event: object) -> None:
        if not self.said:
            self.said = True
            print(
                "volto: compiling the simulator; this happens once and takes up to a minute …",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: object) -> None:
        pass


_NOTICE = _Notice()


def compiled(signature: Any) -> Callable[[Function], Function]:
    """Compile for exactly this signature; the code releases the GIL and is cached on disk."""

    def decorate(function: Function) -> Function:
        layer = Path(function.__code__.co_filename).parent.name
        saved = config.CACHE_DIR
        config.CACHE_DIR = str(_cache_folder(layer))
        try:
            with event.install_listener("numba:compile", _NOTICE):
                jitted: Any = numba.njit(signature, nogil=True, cache=True)(function)
        finally:
            config.CACHE_DIR = saved
        return cast("Function", jitted)

    return decorate


def inlined(function: Function) -> Function:
    """A building block of compiled functions, always compiled into its caller."""
    jitted: Any = numba.njit(forceinline=True)(function)
    return cast("Function", jitted)


def loosely_inlined(function: Function) -> Function:
    """The same where the order of a sum does not matter: vectors then take part in it at once."""
    jitted: Any = numba.njit(forceinline=True, fastmath={"reassoc", "contract"})(function)
    return cast("Function", jitted)

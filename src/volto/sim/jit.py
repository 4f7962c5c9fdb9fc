"""How the machine's code is compiled: when first called, for one signature, and kept on disk.

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
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from platformdirs import user_cache_path

Bits: TypeAlias = Any
"""A uint64, or a tuple of them, in compiled code."""

Number: TypeAlias = Any
"""An integer in compiled code."""

Array: TypeAlias = Any
"""A NumPy array in compiled code."""

config: Any = numba.config
dispatcher: Any = CPUDispatcher
intrinsic: Callable[[Callable[..., Any]], Any] = extending.intrinsic

COMPILING = ("sim", "belief", "mind", "train")
"""The layers with compiled code, from the lowest up."""

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def _cache_folder(folder: Path) -> Path:
    """Where a layer's code is kept: apart for every text of it and of the layers below.

    A folder that is no layer, such as research code in a checkout, stands above all of them.
    """
    digest = hashlib.sha256()
    package, layer = Path(__file__).parent.parent, folder.name
    number = COMPILING.index(layer) if layer in COMPILING else len(COMPILING)
    for below in (*(package / name for name in COMPILING[:number]), folder):
        for source in sorted(below.glob("*.py")):
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


class Declared(dispatcher):  # type: ignore[misc]
    """A function of exactly one signature, compiled or read from disk when it is first called."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(function, targetoptions={"nopython": True, "nogil": True})
        self._signature = signature

    def compile(self, _signature: Any = None) -> None:
        """Compile the declared signature, whatever a caller has in its hands."""
        with global_compiler_lock, event.install_listener("numba:compile", _NOTICE):
            if self._can_compile:
                super().compile(self._signature)
                self.disable_compile()

    def _compile_for_args(self, *_arguments: Any) -> "Declared":
        """What Numba asks for at the first call, and then calls instead."""
        self.compile()
        return self


_DECLARED: list[Declared] = []


def compiled(signature: Any) -> Callable[[Function], Function]:
    """Compile for exactly this signature; the code releases the GIL and is cached on disk."""

    def decorate(function: Function) -> Function:
        declared = Declared(function, signature)
        folder = Path(function.__code__.co_filename).parent
        saved = config.CACHE_DIR
        config.CACHE_DIR = str(_cache_folder(folder))
        try:
            declared.enable_caching()
        finally:
            config.CACHE_DIR = saved
        _DECLARED.append(declared)
        return cast("Function", declared)

    return decorate


def compile_declared() -> None:
    """Have all that was imported so far compiled, so that nobody waits for it later."""
    for declared in tuple(_DECLARED):
        declared.compile()


def inlined(function: Function) -> Function:
    """A building block of compiled functions, always compiled into its caller."""
    jitted: Any = numba.njit(forceinline=True)(function)
    return cast("Function", jitted)


def loosely_inlined(function: Function) -> Function:
    """The same where the order of a sum does not matter: vectors then take part in it at once."""
    jitted: Any = numba.njit(forceinline=True, fastmath={"reassoc", "contract"})(function)
    return cast("Function", jitted)

"""The files that hold a dataset: Parquet, written game by game, and NumPy's `.npz`, at the end."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.rules import VoltoError

Rows = dict[str, NDArray[Any]]
"""Some rows of a table, by column; the first axis is the row."""

Add = Callable[[Rows], None]

GROUP = 4096
"""Rows that are written together, and can be read together."""


@contextmanager
def sink_for(path: Path) -> Iterator[Add]:
    """Takes rows and writes them to `path`, which appears only when all has gone well."""
    kinds = {".parquet": _parquet, ".npz": _npz}
    if path.suffix not in kinds:
        raise VoltoError(f"{path}: a dataset ends in .parquet or .npz.")
    if not path.parent.is_dir():
        raise VoltoError(f"{path}: there is no folder {path.parent}.")
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with kinds[path.suffix](part) as add:
            yield add
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _npz(path: Path) -> Iterator[Add]:
    kept: list[Rows] = []
    yield kept.append
    with path.open("wb") as file:
        columns: dict[str, Any] = _joined(kept)
        np.savez_compressed(file, **columns)


@contextmanager
def _parquet(path: Path) -> Iterator[Add]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise VoltoError("Parquet needs pyarrow: pip install 'volto[research]'.") from None
    writer: Any = None
    kept: list[Rows] = []

    def flush() -> None:
        nonlocal writer
        rows = _joined(kept)
        table = pyarrow.table({name: _column(array) for name, array in rows.items()})
        if writer is None:
            writer = pyarrow.parquet.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
        kept.clear()

    def add(rows: Rows) -> None:
        kept.append(rows)
        if sum(len(some["turn"]) for some in kept) >= GROUP:
            flush()

    try:
        yield add
        if kept:
            flush()
    finally:
        if writer is not None:
            writer.close()


def _column(array: NDArray[Any]) -> Any:
    """Arrow's tensors for columns of arrays, so that their shape is kept."""
    import pyarrow

    if array.ndim > 1:
        return pyarrow.FixedShapeTensorArray.from_numpy_ndarray(np.ascontiguousarray(array))
    return pyarrow.array(array)


def _joined(parts: list[Rows]) -> Rows:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

"""Files on the command line: `-` is standard input or output."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from volto.notation import Record, read_file
from volto.rules import NotationError, VoltoError

STDIO = Path("-")


def _check(_: object, path: Path | None) -> None:
    """What begins with a hyphen is `-` or a mistake."""
    if path is not None and path != STDIO and str(path).startswith("-"):
        raise ValueError(f"There is no option {path}.")


File = Annotated[Path, Parameter(allow_leading_hyphen=True, validator=_check)]
"""The path of a file, or `-`."""


def read_games(file: Path) -> list[Record]:
    """Every game of a file or of standard input."""
    try:
        return list(read_file(sys.stdin.buffer if file == STDIO else file))
    except NotationError as error:
        raise VoltoError(f"{input_name(file)}: {error}") from None


def input_name(file: Path) -> str:
    return "standard input" if file == STDIO else str(file)


def check_outputs(*files: Path | None) -> bool:
    """Refuse before any work what cannot be written; is standard output among the files?"""
    for file in files:
        if file is not None and not file.parent.is_dir():
            raise VoltoError(f"{file}: there is no folder {file.parent}.")
    if files.count(STDIO) > 1:
        raise VoltoError("Only one thing can be written to standard output.")
    return STDIO in files


def write_text(file: Path, text: str) -> None:
    if file == STDIO:
        sys.stdout.write(text)
    else:
        file.write_text(text, encoding="utf-8")

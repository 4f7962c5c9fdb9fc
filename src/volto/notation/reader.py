"""Reading records, one game or many. Strict: any fault is a NotationError with line and column."""

from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

from volto.notation.header import Header
from volto.notation.movetext import read_moves, read_outcome
from volto.notation.record import Record
from volto.notation.tokens import Line, Lines, Word
from volto.rules import NotationError


def read_records(text: str) -> list[Record]:
    """Every game of a text."""
    return list(iter_records(StringIO(text, newline="\n")))


def read_file(file: str | Path | Iterable[bytes]) -> Iterator[Record]:
    """Every game of a file or an open stream of bytes, one at a time: it is never held whole."""
    if not isinstance(file, str | Path):
        yield from iter_records(_decoded(file))
        return
    with Path(file).open("rb") as lines:
        yield from iter_records(_decoded(lines))


def write_records(records: Iterable[Record]) -> str:
    """The games one after the other, with an empty line between them."""
    return "\n".join(map(str, records))


def iter_records(lines: Iterable[str]) -> Iterator[Record]:
    """Every game of these lines, as soon as it has been read; the lines may keep their ends."""
    source = Lines(lines)
    games = 0
    while source.skip_empty() is not None:
        yield _read_record(source)
        games += 1
    if not games:
        raise NotationError("this holds no game", line=1)


def _read_record(lines: Lines) -> Record:
    header = Header.read(_tag_lines(lines))
    read = read_moves(header, _words(lines))
    if read is None:
        reason = "the game has no result after its moves (1-0, 0-1, 1/2-1/2 or *)"
        ahead = lines.peek()
        raise ahead.error(f"{reason} before these tags") if ahead else lines.end_error(reason)
    position, result = read
    for word in lines.last.words():
        if word.column > result.column:
            raise word.error("nothing may follow the result on its line")
    outcome = read_outcome(header, position, result)
    return Record(
        header.white,
        header.red,
        header.first,
        header.ruleset,
        position.history,
        outcome,
        header.tags,
    )


def _tag_lines(lines: Lines) -> Iterator[Line]:
    """The tags of the game ahead, and the empty line after them."""
    ahead = lines.peek()
    if ahead is not None and not _is_tag(ahead):
        raise ahead.error('a game begins with its tags, like [White "Ada"]')
    while (ahead := lines.peek()) is not None and _is_tag(ahead):
        lines.take()
        yield ahead
    if ahead is None:
        raise lines.end_error("the text ends before the moves of this game")
    if ahead.text:
        raise ahead.error("an empty line is missing between the tags and the moves")


def _words(lines: Lines) -> Iterator[Word]:
    """The words up to the tags of the next game or the end of the text."""
    while (ahead := lines.peek()) is not None and not _is_tag(ahead):
        lines.take()
        yield from ahead.words()


def _is_tag(line: Line) -> bool:
    return line.text.startswith("[")


def _decoded(lines: Iterable[bytes]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        try:
            yield line.decode()
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode()) + 1
            byte = line[error.start]
            raise NotationError(f"the byte 0x{byte:02x} is not UTF-8", column, number) from None

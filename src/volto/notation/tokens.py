"""Text with its place: lines that know their number, words that know their column."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from volto.rules import NotationError

BLANKS = " \t"
_WORD = re.compile(f"[^{BLANKS}]+")


class Word(NamedTuple):
    """A run of characters without blanks, and where it begins (both count from 1)."""

    text: str
    line: int
    column: int

    def error(self, reason: str, at: int = 1) -> NotationError:
        """An error at the `at`-th character of this word."""
        return NotationError(reason, self.column + at - 1, self.line)


class Line(NamedTuple):
    """One line without its end and without trailing blanks."""

    text: str
    number: int

    def words(self) -> Iterator[Word]:
        for found in _WORD.finditer(self.text):
            yield Word(found.group(), self.number, found.start() + 1)

    def error(self, reason: str, column: int = 1) -> NotationError:
        return NotationError(reason, column, self.number)


class Lines:
    """The lines of a text, one after the other, with a look at the next one."""

    def __init__(self, lines: Iterable[str]) -> None:
        numbered = enumerate(lines, 1)
        self._ahead = (Line(_without_end(line, number), number) for number, line in numbered)
        self._next: Line | None = next(self._ahead, None)
        self.last = Line("", 1)

    def peek(self) -> Line | None:
        """The next line, or None at the end of the text."""
        return self._next

    def take(self) -> Line | None:
        """The next line, and go on."""
        taken = self._next
        if taken is not None:
            self.last, self._next = taken, next(self._ahead, None)
        return taken

    def skip_empty(self) -> Line | None:
        """Go past empty lines; the line then ahead."""
        while self._next is not None and not self._next.text:
            self.take()
        return self._next

    def end_error(self, reason: str) -> NotationError:
        """An error at the end of what has been read so far."""
        return self.last.error(reason, len(self.last.text) + 1)


def _without_end(line: str, number: int) -> str:
    if number == 1:
        line = line.removeprefix("\ufeff")  # the mark some editors put before UTF-8
    return line.removesuffix("\n").removesuffix("\r").rstrip(BLANKS)

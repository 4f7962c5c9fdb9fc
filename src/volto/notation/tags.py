"""One tag of a record, `[White "Ada"]`: reading it, writing it, and where each letter stood."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from volto.notation.tokens import Line
from volto.rules import NotationError, VoltoError

Value = TypeVar("Value")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_FORM = 'a tag is written [Name "value"]'


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag as it was read."""

    name: str
    value: str
    line: int
    columns: tuple[int, ...]
    """The column of every character of the value, and of the closing quote."""

    def error(self, reason: str, at: int = 1) -> NotationError:
        """An error at the `at`-th character of the value."""
        return NotationError(reason, self.columns[min(at, len(self.columns)) - 1], self.line)

    def parsed(self, read: Callable[[str], Value]) -> Value:
        """The value as `read` reads it; what it refuses is an error in this tag."""
        try:
            return read(self.value)
        except NotationError as error:
            raise self.error(error.reason, error.column) from None
        except VoltoError as error:
            raise self.error(str(error).rstrip(".")) from None

    @classmethod
    def read(cls, line: Line) -> "Tag":
        """Read a whole line; a quote or a backslash in the value stands behind a backslash."""
        text = line.text
        name = _NAME.match(text, 1)
        if name is None:
            raise line.error(f"a tag has a name of letters and digits: {_FORM}", 2)
        if not text.startswith(' "', name.end()):
            raise line.error(_FORM, name.end() + 1)
        value, columns, at = "", [], name.end() + 2
        while not text.startswith('"', at):
            columns.append(at + 1)
            if text.startswith("\\", at):
                at += 1
                if text[at : at + 1] not in ('"', "\\"):
                    raise line.error(r"a backslash stands only before \ or a quote", at)
            letter = text[at : at + 1]
            if not letter:
                raise line.error(f"the value of {name.group()} has no closing quote", at + 1)
            if not is_writable(letter):
                raise line.error(f"a tag cannot hold the control character {letter!r}", at + 1)
            value += letter
            at += 1
        if text[at + 1 :] != "]":
            reason = "nothing may follow a tag on its line" if text[at + 1 :] else "no closing ]"
            raise line.error(f"{reason}: {_FORM}", at + 2 + text.startswith("]", at + 1))
        return cls(name.group(), value, line.number, (*columns, at + 1))


def write_tag(name: str, value: str) -> str:
    """One line, without its end."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def check_tag(name: str, value: str) -> None:
    """Raise an error unless the tag can be written and read again."""
    if not _NAME.fullmatch(name):
        raise VoltoError(f"{name!r} is no name for a tag: letters, digits and _ only.")
    if not all(map(is_writable, value)):
        raise VoltoError(f"The tag {name} holds a control character: {value!r}.")


def is_writable(letter: str) -> bool:
    """No control characters, line ends or halves of characters."""
    return unicodedata.category(letter) not in ("Cc", "Zl", "Zp", "Cs")

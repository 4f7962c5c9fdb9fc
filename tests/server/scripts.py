"""Just enough of JavaScript's grammar to find the strings in a script, templates included.

The catalogues are gathered by Babel; this reads the scripts once more, to see that nothing was
overlooked or said outside them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from babel.messages.jslexer import unquote_string

_SKIPPED = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
_NAME = re.compile(r"[#\w$]+")
_STRING = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_CHUNK = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_BEFORE_VALUES = {"return", "typeof", "case", "in", "of", "void", "yield", "await", "throw", "new"}


class Token(NamedTuple):
    """A name, a string, the text between the holes of a template, a regular expression, a sign."""

    kind: str
    text: str


def tokens(script: str) -> Iterator[Token]:
    """The script without its comments; what stands in a template's holes follows the text."""
    at = 0
    holes: list[int] = []
    """For each template that is open: how many braces are open in its hole."""
    last = Token("sign", "")
    while at < len(script):
        if found := _SKIPPED.match(script, at):
            at = found.end()
            continue
        letter = script[at]
        if letter == "`" or (letter == "}" and holes and holes[-1] == 0):
            if letter == "}":
                holes.pop()
            chunk = _CHUNK.match(script, at + 1)
            assert chunk is not None  # it may be empty
            last = Token("template", chunk[0])
            yield last
            at = chunk.end()
            if script.startswith("${", at):
                holes.append(0)
                at += 2
            else:
                at += 1
            continue
        if found := _STRING.match(script, at):
            last = Token("string", unquote_string(found[0]))
        elif found := _NAME.match(script, at):
            last = Token("name", found[0])
        elif letter == "/" and _value_may_follow(last) and (found := _REGEX.match(script, at)):
            last = Token("regex", found[0])
        else:
            if holes and letter in "{}":
                holes[-1] += 1 if letter == "{" else -1
            last = Token("sign", letter)
        at += len(found[0]) if found else 1
        yield last


def _value_may_follow(last: Token) -> bool:
    """Does a slash after this begin a regular expression, and not divide?"""
    if last.kind == "name":
        return last.text in _BEFORE_VALUES
    return last.kind == "sign" and last.text not in (")", "]", "}")


def spoken(script: str) -> Iterator[tuple[str, ...]]:
    """The texts of every call of t("…"), and the two of every n("…", "…", …)."""
    read = list(tokens(script))
    for at, token in enumerate(read[:-2]):
        if token.kind != "name" or token.text not in ("t", "n") or read[at + 1].text != "(":
            continue
        if at and read[at - 1].text in (".", "function"):
            continue
        if read[at + 2].kind == "string":
            wanted = read[at + 2 : at + 3] if token.text == "t" else read[at + 2 : at + 5 : 2]
            yield tuple(text.text for text in wanted)

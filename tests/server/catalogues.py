"""Reads the pages' sources for strings that no catalogue knows."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from tests.server.scripts import Token, spoken, tokens

HUMAN_ATTRIBUTES = {
    "title",
    "aria-label",
    "placeholder",
    "alt",
    "aria-valuetext",
    "content",
    "label",
}
NAMES = {"VOLTO", "Volto", "html", "JavaScript"}
"""What is the same in every language."""
TECHNICAL_META = {"viewport", "color-scheme", "theme-color"}


def loose_words(template: str) -> list[str]:
    """Texts in a template that a reader would see or hear and that do not come from `_()`."""
    reader = _Reader()
    template = re.sub(r"\{% block body_data %\}.*?\{% endblock %\}", "", template)
    reader.feed(re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", template, flags=re.DOTALL))
    return [text for text in reader.found if _has_words(text)]


def _has_words(text: str) -> bool:
    return any(word not in NAMES for word in re.findall(r"[^\W\d_]{2,}", text))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        if tag == "meta" and named.get("name") in TECHNICAL_META:
            return
        self.found += [value or "" for name, value in attributes if name in HUMAN_ATTRIBUTES]

    def handle_data(self, data: str) -> None:
        self.found.append(data.strip())


PROSE = re.compile(r"[^\W\d_]{2,}[,.:;!?…]?\s+[^\W\d_]+|^[A-Z][a-z]{2,}[.!?…]?$")
"""Two words with a space between them, or one that begins like a sentence."""
NOT_PROSE = re.compile(
    # Keys of a keyboard.
    r"^(Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down)|Enter|Escape|Tab|Delete|Backspace|Space)$"
    # What CSS and SVG say: media queries, functions, paths, selectors, lengths.
    r"|^\([a-z-]+: ?[a-z-]+\)$"
    r"|^(translate|rotate|scale|matrix|cubic-bezier|url|calc|drop-shadow)(3d)?\("
    r"|^[MmLlHhVvCcSsQqTtAaZz][\d\s.,MmLlHhVvCcSsQqTtAaZz-]*$"
    r"|^[\w\-.#\[\]=\"':*>+~, ()]*[\[#>][\w\-.#\[\]=\"':*>+~, ()]*$"
    r"|^( |px|deg|%)+$"
    # Lists of CSS classes, media types and the like: never a capital, a stop or an article.
    r"|^(?!.*\b(the|a|is|you|your|to|of)\b)[a-z-]+( [a-z-]+)* *$"
)


def loose_strings(script: str) -> list[str]:
    """Strings in a script that look like prose and stand outside t() and n().

    What an error says is for whoever reads the console; pages word a refusal by its code.
    """
    said = {text for texts in spoken(script) for text in texts}
    found = []
    for token in _without_errors(tokens(script)):
        text = token.text
        if token.kind not in ("string", "template") or text in said:
            continue
        if re.search(r'<[a-z]|="|/>', text):
            inside_a_tag = text.startswith('"') or "<" not in text
            found += loose_words(f'<i name="{text}' if inside_a_tag else text)
        elif PROSE.search(text) and not NOT_PROSE.search(text) and _has_words(text):
            found.append(text)
    return found


def _without_errors(read: Iterable[Token]) -> Iterator[Token]:
    """The tokens, but not those between the brackets of an Error(…) or a Refused(…)."""
    depth, last = 0, ""
    for token in read:
        opens = token.kind == "sign" and token.text == "("
        closes = token.kind == "sign" and token.text == ")"
        if depth:
            depth += opens - closes
        elif opens and last.endswith(("Error", "Refused")):
            depth = 1
        else:
            yield token
        last = token.text


def broken_calls(script: str) -> list[str]:
    """Texts given to t() or n() that extraction would miss: glued together or made in place."""
    read = list(tokens(script))
    found = []
    for call, sign, text, after in zip(read, read[1:], read[2:], read[3:], strict=False):
        if call.kind == "name" and call.text in ("t", "n") and sign.text == "(":
            glued = text.kind == "string" and after.text not in (",", ")")
            if glued or text.kind == "template":
                found.append(text.text)
    return found

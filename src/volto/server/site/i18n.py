"""The words of the pages in five languages; a text is named by its English wording.

The catalogues are the `.po` files in `web/locales`, read as they are: nothing is compiled.
`docs/translating.md` says how to add a string or a language.
"""

import gettext
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from babel import Locale
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from starlette.requests import HTTPConnection

import volto

LANGUAGES = ("en", "fr", "de", "es", "it")
LANGUAGE_NAMES = {
    "en": "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "it": "Italiano",
}
COOKIE = "language"
SHARED = "server/bots/opponents.py"
"""The module whose phrases scripts use too."""
LOCALES = Path(volto.__file__).parent / "web" / "locales"


def phrase(text: str) -> str:
    """Marks a text for the catalogues where it is written; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A language's texts, and which plural form goes with a number."""

    texts: Mapping[str, str]
    plurals: Mapping[str, tuple[str, ...]]
    form: Callable[[int], int]
    script: frozenset[str]
    """The texts that scripts in the browser ask for."""


def po_file(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "volto.po"


@cache
def catalogue(language: str) -> Catalogue:
    with po_file(language).open("rb") as file:
        read = read_po(file, locale=language)
    texts: dict[str, str] = {}
    plurals: dict[str, tuple[str, ...]] = {}
    script: set[str] = set()
    for message in read:
        if not message.id:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        said = message.string or key
        if isinstance(said, str):
            texts[key] = said
        else:
            plurals[key] = tuple(said)
        if _in_script(message):
            script.add(key)
    return Catalogue(texts, plurals, gettext.c2py(read.plural_expr), frozenset(script))


def _in_script(message: Message) -> bool:
    return any(place.endswith((".js", SHARED)) for place, _ in message.locations)


class Translator:
    """Speaks one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise LookupError(f"The site does not speak {language!r}.")
        self.language = language
        self._catalogue = catalogue(language)

    def text(self, msgid: str, /, **values: object) -> str:
        """The text in this language, with `{name}` filled in."""
        found = self._catalogue.texts.get(msgid, msgid)
        return found.format(**values) if values else found

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The form that goes with `n`; `{n}` in it is the number as this language writes it."""
        forms = self._catalogue.plurals.get(one)
        found = forms[self._catalogue.form(n)] if forms else (one if n == 1 else many)
        return found.format(n=format_decimal(n, locale=self.language), **values)

    def forms(self, one: str) -> dict[str, str]:
        """The plural forms by the names that `Intl.PluralRules` gives them."""
        rule = Locale.parse(self.language).plural_form
        index = {rule(n): self._catalogue.form(n) for n in range(200)}
        return {name: self._catalogue.plurals[one][form] for name, form in index.items()}

    def script(self) -> bytes:
        """What `i18n.js` loads: the texts that scripts use, as JSON."""
        return _script(self.language)

    @property
    def version(self) -> str:
        """Changes whenever `script` does, so that a browser may keep it."""
        return hashlib.sha256(self.script()).hexdigest()[:12]

    @property
    def address(self) -> str:
        """Where `script` is served."""
        return f"/words/{self.version}/{self.language}.json"


@cache
def _script(language: str) -> bytes:
    words, read = Translator(language), catalogue(language)
    said: dict[str, str | dict[str, str]] = {
        key: words.forms(key) if key in read.plurals else read.texts[key]
        for key in sorted(read.script)
    }
    return msgspec.json.encode({"language": language, "words": said})


def chosen(request: HTTPConnection) -> str:
    """The language of a reader: the one picked here, else the browser's, else English."""
    picked = request.cookies.get(COOKIE)
    if picked in LANGUAGES:
        return picked
    for wish in wishes(request.headers.get("accept-language", "")):
        if wish in LANGUAGES:
            return wish
    return "en"


def wishes(header: str) -> list[str]:
    """The languages of an Accept-Language header, dearest first, without their countries."""
    weighed = []
    for part in header[:500].split(","):
        tag, _, parameter = part.partition(";")
        name, _, value = parameter.partition("=")
        try:
            weight = float(value) if name.strip() == "q" else 1.0
        except ValueError:
            continue
        if weight > 0:
            weighed.append((weight, tag.strip().lower().split("-")[0]))
    return [tag for _, tag in sorted(weighed, key=lambda pair: -pair[0])]

"""Gathers every text of the pages and brings the catalogues up to date.

python -m tools.catalogues            # update the .po files; says what is left to translate
python -m volto.web.extract --check    # change nothing; fail if an update is due
"""

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

import volto

PACKAGE = Path(volto.__file__).parent
WEB = PACKAGE / "web"
SOURCES = (
    (PACKAGE / "server", "python"),
    (WEB / "templates", "jinja2"),
    (WEB / "static", "javascript"),
)
SUFFIXES = {"python": ".py", "jinja2": ".html", "javascript": ".js"}
KEYWORDS: Mapping[str, Mapping[str, tuple[int, ...] | None]] = {
    "python": {"phrase": None},
    "jinja2": {"_": None, "ngettext": (1, 2)},
    "javascript": {"t": None, "n": (1, 2)},
}
Msgid = str | tuple[str, str]


def sources() -> Iterator[tuple[Path, str]]:
    """Every file that may hold texts, and how to read it."""
    for folder, manner in SOURCES:
        for path in sorted(folder.rglob(f"*{SUFFIXES[manner]}")):
            yield path, manner


def texts_in(path: Path, manner: str) -> Iterator[Msgid]:
    """The texts that one file asks for."""
    with path.open("rb") as file:
        options = {
            "encoding": "utf-8", "silent": "false", "trimmed": "true", "parse_template_string": "1"
        }  # fmt: skip
        for _, found, _, _ in extract(manner, file, KEYWORDS[manner], options=options):
            yield found if isinstance(found, str) else (found[0], found[1])


def gathered() -> Catalog:
    """A template of all texts, each with the files that use it."""
    template = Catalog()
    for path, manner in sources():
        place = path.relative_to(PACKAGE).as_posix()
        for msgid in texts_in(path, manner):
            template.add(msgid, locations=[(place, 0)])
    return template


def written(language: str, template: Catalog) -> bytes:
    """The `.po` file of a language as it should be: texts gone from the pages are dropped."""
    path = WEB / "locales" / language / "LC_MESSAGES" / "volto.po"
    held = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            held = read_po(file, locale=language)
    fresh = Catalog(locale=language, project="volto", version="1", fuzzy=False)
    for message in template:
        if not message.id:
            continue
        known = held.get(message.id)
        if known is not None and known.id == message.id:
            said = known.string
        elif language == "en":
            said = typeset(message.id)
        else:
            said = ("",) * fresh.num_plurals if message.pluralizable else ""
        fresh.add(message.id, said, locations=sorted(set(message.locations)))
    text = io.BytesIO()
    write_po(text, fresh, width=100, omit_header=False, include_lineno=False, sort_output=True)
    return _plain_head(text.getvalue(), fresh)


def typeset(text: str | Sequence[str]) -> str | tuple[str, ...]:
    """English as it is shown: with a real apostrophe."""
    if isinstance(text, str):
        return text.replace("'", "’")
    return tuple(part.replace("'", "’") for part in text)


def _plain_head(text: bytes, fresh: Catalog) -> bytes:
    """The file with a head that says only what readers of it need, so that updates repeat."""
    body = text.split(b"\n\n", 1)[1]
    head = (
        f'# The words of the pages. See docs/translating.md.\nmsgid ""\nmsgstr ""\n'
        f'"Language: {fresh.locale}\\n"\n'
        f'"Plural-Forms: {fresh.plural_forms}\\n"\n'
        f'"MIME-Version: 1.0\\n"\n'
        f'"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    )
    return head.encode() + body


def forms_of(message: Message) -> tuple[str, ...]:
    """What a text is in the language of its catalogue: one form, or all the plural ones."""
    said = message.string or ""
    return (said,) if isinstance(said, str) else tuple(said)


def untranslated(text: bytes, language: str) -> list[str]:
    return [
        str(message.id)
        for message in read_po(io.BytesIO(text), locale=language)
        if message.id and not all(forms_of(message))
    ]


def main(arguments: list[str]) -> int:
    template = gathered()
    due = 0
    for folder in sorted((WEB / "locales").iterdir()):
        path = folder / "LC_MESSAGES" / "volto.po"
        text = written(folder.name, template)
        stale = not path.exists() or path.read_bytes() != text
        left = untranslated(text, folder.name)
        due += stale or bool(left)
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        print(f"{folder.name}: {len(template)} texts, {len(left)} left to translate")
        for msgid in left:
            print(f"    {msgid}")
    return 1 if due and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

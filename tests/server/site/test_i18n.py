"""The catalogues are complete, and nothing is said outside them."""

import re
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from starlette.requests import Request

from tests.server.catalogues import broken_calls, loose_strings, loose_words
from tests.server.scripts import spoken
from tools.catalogues import WEB, forms_of, gathered, texts_in, typeset, untranslated, written
from volto.agents.levels import LEVELS
from volto.server.bots.opponents import DEFAULT_LEVEL, FAMILY_NAMES, OPPONENTS, ROLE_NAMES
from volto.server.site.i18n import (
    LANGUAGE_NAMES,
    LANGUAGES,
    Translator,
    catalogue,
    chosen,
    po_file,
    wishes,
)

RULES = Path(__file__).parents[3] / "docs" / "rules.md"
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
SCRIPTS = sorted((WEB / "static").rglob("*.js"))


def messages(language: str) -> list[Message]:
    with po_file(language).open("rb") as file:
        return [message for message in read_po(file, locale=language) if message.id]


def english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_text_of_the_pages_and_no_other(language: str) -> None:
    due = written(language, gathered())
    assert po_file(language).read_bytes() == due, "run python -m tools.catalogues"
    assert untranslated(due, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_placeholders_cells_and_clauses(language: str) -> None:
    for message in messages(language):
        wanted = {kept(text) for text in english(message)}
        assert {kept(text) for text in forms_of(message)} <= wanted, message.id


def kept(text: str) -> tuple[str, ...]:
    return tuple(sorted(re.findall(r"\{\w+\}|`[^`]+`|\b[RH]-\d+\b", text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_a_form_for_every_number(language: str) -> None:
    words, rule = Translator(language), Locale.parse(language).plural_form
    assert catalogue(language).plurals
    for one in catalogue(language).plurals:
        forms = words.forms(one)
        assert "other" in forms
        assert set(forms) == {rule(n) for n in range(200)}
        assert all(forms.values())


def test_numbers_choose_their_form_as_each_language_does() -> None:
    one, many = "{n} mask", "{n} masks"
    assert one in catalogue("fr").plurals
    assert Translator("en").plural(one, many, 0) == "0 masks"
    assert Translator("fr").plural(one, many, 0) == "0 masque"
    assert Translator("fr").plural(one, many, 2) == "2 masques"
    assert Translator("de").plural(one, many, 1) == "1 Maske"
    assert Translator("it").plural(one, many, 50400) == "50.400 maschere"


def test_english_is_its_own_translation() -> None:
    for message in messages("en"):
        expected = typeset(message.id)
        assert forms_of(message) == ((expected,) if isinstance(expected, str) else expected)


def printed_terms() -> list[dict[str, str]]:
    """The table of words in docs/rules.md, a row a term."""
    table = RULES.read_text().split("## The words in five languages")[1]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("|") and "---" not in line
    ]
    return [dict(zip(LANGUAGES, row, strict=True)) for row in rows[1:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_roles_are_called_as_in_each_printed_edition(language: str) -> None:
    terms = {row["en"]: row[language] for row in printed_terms()}
    for name in ROLE_NAMES.values():
        assert Translator(language).text(name) == terms[name]
    white, red = terms["white, red"].split(", ")
    assert Translator(language).text(FAMILY_NAMES["white"]) == white.capitalize()  # type: ignore[index]
    assert Translator(language).text(FAMILY_NAMES["red"]) == red.capitalize()  # type: ignore[index]


STEMS = {
    r"\bNobles?\b": ("Noble", "Adlige", "Noble", "Nobil"),
    r"\bAdvisors?\b": ("Conseiller", "Ratgeber", "Consejero", "Consiglier"),
    r"\bCandidates?\b": ("Prétendant", "Kandidat", "Candidato", "Candidato"),
    r"\bSoldiers?\b": ("Soldat", "Soldatin", "Soldado", "Soldato"),
    r"\bLad(y|ies)\b": ("Demoiselle", "Hofdame", "Dama", "Dam"),
    r"\bpalace\b": ("palais", "Palast", "palacio", "portico"),
    r"St Mark's Square": (
        "place Saint-Marc",
        "Markusplatz",
        "plaza de San Marcos",
        "piazza San Marco",
    ),
    r"Doge of Venice": ("Doge de Venise", "Doge von Venedig", "dux de Venecia", "Doge di Venezia"),
}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_text_uses_the_terms_of_its_edition(language: str) -> None:
    at = LANGUAGES.index(language) - 1
    for message in messages(language):
        for term, stems in STEMS.items():
            if re.search(term, english(message)[0]):
                for text in forms_of(message):
                    assert stems[at].lower() in text.lower(), (message.id, text)


FOREIGN = {
    "en": r"\byour rival\b|\brival[’']s\b|\bslant",
    "fr": r"\bconseils?\b|deux côtés|autre côté|chaque côté|oblique|aussi loin|toute direction"
    r"|(?<!^)\b(Blanc|Rouge)\b",
    "de": r"\bMatten?\b|Gegenseite|Zugweise|jede Ordnung",
    "es": r"\bpapel|oblicuo|en recto|captura igual",
    "it": r"\brival[ei]\b|sbieco|può entrambi|\(escluso\)|\bpiazza\b",
}
"""What no native of the language says here: not the edition's word, or not an idiom."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_word_that_its_edition_has_another_for(language: str) -> None:
    flags = re.IGNORECASE if language in ("de", "es") else 0
    for message in messages(language):
        for text in forms_of(message):
            assert not re.search(FOREIGN[language], text, flags), text


def test_only_opponents_and_lessons_speak_of_the_house() -> None:
    for message in messages("en"):
        if re.search(r"\bhouse\b(?! rule)", english(message)[0]):
            places = {place for place, _ in message.locations}
            assert places <= {"server/bots/opponents.py", "web/templates/learn.html"}, message.id


def test_an_ending_by_a_house_rule_says_so() -> None:
    clauses = [
        (message.id, clause)
        for message in messages("en")
        for clause in re.findall(r"\(([^()]*)\bH-\d", english(message)[0])
    ]
    assert clauses
    assert all(clause == "house rule " for _, clause in clauses), clauses


TYPOGRAPHY = {
    "en": r"'| …$",
    "fr": r"'| …$|[^\u202f][;!?]|[^\u00a0]:|«[^\u00a0]|[^\u00a0]»",
    "de": r"'|\w…|[^\w\s(]“|\"",
    "es": r"'| …$|^[^¡]*!|^[^¿]*\?|\"",
    "it": r"'| …$|\"",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_set_as_its_language_is_printed(language: str) -> None:
    for message in messages(language):
        for text in forms_of(message):
            assert not re.search(TYPOGRAPHY[language], text), text


def test_the_terms_asked_for_are_those_of_the_rules() -> None:
    rows = {row["en"]: row for row in printed_terms()}
    for term in ("St Mark's Square", "Doge of Venice"):
        assert STEMS[term] == tuple(rows[term][language] for language in LANGUAGES[1:])


def test_levels_have_the_names_that_their_players_go_by() -> None:
    assert [(rival.level, rival.name) for rival in OPPONENTS] == [
        (level.number, level.name) for level in LEVELS
    ]
    assert 1 <= DEFAULT_LEVEL <= len(OPPONENTS)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_outside_the_catalogues(path: Path) -> None:
    assert loose_words(path.read_text()) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_says_nothing_outside_the_catalogues(path: Path) -> None:
    script = path.read_text()
    assert loose_strings(script) == []
    assert broken_calls(script) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_text_of_a_script_is_gathered(path: Path) -> None:
    """Babel overlooks what follows a template within a template, and braces within one."""
    asked = [texts[0] if len(texts) == 1 else texts for texts in spoken(path.read_text())]
    assert sorted(map(str, texts_in(path, "javascript"))) == sorted(map(str, asked))


def test_the_scanners_find_what_they_are_for() -> None:
    assert loose_words('<p title="{{ _("Yes") }}">{{ _("Fine") }} VOLTO</p>') == []
    assert loose_words("<p>Hello</p>") == ["Hello"]
    assert loose_words('<button aria-label="Close it">×</button>') == ["Close it"]
    assert loose_words('<img alt="{{ _("A mask") }} and more">') == ["  and more"]
    assert loose_strings('say(t("Your turn")); n("{n} mask", "{n} masks", 2)') == []
    assert loose_strings('key === "ArrowUp"; a.className = "mask red"; q("a > b")') == []
    assert loose_strings('say("Your turn")') == ["Your turn"]
    assert loose_strings("say(`It is time ${name} and so on`)") == ["It is time ", " and so on"]
    assert loose_strings('title = `● ${t("Your turn")} · Volto`') == []
    assert loose_strings('status.textContent = "Ready"') == ["Ready"]
    assert loose_strings('// it is "all right" here\nmatch(/say "so it is"/)') == []
    assert loose_strings('throw new Error("it is not there")') == []
    assert loose_strings('svg(`<path d="${way}" aria-label="The way"/>`)') == ["The way"]
    assert loose_strings("box.innerHTML = `<p>Well done</p>`") == ["Well done"]
    assert broken_calls('t("Your turn"); n("{n} mask", "{n} masks", 1)') == []
    assert broken_calls('t("Your " + what)') == ["Your "]
    assert broken_calls("t(`Your ${what}`)") == ["Your "]


def test_texts_are_found_inside_templates_and_after_regular_expressions() -> None:
    script = """
        const a = value / 2, b = /["'`]/.test(x); // t("not this")
        say(`${ready ? t("Ready") : `${n("{n} mask", "{n} masks", left)} {`} ${t("Ada\\u2019s")}`);
        list.t("nor this");
    """
    assert list(spoken(script)) == [("Ready",), ("{n} mask", "{n} masks"), ("Ada’s",)]


def asking(cookie: str = "", accept: str = "") -> Request:
    headers = [(b"cookie", cookie.encode()), (b"accept-language", accept.encode())]
    return Request({"type": "http", "headers": headers})


@pytest.mark.parametrize(
    ("cookie", "accept", "language"),
    [
        ("", "", "en"),
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("", "ja, it;q=0.4, fr;q=0.6", "fr"),
        ("", "fr;q=0, es", "es"),
        ("", "fr;q=high, it;q=0.1", "it"),
        ("", "*", "en"),
        ("language=es", "de", "es"),
        ("language=tlh", "de", "de"),
        ("language=../en", "", "en"),
    ],
)
def test_a_reader_is_spoken_to_in_the_language_picked_or_wished_for(
    cookie: str, accept: str, language: str
) -> None:
    assert chosen(asking(cookie, accept)) == language


def test_wishes_come_in_the_order_of_their_weights() -> None:
    assert wishes("en;q=0.2, fr-CH, de;q=0.7") == ["fr", "de", "en"]


def test_the_script_catalogue_holds_what_scripts_ask_for_and_is_named_by_its_content() -> None:
    words = Translator("de")
    text = words.script().decode()
    assert '"Candidate":"Kandidat"' in text
    assert "Markusplatz" not in text  # the rules are the server's to say
    assert words.version in words.address
    assert Translator("fr").version != words.version


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LookupError, match="does not speak"):
        Translator("tlh")
    assert set(LANGUAGE_NAMES) == set(LANGUAGES)

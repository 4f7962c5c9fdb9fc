"""Scripts say what the server would say: the same texts, the same plural forms."""

import pytest

from tests.browser.conftest import Open
from volto.server.site.i18n import LANGUAGES, Translator, catalogue
from volto.server.site.static_files import static_root

SCRIPT = f"{static_root()}/js/site/i18n.js"
NUMBERS = (0, 1, 2, 3, 5, 21, 101, 1234, 50_400)
SAY = """async ([script, one, many, numbers]) => {
  const { loadWords, n } = await import(script);
  await loadWords();
  return numbers.map((number) => n(one, many, number));
}"""
NAME = """async (script) => {
  const { loadWords, t } = await import(script);
  await loadWords();
  return [t("Candidate"), t("{name}, level {level}", { name: "$&", level: 3 }), t("Not there")];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_count_as_the_server_does(open_page: Open, language: str) -> None:
    words = Translator(language)
    table = open_page(locale=language)
    page = table.go("/").page
    one, many = "{n} mask", "{n} masks"
    assert one in catalogue(language).plurals
    said = page.evaluate(SAY, [SCRIPT, one, many, list(NUMBERS)])
    for number, text in zip(NUMBERS, said, strict=True):
        expected = words.plural(one, many, number)
        assert text.split()[-1] == expected.split()[-1], number
        assert "".join(filter(str.isdigit, text)) == str(number)


def test_scripts_fill_in_names_as_they_are(open_page: Open) -> None:
    page = open_page(locale="it").go("/").page
    assert page.evaluate(NAME, SCRIPT) == ["Candidato", "$&, livello 3", "Not there"]

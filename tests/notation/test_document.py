"""docs/notation.md says what the code does."""

import re
from pathlib import Path

import pytest

from tests.notation.records import EXAMPLE
from volto.notation import read_records
from volto.notation.header import ABOUT, GAME
from volto.rules import Deployment, NotationError, Position, Reason, View

DOCUMENT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def test_the_example_record_is_read_and_written_again() -> None:
    found = re.search(r"<!-- example record -->\n```\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found is not None
    (record,) = read_records(found.group(1))
    assert str(record) == found.group(1) == EXAMPLE


def test_the_python_example_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    exec(compile(code, "docs/notation.md", "exec"), {})


def test_the_example_positions_and_views_are_right() -> None:
    white, red = Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC")
    start = Position.start(white, red)
    assert f"    {start}\n" in DOCUMENT
    for line, family in re.findall(r"    (\S+ w 0 0) +(White|Red|a spectator)'s view", DOCUMENT):
        view = View.parse(line)
        assert str(view) == line
        assert (view.seat or "a spectator") == family.lower()
    assert len(re.findall(r"'s view\n", DOCUMENT)) == 3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2. b2", "3. b2"),
        ("NNAAL/", "NNAXL/"),
        ("e2d3", "e2e5"),
        ("=LC 1-0", "=LC"),
    ],
)
def test_the_example_errors_are_what_is_said(old: str, new: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_records(EXAMPLE.replace(old, new, 1))
    assert f"    {caught.value}\n" in DOCUMENT


def test_every_tag_and_every_reason_is_explained() -> None:
    for word in (*ABOUT, *GAME, *Reason):
        assert f"`{word}`" in DOCUMENT

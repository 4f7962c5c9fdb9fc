"""The written rules, the tests and the program speak of the same clauses."""

import re
from pathlib import Path

import pytest

from volto.rules import Reason

HERE = Path(__file__).parent
WRITTEN = (HERE.parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
DOCSTRINGS = "\n".join(
    docstring
    for path in HERE.glob("test_*.py")
    for docstring in re.findall(r'"""(.*?)"""', path.read_text(encoding="utf-8"), re.DOTALL)
)
CLAUSES = [f"R-{number}" for number in range(1, 16)] + [f"H-{number}" for number in range(1, 5)]


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_written_down_once_and_has_a_test(clause: str) -> None:
    assert WRITTEN.count(f"**{clause} ") == 1
    assert re.search(rf"\b{clause}\b", DOCSTRINGS)


def test_the_written_rules_name_every_reason() -> None:
    assert [reason for reason in Reason if f"`{reason}`" not in WRITTEN] == []

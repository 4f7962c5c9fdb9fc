"""What the documents show is what the code does."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINKS = re.compile(r"\]\(([^)#:]+)\)")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_examples_run_as_shown(path: Path) -> None:
    """All examples of a document are one session, read from top to bottom."""
    text = "\n".join(block for block in EXAMPLES.findall(path.read_text()) if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(text, {}, name(path), str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_the_readme_has_examples() -> None:
    assert ">>> game = Position.start" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in LINKS.findall(path.read_text()):
        assert (path.parent / link).exists(), link


def test_the_trademark_is_acknowledged() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "unofficial, non-commercial fan implementation" in readme
    assert "VOLTO is a trademark of its owner" in readme


def test_the_map_of_the_source_is_complete() -> None:
    """docs/architecture.md has one line for each module, under its folder, and no other."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = text.split("## Every module\n")[1].split("\n## ")[0]
    listed, folder = set(), ""
    for line in section.splitlines():
        if found := re.match(r"\*\*`(.+)/`\*\*", line):
            folder = found[1]
        elif found := re.match(r"- `(.+?)`: \S", line):
            listed.add(f"{folder}/{found[1]}")
    source = [*ROOT.glob("src/volto/**/*.py"), *ROOT.glob("src/volto/web/static/js/**/*.js")]
    beside = [*ROOT.glob("research/**/*.py"), *ROOT.glob("tools/**/*.py")]
    modules = {path.relative_to(ROOT / "src").as_posix() for path in source}
    modules |= {path.relative_to(ROOT).as_posix() for path in beside}
    assert listed == {name for name in modules if not name.endswith("__init__.py")}

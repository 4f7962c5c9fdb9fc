"""What operators see is the same whatever the masks hide: metrics, health, what admin says."""

import asyncio
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from tests.server.serving import RED_SETUP, WHITE_SETUP, serving
from volto.cli import main
from volto.server.wire.messages import Done, NewTable, Refused, Resign

OTHERS = ("AASNL/LNNAC", "AASNL/CNNAL", "LNASA/CNLAN")
"""Red's masks in other orders; the turns played do not touch them."""


def counted() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Everything that is counted, without what is measured in seconds or bytes."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in REGISTRY.collect()
        if family.name.startswith("volto_")
        for sample in family.samples
        if not sample.name.endswith(("_sum", "_created", "_bucket"))
    }


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


async def watched(folder: Path, red: str) -> object:
    """What an operator sees of a game that goes the same way with these masks."""
    before = counted()
    async with serving(folder) as server:
        made = await server.make(NewTable(mode="screen", first="white", aid="off"))
        async with server.sit(made.path) as page:
            await page.deploy("white", WHITE_SETUP)
            await page.deploy("red", red)
            assert isinstance(await page.play("white", 0, "b2b3"), Done)
            assert isinstance(await page.play("white", 1, "b3b4"), Refused)
            assert isinstance(await page.play("red", 1, "a1a2"), Refused)
            assert isinstance(await page.ask(lambda ref: Resign(ref, "red")), Done)
        async with server.client() as client:
            health = [(await client.get(path)).text for path in ("/health", "/ready")]
    after = counted()
    moved = {name: after[name] - before.get(name, 0.0) for name in after if "commit" not in name[0]}
    return {name: value for name, value in moved.items() if name[0] != "volto_tables"}, health


@pytest.mark.anyio
async def test_metrics_and_health_do_not_depend_on_what_is_hidden(tmp_path: Path) -> None:
    assert OTHERS[0] == RED_SETUP
    found = [await watched(tmp_path / str(index), red) for index, red in enumerate(OTHERS)]
    assert found[1:] == found[:-1]


def test_the_words_of_admin_do_not_depend_on_what_is_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = set()
    for index, red in enumerate(OTHERS):
        data = tmp_path / str(index)
        asyncio.run(watched(data, red))
        for words in (["prune", "--finished", "1"], ["backup", str(data / "file")]):
            with pytest.raises(SystemExit):
                main(["admin", *words, "--data", str(data)])
        output, errors = capsys.readouterr()
        assert errors == ""
        said.add(output.replace(str(data), ""))
    assert len(said) == 1

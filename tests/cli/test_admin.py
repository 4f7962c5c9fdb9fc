"""`volto admin`: one file with everything, put back whole; and what is dropped is said first."""

import asyncio
import io
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.states import setup
from volto.cli import main
from volto.server.opening import open_house
from volto.server.settings import ServerSettings
from volto.server.store import Transaction

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def admin(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as leaving:
            main(["admin", *map(str, words)])
        code = leaving.value.code
        assert code is None or isinstance(code, int)
        return code or 0, *capsys.readouterr()

    return run


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with one table, made in 1970."""
    data = tmp_path / "house"

    async def fill() -> None:
        store, _ = await open_house(ServerSettings(data))
        await store.append(Transaction((setup(),)))
        await store.close()

    asyncio.run(fill())
    return data


def test_a_backup_is_for_its_owner_only_and_can_be_put_back(
    admin: Run, house: Path, tmp_path: Path
) -> None:
    file, other = tmp_path / "backup", tmp_path / "other"
    assert admin("backup", file, "--data", house) == (0, f"{file}: 1 tables, 0 events\n", "")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert admin("restore", file, "--data", other)[:2] == (0, "Restored 1 tables, 0 events.\n")
    assert (other / "secret").read_bytes() == (house / "secret").read_bytes()
    assert {path.name for path in other.iterdir()} == {"secret", "volto.db"}
    assert stat.S_IMODE((other / "volto.db").stat().st_mode) == 0o600


def test_a_file_that_is_there_is_not_overwritten(admin: Run, house: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    file.write_text("mine")
    code, output, errors = admin("backup", file, "--data", house)
    assert (code, output, errors) == (2, "", f"volto: {file}: there is such a file already.\n")
    assert file.read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"house", "backup"}


def test_a_backup_that_fails_leaves_no_file(admin: Run, tmp_path: Path) -> None:
    code, _, errors = admin("backup", tmp_path / "backup", "--data", tmp_path / "nowhere")
    assert (code, errors.count("\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_house_is_not_overwritten_without_force(admin: Run, house: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    admin("backup", file, "--data", house)
    code, _, errors = admin("restore", file, "--data", house)
    assert (code, errors) == (2, "volto: The database holds 1 tables. --force overwrites them.\n")
    assert admin("restore", file, "--data", house, "--force")[0] == 0


def test_what_is_no_backup_is_one_line(admin: Run, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    file.write_text("rubbish")
    code, _, errors = admin("restore", file, "--data", tmp_path / "other")
    assert (code, errors.count("\n")) == (2, 1)
    assert errors.startswith(f"volto: {file}: This is not a backup")
    assert {path.name for path in tmp_path.iterdir()} == {"backup"}


def test_a_hyphen_is_standard_input_and_output(
    admin: Run, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.TextIOWrapper(io.BytesIO())
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        assert admin("backup", "-", "--data", house)[0] == 0
    written = out.buffer.getvalue()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written)))
    assert admin("restore", "-", "--data", tmp_path / "other")[0] == 0


def test_what_would_be_dropped_is_said_before_anything_is(admin: Run, house: Path) -> None:
    said = "1 unplayed, nothing done for 30 days\n"
    code, output, _ = admin("prune", "--data", house)
    assert (code, output) == (0, f"{said}Nothing was changed. --drop drops them.\n")
    assert admin("prune", "--data", house)[1] == output
    assert admin("prune", "--data", house, "--drop")[1] == f"{said}Dropped.\n"
    assert admin("prune", "--data", house)[1] == "0 unplayed, nothing done for 30 days\n"

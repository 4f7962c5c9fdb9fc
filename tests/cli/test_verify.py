"""`volto verify`: exit 0 when every mask fits its seal, 1 when one does not, 2 for a bad file."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.notation.records import EXAMPLE
from tests.notation.test_seals import sealed
from volto.cli import main
from volto.notation import read_records
from volto.notation.seals import Seals

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as leaving:
            main(["verify", *map(str, words)])
        assert isinstance(leaving.value.code, int)
        return leaving.value.code, *capsys.readouterr()

    return run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    [game] = read_records(EXAMPLE)
    path = tmp_path / "game.volto"
    path.write_text(str(sealed(game, Random(4))))
    return path


def changed(record: Path, before: str, after: str) -> Path:
    text = record.read_text()
    assert before in text
    record.write_text(text.replace(before, after, 1))
    return record


def test_an_honest_game_is_a_sentence_and_exit_code_0(verify: Run, record: Path) -> None:
    code, output, errors = verify(record)
    assert (code, errors) == (0, "")
    assert "all 20 masks are the ones that were sealed" in output
    assert Seals.of(read_records(record.read_text())[0]).fingerprint in output


def test_a_swapped_mask_is_named_with_exit_code_1(verify: Run, record: Path) -> None:
    """An Advisor that never moved claims to have been a Noble all along."""
    code, output, errors = verify(changed(record, "NNAAL/LSNAC", "NNAAL/LSANC"))
    assert (code, errors) == (1, "")
    assert "White's mask 7, deployed on c1, is not the one that was sealed." in output
    assert "White's mask 8, deployed on d1, is not the one that was sealed." in output
    assert output.count("\n") == 2


def test_a_changed_salt_shows(verify: Run, record: Path) -> None:
    salt = Seals.of(read_records(record.read_text())[0]).salts[19].hex()
    code, output, _ = verify(changed(record, salt, salt[::-1]))
    assert code == 1
    assert "Red's mask 19" in output


def test_other_seals_than_those_shown_before_the_game_show(verify: Run, record: Path) -> None:
    """A house that seals anew after the game is found out by the fingerprint."""
    shown = Seals.of(read_records(record.read_text())[0]).fingerprint
    assert verify(record, "--fingerprint", shown)[0] == 0
    [game] = read_records(EXAMPLE)
    record.write_text(str(sealed(game, Random(5))))
    code, output, _ = verify(record, "--fingerprint", shown)
    assert code == 1
    assert "not the seals that were shown before the first move" in output


def test_the_short_fingerprint_that_older_tables_showed_still_fits(
    verify: Run, record: Path
) -> None:
    shown = Seals.of(read_records(record.read_text())[0]).fingerprint
    code, output, _ = verify(record, "--fingerprint", shown[:32].upper())
    assert (code, output.count("\n")) == (0, 1)
    assert verify(record, "--fingerprint", shown[:31] + "x")[0] == 1


@pytest.mark.parametrize("length", [0, 1, 31, 33, 63, 65])
def test_a_part_of_a_fingerprint_proves_nothing(verify: Run, record: Path, length: int) -> None:
    shown = Seals.of(read_records(record.read_text())[0]).fingerprint + "0"
    code, output, _ = verify(record, "--fingerprint", shown[:length])
    assert code == 1
    assert "not the seals that were shown" in output


def test_every_game_of_a_file_is_checked(verify: Run, record: Path) -> None:
    honest = record.read_text()
    changed(record, "NNAAL/LSNAC", "NNAAL/LSANC")
    record.write_text(f"{honest}\n{record.read_text()}")
    code, output, _ = verify(record)
    assert code == 1
    assert "game 1: all 20 masks" in output
    assert "game 2: White's mask 7" in output


@pytest.mark.parametrize("text", ["", "nonsense", EXAMPLE], ids=["empty", "nonsense", "unsealed"])
def test_a_bad_file_is_one_line_and_exit_code_2(verify: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.volto"
    path.write_text(text)
    code, output, errors = verify(path)
    assert (code, output) == (2, "")
    assert errors.startswith(f"volto: {path}")
    assert errors.count("\n") == 1


def test_a_missing_file_is_exit_code_2(verify: Run, tmp_path: Path) -> None:
    code, _, errors = verify(tmp_path / "none.volto")
    assert code == 2
    assert "No such file" in errors

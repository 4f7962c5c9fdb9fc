"""Recorded games as a table: what stands in it is what the game was."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

from tests.notation.records import EXAMPLE, unfinished
from tests.strategies import BOX, MINI, random_game
from volto.arena.dataset import FIELDS, check, rows_of, write
from volto.arena.dataset_files import Rows
from volto.notation import Record, read_records
from volto.rules import Deployment, Family, Move, Position, Role, VoltoError
from volto.sim import action_of, move_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "adapters" / "dataset.md"


def some_records(count: int = 4) -> list[Record]:
    rng = Random(3)
    tags = {"White": "ada", "Red": "doge"}
    return [Record.of(random_game(rng, BOX[0]).last, tags) for _ in range(count)]


def written(records: list[Record], path: Path) -> Rows:
    """The rows of these games, as they are read back from a file."""
    write(records, path, lambda games: None)
    if path.suffix == ".npz":
        with np.load(path) as file:
            return dict(file)
    table = pyarrow.parquet.read_table(path)
    return {name: unpacked(table[name]) for name in table.column_names}


def unpacked(column: Any) -> Any:
    chunk = column.combine_chunks()
    if isinstance(chunk, pyarrow.FixedShapeTensorArray):
        return chunk.to_numpy_ndarray()
    return np.array(chunk.to_pylist())


def test_a_turn_is_a_row() -> None:
    (record,) = read_records(EXAMPLE)
    rows = rows_of(record, 7)
    assert list(rows) == [field.name for field in FIELDS]
    assert {len(column) for column in rows.values()} == {len(record.turns)}
    assert set(rows["game"].tolist()) == {7}
    assert rows["turn"].tolist() == list(range(12))
    assert rows["mover"].tolist() == [0, 1] * 6
    assert set(rows["white"]) == {"Ada"}
    assert rows["move"].tolist()[:3] == ["e2d3", "c6xc2=A", "b2xc2=S"]
    assert rows["left"].tolist() == list(range(12, 0, -1))


@pytest.mark.parametrize("ruleset", [*BOX, *(rules for rules in MINI if rules.mat.columns > 2)])
def test_a_row_is_what_the_mover_knew(ruleset: Any) -> None:
    game = random_game(Random(5), ruleset, 60)
    rows = rows_of(Record.of(game.last))
    for at, position in enumerate(game.positions[: len(game.last.history)]):
        mover = position.to_move
        assert rows["view"][at] == str(position.view(mover))
        legal = [action_of(move, mover, ruleset) for move in position.legal_moves()]
        assert np.flatnonzero(rows["legal"][at]).tolist() == sorted(legal)
        played = move_of(int(rows["action"][at]), mover, ruleset)
        assert played == game.positions[at + 1].history[-1].move
        own = rows["observation"][at][:5].sum(axis=(1, 2)).tolist()
        assert own == [list(position.view(mover).own.values()).count(role) for role in Role]


@pytest.mark.parametrize(
    ("first", "moves", "column"),
    [
        (Family.RED, "c6c4 a2a3", 2),
        (Family.WHITE, "b2b4 a6b5", 3),  # b4, as Red sees it
    ],
)
def test_beliefs_are_exact_and_seen_from_the_mover_s_palace(
    first: Family, moves: str, column: int
) -> None:
    """R-9: the mask that ran two cells is the Soldier; nobody else can be it."""
    red = Deployment.parse("AASNL/LNNAC")
    position = Position.start(Deployment.parse("NSAAL/LNNAC"), red, first)
    for move in moves.split():
        position = position.play(Move.parse(move))
    rows = rows_of(Record.of(position))
    assert rows["possible"].tolist() == [50_400, 5040]
    assert rows["belief"][1][:, 3, column].tolist() == [0, 0, 0, 1, 0]
    whole = rows["belief"][1].sum(axis=0)
    assert (whole > 0).sum() == 10
    assert np.isclose(whole[whole > 0], 1).all()
    nobody = np.isclose(rows["belief"][0][:, 6, :], np.array([3, 3, 1, 1, 2])[:, None] / 10)
    assert nobody.all()


def test_the_truth_is_told_beside_the_belief_and_never_contradicts_it() -> None:
    for record in some_records():
        rows = rows_of(record)
        where = np.argwhere(rows["rival"] >= 0)
        for at, row, column in where:
            role = rows["rival"][at, row, column]
            assert rows["belief"][at, role, row, column] > 0


@pytest.mark.parametrize("seed", range(4))
def test_the_outcome_is_the_mover_s(seed: int) -> None:
    last = random_game(Random(seed), BOX[0]).last
    rows = rows_of(Record.of(last))
    assert last.outcome is not None
    for mover, outcome in zip(rows["mover"], rows["outcome"], strict=True):
        winner = last.outcome.winner
        won = 0 if winner is None else 1 if winner is list(Family)[mover] else -1
        assert outcome == won
    assert set(rows["reason"]) == {last.outcome.reason.value}
    assert rows["finished"].all()


def test_an_unfinished_game_says_so() -> None:
    (record,) = read_records(unfinished(3))
    rows = rows_of(record)
    assert not rows["finished"].any()
    assert not rows["outcome"].any()
    assert set(rows["reason"]) == {""}


@pytest.mark.parametrize("name", ["games.npz", "games.parquet"])
def test_a_file_holds_every_row_of_every_game(name: str, tmp_path: Path) -> None:
    records = some_records()
    found = written(records, tmp_path / name)
    expected = [rows_of(record, game) for game, record in enumerate(records, 1)]
    assert list(found) == [field.name for field in FIELDS]
    for field in FIELDS:
        whole = np.concatenate([rows[field.name] for rows in expected])
        assert (found[field.name] == whole).all(), field.name
        assert found[field.name].shape == whole.shape
    assert list(tmp_path.iterdir()) == [tmp_path / name]


def test_parquet_is_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volto.arena.dataset_files.GROUP", 50)
    path = tmp_path / "games.parquet"
    write(some_records(6), path, lambda games: None)
    file = pyarrow.parquet.ParquetFile(path)
    assert file.metadata.num_row_groups > 2
    kinds = {field.name: field.type for field in file.schema_arrow}
    assert kinds["observation"].shape == [19, 7, 5]


def test_a_file_that_cannot_be_finished_is_not_left_behind(tmp_path: Path) -> None:
    def torn() -> Any:
        yield some_records(1)[0]
        raise VoltoError("The rest is missing.")

    for name in ("games.npz", "games.parquet"):
        with pytest.raises(VoltoError, match="The rest is missing"):
            write(torn(), tmp_path / name, lambda games: None)
    assert not list(tmp_path.iterdir())


def test_games_of_other_rules_are_told_apart() -> None:
    captor = Record.of(random_game(Random(1), BOX[1]).last)
    assert check(some_records()) == 4
    with pytest.raises(VoltoError, match="Game 5 is played by other rules than the first"):
        check([*some_records(), captor])


def test_games_without_a_turn_make_no_dataset(tmp_path: Path) -> None:
    start = Record(Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"))
    with pytest.raises(VoltoError, match="There is no turn in these games"):
        write([start], tmp_path / "games.npz", lambda games: None)
    assert not list(tmp_path.iterdir())


def test_every_column_is_documented() -> None:
    text = DOCUMENT.read_text()
    for field in FIELDS:
        assert f"| `{field.name}` | {field.dtype}" in text
        assert f"| {field.meaning} |" in text

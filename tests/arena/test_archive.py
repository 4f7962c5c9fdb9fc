"""The file of a match: read strictly, mended at its end, and only for its own match."""

from pathlib import Path

import pytest

from tests.arena.players import make
from volto.arena.archive import Archive
from volto.arena.conditions import Conditions, DeploymentSource
from volto.arena.match import Games, play_pair
from volto.arena.schedule import Pair
from volto.notation import read_file, write_records
from volto.rules import LadyRule, Ruleset, VoltoError

AGENTS = ("ada", "zoë")
CONDITIONS = Conditions()
PAIRS = [Pair("ada", "zoë", number) for number in (1, 2, 3)]


@pytest.fixture(scope="module")
def games() -> list[Games]:
    return [play_pair(pair, CONDITIONS, make) for pair in PAIRS]


def text(games: list[Games]) -> str:
    return write_records(record for pair in games for record in pair)


def test_what_is_added_is_read_again(games: list[Games], tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    archive = Archive.read(path)
    archive.open()
    for pair in games:
        archive.add(pair)
    assert path.read_text() == text(games)
    again = Archive.read(path)
    assert again.played == list(zip(PAIRS, games, strict=True))
    assert again.torn == 0
    again.check(AGENTS, CONDITIONS)


def test_a_torn_end_is_cut_off_wherever_it_is_torn(games: list[Games], tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    whole, kept = text(games).encode(), len(text(games[:2]).encode())
    edges = (kept + 1, kept + 2, len(whole) - 2, len(whole) - 1, len(whole))
    for size in (*range(kept, len(whole), 41), *edges):
        path.write_bytes(whole[:size])
        archive = Archive.read(path)
        full = size >= len(whole) - 1  # the last line end is no loss
        assert [pair for pair, _ in archive.played] == PAIRS[: 3 if full else 2]
        assert bool(archive.torn) == (not full and size > kept + 1)
        assert path.read_bytes() == whole[:size]
        archive.open()
        if not full:
            archive.add(games[2])
        assert list(read_file(path)) == [record for pair in games for record in pair]


def test_a_first_pair_may_be_torn_too(games: list[Games], tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    for size in (0, 1, 10, 100, 300):
        path.write_bytes(text(games[:1]).encode()[:size])
        archive = Archive.read(path)
        assert (archive.played, archive.torn) == ([], size)
        archive.open()
        archive.add(games[0])
        assert path.read_text() == text(games[:1])


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('[Seed "1"]', '[Seed 1"]', "line 12"),
        ('[Round "1b"]', '[Round "2b"]', "games 1 and 2 are no pair of the arena"),
        ('[Round "1b"]', '[Table "1b"]', "games 1 and 2 are no pair of the arena"),
        ('[White "zoë"]', '[White "yan"]', "games 1 and 2 are no pair of the arena"),
        ("1. ", "1. a1a7 ", "line 16"),
    ],
)
def test_any_other_fault_is_refused(
    games: list[Games], tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    path = tmp_path / "m.volto"
    path.write_text(text(games).replace(old, new, 1))
    with pytest.raises(VoltoError, match=complaint):
        Archive.read(path)


@pytest.mark.parametrize("content", ["precious", '[Event "Casual"]\n[White "Ada', "[", "\n["])
def test_a_file_of_another_kind_is_never_taken_for_a_torn_one(tmp_path: Path, content: str) -> None:
    path = tmp_path / "m.volto"
    path.write_text(content)
    if '[Event "Arena"]'.startswith(content.strip()):
        assert Archive.read(path).torn == len(content)
    else:
        with pytest.raises(VoltoError, match="line"):
            Archive.read(path)
    assert path.read_text() == content


@pytest.mark.parametrize(
    ("agents", "conditions", "complaint"),
    [
        (("ada", "yan"), CONDITIONS, "it holds games of 'zoë', who is not in this match"),
        (AGENTS, Conditions(seed=2), "its Seed is 1, and this match's is 2"),
        (AGENTS, Conditions(nodes=9), "its Budget is none, and this match's is 9 nodes"),
        (AGENTS, Conditions(seconds=0.5), "its Budget is none, and this match's is 0.5 s"),
        (AGENTS, Conditions(deployments=DeploymentSource.RANDOM), "its Deployments is own"),
        (AGENTS, Conditions(ruleset=Ruleset(LadyRule.CAPTOR)), "played by other rules"),
    ],
)
def test_a_file_from_another_match_is_refused(
    games: list[Games],
    tmp_path: Path,
    agents: tuple[str, ...],
    conditions: Conditions,
    complaint: str,
) -> None:
    path = tmp_path / "m.volto"
    path.write_text(text(games))
    archive = Archive.read(path)
    archive.check((*AGENTS, "another"), CONDITIONS)
    with pytest.raises(VoltoError, match=complaint):
        archive.check(agents, conditions)
    assert path.read_text() == text(games)


def test_a_pair_stands_only_once(games: list[Games], tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    path.write_text(text([*games, games[0]]))
    with pytest.raises(VoltoError, match="pair 1 of ada and zoë stands there twice"):
        Archive.read(path).check(AGENTS, CONDITIONS)

"""A whole match: interrupted, taken up again, on one core or several, it is the same match."""

from pathlib import Path

import pytest

from tests.agents.own import Quiet, Seeded
from tests.arena.players import Crasher, make
from volto.agents.registry import Asked
from volto.arena.conditions import Conditions
from volto.arena.contest import Contest
from volto.arena.sprt import Sprt
from volto.notation import read_file
from volto.rules import Reason, VoltoError

AGENTS = ["ada", "crasher", "zoe"]


def games(path: Path) -> set[str]:
    return set(map(str, read_file(path)))


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    path = tmp_path_factory.mktemp("match") / "m.volto"
    contest = Contest(AGENTS, Conditions(), 3, path)
    list(contest.play(make=make))
    return games(path)


def test_every_pair_is_recorded_as_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    contest = Contest(AGENTS, Conditions(), 2, path)
    for number, _ in enumerate(contest.play(make=make), 1):
        assert len(list(read_file(path))) == 2 * number
    assert contest.missing == []
    assert contest.results.pairs == contest.total == 6


def test_the_match_goes_on_after_a_crash(uninterrupted: set[str]) -> None:
    crashed = [text for text in uninterrupted if '[Termination "crasher failed' in text]
    assert len(uninterrupted) == 18
    assert 6 <= len(crashed) <= 12
    assert all(f'[Reason "{Reason.ABANDONED}"]' in text for text in crashed)


@pytest.mark.parametrize("stop", [1, 4, 8])
def test_an_interrupted_match_is_taken_up_again(
    uninterrupted: set[str], tmp_path: Path, stop: int
) -> None:
    path = tmp_path / "m.volto"
    playing = Contest(AGENTS, Conditions(), 3, path).play(make=make)
    for _ in range(stop):
        next(playing)
    playing.close()
    contest = Contest(AGENTS[::-1], Conditions(), 3, path)
    assert (contest.results.pairs, contest.total) == (stop, 9)
    assert len(list(contest.play(make=make))) == 9 - stop
    assert games(path) == uninterrupted
    assert contest.results.tallies.keys() == {tuple(sorted(p)) for p in contest.results.tallies}


def test_a_match_on_two_cores_is_the_same_match(uninterrupted: set[str], tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    list(Contest(AGENTS, Conditions(), 3, path).play(2, make))
    assert games(path) == uninterrupted


def test_a_longer_match_keeps_what_a_shorter_one_played(
    uninterrupted: set[str], tmp_path: Path
) -> None:
    path = tmp_path / "m.volto"
    list(Contest(["ada", "zoe"], Conditions(), 2, path).play(make=make))
    shorter = games(path)
    list(Contest(AGENTS, Conditions(), 3, path).play(make=make))
    assert shorter < games(path) == uninterrupted


def test_without_a_record_results_are_kept_in_mind() -> None:
    contest = Contest(["ada", "zoe"], Conditions(), 2)
    list(contest.play(make=make))
    assert contest.results.score("ada", "zoe").games == 4


def test_the_sequential_test_ends_the_match(tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    contest = Contest(["zoe", "cheater"], Conditions(), 500, path, Sprt(0, 50))
    played = len(list(contest.play(make=make)))
    assert 0 < played < 50
    assert contest.is_decided()
    assert list(Contest(["zoe", "cheater"], Conditions(), 500, path, Sprt(0, 50)).play()) == []


OWN_CRASHER: dict[str, Asked] = {"mine": Seeded, "crasher": Crasher}
OWN: dict[str, Asked] = {"mine": Seeded, "same": Quiet()}


@pytest.mark.parametrize("workers", [1, 2])
def test_own_agents_play_with_and_without_workers(tmp_path: Path, workers: int) -> None:
    words = ["mine", "same", "tests.agents.own:Seeded"]
    contest = Contest(words, Conditions(seconds=30), 1, tmp_path / "m.volto", own=OWN)
    *_, results = contest.play(workers)
    assert results.agents == sorted(words)
    assert results.pairs == 3
    assert results.forfeits == {}


def test_own_agents_are_tested_against_each_other() -> None:
    contest = Contest(["mine", "crasher"], Conditions(), 500, sprt=Sprt(0, 50), own=OWN_CRASHER)
    assert 0 < len(list(contest.play(2))) < 50
    assert contest.is_decided()


def test_a_match_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(VoltoError, match="pairs is 1 or more"):
        Contest(["ada", "zoe"], Conditions(), 0)
    with pytest.raises(VoltoError, match="for two agents"):
        Contest(AGENTS, Conditions(), 1, sprt=Sprt(0, 5))
    for wrong in ({"seconds": 0.0}, {"seconds": float("nan")}, {"nodes": 0}, {"grace": -1.0}):
        with pytest.raises(VoltoError):
            Conditions(**wrong)

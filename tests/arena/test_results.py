"""Counting: who scored what against whom, game by game and pair by pair."""

import numpy as np
import pytest

from tests.arena.players import make
from volto.arena.conditions import Conditions
from volto.arena.match import play_pair
from volto.arena.results import Results, Score, pair_counts, share_interval
from volto.arena.schedule import Pair
from volto.notation import read_records, write_records
from volto.rules import Family


def test_a_pair_counts_once_for_each_side() -> None:
    results = Results()
    for number in range(1, 6):
        pair = Pair("ada", "cheater", number)
        results.add(pair, play_pair(pair, Conditions(), make))
    assert results.score("ada", "cheater") == results.score("ada") == Score(10, 0, 0)
    assert results.score("cheater", "ada") == Score(0, 0, 10)
    assert results.pairs == 5


def test_each_game_counts_for_the_seat_that_won_it() -> None:
    results = Results()
    wins = {"ada": 0, "zoe": 0}
    for number in range(1, 11):
        pair = Pair("ada", "zoe", number)
        games = play_pair(pair, Conditions(), make)
        results.add(pair, games)
        for record in games:
            assert record.outcome is not None
            if record.outcome.winner:
                tag = "White" if record.outcome.winner is Family.WHITE else "Red"
                wins[record.tag(tag) or ""] += 1
    score = results.score("ada", "zoe")
    assert (score.wins, score.losses) == (wins["ada"], wins["zoe"])


def test_the_other_side_sees_the_same_pairs() -> None:
    results = Results({("a", "b"): np.arange(9).reshape(3, 3)})
    assert results.tally("b", "a").tolist() == [[8, 5, 2], [7, 4, 1], [6, 3, 0]]
    assert results.tally("b", "a").sum() == 36
    mine, theirs = (pair_counts(results.tally(*names)) for names in ("ab", "ba"))
    assert mine == [0, 4, 12, 12, 8] == theirs[::-1]


def test_points_and_shares() -> None:
    assert Score(3, 2, 5).points == 4
    assert Score(3, 2, 5).share == 0.4
    assert str(Score(3, 2, 5) + Score(1, 0, 0)) == "4–2–5"


@pytest.mark.parametrize(
    ("tally", "low", "high"),
    [
        ([[10, 0, 15], [0, 0, 0], [15, 0, 10]], 0.36, 0.64),  # coin tosses, 100 games: 0.40 to 0.60
        ([[0, 0, 0], [0, 0, 0], [0, 0, 50]], 0.92, 1.0),
        ([[0, 0, 0], [0, 0, 0], [0, 0, 0]], 0.0, 1.0),
    ],
)
def test_the_interval_of_a_share(tally: list[list[int]], low: float, high: float) -> None:
    found = share_interval(np.array(tally))
    assert low <= found[0] <= found[1] <= high


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("crasher", "crash"),
        ("absent", "crash"),
        ("homeless", "crash"),
        ("cheater", "illegal"),
        ("mumbler", "illegal"),
        ("crowd", "illegal"),
        ("outlaw", "illegal"),
        ("staller", "time"),
    ],
)
def test_forfeits_are_counted_by_agent_and_kind(words: str, kind: str) -> None:
    pair = Pair(words, "zoe", 1)
    games = play_pair(pair, Conditions(), make)
    for records in (games, read_records(write_records(games))):
        results = Results.of([(pair, (records[0], records[1]))])
        assert results.forfeits == {words: {kind: 2}}
        assert results.last_forfeit[words].startswith(words)


def test_an_old_record_tells_at_least_who_forfeited() -> None:
    pair = Pair("cheater", "zoe", 1)
    text = write_records(play_pair(pair, Conditions(), make))
    old = read_records(text.replace('[Forfeit "illegal"]\n', ""))
    assert Results.of([(pair, (old[0], old[1]))]).forfeits == {"cheater": {"crash": 2}}

"""A league: the player and its attackers take turns, and meet."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.train.plans import SMALL, quiet
from volto.cli.train import train
from volto.mind.network import read_tensors
from volto.rules import VoltoError
from volto.train.league import take_turns
from volto.train.player_files import Average, kept
from volto.train.players import Frozen
from volto.train.rollouts import Rival
from volto.train.run import Run

ROUNDS = replace(
    SMALL, steps=4096, imitate=0, attackers=2, attacked=0.25, lead=1024, chase=512, evaluate=2
)


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Run:
    run = Run(tmp_path_factory.mktemp("league"), ROUNDS)
    take_turns(run, quiet)
    return run


def test_the_player_and_its_attackers_take_turns(league: Run) -> None:
    assert league.done == 4096
    learned = [[path.stem for path in kept(league.folder / f"attacker-{n}")] for n in (1, 2)]
    assert learned == [["player-0000000512", "player-0000001024"], ["player-0000000512"]]


def test_an_attacker_learns_against_the_player_as_it_is(league: Run) -> None:
    targets = [
        json.loads((league.folder / f"attacker-{n}/plan.json").read_text(encoding="utf-8"))
        for n in (1, 2)
    ]
    players = [str(path) for path in league.kept()]
    assert [plan["against"] for plan in targets] == [players[2], players[1]]
    assert [plan["attackers"] for plan in targets] == [0, 0]


def test_attackers_become_rivals_as_they_are_and_one_as_it_was(league: Run) -> None:
    found = [(name, rival.share, rival.kind) for name, rival in league.rivals()]
    assert found == [
        ("attacker-1/player-0000001024", 0.25, 3),
        ("attacker-2/player-0000000512", 0.25, 3),
        ("attacker-1/player-0000000512", 0.125, 3),
    ]
    assert {"attacker-1/player-0000001024", "attacker-2/player-0000000512"} < set(league.evaluate())


def test_an_attacker_begins_as_the_player(league: Run) -> None:
    """Its first steps are small ones from where the player was, not from nothing."""
    weights = [
        read_tensors(path)[0]["player/layer0/w"]
        for path in (league.kept()[0], kept(league.folder / "attacker-1")[0])
    ]
    assert np.abs(weights[0] - weights[1]).max() < 0.1 < np.abs(weights[0]).max()


def test_a_chaser_meets_a_run_as_it_is_and_as_it_was_and_becomes_its_rival(tmp_path: Path) -> None:
    chased = Run(tmp_path, replace(SMALL, steps=2048, imitate=0, keep_every=512, evaluate=2))
    chased.go(quiet)
    chaser = Run(
        tmp_path / "attacker-1",
        replace(SMALL, steps=512, imitate=0, keep_every=512, evaluate=2, against=str(tmp_path)),
    )
    chaser.go(quiet)
    newest, earlier = (rival for _, rival in chaser.rivals())
    assert (newest.share, earlier.share) == (0.5, 0.2)
    assert _weights(newest) == read_tensors(chased.kept()[-1])[0]["player/layer0/w"].sum()
    before = {read_tensors(path)[0]["player/layer0/w"].sum() for path in chased.kept()}
    assert {_weights(chaser.rivals()[1][1]) for _ in range(40)} == before
    assert set(chaser.evaluate()) == {"newest", "earlier"}
    assert [name for name, _ in chased.rivals()] == ["attacker-1/player-0000000512"]


def _weights(rival: Rival) -> float:
    assert isinstance(rival.player, Frozen)
    return float(rival.player.network.layers.first.sum())


def test_nobody_is_chased_who_has_kept_no_player(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    with pytest.raises(VoltoError, match=r"No player is kept in .*run yet\."):
        train(tmp_path / "chaser", against=tmp_path / "run")
    assert not (tmp_path / "chaser").exists()


def test_nobody_is_attacked_whose_weights_are_missing(tmp_path: Path) -> None:
    with pytest.raises(VoltoError, match="There are no weights"):
        train(tmp_path / "attack", against=tmp_path / "nobody.safetensors")
    assert not (tmp_path / "attack").exists()


def test_a_league_does_not_play_on_a_cluster(league: Run, tmp_path: Path) -> None:
    with pytest.raises(VoltoError, match="a league does not go with --ray"):
        train(tmp_path / "run", ray=True, attackers=2)
    assert not (tmp_path / "run").exists()
    with pytest.raises(VoltoError, match="a league does not go with --ray"):
        train(league.folder, ray=True)


def test_two_runs_can_be_each_others_rivals_while_they_learn(tmp_path: Path) -> None:
    plan = replace(SMALL, steps=1024, imitate=0, keep_every=512, evaluate=2, past=0.0)
    (tmp_path / "other").mkdir()
    one = Run(tmp_path / "one", replace(plan, rivals=((str(tmp_path / "other"), 0.2),)))
    assert one.rivals() == []  # nobody is kept there yet
    other = Run(tmp_path / "other", plan)
    other.go(quiet)
    met = one.rivals()
    assert [rival.share for _, rival in met] == [0.1, 0.1]
    assert met[0][0] == "other/player-0000001024"
    assert {one.rivals()[1][0] for _ in range(20)} == {
        "other/player-0000000512",
        "other/player-0000001024",
    }


def test_an_average_follows_slowly() -> None:
    average, found = Average(0.75), []
    for number in range(3):
        average.follow({"layer0/w": np.full(2, 4.0**number, np.float32)}, stretches=100)
        assert average.player is not None
        found.append(float(average.player["layer0/w"][0]))
    assert found == [1.0, 1.75, 5.3125]


def test_an_average_soon_forgets_how_it_began() -> None:
    average = Average(0.99)
    for number in range(30):
        average.follow({"layer0/w": np.full(2, float(number > 0), np.float32)}, number)
    assert average.player is not None
    assert average.player["layer0/w"][0] > 0.99


def test_steady_players_are_kept_as_a_moving_average(tmp_path: Path) -> None:
    plan = replace(SMALL, steps=512, imitate=0, keep_every=512, evaluate=2, past=0.0)
    run = Run(tmp_path, replace(plan, steady=0.75))
    run.stretches = 100
    run.average.follow({name: 0 * value for name, value in run.learner.player().items()}, 100)
    run.go(quiet)
    assert run.average.player is not None
    kept_weights = read_tensors(run.kept()[-1])[0]["player/layer0/w"]
    np.testing.assert_array_equal(kept_weights, run.average.player["layer0/w"])
    last = read_tensors(tmp_path / "last.safetensors")[0]["player/layer0/w"]
    np.testing.assert_array_equal(last, run.learner.player()["layer0/w"])
    assert np.abs(kept_weights).max() < 0.3 * np.abs(last).max()

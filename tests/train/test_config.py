"""The settings of a run: what they may be, and how they are kept."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.train.configs import SMALL
from volto.rules import LadyRule, VoltoError
from volto.train.config import Config


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"past": 2.0}, "--past must be 0 to 1, not 2.0."),
        ({"rate": -1.0}, "--rate must be 1e-09 to 1, not -1.0."),
        ({"minibatch": 0}, "--minibatch must be at least 1, not 0."),
        ({"widths": ()}, r"--widths must be at least 1, not \(\)."),
        ({"widths": (16, 0)}, r"--widths must be at least 1, not \(16, 0\)."),
        ({"entropy": -0.1}, "--entropy must be at least 0"),
        ({"entropy": float("nan")}, "--entropy must be at least 0"),
        ({"rival": ("hunter",)}, "--rival is NAME=SHARE"),
        ({"rival": ("hunter=much",)}, "--rival is NAME=SHARE"),
        ({"rival": ("hunter=2",)}, "The share of --rival hunter=2 must be 0 to 1."),
        ({"rival": ("nosuch=0.1",)}, "There is no style, file or folder 'nosuch'"),
        ({"rival": ("hunter=0.9",), "past": 0.2}, "add up to 1.16"),
        ({"games": 8, "actors": 3}, "8 games cannot be divided among 3 actors."),
        ({"examiner": ("somebody",)}, "There is no agent 'somebody'"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_a_sentence(
    setting: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(VoltoError, match=sentence):
        Config(**setting)


def test_settings_are_read_as_they_were_written(tmp_path: Path) -> None:
    config = replace(SMALL, examiner=("thinker:2",), ladies=LadyRule.CAPTOR, rival=("hunter=0.1",))
    config.save(tmp_path)
    assert Config.saved(tmp_path) == config


def test_settings_that_a_run_did_not_know_have_their_defaults(tmp_path: Path) -> None:
    SMALL.save(tmp_path)
    found = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    assert found.pop("actors") == 1
    (tmp_path / "config.json").write_text(json.dumps(found), encoding="utf-8")
    assert Config.saved(tmp_path) == SMALL


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"colour": 1}', "settings unknown here: colour"),
        ("{", "cannot be read"),
        ('{"past": "x"}', "cannot be read"),
    ],
)
def test_damaged_settings_are_refused_in_a_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    (tmp_path / "config.json").write_text(text, encoding="utf-8")
    with pytest.raises(VoltoError, match=sentence):
        Config.saved(tmp_path)


@pytest.mark.parametrize(
    "change",
    [{"widths": (8,)}, {"critic_widths": (8,)}, {"ladies": LadyRule.CAPTOR}, {"start": "a"}],
)
def test_a_run_that_goes_on_keeps_its_network_and_its_rules(change: dict[str, Any]) -> None:
    with pytest.raises(VoltoError, match="A run that goes on keeps its --"):
        SMALL.changed(**change)
    assert SMALL.changed(rate=1e-3, ladies=SMALL.ladies).rate == 1e-3


def test_actors_share_games_and_each_has_chance_of_its_own() -> None:
    configs = replace(SMALL, actors=4, seed=7).actor_configs()
    assert [config.games for config in configs] == [4] * 4
    assert [config.seed for config in configs] == [7, 1007, 2007, 3007]
    assert {(config.turns, config.threads) for config in configs} == {(8, 1)}


def test_rates_change_linearly_after_imitation() -> None:
    config = replace(SMALL, imitate=512, steps=1536, entropy=0.1, last_entropy=0.05)
    assert config.coefficients(0).imitate
    assert config.coefficients(512).entropy == pytest.approx(0.1)
    assert config.coefficients(1024).entropy == pytest.approx(0.075)
    assert config.coefficients(1 << 40).entropy == pytest.approx(0.05)

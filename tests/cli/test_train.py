"""`volto train`: its plots and its refusals. Training itself is tested in tests/train."""

import json
import re
import sys
from dataclasses import fields
from pathlib import Path
from xml.etree import ElementTree

import pytest

from volto.cli import main
from volto.cli.atlas import atlas_svg
from volto.cli.curves import curves_svg, read_log
from volto.mind.network import shipped
from volto.rules import STANDARD, LadyRule
from volto.train.config import Config, option


def lines_of(picture: str) -> list[str]:
    """The names of the lines in a plot."""
    return re.findall(r'<g id="line ([^"]*)"', picture)


def test_the_curves_of_a_run_are_drawn(tmp_path: Path) -> None:
    lines = [
        {"step": 100, "entropy": 2.0, "turns": 50.0},
        {"step": 200, "entropy": 1.5, "turns": 40.0},
        {"step": 200, "matches": {"instinct": 0.5, "player-1": 0.6}},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "log.jsonl").write_text(text, encoding="utf-8")
    picture = tmp_path / "curves.svg"
    with pytest.raises(SystemExit, match="0"):
        main(["train", str(tmp_path), "--curves", str(picture)])
    drawn = picture.read_text(encoding="utf-8")
    assert drawn == curves_svg(read_log(tmp_path))
    ElementTree.fromstring(drawn)
    assert ">Turns per game<" in drawn
    assert ">Share of points won<" in drawn
    assert lines_of(drawn) == ["", "", "instinct"]


def test_the_players_of_another_run_share_a_line_and_files_have_their_own() -> None:
    matches = [
        {"player-5": 0.6, "other/player-0001": 0.5, "runs/one": 0.4},
        {"other/player-0002": 0.4, "other/player-0001": 0.7, "runs/two": 0.4},
    ]
    log = [{"step": step, "matches": found} for step, found in enumerate(matches, 1)]
    assert lines_of(curves_svg(log)) == ["other", "runs/one", "runs/two"]


def test_the_atlas_shows_where_each_role_is_deployed() -> None:
    picture = atlas_svg(shipped(LadyRule.OWNER))
    ElementTree.fromstring(picture)
    for name in ("Nobles", "Advisors", "Candidate", "Soldier", "Ladies"):
        assert f">{name}<" in picture
    assert len(re.findall(r">\d+ %<", picture)) == 5 * len(STANDARD.roster)


@pytest.mark.parametrize(
    ("picture", "why"),
    [("--curves", "There is no run in"), ("--atlas", "No player is kept in")],
)
def test_a_plot_needs_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], picture: str, why: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["train", str(tmp_path), picture, str(tmp_path / "picture.svg")])
    assert why in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--widths foo", 'Invalid value for --widths: unable to convert "foo" into int.'),
        ("--widths 0", "--widths must be at least 1, not (0,)."),
        ("--minibatch 0", "--minibatch must be at least 1, not 0."),
        ("--past 2", "--past must be 0 to 1, not 2.0."),
        ("--rate -1", "--rate must be 1e-09 to 1, not -1.0."),
        ("--ladies nobody", 'Choose from: "owner", "captor".'),
        ("--rival nosuch=0.1", "There is no style, file or folder 'nosuch' for --rival"),
        ("--rival some.safetensors", "--rival is NAME=SHARE"),
        ("--games 8 --actors 3", "8 games cannot be divided among 3 actors."),
        ("--address 127.0.0.1:6379", "--address is that of a Ray cluster: add --ray."),
        ("--start nowhere.safetensors", "There are no weights nowhere.safetensors"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["train", str(tmp_path / "run"), *words.split()])
    assert sentence in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "run").exists()


def test_a_cluster_needs_an_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SystemExit, match="2"):
        main(["train", str(tmp_path / "run"), "--ray", "--actors", "2"])
    assert "Training on a cluster needs more: pip install 'volto[ray]'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_every_setting_is_an_option_with_a_sentence_of_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["train", "--help"])
    told = capsys.readouterr().out
    for field in fields(Config):
        assert option(field.name) in told
    assert "Turns to learn from, over the whole run." in " ".join(told.split())

"""`volto train`: its pictures and its refusals. Training itself is tested in tests/train."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from volto.arena.svg import LAGOON, RED
from volto.cli import main
from volto.cli.curves import curves_svg, read_log


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
    assert "Points against others" in drawn
    assert ">instinct<" in drawn
    assert "player-1" not in drawn


@pytest.mark.parametrize(
    ("picture", "why"),
    [("--curves", "There is no run in"), ("--atlas", "No player is kept in")],
)
def test_a_picture_needs_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], picture: str, why: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["train", str(tmp_path), picture, str(tmp_path / "picture.svg")])
    assert why in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_rival_needs_a_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", str(tmp_path / "run"), "--rival", "some.safetensors"])
    assert "FILE=SHARE" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_cluster_needs_an_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SystemExit, match="2"):
        main(["train", str(tmp_path / "run"), "--ray", "--actors", "2"])
    assert "Training on a cluster needs more: pip install 'volto[ray]'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_an_address_is_for_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["train", str(tmp_path / "run"), "--address", "127.0.0.1:6379"])
    assert "say --ray as well" in capsys.readouterr().err


def test_actors_must_share_games_out_evenly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["train", str(tmp_path / "run"), "--games", "8", "--actors", "3"])
    assert "8 games cannot be shared out evenly among 3 actors" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_an_attacker_has_one_line_however_often_it_changed() -> None:
    matches = [
        {"player-5": 0.6, "attacker-1/player-0001": 0.5},
        {"attacker-1/player-0002": 0.4, "attacker-1/player-0001": 0.7},
    ]
    log = [{"step": step, "matches": found} for step, found in enumerate(matches, 1)]
    picture = curves_svg(log)
    assert picture.count("Points against") == picture.count("Points against attackers") == 1
    assert picture.count("<path") == picture.count(">1</text>") - 1 == 1


def test_opponents_of_a_kind_share_a_panel_and_differ_in_colour() -> None:
    met = {"attacker-10": 0.4, "attacker-9": 0.5, "copy of hunter": 0.6, "hunter": 0.7}
    picture = curves_svg([{"step": 1, "matches": met}])
    assert picture.count("Points against") == 3
    assert picture.index(">9</text>") < picture.index(">10</text>")
    for colour in (LAGOON, RED):
        assert f'stroke="{colour}"' in picture
        assert f'fill="{colour}"' in picture


def test_rivals_from_one_folder_have_lines_of_their_own() -> None:
    picture = curves_svg([{"step": 1, "matches": {"runs/one": 0.4, "runs/two": 0.5}}])
    assert ">runs/one<" in picture
    assert ">runs/two<" in picture

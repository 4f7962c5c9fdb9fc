"""Tables, figures and the plot."""

import json
import re
from xml.etree import ElementTree

from tests.arena.simulated import simulated
from volto.arena.plot import ladder_svg
from volto.arena.ratings import rate
from volto.arena.report import figures, markdown, signed

ELO = {"random": 0.0, "greedy": 150.0, 'engine:./bot "<&|>"': 300.0}
RESULTS = simulated(ELO, 50, v=0.2)
RATINGS = rate(RESULTS)


def test_markdown_holds_the_standings_and_every_result() -> None:
    lines = markdown(RESULTS, RATINGS).splitlines()
    tables = [line for line in lines if line.startswith("|")]
    assert len(tables) == 2 + 3 + 2 + 3
    for line in tables:
        columns = len(re.findall(r"(?<!\\)\|", line)) - 1
        assert columns in (8, 5)
    assert tables[4].startswith("| 3 | random | 0 | anchor | 200 |")
    assert lines[6] == "300 games in 150 pairs; random has 0 Elo."
    score = RESULTS.score("greedy", "random")
    assert f"{100 * score.share:.1f} %<br>{score.wins}–{score.draws}–{score.losses}" in tables[-2]


def test_figures_are_json_and_complete() -> None:
    found = json.loads(json.dumps(figures(RESULTS, RATINGS)))
    assert found["games"] == 300
    assert [agent["agent"] for agent in found["agents"]] == list(RATINGS.agents)
    assert len(found["pairings"]) == 3
    for pairing in found["pairings"]:
        assert pairing["wins"] + pairing["draws"] + pairing["losses"] == 100
        assert pairing["low"] < pairing["score"] < pairing["high"]
        assert sum(pairing["pairs_by_points"]) == 50


def test_the_plot_is_a_picture_of_every_agent() -> None:
    root = ElementTree.fromstring(ladder_svg(RATINGS, "A & B"))
    svg = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{svg}svg"
    texts = [text.text for text in root.iter(f"{svg}text")]
    assert {"A & B", *ELO, "Elo (random = 0), with 95 % intervals"} <= set(texts)
    agents = next(group for group in root.iter(f"{svg}g") if group.get("id") == "agents")
    dots = [float(dot.attrib["x"]) for dot in agents.iter(f"{svg}use")]
    assert dots == sorted(dots, reverse=True)
    assert len(dots) == 3


def test_signs_are_real_signs() -> None:
    assert [signed(elo) for elo in (12.4, -7.6, 0.2, -0.3, -100)] == ["+12", "−8", "0", "0", "−100"]

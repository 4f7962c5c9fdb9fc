"""Search: it repeats, it counts rightly, it plays by the rules and sees what is before it."""

from random import Random
from threading import Event

import numpy as np
import pytest

from tests.agents.choosing import seen
from tests.mind.minds import some_priors
from tests.strategies import BOX, MINI, random_game
from volto.agents import play_game
from volto.agents.agent import Budget, Thought
from volto.agents.thinker import PLAIN, SearchSettings, SearchTree, Thinker
from volto.belief import Belief, imagined
from volto.mind.ismcts import TOTAL, VISITS, search
from volto.mind.knowledge import Knowledge
from volto.mind.tables import tables_of
from volto.mind.worlds import Worlds
from volto.rules import Deployment, Family, View
from volto.sim.actions import action_of
from volto.sim.kernel import U

SMALL = SearchSettings(iterations=200)
MANY_TREES = SearchSettings(iterations=200, threads=2)
MANNERS = pytest.mark.parametrize(
    "settings", [SMALL, MANY_TREES, PLAIN], ids=["learned", "two trees", "plain"]
)


def grown(
    view: View, iterations: int, seed: int, plain: bool = False, size: int = 4096
) -> SearchTree:
    """A tree grown from a view, all that is possible held equally likely."""
    known, ruleset = Knowledge.of(view), view.ruleset
    worlds = Worlds.alike(Belief.of(view).numbers, some_priors().instinct)
    tree = SearchTree(size)
    used, _ = search(
        iterations,
        U(seed),
        known.row,
        known.rival_number,
        known.rival_bits,
        worlds.numbers,
        worlds.manners,
        worlds.cumulative,
        tables_of(ruleset),
        worlds.instincts,
        1.0,
        0.7,
        1.0 if plain else 0.4,
        plain,
        60,
        tree.nodes,
        tree.sums,
        tree.used,
        tree.top,
    )
    tree.used = int(used)
    return tree


def some_views(seed: int, longest: int = 40) -> list[View]:
    """What the families to move see now and then in a random game of any kind."""
    ruleset = (*BOX, *MINI)[seed % (len(BOX) + len(MINI))]
    positions = random_game(Random(seed), ruleset, longest).positions
    return [p.view(p.to_move) for p in positions[::5] if p.outcome is None]


def thinker(seed: int, settings: SearchSettings = SMALL) -> Thinker:
    return Thinker(Random(seed), settings, priors=some_priors())


@pytest.mark.parametrize("plain", [False, True])
def test_every_visit_is_counted_on_its_way_down(plain: bool) -> None:
    for seed in range(7):
        for view in some_views(seed):
            tree = grown(view, 300, seed + 1, plain)
            children = [child for _, child in tree.children(0)]
            assert tree.nodes[0, VISITS] == 300
            assert sum(int(tree.nodes[child, VISITS]) for child in children) == 300
            for node in range(1, tree.used):
                below = [int(tree.nodes[child, VISITS]) for _, child in tree.children(node)]
                assert sum(below) < tree.nodes[node, VISITS]
                assert 0.0 <= tree.sums[node, TOTAL] <= tree.nodes[node, VISITS]


def test_what_one_family_wins_the_other_loses() -> None:
    for seed in range(7):
        for view in some_views(seed):
            tree = grown(view, 200, seed + 1)
            won = sum(tree.sums[child, TOTAL] for _, child in tree.children(0))
            assert won + tree.sums[0, TOTAL] == pytest.approx(200)


@pytest.mark.parametrize("plain", [False, True])
def test_only_legal_moves_are_tried_first(plain: bool) -> None:
    """R-5 to R-10; the plain search tries each of them before any twice."""
    for seed in range(7):
        for view in some_views(seed):
            legal = {action_of(move, view.to_move, view.ruleset) for move in view.legal_moves()}
            tried = {edge for edge, _ in grown(view, 200, seed + 1, plain).children(0)}
            assert tried == legal if plain else tried <= legal


@pytest.mark.parametrize("plain", [False, True])
def test_the_same_seed_grows_the_same_tree(plain: bool) -> None:
    for view in some_views(1):
        one, other = (grown(view, 300, 7, plain) for _ in range(2))
        assert one.used == other.used
        assert np.array_equal(one.nodes[: one.used], other.nodes[: one.used])
        assert np.array_equal(one.sums[: one.used], other.sums[: one.used])


def test_a_full_tree_goes_on_counting() -> None:
    view = some_views(0)[1]
    tree = grown(view, 500, 3, size=100)
    assert tree.used == 100
    assert tree.nodes[0, VISITS] == 500


@MANNERS
def test_a_thinker_with_the_same_seed_thinks_the_same(settings: SearchSettings) -> None:
    for view in some_views(0)[:3]:
        thoughts = [thinker(4, settings).think(view, Budget(nodes=300)) for _ in range(2)]
        assert thoughts[0] == thoughts[1]
        chosen = {thinker(4, settings).choose(view, Budget(nodes=300)) for _ in range(2)}
        assert len(chosen) == 1


@MANNERS
def test_a_thinker_has_an_opinion_of_each_legal_move_and_no_other(settings: SearchSettings) -> None:
    for seed in range(7):
        for view in some_views(seed):
            thought = thinker(seed, settings).think(view, Budget(nodes=100))
            assert thought.nodes == 100
            moves = [choice.move for choice in thought.choices]
            assert sorted(moves) == sorted(view.legal_moves())
            assert sum(choice.weight for choice in thought.choices) == pytest.approx(1.0)
            for choice in thought.choices:
                assert 0.0 <= choice.low <= choice.value <= choice.high <= 1.0


@pytest.mark.parametrize("seed", range(12))
def test_thinkers_play_whole_games_by_the_rules(seed: int) -> None:
    """R-4: each keeps its tree from move to move."""
    ruleset = (*BOX, *MINI)[seed % (len(BOX) + len(MINI))]
    budget = Budget(nodes=40)
    play_game(thinker(seed), thinker(seed + 1), ruleset=ruleset, budget=budget, turns=40)


@MANNERS
@pytest.mark.parametrize(
    ("text", "winning"),
    [
        ("l3c/2C2/5/5/5/5/4L w 0 30", {"c6b7", "c6c7", "c6d7"}),
        ("l4/5/5/5/5/2c2/C3L r 0 30", {"c2b1", "c2c1", "c2d1"}),
    ],
)
def test_a_win_at_once_is_found(text: str, winning: set[str], settings: SearchSettings) -> None:
    for seed in range(5):
        view = seen(text)
        thought = thinker(seed, settings).think(view, Budget(nodes=600))
        assert str(thought.choices[0].move) in winning
        assert thought.choices[0].value > 0.9


@MANNERS
def test_the_mask_that_can_only_be_the_candidate_is_captured(settings: SearchSettings) -> None:
    """R-12"""
    view = seen("l4/5/5/2c2/2N2/1A3/C3L r 0 30", "c4c3")
    for seed in range(5):
        thought = thinker(seed, settings).think(view, Budget(nodes=3000))
        assert str(thought.choices[0].move) == "b2c3"


def test_a_thinker_may_go_on_to_another_game_by_other_rules() -> None:
    one = thinker(1)
    for ruleset in (MINI[0], MINI[3], BOX[0], MINI[0]):
        view = View.start(Family.WHITE, Deployment.random(Random(1), ruleset), ruleset=ruleset)
        assert one.choose(view, Budget(nodes=50)) in view.legal_moves()


def test_a_thinker_that_is_halted_answers_with_what_it_has() -> None:
    halt = Event()
    halt.set()
    view = some_views(0)[0]
    thought = thinker(1).think(view, Budget(nodes=10**6, halt=halt))
    assert 0 < thought.nodes < 1000
    assert sum(choice.weight for choice in thought.choices) == pytest.approx(1.0)


def test_a_thinker_reports_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("volto.agents.move_selection.SAYING", -1.0)  # as often as it can
    reports: list[Thought] = []
    view = some_views(0)[0]
    thought = thinker(1).think(view, Budget(nodes=1000, report=reports.append))
    assert reports
    assert all(0 < report.nodes <= thought.nodes for report in reports)
    assert thought.nodes == 1000


def test_the_tree_of_the_last_move_is_kept() -> None:
    """What was thought about the moves that were then played is not thought out again."""
    view = some_views(0)[1]
    one = thinker(1)
    first = one.think(view, Budget(nodes=2000)).choices[0].move
    position = imagined(view, Belief.of(view).sample(Random(1))).play(first)
    (known,) = one._trees
    below = dict(known.children(dict(known.children(0))[action_of(first, view.to_move)]))
    replies = {action_of(move, position.to_move): move for move in position.legal_moves()}
    action = max(replies.keys() & below, key=lambda action: int(known.nodes[below[action], VISITS]))
    reply, visits = replies[action], int(known.nodes[below[action], VISITS])
    one.think(position.play(reply).view(view.seat), Budget(nodes=100))
    assert one._trees == [known]
    assert int(known.nodes[known.top, VISITS]) == visits + 100

"""The tree says what the rules say, for every deployment at every history."""

import numpy as np
import pytest

from tests.exact.walking import starts, worth
from volto.exact import GAMES, MiniGame, mini, named, tree_of
from volto.exact.tree import Tree
from volto.rules import STANDARD, Family, Position, Reason, Turn, VoltoError

SMALL = [
    named("calle"),
    mini(3, 3, "NCL", 3),
    mini(3, 3, "SCL", 3, ladies="captor"),
    mini(2, 4, "NC", 5),
    mini(2, 4, "NACL", 2),
    mini(1, 4, "C", 6),
    mini(1, 5, "CL", 6),
]


def who(white: int, red: int, mover: Family) -> tuple[int, int]:
    """The numbers of the mover's deployment and of its rival's."""
    return (white, red) if mover is Family.WHITE else (red, white)


def compare(
    tree: Tree, position: Position, white: int, red: int, node: int, reasons: set[Reason]
) -> int:
    """Walk all games from a position, beside the tree; returns how many there are."""
    level = tree.levels[position.turns]
    assert level.mover is position.to_move
    own, rival = who(white, red, level.mover)
    situation = tree.situations[level.situation[node]]
    order = situation.orders[own]
    assert [situation.moves[number] for number in order] == list(position.legal_moves())
    rows = level.first_row[node] + np.array(order)
    assert set(np.flatnonzero(level.legal[:, own] & (level.row_node == node))) == set(rows)
    games = 0
    for row, move in zip(rows, position.legal_moves(), strict=True):
        after = position.play(move)
        ends = [
            float(level.end_value[end])
            for end in np.flatnonzero(level.end_row == row)
            if level.end_own[end, own] and level.end_rival[end, rival]
        ]
        branches = [
            branch
            for branch in np.flatnonzero(level.branch_row == row)
            if level.branch_own[branch, own] and level.branch_rival[branch, rival]
        ]
        if after.outcome is None:
            assert (len(branches), len(ends)) == (1, 0)
            assert tree.turn(level, int(branches[0])) == after.history[-1]
            games += compare(tree, after, white, red, int(branches[0]), reasons)
        else:
            reasons.add(after.outcome.reason)
            value = worth(after, level.mover)
            assert (branches, ends) == ([], [value] if value else [])
            games += 1
    return games


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_the_tree_agrees_with_the_rules_everywhere(game: MiniGame) -> None:
    """R-5 to R-15, H-1"""
    tree, reasons = tree_of(game), set[Reason]()
    games = sum(compare(tree, start, w, r, 0, reasons) for w, r, start in starts(game))
    assert games > 20 or game.ruleset.mat.columns == 1


def test_every_way_to_end_is_compared() -> None:
    """R-12 to R-15, H-1"""
    reasons = set[Reason]()
    for game in SMALL:
        tree = tree_of(game)
        for white, red, start in starts(game):
            compare(tree, start, white, red, 0, reasons)
    assert reasons == {
        Reason.CANDIDATE_CAPTURED,
        Reason.CANDIDATE_TOOK_LADY,
        Reason.LADIES,
        Reason.PALACE,
        Reason.BLOCKED,
        Reason.TURN_CAP,
    }


@pytest.mark.parametrize(
    ("name", "deployments", "nodes", "sets"),
    [("calle", 2, 13, 26), ("corte", 6, 297, 1242), ("ponte", 24, 1533, 5212)],
)
def test_the_sizes_of_the_named_games(name: str, deployments: int, nodes: int, sets: int) -> None:
    tree = tree_of(named(name))
    assert (len(tree.deployments), tree.nodes, tree.information_sets) == (deployments, nodes, sets)


def test_scenes_stand_at_their_nodes() -> None:
    tree = tree_of(named("corte"))
    for turns, scenes in tree.scenes():
        assert len(scenes) == tree.levels[turns].nodes
        for node, scene in enumerate(scenes):
            assert len(scene.history) == turns
            assert tree.node(scene.history) == node


def test_a_history_that_cannot_be_is_refused() -> None:
    tree = tree_of(named("calle"))
    with pytest.raises(VoltoError, match="The game does not go on after a1a3"):
        tree.node([Turn.parse("a1a3", tree.game.ruleset.mat)])


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (MiniGame("box", STANDARD), "1,000 deployments at most, not 50,400"),
        (mini(2, 4, "NCLL", 4), "some deployments cannot move at all"),
    ],
)
def test_a_game_that_cannot_be_written_out_is_refused(game: MiniGame, reason: str) -> None:
    with pytest.raises(VoltoError, match=reason):
        tree_of(game)


def test_a_game_without_end_is_refused() -> None:
    with pytest.raises(VoltoError, match="must end: it needs a turn cap"):
        mini(3, 4, "NCL", 0)


def test_games_are_known_by_name() -> None:
    assert all(named(name) is game for name, game in GAMES.items())
    with pytest.raises(VoltoError, match="There is no small game 'lagoon': there are calle, "):
        named("lagoon")

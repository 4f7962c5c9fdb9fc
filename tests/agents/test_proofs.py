"""Sure moves, in small positions and against brute force over every world and every reply."""

from collections.abc import Iterable
from itertools import islice
from random import Random

import pytest

from tests.agents.choosing import seen
from tests.rules.playing import ending, played
from tests.strategies import BOX, MINI, random_game
from volto.agents.proofs import Seen, replies, safe_moves, sure_win
from volto.belief import Belief, imagined
from volto.rules import Deployment, LadyRule, Move, Position, Role, Ruleset, Turn, View

MINI_IDS = [f"{rules.mat} {rules.ladies}" for rules in MINI]


def texts(moves: Iterable[Move]) -> set[str]:
    return {str(move) for move in moves}


def sure(view: View, deep: bool = True) -> str | None:
    move = sure_win(view, deep)
    return str(move) if move else None


def test_a_candidate_steps_into_the_palace() -> None:
    """R-15"""
    assert sure(seen("l3c/2C2/5/5/5/5/4L w 0 30"), deep=False) in {"c6b7", "c6c7", "c6d7"}
    assert sure(seen("l4/5/5/5/5/2c2/C3L r 0 30"), deep=False) in {"c2b1", "c2c1", "c2d1"}


def test_the_only_mask_that_can_be_the_candidate_is_captured() -> None:
    """R-12: it has captured, so it is not the Lady."""
    assert sure(seen("l4/5/5/2c2/2N2/1A3/C3L r 0 30", "c4c3")) == "b2c3"


def test_a_capture_that_might_be_of_a_lady_is_no_sure_win() -> None:
    """R-13, R-14"""
    assert sure(seen("l4/5/5/5/2c2/1A3/C3L w 0 30")) is None
    assert sure(seen("l3l/5/5/5/2c2/1A3/C3L w 0 30", ladies="captor")) is None


def test_where_lost_ladies_lose_capturing_the_last_lady_or_the_candidate_wins() -> None:
    """R-12, R-14"""
    view = seen("l4/5/5/5/2c2/1A3/C3L w 0 30", ladies="captor")
    assert sure(view, deep=False) == "b2c3"


@pytest.mark.parametrize("ladies", LadyRule)
def test_a_candidate_never_counts_on_a_capture_that_may_be_of_a_lady(ladies: LadyRule) -> None:
    """R-13: not even in the rival palace, nor where lost Ladies lose."""
    view = seen("1lc2/1C3/5/5/5/5/4L w 0 30", ladies=ladies)
    assert sure(view, deep=False) == "b6a7"
    view = seen("lcn2/1C3/5/5/5/5/4L w 0 30", ladies=ladies)
    assert sure(view) is None


@pytest.mark.parametrize("ladies", LadyRule)
def test_a_candidate_before_two_free_cells_of_the_palace_wins_next_turn(ladies: LadyRule) -> None:
    """R-15: no rival mask can get at it, and none can fill both."""
    view = seen("5/5/2C2/l4/c4/5/4L w 0 30", ladies=ladies)
    assert sure(view, deep=False) is None
    assert sure(view) in {"c5b6", "c5c6", "c5d6"}
    view = seen("2l1c/5/C4/5/5/5/4L w 0 30", ladies=ladies)
    assert sure(view) == "a5a6"


def test_a_candidate_that_some_mask_may_capture_on_the_way_has_no_sure_win() -> None:
    """R-12"""
    assert sure(seen("1l2c/5/C4/5/5/5/4L w 0 30")) is None
    assert sure(seen("l3c/5/2C2/5/5/5/4L w 0 30")) == "c5c6"
    assert sure(seen("l1s1c/5/2C2/5/5/5/4L w 0 30")) is None


@pytest.mark.parametrize("candidate_last", [False, True])
@pytest.mark.parametrize("near", ["1n3", "1a3", "1l3"])
def test_a_win_next_turn_is_not_sure_if_the_rival_may_win_before(
    near: str, candidate_last: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-15: the mask on b2 may be the Candidate, in whatever order roles are thought of."""

    def in_order(view: View) -> Iterable[Seen]:
        return sorted(
            replies(view), key=lambda reply: (reply.role is Role.CANDIDATE) == candidate_last
        )

    monkeypatch.setattr("volto.agents.proofs.replies", in_order)
    assert sure(seen(f"2l1c/5/C4/5/5/{near}/4L w 0 30")) is None


def test_a_win_next_turn_is_not_sure_if_the_game_is_drawn_before() -> None:
    """H-2: after 100 turns without a capture."""
    text = "5/5/2C2/l4/c4/5/4L w {} 130"
    assert sure(seen(text.format(97))) is not None
    assert sure(seen(text.format(98))) is None
    assert sure(seen(text.format(99))) is None


def test_a_win_at_once_comes_before_a_draw() -> None:
    """R-15, H-2"""
    assert sure(seen("l3c/2C2/5/5/5/5/4L w 99 130")) is not None


def test_a_possible_candidate_is_not_let_into_the_palace() -> None:
    """R-15: the mask on c2 may be the Candidate; if it is a Lady, another one is left."""
    assert texts(safe_moves(seen("l3l/5/5/2C2/5/2c2/2N1L w 0 30"))) == {"c1c2"}


def test_the_last_lady_is_not_captured_to_keep_a_possible_candidate_out() -> None:
    """R-14: whoever stands on c2, some world is lost."""
    assert safe_moves(seen("l4/5/5/2C2/5/2c2/2N1L w 0 30")) == []
    assert texts(safe_moves(seen("l4/5/5/2C2/5/2c2/2N1L w 0 30", ladies="captor"))) == {"c1c2"}


def test_the_candidate_does_not_stay_where_a_mask_may_capture_it() -> None:
    """R-12: the mask on c4 may be a Noble or the Candidate."""
    safe = safe_moves(seen("c3l/5/2n2/5/1C3/5/4L r 0 30", "c5c4"))
    assert texts(safe) == {"b3a2", "b3b2", "b3c2", "b3a3", "b3a4"}


def test_the_candidate_may_stay_where_no_role_that_is_left_can_capture_it() -> None:
    """R-6, R-9: the mask on b3 ran, so it is the Soldier, and it never turns."""
    safe = texts(safe_moves(seen("cs2l/5/5/5/5/2C2/4L r 0 30", "b7b3")))
    assert {"c2c3", "e1e2", "c2d1"} <= safe
    assert not {"c2b1", "c2b2"} & safe
    assert "c2b3" in safe


def test_a_lady_may_be_offered_where_lost_ladies_win_but_not_where_they_lose() -> None:
    """R-14: the last Lady on d4 would stand before a mask that may capture her."""
    text = "c3l/5/3n1/5/3L1/5/C4 w 0 30"
    assert "d3d4" in texts(safe_moves(seen(text)))
    assert "d3d4" not in texts(safe_moves(seen(text, ladies="captor")))
    assert "d3d2" in texts(safe_moves(seen(text, ladies="captor")))


def test_a_reply_that_leaves_no_move_is_a_defeat() -> None:
    """H-1: once the Lady stands on b2 and a rival mask comes to c1, White is stuck."""
    text, moves = "c3l/5/5/5/aaa2/L2L1/CSn1n r 0 40", ("c1c2", "d2c1", "e1d1")
    end = played(text, *moves, "c1b2", "d1c1")
    assert ending(end) == "0-1 blocked"
    assert "c1b2" not in texts(safe_moves(seen(text, *moves)))


def test_only_the_moves_asked_for_are_judged() -> None:
    view = seen("c3l/5/2n2/5/1C3/5/4L w 0 30")
    some = [Move.parse("b3b4"), Move.parse("b3a2")]
    assert texts(safe_moves(view, some)) == {"b3a2"}


def test_a_move_that_draws_the_game_is_safe() -> None:
    """H-2: no reply is left that could win."""
    text = "c3l/5/2n2/5/1C3/5/4L w {} 130"
    assert "b3b4" not in texts(safe_moves(seen(text.format(98))))
    assert "b3b4" in texts(safe_moves(seen(text.format(99))))


def worlds_of(view: View) -> list[Position]:
    """Every position that fits what the view's seat has seen."""
    numbers = Belief.of(view).numbers
    worlds = [imagined(view, Deployment.numbered(int(n), view.ruleset)) for n in numbers]
    return [world for world in worlds if world.outcome is None]


def brute_safe(view: View) -> list[Move]:
    """The moves after which neither the move nor any reply, in any world, is a defeat."""
    worlds = worlds_of(view)
    rival = view.to_move.rival

    def loses(position: Position) -> bool:
        return position.outcome is not None and position.outcome.winner is rival

    def is_safe(move: Move) -> bool:
        return not any(
            loses(after) or any(loses(after.play(reply)) for reply in after.legal_moves())
            for after in (world.play(move) for world in worlds)
        )

    return [move for move in view.legal_moves() if is_safe(move)]


def wins_at_once(move: Move, worlds: list[Position]) -> bool:
    """Does a move win in each of these worlds?"""
    ends = [(world.to_move, world.play(move).outcome) for world in worlds]
    return all(end is not None and end.winner is seat for seat, end in ends)


def wins_next_turn(move: Move, worlds: list[Position]) -> bool:
    """Does a move win in each of these worlds, or is there one that does after every reply?"""
    told_alike: dict[tuple[Turn, ...], list[Position]] = {}
    for world in worlds:
        after = world.play(move)
        ends = [after] if after.outcome else [after.play(reply) for reply in after.legal_moves()]
        for end in ends:
            if end.outcome is None:
                told_alike.setdefault(end.history[-2:], []).append(end)
            elif end.outcome.winner is not world.to_move:
                return False
    return all(
        any(wins_at_once(next_move, alike) for next_move in alike[0].legal_moves())
        for alike in told_alike.values()
    )


def views(ruleset: Ruleset, games: int, most_worlds: int, longest: int = 60) -> Iterable[View]:
    """What the families to move see in random games, where there are few enough worlds."""
    rng = Random(9)
    for _ in range(games):
        for position in random_game(rng, ruleset, longest).positions:
            if position.outcome is None:
                view = position.view(position.to_move)
                if Belief.of(view).count <= most_worlds:
                    yield view


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_a_sure_win_at_once_is_found_whenever_there_is_one(ruleset: Ruleset) -> None:
    found = 0
    for view in views(ruleset, 25, 30):
        worlds = worlds_of(view)
        wins = [move for move in view.legal_moves() if wins_at_once(move, worlds)]
        move = sure_win(view, deep=False)
        assert (move in wins) if wins else (move is None), view
        found += bool(wins)
    assert found > 2


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_a_sure_win_wins_in_every_world_against_every_reply(ruleset: Ruleset) -> None:
    found = 0
    for view in views(ruleset, 25, 30):
        move = sure_win(view)
        if move is not None:
            assert wins_next_turn(move, worlds_of(view)), (str(view), str(move))
            found += 1
    assert found > 2


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_safe_moves_are_those_that_lose_in_no_world_to_no_reply(ruleset: Ruleset) -> None:
    for view in views(ruleset, 8, 12):
        assert texts(safe_moves(view)) == texts(brute_safe(view)), str(view)


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", BOX, ids=lambda rules: rules.ladies)
def test_in_the_box_too_sure_and_safe_moves_keep_their_word(ruleset: Ruleset) -> None:
    for view in islice(views(ruleset, 12, 8, longest=300), 12):
        assert texts(safe_moves(view)) == texts(brute_safe(view)), str(view)
        move = sure_win(view)
        if move is not None:
            assert wins_next_turn(move, worlds_of(view)), (str(view), str(move))

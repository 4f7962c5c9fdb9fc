"""A batch: plain arrays, nothing hidden, nothing half done."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from volto.rules import (
    Deployment,
    Family,
    IllegalMove,
    Mat,
    Move,
    Position,
    Role,
    Ruleset,
    VoltoError,
)
from volto.sim import (
    PLANES,
    Batch,
    action_of,
    actions_of,
    aligned,
    move_of,
    observation_limits,
    observation_shape,
)

MIDDLE = "1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N r 2 31"


def everything(batch: Batch) -> list[NDArray[Any]]:
    """What a batch says of itself at this moment."""
    return [
        array.copy()
        for array in (
            batch.state,
            batch.reason,
            batch.winner,
            batch.legal(),
            batch.observe(),
            *(batch.observe(family, np.zeros_like(batch.observe())) for family in Family),
        )
    ]


def same(ones: list[NDArray[Any]], others: list[NDArray[Any]]) -> bool:
    return all((one == other).all() for one, other in zip(ones, others, strict=True))


def wander(batch: Batch, steps: int = 70) -> None:
    for _ in range(steps):
        batch.step(batch.sample_legal())


@pytest.mark.parametrize("threads", [0, 2, 5])
def test_a_batch_repeats_from_its_seed_on_any_number_of_threads(threads: int) -> None:
    one, other = Batch(77, 4), Batch(77, 4, threads=threads)
    wander(one)
    wander(other)
    assert same(everything(one), everything(other))


def test_another_seed_gives_other_games() -> None:
    assert not same(everything(Batch(10, 1)), everything(Batch(10, 2)))


def test_a_snapshot_can_be_returned_to() -> None:
    batch = Batch(50, 9)
    wander(batch)
    before, snapshot = everything(batch), batch.snapshot()
    wander(batch)
    after = everything(batch)
    assert not same(before, after)
    batch.restore(snapshot)
    assert same(before, everything(batch))
    wander(batch)
    assert same(after, everything(batch))


def test_a_snapshot_of_another_size_is_refused() -> None:
    with pytest.raises(VoltoError, match="3 games, and the batch 2"):
        Batch(2).restore(Batch(3).snapshot())


def test_games_that_end_begin_anew_by_themselves() -> None:
    batch = Batch(200, 3)
    ended = 0
    for _ in range(100):
        before = batch.turns.copy()
        batch.step(batch.sample_legal())
        over = batch.reason != 0
        ended += over.sum()
        assert (batch.turns[over] == 0).all()
        assert (batch.turns[~over] == before[~over] + 1).all()
        assert (batch.reward[~over] == 0).all()
        assert (abs(batch.reward[over]) == (batch.winner[over] != 2)).all()
    assert ended > 200


def test_games_that_end_rest_if_they_are_told_to() -> None:
    batch = Batch(30, 3, auto_reset=False)
    while (batch.reason == 0).any():
        wander(batch, 1)
    assert (batch.sample_legal() == -1).all()
    assert not batch.legal().any()
    before = everything(batch)
    wander(batch, 1)
    assert same(before, everything(batch))
    with pytest.raises(IllegalMove, match="Game 0 is over: it takes action -1, not 5"):
        batch.step(np.full(30, 5))


def test_the_reward_is_for_the_family_that_moved() -> None:
    """R-12, R-13: White's Candidate takes a Noble, and then a Lady."""
    batch = Batch(2, auto_reset=False)
    batch.put(0, Position.parse("c4/5/5/5/1nl2/1C3/2L1L w 0 0"))
    batch.put(1, Position.parse("c4/5/5/5/1nl2/1C3/2L1L w 0 0"))
    moves = [Move.parse("b2b3"), Move.parse("b2c3")]
    batch.step(np.array([action_of(move, Family.WHITE) for move in moves]))
    assert batch.reward.tolist() == [0, -1]
    assert batch.winner.tolist() == [2, 1]


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    batch = Batch(3, 1)
    batch.put(1, Position.parse(MIDDLE))
    actions = batch.sample_legal().copy()
    actions[1] = action_of(Move.parse("c6c5"), Family.RED)  # a Lady never captures
    before = everything(batch)
    with pytest.raises(IllegalMove, match=r"Game 1, .* The Lady on c6 cannot capture"):
        batch.step(actions)
    assert same(before, everything(batch))


def test_every_action_that_is_not_legal_is_refused() -> None:
    batch = Batch(1, 1)
    for text in (MIDDLE, MIDDLE.replace(" r ", " w ")):
        batch.put(0, Position.parse(text))
        snapshot, legal = batch.snapshot(), batch.legal()[0].copy()
        for action in range(-2, 457):
            if 0 <= action < 455 and legal[action]:
                batch.step(np.array([action]))
                batch.restore(snapshot)
            else:
                with pytest.raises(IllegalMove, match="Game 0"):
                    batch.step(np.array([action]))


@pytest.mark.parametrize(
    "actions", [np.zeros(3), np.zeros(4, int), np.zeros((3, 1), int), [0.5, 1, 2], "abc"]
)
def test_actions_are_as_many_integers_as_games(actions: Any) -> None:
    with pytest.raises(VoltoError, match="The actions are 3 integers, not"):
        Batch(3).step(actions)


def test_the_caller_may_supply_the_arrays() -> None:
    legal, planes = np.full((4, 455), 7, np.uint8), aligned((4, len(PLANES), 7, 5), np.uint8)
    batch = Batch(4, buffers={"legal": legal, "observation": planes})
    assert batch.legal() is legal
    assert set(np.unique(legal)) == {0, 1}
    assert batch.observe() is planes
    other = np.empty_like(planes)
    assert batch.observe(out=other) is other
    assert (other == planes).all()


def test_arrays_begin_on_a_64_byte_boundary() -> None:
    batch = Batch(3)
    for array in (batch.state, batch.legal(), batch.observe(), batch.sample_legal(), batch.reason):
        assert array.ctypes.data % 64 == 0


@pytest.mark.parametrize(
    ("name", "array", "reason"),
    [
        ("legal", np.zeros((4, 455), np.int8), "is uint8 .4, 455., not int8"),
        ("legal", np.zeros((5, 455), np.uint8), "not uint8 .5, 455."),
        ("legal", np.zeros((4, 910), np.uint8)[:, ::2], "contiguous"),
        ("state", [1, 2], "not <class 'list'>"),
        ("stat", np.zeros(1), "no array 'stat'"),
    ],
)
def test_an_array_that_does_not_fit_is_refused(name: str, array: Any, reason: str) -> None:
    with pytest.raises(VoltoError, match=reason):
        Batch(4, buffers={name: array})


def test_deployments_can_be_chosen() -> None:
    white, red = Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC")
    batch = Batch(2, first=Family.RED)
    batch.reset(white=np.full(2, white.number()), red=np.full(2, red.number()))
    assert batch.position(1) == Position.start(white, red, Family.RED)
    with pytest.raises(VoltoError, match="numbered 0 to 50399"):
        batch.reset(white=np.array([0, 50400]))


def test_lots_are_fair() -> None:
    assert Batch(4000, 1, first=None).to_move.mean() == pytest.approx(0.5, abs=0.05)


def test_a_position_can_be_put_in_and_taken_out() -> None:
    batch = Batch(3)
    batch.put(2, Position.parse(MIDDLE))
    assert batch.position(2) == Position.parse(MIDDLE)
    with pytest.raises(VoltoError, match="other rules"):
        batch.put(0, Position.parse(MIDDLE, ladies="captor"))
    with pytest.raises(VoltoError, match="is over"):
        batch.put(0, Position.parse(MIDDLE).agree_draw())


def test_a_batch_without_games_is_refused() -> None:
    with pytest.raises(VoltoError, match="one game or more"):
        Batch(0)


def test_read_only_actions_are_played() -> None:
    """What JAX hands out is read-only."""
    batch = Batch(5, 1)
    actions, white = batch.sample_legal().copy(), np.arange(5, dtype=np.int32)
    for numbers in (actions, white):
        numbers.flags.writeable = False
    batch.step(actions)
    assert (batch.turns == 1).all()
    batch.reset(white=white)
    assert (batch.turns == 0).all()


@pytest.mark.parametrize(
    ("columns", "rows", "roster", "planes"),
    [
        (1, 2, "C", 24),
        (2, 2, "CS", 21),
        (5, 2, "NNCSL", 20),
        (1, 7, "SC", 20),
        (2, 3, "CL", 20),
        (3, 3, "NCL", 20),
        (2, 4, "NACL", 20),
        (3, 4, "ACL", 19),
        (5, 7, "NNNAAACSLL", 19),
    ],
)
def test_on_a_mat_of_fewer_than_twelve_cells_the_tallies_go_on_in_further_planes(
    columns: int, rows: int, roster: str, planes: int
) -> None:
    ruleset = Ruleset(mat=Mat(columns, rows), roster=tuple(map(Role, roster)))
    assert observation_shape(ruleset) == (planes, rows, columns)
    canary = np.full((41, planes, rows, columns), 77, np.uint8)
    legal = np.full((41, actions_of(ruleset)), 77, np.uint8)
    batch = Batch(40, 1, ruleset=ruleset)
    for _ in range(20):
        seen = batch.observe(out=canary[:40])
        assert (seen <= observation_limits(ruleset)).all()
        tallies = seen.reshape(40, -1)[:, 18 * columns * rows :]
        standing = [seen[:, :5].sum(axis=(2, 3)), seen[:, 5].sum(axis=(1, 2))]
        assert (tallies[:, :5] + standing[0] == [roster.count(role) for role in "NACSL"]).all()
        assert (tallies[:, 5:10].sum(axis=1) + standing[1] == len(roster)).all()
        assert (tallies[:, 10] == batch.quiet).all()
        assert (tallies[:, 11] == 1).all()
        assert not tallies[:, 12:].any()
        assert (batch.legal(legal[:40]) <= 1).all()
        for game in range(40):
            position = batch.position(game)
            known = {action_of(move, position.to_move, ruleset) for move in position.legal_moves()}
            assert set(np.flatnonzero(legal[game]).tolist()) == known
        batch.step(batch.sample_legal())
    assert (canary[40] == 77).all()  # nothing is written past the end
    assert (legal[40] == 77).all()


def test_an_observation_is_no_image() -> None:
    """Stable-Baselines3 divides by 255 what is uint8, three-dimensional and 0 to 255 throughout."""
    limits = observation_limits()
    assert limits.shape == observation_shape()
    assert (limits != 255).any()
    assert limits[:18].max() == 1
    assert limits[18].reshape(-1)[:12].tolist() == [3, 3, 1, 1, 2, 3, 3, 1, 1, 2, 100, 1]
    assert observation_limits(Ruleset(quiet=0))[18].max() == 255


def played(*moves: str) -> Batch:
    """A batch of one game after these moves."""
    batch = Batch(1)
    white, red = Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC")
    batch.reset(white=np.array([white.number()]), red=np.array([red.number()]))
    for move in moves:
        family = list(Family)[int(batch.to_move[0])]
        batch.step(np.array([action_of(Move.parse(move), family)]))
    return batch


@pytest.mark.parametrize(
    ("moves", "cell", "may_be"),
    [
        ([], (5, 2), "NACSL"),
        (["a2a3", "c6c5"], (4, 2), "NCSL"),  # one step ahead
        (["a2a3", "c6c4"], (3, 2), "S"),  # a run
        (["a2a3", "c6xc2"], (1, 2), "S"),
        (["a2a3", "b6c5"], (4, 2), "ACL"),  # aslant
        (["a2a3", "d6d5", "a3a4", "d5e5"], (4, 4), "NCL"),  # aside
        (["a2a3", "d6d5", "a3b3", "d5d4", "b3b4", "d4c4", "b4b5", "c4b4"], (3, 1), "NCL"),
        (["a2a3", "b6c5", "a3a4", "c5b4", "a1a2", "b4a3", "b2b3", "a3b2"], (1, 1), "ACL"),
    ],
)
def test_a_mask_shows_what_it_can_be_by_how_it_moves(
    moves: list[str], cell: tuple[int, int], may_be: str
) -> None:
    """H-3: as White sees a Red mask."""
    batch = played(*(move.replace("x", "") for move in moves))
    row, column = cell
    seen = batch.observe(Family.WHITE)[0].copy()
    assert seen[5, row, column] == 1
    told = [role for role, plane in zip(Role, seen[6:11], strict=True) if plane[row, column]]
    assert "".join(told) == may_be
    mirrored = batch.observe(Family.RED)[0, :, ::-1, ::-1]
    assert (mirrored[11:16] == seen[6:11]).all()


def test_a_captor_is_no_lady() -> None:
    """R-10: the Advisor from b6 comes down and takes the Noble on a3."""
    batch = played("a2a3", "b6c5", "b2b3", "c5b4", "e2e3", "b4a3")
    seen = batch.observe(Family.WHITE)[0]
    assert [int(plane[2, 0]) for plane in seen[6:11]] == [0, 1, 1, 0, 0]


def test_the_last_move_is_seen_from_both_sides() -> None:
    batch = played("a2a3")
    white, red = batch.observe(Family.WHITE)[0].copy(), batch.observe(Family.RED)[0]
    assert white[16, 1, 0] == white[17, 2, 0] == 1
    assert white[16:18].sum() == 2
    assert (red[16:18, ::-1, ::-1] == white[16:18]).all()


def test_move_of_names_what_sample_legal_draws() -> None:
    batch = Batch(20, 8)
    for game, action in enumerate(batch.sample_legal()):
        assert move_of(action, Family.WHITE) in batch.position(game).legal_moves()

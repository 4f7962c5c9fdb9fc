"""The PettingZoo environment: by that framework's own tests, and by the book."""

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.strategies import MINI
from volto.adapters.pettingzoo import AGENTS, VoltoAEC, env, raw_env
from volto.agents import Budget, Greedy
from volto.exact.games import GAMES
from volto.rules import Deployment, Family, IllegalMove, NotationError, Ruleset, VoltoError
from volto.sim import Batch, action_of, actions_of

theirs: Any = import_module("pettingzoo.test")  # without types
FIXED = ("NNAAL/LSNAC", "AASNL/LNNAC")
PLACES = actions_of()
# What PettingZoo says of every game with action masks that is not its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
MAKERS: list[Callable[..., Any]] = [env, raw_env]


def choose(game: Any, rng: Random) -> int | None:
    """Any legal action of the agent whose turn it is; None when it is out of the game."""
    seen, _, over, cut, _ = game.last()
    return None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist())


def deploy(game: VoltoAEC, white: str, red: str) -> None:
    """Both families place these, each in the order in which it sees its rows."""
    turned = Deployment.parse(red).mirrored()
    for one, other in zip(Deployment.parse(white).roles, turned.roles, strict=True):
        for role in (one, other):
            game.step(PLACES + "NACSL".index(role))


@pytest.mark.parametrize("settings", [{}, {"deployments": "random"}, {"deployments": FIXED}])
@pytest.mark.parametrize("make", MAKERS)
def test_it_passes_the_api_test(make: Callable[..., Any], settings: dict[str, Any]) -> None:
    theirs.api_test(make(**settings), num_cycles=200)


@pytest.mark.parametrize("settings", [{}, {"deployments": "random", "first": None}])
@pytest.mark.parametrize("make", MAKERS)
def test_it_passes_the_seed_test(make: Callable[..., Any], settings: dict[str, Any]) -> None:
    theirs.seed_test(lambda: make(**settings), num_cycles=100)


def test_it_runs_the_performance_benchmark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a clock that is a second older whenever it is asked, so that it does not take five."""
    ticks = iter(range(10**6))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(ticks)))
    theirs.performance_benchmark(env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(6))
def test_it_plays_by_the_book(seed: int) -> None:
    """Every observation is the simulator's of that seat; every end, move and reward the rules'."""
    rng, game = Random(seed), raw_env(deployments="random", first=None)
    game.reset(seed=seed)
    while not any(game.terminations.values()):
        position, mover = game.position, AGENTS[game.agent_selection]
        assert position.to_move is mover
        legal = np.flatnonzero(game.observe(game.agent_selection)["action_mask"]).tolist()
        assert legal == sorted(action_of(move, mover) for move in position.legal_moves())
        batch = Batch(1)
        batch.put(0, position)
        for agent, family in AGENTS.items():
            seen = game.observe(agent)["observation"]
            assert (seen[:6] == batch.observe(family)[0, :6]).all()  # where every mask stands
            assert (seen[18] == batch.observe(family)[0, 18]).all()  # and all tallies
            assert game.view(agent) == position.view(family)
        game.step(rng.choice(legal))
    outcome = game.position.outcome
    assert outcome is not None
    for agent, family in AGENTS.items():
        won = 0 if outcome.winner is None else 1 if outcome.winner is family else -1
        assert game.rewards[agent] == won
        assert game.infos[agent] == {"reason": outcome.reason.value}
        assert not game.observe(agent)["action_mask"].any()


def test_masks_are_placed_in_turn_and_in_secret() -> None:
    """R-3: each family sees its own masks as they stand, and nothing of the other."""
    game, other = raw_env(), raw_env()
    game.reset()
    other.reset()
    deploy(game, *FIXED)
    assert str(game.position) == "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"
    game.reset()
    for white, ours, theirs in zip(
        Deployment.parse(FIXED[0]).roles, "NNNAAACSLL", "LLSCAAANNN", strict=True
    ):
        for one, two in ((white, white), (ours, theirs)):
            assert game.agent_selection == other.agent_selection
            game.step(PLACES + "NACSL".index(one))
            other.step(PLACES + "NACSL".index(two))
            seen, also = (table.observe("white_0") for table in (game, other))
            assert seen["observation"].tobytes() == also["observation"].tobytes()
            assert seen["action_mask"].tobytes() == also["action_mask"].tobytes()


def test_what_was_placed_is_what_is_seen_when_play_begins() -> None:
    game = raw_env()
    game.reset()
    rng = Random(5)
    before: dict[str, Any] = {}
    while game.agent_selection not in before or before[game.agent_selection][:5].sum() < 9:
        before[game.agent_selection] = game.observe(game.agent_selection)["observation"]
        game.step(choose(game, rng))
    last = {agent: game.observe(agent)["observation"] for agent in AGENTS}
    for agent in AGENTS:
        assert (last[agent][:5] >= before[agent][:5]).all()


def test_a_role_can_be_placed_as_often_as_the_roster_has_it() -> None:
    """R-2"""
    game = raw_env()
    game.reset()
    candidate, noble = PLACES + 2, PLACES
    game.step(candidate)
    game.step(noble)
    with pytest.raises(IllegalMove, match="White has no Candidate left to place"):
        game.step(candidate)
    assert game.observe("white_0")["action_mask"][PLACES:].tolist() == [1, 1, 0, 1, 1]
    with pytest.raises(IllegalMove, match="Masks are placed first"):
        game.step(0)


def test_deployments_can_be_fixed_for_all_games_or_for_one() -> None:
    game = raw_env(deployments=FIXED)
    game.reset()
    assert str(game.position) == "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"
    game.reset(options={"deployments": FIXED[::-1]})
    assert str(game.position) == "lsnac/nnaal/5/5/5/AASNL/LNNAC w 0 0"
    with pytest.raises(IllegalMove, match="All masks have been placed"):
        game.step(PLACES)


@pytest.mark.parametrize("wanted", ["drawn", FIXED[:1], ()])
def test_other_deployments_are_refused(wanted: Any) -> None:
    with pytest.raises(VoltoError, match="Deployments are 'placed', 'random', or"):
        raw_env(deployments=wanted)


def test_a_deployment_that_is_none_is_refused() -> None:
    with pytest.raises(NotationError, match="a row of a deployment has 5 masks"):
        raw_env(deployments=("NNAAL/LSNA", FIXED[1]))


@pytest.mark.parametrize("action", [-1, 460, 454])
def test_bare_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    game = raw_env(deployments=FIXED)
    game.reset()
    before = game.observe("white_0")
    with pytest.raises(IllegalMove):
        game.step(action)
    assert game.agent_selection == "white_0"
    assert all((before[name] == game.observe("white_0")[name]).all() for name in before)


@pytest.mark.parametrize("action", [1.5, "b2b3", None])
def test_an_action_is_a_whole_number(action: Any) -> None:
    game = raw_env(deployments=FIXED)
    game.reset()
    with pytest.raises(VoltoError, match="An action is a whole number"):
        game.step(action)


@pytest.mark.filterwarnings("ignore:.*Illegal move made")
def test_wrapped_an_illegal_action_loses_the_game() -> None:
    """PettingZoo's own convention."""
    game = env(deployments=FIXED)
    game.reset()
    game.step(454)
    assert all(game.terminations.values())
    assert game.rewards == {"white_0": -1.0, "red_0": 0}


def test_a_game_that_is_over_takes_no_action() -> None:
    rng, game = Random(1), raw_env(deployments="random")
    game.reset(seed=1)
    for _ in game.agent_iter():
        game.step(choose(game, rng))
    with pytest.raises(VoltoError, match="The game is over: reset it"):
        game.step(0)


def test_an_agent_of_this_package_can_sit_down() -> None:
    rng, game = Random(3), raw_env(deployments="random")
    game.reset(seed=3)
    greedy = Greedy(rng)
    for agent in game.agent_iter():
        action = choose(game, rng)
        if agent == "red_0" and action is not None:
            move = greedy.choose(game.view(agent), Budget())
            action = action_of(move, Family.RED)
        game.step(action)
    assert game.position.outcome is not None


def is_image(space: Any) -> bool:
    """What `stable_baselines3.common.preprocessing.is_image_space` takes for one, to scale it."""
    return (
        len(space.shape) == 3
        and space.dtype == np.uint8
        and not (space.low != 0).any()
        and not (space.high != 255).any()
    )


def test_no_library_takes_an_observation_for_an_image() -> None:
    space: Any = raw_env().observation_space("white_0")
    assert is_image(gymnasium.spaces.Box(0, 255, (3, 36, 36), np.uint8))
    assert not is_image(space["observation"])


@pytest.mark.parametrize("ruleset", [*MINI, *(game.ruleset for game in GAMES.values())])
def test_mini_volto_is_played_too(ruleset: Ruleset) -> None:
    rng, game = Random(2), raw_env(ruleset=ruleset)
    game.reset(seed=2)
    for _ in game.agent_iter():
        for name, space in game.observation_spaces.items():
            assert space.contains(game.observe(name))
        game.step(choose(game, rng))
    assert game.position.outcome is not None


def test_a_spectator_is_shown_masks_and_a_seat_its_own_roles() -> None:
    pictures = {}
    for perspective in ("spectator", "white", "red", "truth"):
        game = raw_env(render_mode="ansi", deployments=FIXED, perspective=perspective)
        game.reset()
        pictures[perspective] = str(game.render())
    assert " x x x x x" in pictures["spectator"]
    assert " X X X X X" in pictures["spectator"]
    assert " N N A A L" in pictures["white"]
    assert " x x x x x" in pictures["white"]
    assert pictures["red"].splitlines()[7] == "  e d c b a"
    assert " l n s a a" in pictures["red"]
    assert " l n n a c" in pictures["truth"]


def test_while_masks_are_placed_a_seat_is_shown_its_own() -> None:
    game = raw_env(render_mode="ansi", perspective="red")
    game.reset()
    game.step(PLACES + 1)
    game.step(PLACES + 4)
    shown = str(game.render())
    assert "6 l . . . ." in shown
    assert " . . . . X" in shown
    assert shown.endswith("White to deploy")


def test_a_picture_is_drawn_of_pixels() -> None:
    game = raw_env(render_mode="rgb_array", deployments=FIXED)
    game.reset()
    before = game.render()
    assert isinstance(before, np.ndarray)
    assert before.shape == (435, 320, 3)
    assert before.dtype == np.uint8
    action = choose(game, Random(1))
    game.step(action)
    after = game.render()
    assert isinstance(after, np.ndarray)
    height, width = np.nonzero((before != after).any(axis=2))
    scale = 320 / (5 * 112 + 2 * 32)  # pixels for each unit of the drawing
    rows, columns = ((at / scale - 32) // 112 for at in (height, width))
    moved = {(6 - cell.row, cell.column) for cell in game.position.history[-1].move}
    assert moved <= set(zip(rows, columns, strict=True))
    near = [
        min(abs(r - y) + abs(c - x) for y, x in moved) for r, c in zip(rows, columns, strict=True)
    ]
    assert max(near) <= 1  # a plume or a shadow may touch the next cell


def test_human_rendering_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    game = raw_env(render_mode="human", deployments=FIXED)
    game.reset()
    game.step(choose(game, Random(1)))
    told = capsys.readouterr().out
    assert "White to move, turn 0, quiet 0" in told
    assert "Red to move, turn 1, quiet 1" in told


def test_there_are_three_ways_to_render() -> None:
    with pytest.raises(VoltoError, match="There is no way 'window' to render"):
        raw_env(render_mode="window")

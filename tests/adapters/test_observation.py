"""From a View back to what the environments show: equal on whole games, from both seats."""

from itertools import pairwise
from random import Random
from typing import Any, cast

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray

from tests.strategies import BOX, MINI, Game, random_game
from volto.adapters.deployment_phase import DeploymentPhase, placement_of, role_of
from volto.adapters.observation import action_mask, observe, pettingzoo_observation
from volto.adapters.openspiel import (
    FAMILIES,
    VoltoState,
    game_string,
    information_state_string,
    information_state_tensor,
    observation_tensor,
)
from volto.adapters.pettingzoo import AGENTS, NAMES, raw_env
from volto.adapters.policy_agent import PolicyAgent
from volto.adapters.vector import VoltoVectorEnv
from volto.agents import Budget
from volto.exact.games import GAMES, MiniGame
from volto.rules import (
    STANDARD,
    Deployment,
    Family,
    IllegalMove,
    Position,
    Ruleset,
    View,
    VoltoError,
)
from volto.sim import Batch, action_of, actions_of, move_of
from volto.sim.layout import ROLES

RULES = [*BOX, *MINI, *(game.ruleset for game in GAMES.values())]
NAMED = [str(ruleset.mat) + " " + ruleset.ladies for ruleset in RULES]


def some_games(ruleset: Ruleset, longest: int = 80) -> list[Game]:
    return [random_game(Random(seed), ruleset, longest) for seed in range(4)]


@pytest.mark.parametrize("ruleset", RULES, ids=NAMED)
def test_a_view_shows_what_a_batch_shows_to_the_very_end(ruleset: Ruleset) -> None:
    for game in some_games(ruleset, 400):
        first = game.positions[0].to_move
        batch = Batch(1, ruleset=ruleset, first=first, auto_reset=False)
        numbers = {side: np.array([game.deployment(side).number()]) for side in Family}
        batch.reset(white=numbers[Family.WHITE], red=numbers[Family.RED])
        for position, following in pairwise((*game.positions, None)):
            assert position is not None
            for seat in Family:
                assert np.array_equal(observe(position.view(seat)), batch.observe(seat)[0])
            assert np.array_equal(action_mask(position.view(position.to_move)), batch.legal()[0])
            assert not action_mask(position.view(position.to_move.rival)).any()
            if following is not None:
                move = following.history[-1].move
                action = action_of(move, position.to_move, ruleset)
                assert move_of(action, position.to_move, ruleset) == move
                batch.step(np.array([action]))


@pytest.mark.parametrize("seat", ["white", "red"])
@pytest.mark.parametrize("ruleset", RULES, ids=NAMED)
def test_a_view_shows_what_the_vector_environment_shows(ruleset: Ruleset, seat: str) -> None:
    """To the last observation of every game, whoever made the last move."""
    envs = VoltoVectorEnv(
        3, opponent="turtle", seat=cast("Any", seat), ruleset=ruleset, autoreset_mode="Disabled"
    )
    rng, over = np.random.default_rng(2), np.zeros(3, np.bool_)
    observation, infos = envs.reset(seed=2)
    for _ in range(40):
        if over.any():
            observation, infos = envs.reset(options={"reset_mask": over})
        for game in range(3):
            view = envs._memories[game].position.view(seat)
            assert np.array_equal(observe(view), observation[game])
            assert np.array_equal(action_mask(view), infos["action_mask"][game])
        legal = infos["action_mask"]
        observation, _, over, _, infos = envs.step(np.argmax(rng.random(legal.shape) * legal, 1))
        for game in np.flatnonzero(over).tolist():
            view = envs._memories[game].position.view(seat)
            assert view.outcome is not None
            assert np.array_equal(observe(view), observation[game])


@pytest.mark.parametrize("ruleset", RULES, ids=NAMED)
def test_a_view_shows_what_pettingzoo_shows(ruleset: Ruleset) -> None:
    """From the first mask placed to the end of the game."""
    rng, game = Random(4), raw_env(ruleset=ruleset)
    game.reset(seed=4)
    phases = {family: DeploymentPhase(family, ruleset) for family in Family}
    deploying = True
    while game.agents:
        agent = game.agent_selection
        if any(game.terminations.values()):
            break
        for family in Family:
            seen: Any = game.observe(NAMES[family])
            mine = family is AGENTS[agent]
            known = phases[family] if deploying else game.view(NAMES[family])
            told = pettingzoo_observation(known, mine)
            assert all(np.array_equal(told[name], seen[name]) for name in seen)
            assert all(told[name].dtype == seen[name].dtype for name in seen)
        action = rng.choice(np.flatnonzero(game.observe(agent)["action_mask"]).tolist())
        if deploying:
            role = role_of(action, ruleset)
            assert placement_of(role, ruleset) == action
            phases[AGENTS[agent]] = phases[AGENTS[agent]].after(role)
            deploying = not all(phase.done for phase in phases.values())
        game.step(action)
    for family, phase in phases.items():
        assert np.array_equal(
            observe(game.view(NAMES[family])), game.observe(NAMES[family])["observation"]
        )
        assert game.position.view(family).roles == phase.deployment().roles


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("ruleset", RULES, ids=NAMED)
def test_a_view_shows_what_openspiel_shows(ruleset: Ruleset, seat: Family) -> None:
    player = FAMILIES.index(seat)
    for game in some_games(ruleset, 40):
        first = game.positions[0].to_move
        words = game_string(MiniGame("", ruleset, first=first))
        state: VoltoState = pyspiel.load_game(words).new_initial_state()
        for side in FAMILIES:
            for role in DeploymentPhase.of(game.deployment(side), side, ruleset).roles:
                state.apply_action(placement_of(role, ruleset))
        for position, following in pairwise((*game.positions, None)):
            assert position is not None
            view = position.view(seat)
            assert np.array_equal(observation_tensor(view), state.observation_tensor(player))
            assert information_state_string(view) == state.information_state_string(player)
            told = information_state_tensor(view)
            assert np.array_equal(told, state.information_state_tensor(player))
            if state.current_player() == player:
                assert np.flatnonzero(action_mask(view)).tolist() == state.legal_actions()
            if following is not None:
                move = following.history[-1].move
                state.apply_action(action_of(move, position.to_move, ruleset))


@pytest.mark.parametrize("ruleset", RULES, ids=NAMED)
def test_a_policy_plays_at_the_table_as_in_a_batch(ruleset: Ruleset) -> None:
    """The same function, asked with what a batch shows and by an agent with a view."""

    def policy(observation: NDArray[np.uint8], legal: NDArray[np.uint8]) -> NDArray[np.int64]:
        seen = observation.reshape(len(observation), -1).astype(np.int64)
        liking = np.arange(seen.shape[1]) @ seen.T % 1009 * np.arange(1, legal.shape[1] + 1) % 997
        chosen: NDArray[np.int64] = (legal * (liking + 1)).argmax(axis=1)
        return chosen

    batch = Batch(1, 5, ruleset=ruleset, auto_reset=False)
    agent, start = PolicyAgent(policy, Random(1)), batch.position(0)
    white, red = (Deployment(start.view(family).roles, ruleset.mat.columns) for family in Family)
    position = Position.start(white, red, ruleset=ruleset)
    while position.outcome is None:
        action = policy(batch.observe(), batch.legal())
        move = agent.choose(position.view(position.to_move), Budget())
        assert move == move_of(int(action[0]), position.to_move, ruleset)
        batch.step(action)
        position = position.play(move)


def test_a_policy_deploys_as_it_is_told_or_at_random() -> None:
    told = PolicyAgent(lambda seen, legal: legal.argmax(axis=1), Random(1), "Mine", ["NNAAL/LSNAC"])
    assert (told.name, str(told.deploy(Family.RED, STANDARD))) == ("Mine", "NNAAL/LSNAC")
    free = PolicyAgent(lambda seen, legal: legal.argmax(axis=1), Random(1))
    assert len({free.deploy(Family.WHITE, STANDARD) for _ in range(9)}) == 9


def test_an_action_that_places_nothing_is_refused() -> None:
    assert [role_of(455 + number) for number in range(5)] == list(ROLES)
    for action in (454, 460, -1):
        with pytest.raises(IllegalMove, match=f"Masks are placed by 455 to 459, not {action}"):
            role_of(action)
    assert placement_of(ROLES[0]) == actions_of()


def test_a_spectator_sees_no_observation() -> None:
    spectator = View.start(None, None)
    for door in (observe, action_mask, observation_tensor, information_state_string):
        with pytest.raises(VoltoError, match="A spectator has no seat"):
            door(spectator)


def test_an_information_state_needs_the_whole_game() -> None:
    late = View.parse("xxxxx/xxxxx/5/5/N4/1NAAL/LSNAC r 1 1")
    assert observe(late).any()
    with pytest.raises(VoltoError, match="has seen the whole game"):
        information_state_tensor(late)

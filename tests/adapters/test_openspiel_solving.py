"""OpenSpiel and `volto.exact` see the same small games."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts

from volto.adapters.openspiel import FAMILIES, VoltoState, game_string
from volto.exact import Deploying, MiniGame, Strategy, measure, mini, solve, tree_of, uniform
from volto.rules import Family

GAMES = [
    mini(2, 3, "CL", 3),
    mini(2, 3, "CL", 3, ladies="captor"),
    mini(2, 3, "NC", 3, deploying=Deploying.DRAWN),
    mini(3, 3, "NCL", 2),
    mini(3, 3, "NCL", 2, deploying=Deploying.DRAWN),
]


class Exported(policies.Policy):  # type: ignore[misc]
    """Strategies of `volto.exact`, asked by OpenSpiel."""

    def __init__(self, game: pyspiel.Game, white: Strategy, red: Strategy) -> None:
        super().__init__(game, [0, 1])
        self._strategies = (white, red)

    def action_probabilities(
        self, state: VoltoState, player_id: int | None = None
    ) -> dict[int, float]:
        player = state.current_player()
        strategy, stage = self._strategies[player], state.stage
        if stage.position is None:
            return self._placements(state, strategy)
        view = stage.position.view(FAMILIES[player])
        chances = dict(zip(map(str, view.legal_moves()), strategy.at(view), strict=True))
        return {
            action: float(chances[state.action_to_string(action)])
            for action in state.legal_actions()
        }

    def _placements(self, state: VoltoState, strategy: Strategy) -> dict[int, float]:
        """A deployment is chosen as a whole; a placement is how likely it goes on so."""
        seat = strategy.family
        seen = [d if seat is Family.WHITE else d.mirrored() for d in strategy.tree.deployments]
        found = {}
        for action in state.legal_actions():
            after = state.child(action).stage.placed[FAMILIES.index(seat)].roles
            fitting = [d.roles[: len(after)] == after for d in seen]
            found[action] = float(strategy.deployments[fitting].sum())
        total = sum(found.values())
        return {a: share / total if total else 1 / len(found) for a, share in found.items()}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game} {game.deploying}")
def test_nash_conv_of_random_play_is_the_same_to_the_last_digit(game: MiniGame) -> None:
    tree, theirs = tree_of(game), pyspiel.load_game(game_string(game))
    ours = measure(tree, uniform(tree, Family.WHITE), uniform(tree, Family.RED))
    found = exploitability.nash_conv(theirs, policies.UniformRandomPolicy(theirs))
    assert found == pytest.approx(ours.nash_conv, abs=1e-9)


def test_a_solution_is_as_good_in_openspiel() -> None:
    game = GAMES[0]
    solution = solve(game, 0.001)
    theirs = pyspiel.load_game(game_string(game))
    exported = Exported(theirs, solution.white, solution.red)
    found = exploitability.nash_conv(theirs, exported, use_cpp_br=False)
    assert found == pytest.approx(solution.nash_conv, abs=1e-9)
    value = expected_game_score.policy_value(theirs.new_initial_state(), [exported] * 2)
    assert value == pytest.approx([solution.value, -solution.value], abs=1e-9)


def test_openspiels_own_solver_finds_the_same_value() -> None:
    game = GAMES[0]
    theirs = pyspiel.load_game(game_string(game))
    solver = cfr.CFRPlusSolver(theirs)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.nash_conv(theirs, average) < 0.05
    value = expected_game_score.policy_value(theirs.new_initial_state(), [average] * 2)
    assert value[0] == pytest.approx(1 / 3, abs=0.03)


def test_information_set_search_takes_a_sure_win() -> None:
    """OpenSpiel's ISMCTS resamples worlds by `resample_from_infostate`."""
    rules = "columns=3,rows=5,roster=NCL,turn_cap=20"
    game = pyspiel.load_game(f"python_volto({rules})")
    state = game.new_initial_state()
    for role in "NCLNCL":
        state.apply_action(state.string_to_action(role))
    for move in ("b1b2", "c5c4", "b2b3", "c4c3", "b3b4", "c3c2"):
        state.apply_action(state.string_to_action(move))
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 150, random_state=rng)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, rng.uniform))
    assert state.action_to_string(bot.step(state)) == "b4c5"  # an empty cell of the palace: R-15

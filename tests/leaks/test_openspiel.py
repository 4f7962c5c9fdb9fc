"""What OpenSpiel shows a player, and resamples for it, does not depend on what the rival hides."""

from itertools import pairwise
from random import Random

import pyspiel
import pytest

from tests.leaks.replays import reassigned, replayed
from tests.strategies import BOX, MINI, Game, random_game
from volto.adapters.openspiel import FAMILIES, VoltoState, game_string
from volto.belief import Belief
from volto.exact import Deploying, MiniGame
from volto.rules import Deployment, Family, Ruleset
from volto.sim import action_of

CASES = [(ruleset, seed) for seed in range(2) for ruleset in (*BOX, *MINI)]


def staged(game: Game, white: Deployment, red: Deployment, turns: int, how: str) -> VoltoState:
    """The state after so many turns of a game, from other deployments."""
    start = game.positions[0]
    rules = MiniGame("", start.ruleset, Deploying(how), start.to_move)
    state: VoltoState = pyspiel.load_game(game_string(rules)).new_initial_state()
    for deployment in (white, red.mirrored()):
        for role in deployment.roles:
            state.apply_action(state.stage.placement(role))
    for before, after in pairwise(game.positions[: turns + 1]):
        move = after.history[-1].move
        state.apply_action(action_of(move, before.to_move, start.ruleset))
    return state


def told(state: VoltoState, player: int) -> list[object]:
    """Everything that comes out of a state for a player, channel by channel."""
    found = [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
    ]
    if state.current_player() == player:
        found += [state.legal_actions(), [state.action_to_string(a) for a in state.legal_actions()]]
    for seed in range(3):
        world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(seed, 0, 1))
        found += [str(world), world.history(), world.serialize()]
    return found


@pytest.mark.parametrize("how", Deploying)
@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize(
    ("ruleset", "seed"), CASES, ids=[f"{rules.mat} {rules.ladies} {seed}" for rules, seed in CASES]
)
def test_a_player_is_told_the_same_whatever_the_rival_hides(
    ruleset: Ruleset, seed: int, seat: Family, how: str
) -> None:
    """H-3, R-2: the same chance resamples the same world from the same information."""
    rng = Random(seed)
    game = random_game(rng, ruleset, rng.randrange(4, 24))
    at = [position for position in game.positions if position.outcome is None][-1]
    player = FAMILIES.index(seat)
    truth = told(staged(game, game.white, game.red, at.turns, how), player)
    others = reassigned(game, at, seat.rival, rng)
    rng.shuffle(others)
    for other in others[:4]:
        white, red = (game.white, other) if seat is Family.WHITE else (other, game.red)
        if sum(1 for _ in replayed(game, white, red)) > at.turns:
            assert told(staged(game, white, red, at.turns, how), player) == truth


@pytest.mark.parametrize("player", range(2))
def test_while_masks_are_placed_nothing_is_told_of_them(player: int) -> None:
    """R-3"""
    game = pyspiel.load_game("python_volto(columns=3,rows=4,roster=NCL,turn_cap=6)")
    seen: dict[tuple[int, str], list[object]] = {}
    compared = 0
    for order in ("NCL", "NLC", "CNL", "CLN", "LNC", "LCN"):
        state = game.new_initial_state()
        own = "NCLLCN"[3 * player : 3 * player + 3]
        words = (own + order) if player == 0 else (order + own)
        for role in words[:5]:
            state.apply_action(state.string_to_action(role))
            if len(state.history()) > 3 * player:
                key = (len(state.history()), own)
                compared += key in seen
                assert seen.setdefault(key, told(state, player)) == told(state, player)
    assert compared > 5


def test_resampling_reaches_every_world_that_fits_and_no_other() -> None:
    """H-3"""
    rng = Random(5)
    for ruleset in MINI[:4]:
        game = random_game(rng, ruleset, 5)
        at = [position for position in game.positions if position.outcome is None][-1]
        state = staged(game, game.white, game.red, at.turns, "chosen")
        for player, seat in enumerate(FAMILIES):
            belief = Belief.of(at.view(seat))
            found = set()
            for index in range(belief.count):
                draws = iter([(index + 0.5) / belief.count])
                world = state.resample_from_infostate(player, draws.__next__)
                known = state.information_state_string(player)
                assert world.information_state_string(player) == known
                position = world.stage.position
                assert position is not None
                ids = position.scene.ids(seat.rival)
                found.add(position.roles[ids.start : ids.stop])
            assert found == {
                Deployment.numbered(int(number), ruleset).roles for number in belief.numbers
            }


def test_a_fixed_deployment_is_a_rule_that_both_players_know() -> None:
    game = pyspiel.load_game("python_volto(white=NNAAL/LSNAC,red=AASNL/LNNAC)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for player in range(2):
        world = state.resample_from_infostate(player, lambda: 0.3)
        assert (str(world), world.history()) == (str(state), state.history())

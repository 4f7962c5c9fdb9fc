"""`python_volto` passes OpenSpiel's own checks and plays by the book."""

from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough

from tests.exact.walking import counted, starts
from tests.strategies import MINI, random_game
from volto.adapters.openspiel import FAMILIES, VoltoGame, VoltoState, game_string
from volto.exact import Deploying, MiniGame, mini, named, tree_of
from volto.rules import STANDARD, Deployment, Family, IllegalMove, Move, Role, Ruleset, VoltoError
from volto.sim import Batch, action_of

PLAYTHROUGH = Path(__file__).with_name("openspiel_calle.txt")
CALLE = game_string(named("calle"))
DRAWN_CALLE = game_string(mini(2, 3, "CL", 3, deploying=Deploying.DRAWN))
FIXED = "python_volto(white=NNAAL/LSNAC,red=AASNL/LNNAC)"
VARIANTS = [
    "python_volto",
    "python_volto(deployments=drawn)",
    FIXED,
    "python_volto(deployments=drawn,white=NNAAL/LSNAC,first=red,ladies=captor,quiet=30)",
    CALLE,
    game_string(named("ponte")),
    "python_volto(columns=3,rows=6,roster=NACSLL,turn_cap=40,first=red)",
]


def load(words: str) -> VoltoGame:
    game = pyspiel.load_game(words)
    assert isinstance(game, VoltoGame)
    return game


def put_through(state: VoltoState, white: Deployment, red: Deployment) -> None:
    """Place all masks, as a player would."""
    for family, deployment in zip(FAMILIES, (white, red), strict=True):
        seen = deployment if family is Family.WHITE else deployment.mirrored()
        for role in seen.roles:
            state.apply_action(state.stage.placement(role))


class CalleTest(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """OpenSpiel's checks of a whole tree: API, perfect recall, constant sum."""

    game_name = "volto calle"
    game = load(CALLE)


class DrawnCalleTest(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """The same when chance deploys."""

    game_name = "volto drawn calle"
    game = load(DRAWN_CALLE)


DECISIONS, ENDS = map(sum, zip(*(counted(at) for *_, at in starts(named("calle"))), strict=True))
INFORMATION_SETS = tree_of(named("calle")).information_sets
PLACINGS = 3 + 2 * 3
"""White places two masks in two ways, and then Red does."""
api_test.TOTAL_NUM_STATES["volto calle"] = (0, PLACINGS + DECISIONS, ENDS)
api_test.PERFECT_RECALL_NUM_STATES["volto calle"] = 3 + 3 + INFORMATION_SETS
api_test.TOTAL_NUM_STATES["volto drawn calle"] = (PLACINGS, DECISIONS, ENDS)
api_test.PERFECT_RECALL_NUM_STATES["volto drawn calle"] = INFORMATION_SETS


class BoxTest(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's checks of some states of the game in the box."""

    game_name = "volto"
    game = load("python_volto(turn_cap=80)")


class DrawnBoxTest(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """The same when chance deploys."""

    game_name = "volto drawn"
    game = load("python_volto(deployments=drawn,turn_cap=80)")


@pytest.mark.parametrize("words", VARIANTS)
def test_it_passes_the_random_simulation_test(words: str) -> None:
    pyspiel.random_sim_test(load(words), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("words", [DRAWN_CALLE, f"{FIXED[:-1]},turn_cap=8)"])
def test_it_passes_the_playthrough_generator(words: str) -> None:
    lines = generate_playthrough.playthrough_lines(words, seed=3)
    assert lines == generate_playthrough.playthrough_lines(words, seed=3)
    assert "IsTerminal() = True" in lines
    assert 'GameType.short_name = "python_volto"' in lines


def test_actions_and_tensors_stay_as_they_are() -> None:
    """What others have trained on them would be worthless; the file is a play-through of OpenSpiel.

    To renew it: `python -m tests.adapters.test_openspiel`.
    """
    assert PLAYTHROUGH.read_text() == playthrough()


def playthrough() -> str:
    return "\n".join(generate_playthrough.playthrough_lines(CALLE, seed=8)) + "\n"


@pytest.mark.parametrize("ruleset", [STANDARD, *MINI])
def test_a_game_runs_as_the_rules_say(ruleset: Ruleset) -> None:
    rng = Random(3)
    played = random_game(rng, ruleset, 60)
    first = played.positions[0].to_move
    state = load(game_string(MiniGame("", ruleset, first=first))).new_initial_state()
    put_through(state, played.white, played.red)
    for before, after in zip(played.positions, played.positions[1:], strict=False):
        assert state.stage.position == before
        assert state.current_player() == FAMILIES.index(before.to_move)
        names = {state.action_to_string(action) for action in state.legal_actions()}
        assert names == set(map(str, before.legal_moves()))
        state.apply_action(action_of(after.history[-1].move, before.to_move, ruleset))
    outcome = played.last.outcome
    assert state.is_terminal() == (outcome is not None)
    if outcome is not None and outcome.winner is not None:
        assert state.returns()[FAMILIES.index(outcome.winner)] == 1.0
        assert sum(state.returns()) == 0.0


def test_a_player_places_its_masks_from_its_own_left() -> None:
    """R-3"""
    state = load(game_string(named("corte"))).new_initial_state()
    for role in "NCLNCL":
        assert role in [state.action_to_string(action) for action in state.legal_actions()]
        state.apply_action(state.stage.placement(Role(role)))
    assert str(state) == "NCL NCL lcn/3/NCL w 0 0"


def test_chance_draws_every_deployment_alike() -> None:
    """R-3"""
    rules = "columns=4,rows=4,roster=NNCL,turn_cap=4,red=NNCL"
    state = load(f"python_volto(deployments=drawn,{rules})").new_initial_state()
    chances: dict[str, float] = {}

    def deal(state: VoltoState, chance: float) -> None:
        if not state.is_chance_node():
            chances[state.stage.shown(Family.WHITE)] = chance
            return
        for outcome, share in state.chance_outcomes():
            deal(state.child(outcome), chance * share)

    deal(state, 1.0)
    assert len(chances) == 12
    assert all(chance == pytest.approx(1 / 12) for chance in chances.values())


def test_a_clone_costs_nothing_and_is_independent() -> None:
    state = load(CALLE).new_initial_state()
    put_through(state, *[Deployment((Role.CANDIDATE, Role.LADY), 2)] * 2)
    clone = state.clone()
    assert clone.stage is state.stage
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)
    assert clone.history()[:-1] == state.history()


def test_strings_tell_what_a_player_knows() -> None:
    state = load(CALLE).new_initial_state()
    assert state.information_state_string(0) == "white .. placing white"
    put_through(state, *[Deployment((Role.CANDIDATE, Role.LADY), 2)] * 2)
    state.apply_action(state.string_to_action("b1b2"))
    assert state.information_state_string(0) == "white CL turns b1b2"
    assert state.information_state_string(1) == "red LC turns b1b2"
    assert state.observation_string(0) == "white CL xx/1L/C1 r 1 1"
    assert state.observation_string(1) == "red LC cl/1X/X1 r 1 1"
    state.apply_action(state.string_to_action("a3b2"))
    assert state.is_terminal()
    assert state.information_state_string(0).endswith("a3xb2=LC 1-0 candidate-took-lady")


@pytest.mark.parametrize("seat", Family)
def test_an_observation_is_the_simulators(seat: Family) -> None:
    """The planes and tallies say what `Batch.observe` says."""
    for seed in range(4):
        played = random_game(Random(seed), STANDARD, 60)
        first = played.positions[0].to_move
        state = load(f"python_volto(first={first})").new_initial_state()
        put_through(state, played.white, played.red)
        batch = Batch(1, first=first)
        batch.reset(white=np.array([played.white.number()]), red=np.array([played.red.number()]))
        observer = state.get_game().make_py_observer()
        for before, after in zip(played.positions, played.positions[1:], strict=False):
            observer.set_from(state, FAMILIES.index(seat))
            parts = ("own_roles", "rival_masks", "rival_may_be", "own_may_be", "last_move")
            planes = [observer.dict[part].reshape(-1, 7, 5) for part in parts]
            seen = batch.observe(seat)[0]
            assert np.array_equal(np.concatenate(planes), seen[:18])
            assert np.array_equal(observer.dict["tallies"], seen[18].reshape(-1)[:12])
            action = action_of(after.history[-1].move, before.to_move)
            state.apply_action(action)
            batch.step(np.array([action]))


def test_wrong_use_is_refused_in_words() -> None:
    state = load(CALLE).new_initial_state()
    with pytest.raises(IllegalMove, match="Action 0 places no mask that White has in hand"):
        state.apply_action(0)
    put_through(state, *[Deployment((Role.CANDIDATE, Role.LADY), 2)] * 2)
    with pytest.raises(IllegalMove, match="is no move, and all masks are placed"):
        state.apply_action(state.stage.terms.moves)
    blocked = action_of(Move.parse("a1b1"), Family.WHITE, named("calle").ruleset)
    with pytest.raises(IllegalMove, match="holds a mask of your own family"):
        state.apply_action(blocked)
    assert len(state.history()) == 4


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ("quiet=0", "must end: it needs a quiet limit or a turn cap"),
        ("ladies=both", "The Lady rule is 'owner' or 'captor', not 'both'"),
        ("roster=NCX", "'X' is not a role"),
        ("roster=NCL", "do not fill whole rows"),
        ("deployments=mine", "Deployments are 'chosen' or 'drawn', not 'mine'"),
        ("white=NNAAL/LSNAN", "a deployment has 3 of N, this one has 4"),
    ],
)
def test_bad_parameters_are_refused_in_words(parameters: str, reason: str) -> None:
    with pytest.raises(VoltoError, match=reason):
        load(f"python_volto({parameters})")


def test_an_observer_shows_one_players_secrets_at_most() -> None:
    game = load(CALLE)
    both = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(VoltoError, match="one player's secrets, never both"):
        game.make_py_observer(both)


if __name__ == "__main__":
    PLAYTHROUGH.write_text(playthrough())

"""What environments and datasets show a seat does not depend on what the rival hides."""

from random import Random
from typing import Any

import numpy as np
import pytest

from tests.leaks.replays import reassigned, replayed
from tests.strategies import BOX, MINI, Game, random_game
from volto.adapters.observation import action_mask, observe
from volto.adapters.openspiel import information_state_tensor, observation_tensor
from volto.adapters.pettingzoo import NAMES, VoltoAEC, raw_env
from volto.adapters.vector import VoltoVectorEnv
from volto.adapters.vector_opponents import opponent_of
from volto.arena.dataset import rows_of
from volto.notation import Record
from volto.rules import STANDARD, Deployment, Family, Position, Role, Ruleset
from volto.sim import Batch, action_of, actions_of

RULES = [*BOX, *MINI]
KNOWN = ("game", "turn", "mover", "view", "observation", "legal", "belief", "exposed", "possible")
"""The columns of a dataset that the mover may know."""

Setups = tuple[Deployment, Deployment]


def middle(game: Game) -> Position:
    return game.positions[len(game.positions) // 2]


def actions(game: Game, turns: int) -> list[int]:
    """The first turns of a game, as numbers."""
    pairs = zip(game.positions[:turns], game.last.history, strict=False)
    return [action_of(turn.move, at.to_move, at.ruleset) for at, turn in pairs]


def others(game: Game, seat: Family | None, turns: int, rng: Random) -> list[Setups]:
    """Deployments that explain these turns just as well, to one who sits there."""
    at = game.positions[turns]
    found = []
    for family in Family:
        if family is not seat:
            for other in reassigned(game, at, family, rng)[:20]:
                pair = (other, game.red) if family is Family.WHITE else (game.white, other)
                if sum(1 for _ in replayed(game, *pair)) > turns:
                    found.append(pair)
    return found


def placed(deployment: Deployment, family: Family) -> tuple[Role, ...]:
    return (deployment if family is Family.WHITE else deployment.mirrored()).roles


def shown(game: Game, setups: Setups, seat: Family | None, turns: int) -> list[Any]:
    """All that the PettingZoo game tells a seat, from the first mask placed on."""
    start = game.positions[0]
    table: VoltoAEC = raw_env(
        render_mode="ansi",
        ruleset=start.ruleset,
        first=start.to_move,
        perspective="spectator" if seat is None else seat.value,
    )
    table.reset(seed=1)
    first = actions_of(start.ruleset)
    placing = zip(
        *(placed(setup, family) for setup, family in zip(setups, Family, strict=True)), strict=True
    )
    told: list[Any] = []
    played = [first + list(Role).index(role) for pair in placing for role in pair]
    for action in (*played, *actions(game, turns)):
        told.append(look(table, seat))
        table.step(action)
    return [*told, look(table, seat)]


def look(table: VoltoAEC, seat: Family | None) -> list[Any]:
    told: list[Any] = [table.render(), table.agent_selection]
    if seat is not None:
        agent = NAMES[seat]
        told += [array.tobytes() for array in table.observe(agent).values()]
        told += [table.rewards[agent], table.terminations[agent], table.infos[agent]]
    return told


@pytest.mark.parametrize("seat", [*Family, None])
@pytest.mark.parametrize("ruleset", RULES)
def test_pettingzoo_tells_the_same_whatever_the_rival_hides(
    ruleset: Ruleset, seat: Family | None
) -> None:
    """H-3, R-2"""
    compared = 0
    for seed in range(3 if len(ruleset.roster) > 2 else 30):
        rng = Random(seed)
        game = random_game(rng, ruleset)
        turns = middle(game).turns
        true = shown(game, (game.white, game.red), seat, turns)
        for setups in others(game, seat, turns, rng):
            assert shown(game, setups, seat, turns) == true
            compared += 1
    assert compared > 3


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("ruleset", BOX)
def test_an_observation_from_a_view_is_the_same_whatever_the_rival_hides(
    ruleset: Ruleset, seat: Family
) -> None:
    """H-3, R-2"""
    compared = 0
    for seed in range(4):
        rng = Random(seed)
        game = random_game(rng, ruleset, 60)
        turns = middle(game).turns
        for setups in others(game, seat, turns, rng):
            for pair in list(replayed(game, *setups))[: turns + 1]:
                one, other = (position.view(seat) for position in pair)
                for encode in (observe, action_mask, observation_tensor, information_state_tensor):
                    assert encode(one).tobytes() == encode(other).tobytes()
            compared += 1
    assert compared > 10


def returned(game: Game, setups: Setups, seat: Family, turns: int) -> list[Any]:
    """All that the vector environment tells a caller who plays `seat`, the rival's turns played."""
    ruleset, played = game.last.ruleset, actions(game, turns)
    own = played[0 if seat is Family.WHITE else 1 :: 2]
    rivals = iter(played[1 if seat is Family.WHITE else 0 :: 2])
    envs = VoltoVectorEnv(
        1,
        opponent=lambda observation, legal: np.full(len(legal), next(rivals, -1)),
        seat=seat.value,
        white=str(setups[0]),
        red=str(setups[1]),
        ruleset=ruleset,
    )
    observation, infos = envs.reset(seed=1)
    told = [observation.tobytes(), *(infos[name].tobytes() for name in sorted(infos))]
    for action in own:
        observation, *rest, infos = envs.step(np.array([action]))
        told += [observation.tobytes(), *(array.tobytes() for array in rest)]
        told += [infos[name].tobytes() for name in sorted(infos)]
    return told


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("ruleset", BOX)
def test_the_vector_environment_tells_the_same_whatever_the_rival_hides(
    ruleset: Ruleset, seat: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H-3, R-2"""
    monkeypatch.setattr("volto.adapters.vector_opponents.Opponent.stock", 1)
    compared = 0
    for seed in range(12):
        rng = Random(seed)
        game = random_game(rng, ruleset)
        turns = middle(game).turns // 2 * 2 + (seat is Family.RED)
        if game.positions[0].to_move is Family.RED or turns >= len(game.positions) - 2:
            continue  # White begins in the vector environment
        true = returned(game, (game.white, game.red), seat, turns)
        for setups in others(game, seat, turns, rng)[:10]:
            assert returned(game, setups, seat, turns) == true
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("words", ["learned", "level:3"])
def test_a_player_of_many_games_plays_the_same_whatever_its_rival_hides(words: str) -> None:
    """H-3, R-2"""
    seat, compared = Family.RED, 0
    for seed in range(4):
        rng = Random(seed)
        game = random_game(rng, STANDARD, 60)
        turns = middle(game).turns
        true = answers(game, (game.white, game.red), turns, words)
        for setups in others(game, seat, turns, rng)[:8]:
            assert answers(game, setups, turns, words) == true
            compared += 1
    assert compared > 10


def answers(game: Game, setups: Setups, turns: int, words: str) -> list[int]:
    """What it would play for Red, whenever that is to move."""
    opponent, rng = opponent_of(words, STANDARD), np.random.default_rng(1)
    batch = Batch(1, first=game.positions[0].to_move, auto_reset=False)
    batch.reset(1, *(np.array([setup.number()]) for setup in setups))
    memories, told = opponent.sit(1, Family.RED, rng), []
    for action in actions(game, turns):
        if batch.to_move[0] == 1:
            told.append(int(opponent.act(batch, memories)[0]))
        batch.step(np.array([action]))
        opponent.follow(batch, memories, np.array([action], np.int32))
    return told


@pytest.mark.parametrize("seat", Family)
def test_what_a_dataset_says_the_mover_knew_is_what_it_could_know(seat: Family) -> None:
    """H-3, R-2"""
    compared = 0
    for seed in range(4):
        rng = Random(seed)
        game = random_game(rng, BOX[seed % 2], 40)
        turns = middle(game).turns
        for setups in others(game, seat, turns, rng)[:6]:
            pairs = list(replayed(game, *setups))[: turns + 1]
            ours, theirs = (rows_of(Record.of(position)) for position in pairs[-1])
            mine = ours["mover"] == list(Family).index(seat)
            for name in KNOWN:
                assert ours[name][mine].tobytes() == theirs[name][mine].tobytes(), name
            compared += 1
    assert compared > 6

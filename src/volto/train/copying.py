"""Copies of other agents as networks, to train against: they move a thousand times as fast.

python -m volto.train.copying hunter HUNTER.safetensors --games 3500
"""

import argparse
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray
from safetensors.numpy import save_file

from volto.agents import Agent, Budget, make_agent
from volto.agents.instinctive import Instinctive
from volto.mind.encoding import flip_actions, inputs_of
from volto.mind.features import features, seen_by
from volto.mind.tables import tables_of
from volto.rules import STANDARD, Deployment, Family, Position
from volto.sim import actions_of
from volto.sim.actions import action_of
from volto.sim.layout import rules_row
from volto.sim.legality import legal as write_legal
from volto.train import jax_network
from volto.train.jax_network import Params

OTHERS = ("instinct", "hunter", "runner", "greedy", "baiter", "instinct", "instinct")
"""Whom the agent plays while it is watched."""
LESSON = 1024
WEIGHT_DECAY = 3e-3


@dataclass(frozen=True)
class Watched:
    """What an agent saw and did, turn by turn, and how it deployed, game by game."""

    state: NDArray[np.uint64]
    traces: NDArray[np.int16]
    actions: NDArray[np.int32]
    deployments: NDArray[np.int64]


def watch(words: str, games: int, seed: int) -> Watched:
    """Let an agent play various others, and note its moves."""
    rng = random.Random(seed)
    rows, traces, actions, deployments = [], [], [], []
    for game in range(games):
        side = Family.WHITE if game % 2 else Family.RED
        agent = make_agent(words, random.Random(rng.getrandbits(64)))
        other = _other(rng)
        set_ups: dict[Family, Deployment] = {}
        for family, player in ((side, agent), (side.rival, other)):
            set_ups[family] = player.deploy(family, STANDARD)
        deployments.append(set_ups[side].number())
        position = Position.start(set_ups[Family.WHITE], set_ups[Family.RED])
        while position.outcome is None:
            view = position.view(position.to_move)
            if position.to_move is side:
                move = agent.choose(view, Budget())
                row, trace = seen_by(view)
                rows.append(row[0])
                traces.append(trace[0])
                actions.append(action_of(move, side))
            else:
                move = other.choose(view, Budget())
            position = position.play(move)
    return Watched(
        np.array(rows), np.array(traces), np.array(actions, np.int32), np.array(deployments)
    )


def _other(rng: random.Random) -> Agent:
    words = rng.choice(OTHERS)
    own = random.Random(rng.getrandbits(64))
    if words == "instinct":
        return Instinctive(own, rng.choice((0.3, 0.6, 1.0)), 0.3)
    return make_agent(words, own)


def _lesson(watched: Watched, some: NDArray[np.intp], flip: int) -> tuple[Any, ...]:
    tables = tables_of()
    flips = np.full(len(some), flip, np.uint8)
    state = np.ascontiguousarray(watched.state[some])
    shown = features(state, np.ascontiguousarray(watched.traces[some]), flips=flips)
    legal = np.zeros((len(some), actions_of()), np.uint8)
    mat = STANDARD.mat
    resting = np.zeros(len(some), np.uint8)
    write_legal(state, rules_row(STANDARD), resting, mat.columns, mat.rows, legal, 0, len(some))
    flip_actions(legal, flips, tables.mirrored, 0, len(some))
    actions = watched.actions[some]
    return shown, legal, tables.mirrored[actions] if flip else actions


def _surprise(params: Params, shown: jax.Array, legal: jax.Array, actions: jax.Array) -> jax.Array:
    logs = jax_network.log_policy(params, jax_network.trunk(params, shown), legal > 0)
    return -jnp.take_along_axis(logs, actions[:, None], axis=1).mean()


def copy(
    watched: Watched, widths: tuple[int, ...], rounds: int, seed: int
) -> tuple[dict[str, NDArray[Any]], float]:
    """A network that guesses the moves, and how much those it was not shown surprise it."""
    rng = np.random.default_rng(seed)
    heads = {"policy": actions_of(), "outcome": 3}
    params = jax_network.make(rng, inputs_of(), widths, heads)
    shown_part = len(watched.actions) * 9 // 10
    steps = rounds * max(1, shown_part // LESSON)
    optimiser = optax.adamw(optax.linear_schedule(1e-3, 0.0, steps), weight_decay=WEIGHT_DECAY)
    memory = optimiser.init(params)

    @jax.jit
    def update(params: Params, memory: Any, lesson: tuple[Any, ...]) -> tuple[Params, Any]:
        step, memory = optimiser.update(jax.grad(_surprise)(params, *lesson), memory, params)
        return optax.apply_updates(params, step), memory

    for _ in range(rounds):
        order = rng.permutation(shown_part)
        for begin in range(0, max(1, shown_part - LESSON + 1), LESSON):
            lesson = _lesson(watched, order[begin : begin + LESSON], int(rng.integers(2)))
            params, memory = update(params, memory, lesson)
    rest = np.arange(shown_part, len(watched.actions))
    surprise = float(_surprise(params, *_lesson(watched, rest, 0)))
    tensors = {f"player/{name}": np.asarray(value) for name, value in params.items()}
    deployed = np.bincount(watched.deployments, minlength=Deployment.count())
    tensors["deployments"] = (deployed / deployed.sum()).astype(np.float32)
    return tensors, surprise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent")
    parser.add_argument("weights", type=Path)
    parser.add_argument("--games", type=int, default=3500)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    watched = watch(given.agent, given.games, given.seed)
    widths = (given.width, given.width)
    tensors, surprise = copy(watched, widths, given.rounds, given.seed)
    save_file(tensors, given.weights)
    print(f"{given.agent}: {len(watched.actions)} turns, surprise {surprise:.3f}")


if __name__ == "__main__":
    main()

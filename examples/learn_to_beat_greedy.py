"""Learn to beat Greedy from nothing, in a few minutes on two cores: PPO in the manner of CleanRL.

    pip install 'volto[research,train]'
    python examples/learn_to_beat_greedy.py

Half of the games are played as White and half as Red, from deployments drawn at random; Greedy
chooses its own. At the end the learner plays 1,000 new games and takes its best move each time.
"""

import argparse
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from volto.adapters.vector import VoltoVectorEnv
from volto.sim import PLANES, actions_of

GAMES, ROLLOUT, WIDTH = 256, 32, 256
EPOCHS, MINIBATCHES = 2, 8
LEARNING_RATE, CLIP, TRACE, CURIOSITY = 1e-3, 0.2, 0.95, 0.01
OPTIMISER = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(LEARNING_RATE))

Array = jax.Array
Params = dict[str, Array]
CELLS = 35
TALLIES = np.full(CELLS, 0.5, np.float32)
TALLIES[10] = 0.02  # turns since a capture, up to 100
SCALE = np.concatenate([np.ones((len(PLANES) - 1) * CELLS, np.float32), TALLIES])


class Samples(NamedTuple):
    """What the learner learns from: a row a turn."""

    observation: Any
    legal: Any
    action: Any
    chance: Any
    """The logarithm of the chance with which the action was drawn."""
    advantage: Any
    value: Any


def new_params(key: Array) -> Params:
    """A network of two layers with a head for moves and one for the value."""
    one, two, three, four = jax.random.split(key, 4)
    size, normal = len(SCALE), jax.random.normal
    return {
        "in": normal(one, (size, WIDTH)) * np.sqrt(2 / size),
        "in bias": jnp.zeros(WIDTH),
        "middle": normal(two, (WIDTH, WIDTH)) * np.sqrt(2 / WIDTH),
        "middle bias": jnp.zeros(WIDTH),
        "moves": normal(three, (WIDTH, actions_of())) * 0.01 / np.sqrt(WIDTH),
        "value": normal(four, (WIDTH,)) * 0.1 / np.sqrt(WIDTH),
    }


def network(params: Params, observation: Array, legal: Array) -> tuple[Array, Array]:
    """The logarithms of the chances of all actions, and the value of the position."""
    x = observation.reshape(len(observation), -1) * SCALE
    x = jax.nn.relu(x @ params["in"] + params["in bias"])
    x = jax.nn.relu(x @ params["middle"] + params["middle bias"])
    moves = jnp.where(legal > 0, x @ params["moves"], -1e9)
    return jax.nn.log_softmax(moves), jnp.tanh(x @ params["value"])


@jax.jit
def draw(params: Params, observation: Array, legal: Array, key: Array) -> tuple[Array, ...]:
    """An action for each game, the logarithm of its chance, and the value."""
    chances, value = network(params, observation, legal)
    action = jax.random.categorical(key, chances)
    return action, jnp.take_along_axis(chances, action[:, None], 1)[:, 0], value


@jax.jit
def best(params: Params, observation: Array, legal: Array) -> Array:
    chances, _ = network(params, observation, legal)
    action: Array = chances.argmax(axis=1)
    return action


def loss(params: Params, samples: Samples) -> Array:
    """PPO's: better actions more often, but not too much at a time; and a truer value."""
    chances, value = network(params, samples.observation, samples.legal)
    chance = jnp.take_along_axis(chances, samples.action[:, None], 1)[:, 0]
    ratio = jnp.exp(chance - samples.chance)
    gain = samples.advantage - samples.advantage.mean()
    gain /= samples.advantage.std() + 1e-6
    policy = jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain).mean()
    surprise = -(jnp.exp(chances) * jnp.where(samples.legal > 0, chances, 0)).sum(axis=1).mean()
    error = ((value - samples.value) ** 2).mean()
    whole: Array = 0.5 * error - policy - CURIOSITY * surprise
    return whole


@jax.jit
def improve(params: Params, state: Any, samples: Samples, key: Array) -> tuple[Params, Any]:
    """Some epochs over the samples, a part of them at a time, in any order."""

    def part(carry: tuple[Params, Any], rows: Array) -> tuple[tuple[Params, Any], None]:
        params, state = carry
        gradient = jax.grad(loss)(params, Samples(*(column[rows] for column in samples)))
        change, state = OPTIMISER.update(gradient, state)
        return (optax.apply_updates(params, change), state), None

    keys = jax.random.split(key, EPOCHS)
    order = jnp.concatenate([jax.random.permutation(one, len(samples.action)) for one in keys])
    (params, state), _ = jax.lax.scan(
        part, (params, state), order.reshape(EPOCHS * MINIBATCHES, -1)
    )
    return params, state


def advantages(
    rewards: NDArray[Any], values: NDArray[Any], ends: NDArray[Any], after: NDArray[Any]
) -> NDArray[np.float32]:
    """How much better each turn went than its value had promised (GAE, nothing discounted)."""
    found = np.zeros_like(values)
    trace = np.zeros_like(after)
    for turn in reversed(range(len(rewards))):
        goes_on = 1 - ends[turn]
        trace = rewards[turn] + after * goes_on - values[turn] + TRACE * trace * goes_on
        found[turn], after = trace, values[turn]
    return found


def learn(steps: int, seed: int, games: int = GAMES, opponent: str = "greedy") -> Params:
    """Play so many steps against the opponent, and learn on the way."""
    envs = VoltoVectorEnv(games, opponent=opponent)
    key, first = jax.random.split(jax.random.key(seed, impl="unsafe_rbg"))  # quick
    params = new_params(first)
    state = OPTIMISER.init(params)
    observation, infos = envs.reset(seed=seed)
    began, points, ended = time.perf_counter(), 0.0, 0
    for update in range(max(1, steps // (games * ROLLOUT))):
        turns = []
        for _ in range(ROLLOUT):
            key, now = jax.random.split(key)
            legal = infos["action_mask"]
            action, chance, value = map(np.asarray, draw(params, observation, legal, now))
            following, reward, over, _, infos = envs.step(action)
            turns.append((observation, legal, action, chance, value, reward, over))
            observation, points, ended = following, points + reward.sum(), ended + over.sum()
        seen, legals, actions, chances, values, rewards, ends = map(
            np.stack, zip(*turns, strict=True)
        )
        key, now = jax.random.split(key)
        after = np.asarray(draw(params, observation, infos["action_mask"], now)[2])
        gains = advantages(rewards, values, ends, after)
        columns = (seen, legals, actions, chances, gains, gains + values)
        samples = Samples(*(column.reshape(-1, *column.shape[2:]) for column in columns))
        key, now = jax.random.split(key)
        params, state = improve(params, state, samples, now)
        if update % 5 == 4:
            share = 0.5 + 0.5 * points / max(ended, 1)
            done, seconds = (update + 1) * games * ROLLOUT, time.perf_counter() - began
            print(f"{seconds:4.0f} s  {done:9,} steps  {share:5.1%} of the points", flush=True)
            points, ended = 0.0, 0
    return params


def measure(params: Params, games: int, seed: int, opponent: str = "greedy") -> float:
    """The share of the points in so many new games, always by the best move."""
    envs = VoltoVectorEnv(games, opponent=opponent, autoreset_mode="NextStep")
    observation, infos = envs.reset(seed=seed)
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        action = np.asarray(best(params, observation, infos["action_mask"]))
        observation, reward, over, _, infos = envs.step(action)
        first = over & np.isnan(results)
        results[first] = reward[first]
    return float(0.5 + 0.5 * results.mean())


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--steps", type=int, default=600_000)
    words.add_argument("--games", type=int, default=1000, help="to measure with, at the end")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    params = learn(asked.steps, asked.seed)
    share = measure(params, asked.games, asked.seed + 1)
    print(f"Against Greedy, {asked.games:,} new games: {share:.1%} of the points")


if __name__ == "__main__":
    main()

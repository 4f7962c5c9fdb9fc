"""Lessons by search: a network learns what the search that it leads would play, and how it ends.

python -m volto.train.tutoring play FOLDER --from WEIGHTS.safetensors --games 1000 --seed 1
python -m volto.train.tutoring fit BETTER.safetensors FOLDER [FOLDER …] --from WEIGHTS.safetensors
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray
from safetensors.numpy import save_file

from volto.agents import Agent, Budget, Thought, make_agent
from volto.agents.learned import Approach, Learned
from volto.mind.features import seen_by
from volto.mind.frame import frame
from volto.mind.network import Network, read_tensors
from volto.rules import STANDARD, Family, Position, Ruleset, View
from volto.sim.actions import action_of, actions_of
from volto.train import nets
from volto.train.copying import shown_and_legal
from volto.train.gathering import DRAW, LOSS, WIN
from volto.train.nets import Params

OTHERS = {"thinker:400": 0.22, "hunter": 0.12, "runner": 0.06, "baiter": 0.03, "greedy": 0.03}
"""The shares of games in which the search meets somebody else; in the others, itself."""
MOST_MOVES = 24
"""Moves remembered of a turn, the likeliest ones."""
FILED = 20
"""Games that are written into a file together."""
LESSON = 1024
HELD_OUT = 20
"""Of how many files one is not learned from."""


@dataclass(frozen=True)
class Lessons:
    """What a search saw and thought, turn by turn."""

    state: NDArray[np.uint64]
    traces: NDArray[np.int16]
    actions: NDArray[np.int16]
    """The moves it would play; -1 where there are no more."""
    shares: NDArray[np.float32]
    """How likely it would play them."""
    values: NDArray[np.float32]
    """What it hoped for, from -1 to 1."""
    results: NDArray[np.int8]
    """How the game ended for it: WIN, DRAW or LOSS."""

    @classmethod
    def load(cls, paths: Sequence[Path]) -> "Lessons":
        parts = [dict(np.load(path)) for path in paths]
        return cls(*(np.concatenate([part[field.name] for part in parts]) for field in fields(cls)))

    def save(self, path: Path) -> None:
        unfinished = path.with_suffix(".part.npz")
        np.savez_compressed(
            unfinished, **{field.name: getattr(self, field.name) for field in fields(self)}
        )
        unfinished.replace(path)


class Taught(NamedTuple):
    """One turn of a search."""

    state: NDArray[np.uint64]
    traces: NDArray[np.int16]
    actions: NDArray[np.int16]
    shares: NDArray[np.float32]
    value: float

    @classmethod
    def of(cls, view: View, thought: Thought, sharpness: float) -> "Taught":
        row, trace = seen_by(view)
        actions = np.full(MOST_MOVES, -1, np.int16)
        shares = np.zeros(MOST_MOVES, np.float32)
        for place, choice in enumerate(thought.choices[:MOST_MOVES]):
            actions[place] = action_of(choice.move, view.to_move, view.ruleset)
            shares[place] = choice.weight ** (1.0 / sharpness)  # as it looked into them
        hope = sum(choice.weight * (2.0 * choice.value - 1.0) for choice in thought.choices)
        return cls(row[0], trace[0], actions, shares / shares.sum(), hope)


def play(
    players: dict[Family, Agent], searching: Sequence[Family], ruleset: Ruleset, rng: random.Random
) -> Iterator[tuple[Taught, int]]:
    """A game, and what those who search thought on their turns and came to."""
    white, red = (players[family].deploy(family, ruleset) for family in Family)
    position = Position.start(white, red, ruleset=ruleset)
    noted: list[tuple[Family, Taught]] = []
    while position.outcome is None:
        mover = position.to_move
        view, agent = position.view(mover), players[mover]
        if mover in searching and isinstance(agent, Learned) and len(position.moves) > 1:
            thought = agent.think(view, Budget())
            noted.append((mover, Taught.of(view, thought, agent.approach.sharpness)))
            moves = [choice.move for choice in thought.choices]
            move = rng.choices(moves, [choice.weight for choice in thought.choices])[0]
        else:
            move = agent.choose(view, Budget())
        position = position.play(move)
    winner = position.outcome.winner
    for family, taught in noted:
        yield taught, DRAW if winner is None else WIN if winner is family else LOSS


def file_of_games(network: Network, iterations: int, ruleset: Ruleset, seed: str) -> Lessons:
    """Some games of the search against itself and others."""
    rng = random.Random(seed)
    found: list[tuple[Taught, int]] = []
    for game in range(FILED):
        players: dict[Family, Agent] = {
            family: Learned(
                random.Random(rng.getrandbits(64)), Approach(iterations), network=network
            )
            for family in Family
        }
        searching = list(Family)
        words = rng.choices([*OTHERS, ""], [*OTHERS.values(), 1.0 - sum(OTHERS.values())])[0]
        if words:
            other = searching.pop(game % 2)
            players[other] = make_agent(words, random.Random(rng.getrandbits(64)))
        found += play(players, searching, ruleset, rng)
    taught, results = zip(*found, strict=True)
    state, traces, actions, shares, values = (np.array(part) for part in zip(*taught, strict=True))
    return Lessons(
        state, traces, actions, shares, values.astype(np.float32), np.array(results, np.int8)
    )


def lesson(
    lessons: Lessons, some: NDArray[np.intp], flip: int, trust: float
) -> tuple[NDArray[Any], ...]:
    """Inputs, legal actions, and what to play and to foresee there.

    A forecast follows the game's end, and by the share of `trust` what the search hoped for.
    """
    shown, legal = shown_and_legal(lessons.state[some], lessons.traces[some], flip)
    actions = lessons.actions[some].astype(np.int64)
    turned = frame().mirrored[actions] if flip else actions
    wanted = np.zeros((len(some), actions_of()), np.float32)
    rows, places = np.nonzero(actions >= 0)
    wanted[rows, turned[rows, places]] = lessons.shares[some][rows, places]
    ends = np.eye(3, dtype=np.float32)[lessons.results[some]]
    hoped = np.zeros_like(ends)
    hoped[:, WIN] = 0.5 + 0.5 * lessons.values[some]
    hoped[:, LOSS] = 1.0 - hoped[:, WIN]
    return shown, legal, wanted, (1.0 - trust) * ends + trust * hoped


def surprises(params: Params, given: tuple[Any, ...]) -> tuple[jax.Array, jax.Array]:
    """How much the search's moves, and the ends of games, surprise a network."""
    shown, legal, wanted, ends = given
    hidden = nets.trunk(params, shown)
    logs = nets.log_policy(params, hidden, legal > 0)
    outcome = jax.nn.log_softmax(nets.head(params, "outcome", hidden))
    moves = -jnp.where(wanted > 0, wanted * logs, 0.0).sum(axis=1)
    return moves.mean(), -(ends * outcome).sum(axis=1).mean()


def fit(
    params: Params, lessons: Lessons, rounds: int, rate: float, trust: float, seed: int
) -> Params:
    """A network that plays more like the search, and foresees more of how games end."""
    rng = np.random.default_rng(seed)
    count = len(lessons.results)
    steps = rounds * (count // LESSON)
    optimiser = optax.adamw(optax.linear_schedule(rate, 0.0, steps), weight_decay=1e-4)
    memory = optimiser.init(params)

    def loss(params: Params, given: tuple[Any, ...]) -> jax.Array:
        moves, ends = surprises(params, given)
        return moves + 0.5 * ends

    @jax.jit
    def update(params: Params, memory: Any, given: tuple[Any, ...]) -> tuple[Params, Any]:
        step, memory = optimiser.update(jax.grad(loss)(params, given), memory, params)
        return optax.apply_updates(params, step), memory

    for _ in range(rounds):
        order = rng.permutation(count)
        for begin in range(0, count - LESSON + 1, LESSON):
            some = order[begin : begin + LESSON]
            params, memory = update(
                params, memory, lesson(lessons, some, int(rng.integers(2)), trust)
            )
    return params


def surprised(params: Params, lessons: Lessons) -> tuple[float, float]:
    """The same, on average over many lessons."""
    parts = np.array_split(np.arange(len(lessons.results)), len(lessons.results) // LESSON + 1)
    found = [surprises(params, lesson(lessons, part, 0, 0.0)) for part in parts]
    moves, ends = np.mean(np.array(found), axis=0)
    return float(moves), float(ends)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["play", "fit"])
    parser.add_argument("target", type=Path)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--from", dest="known", type=Path, required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--trust", type=float, default=0.3)
    given = parser.parse_args()
    if given.task == "play":
        given.target.mkdir(parents=True, exist_ok=True)
        network = Network.load(given.known)
        for number in range(given.games // FILED):
            path = given.target / f"games-{given.seed}-{number:05d}.npz"
            if not path.exists():
                seed = f"{given.seed} {number}"
                lessons = file_of_games(network, given.iterations, STANDARD, seed)
                lessons.save(path)
                print(f"{path}: {len(lessons.results)} turns", flush=True)
        return
    paths = sorted(path for folder in given.folders for path in folder.glob("games-*.npz"))
    held_out = Lessons.load(paths[::HELD_OUT])
    lessons = Lessons.load([path for place, path in enumerate(paths) if place % HELD_OUT])
    tensors, remarks = read_tensors(given.known)
    params = {
        name.removeprefix("player/"): jnp.array(value)
        for name, value in tensors.items()
        if name.startswith("player/")
    }
    print(f"{len(lessons.results)} turns; held out before: {surprised(params, held_out)}")
    params = fit(params, lessons, given.rounds, given.rate, given.trust, given.seed)
    print(f"and after: {surprised(params, held_out)}")
    tensors |= {f"player/{name}": np.asarray(value) for name, value in params.items()}
    save_file(tensors, given.target, remarks)


if __name__ == "__main__":
    main()

"""Random self-play in environments that researchers use, side by side on one core.

python bench/environments.py            print the table
python bench/environments.py --plot     and draw docs/pictures/environments.svg
python bench/environments.py --opponents    the vector environment against some opponents

A step is one action drawn at random from the legal ones and played, with the legal actions and the
observation that the next player needs; each environment is called the way its users call it, and a
game that ends begins anew. A peer that is not installed is left out, and the script says so.
"""

import importlib
import importlib.util
import os
import platform
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from machine import processor
from volto import __version__
from volto.plots import GOLD, INK, LAGOON, draw_svg

ROUNDS, SECONDS = 5, 1.0
PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "environments.svg"
VOLTO = "volto"

Work = Callable[[float], float]
"""Plays for about so many seconds; returns steps per second."""


@dataclass(frozen=True)
class Kind:
    """An environment to measure: whose it is, what it is, and how to begin with it."""

    package: str
    name: str
    ready: Callable[[], Work]
    get: str = ""
    """How to install what it needs."""
    needs: tuple[str, ...] = ()


def pin() -> None:
    """Stay on one core: before anything that starts threads is imported."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def until(seconds: float, games: Iterator[int]) -> float:
    """Play on until the time is over; each item is the steps just made.

    The time is the processor's: on one core it is the clock's, less what other programs took.
    """
    start, steps = process_time(), 0
    for made in games:
        steps += made
        if process_time() - start > seconds:
            break
    return steps / (process_time() - start)


def volto_batch(games: int = 4096) -> Work:
    from volto.sim import Batch

    batch = Batch(games, seed=1)

    def play() -> Iterator[int]:
        while True:
            batch.step(batch.sample_legal())
            batch.legal()
            batch.observe()
            yield games

    return lambda seconds: until(seconds, play())


def volto_vector(games: int = 4096) -> Work:
    from volto.adapters.vector import VoltoVectorEnv

    envs = VoltoVectorEnv(games, copy=False)
    envs.reset(seed=1)

    def play() -> Iterator[int]:
        while True:
            envs.step(envs.batch.sample_legal())
            yield games

    return lambda seconds: until(seconds, play())


def volto_opponent(words: str, games: int = 256) -> Work:
    from volto.adapters.vector import VoltoVectorEnv

    envs = VoltoVectorEnv(games, opponent=words, copy=False)
    envs.reset(seed=1)

    def play() -> Iterator[int]:
        while True:
            envs.step(envs.batch.sample_legal())
            yield games

    return lambda seconds: until(seconds, play())


def aec(make: Callable[[], Any]) -> Work:
    """Any PettingZoo game with action masks."""
    env, rng = make(), random.Random(1)

    def play() -> Iterator[int]:
        while True:
            env.reset(seed=rng.getrandbits(31))
            steps = 0
            for _ in env.agent_iter():
                seen, _, over, cut, info = env.last()
                if over or cut:
                    break
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                env.step(rng.choice(np.flatnonzero(mask).tolist()))
                steps += 1
            yield steps

    return lambda seconds: until(seconds, play())


def volto_pettingzoo() -> Work:
    from volto.adapters.pettingzoo import env

    return aec(env)


def pettingzoo_classic(name: str) -> Work:
    return aec(importlib.import_module(f"pettingzoo.classic.{name}").env)


def open_spiel(name: str) -> Work:
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> Iterator[int]:
        while True:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                state.observation_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
            yield steps

    return lambda seconds: until(seconds, play())


def pgx_game(name: str) -> Work:
    """The quickest of several batch sizes; the random actions are drawn in compiled code too."""
    rates = {}
    for games in (64, 256, 1024, 4096):
        work = pgx_batch(name, games)
        rates[work(0.5)] = work
    return rates[max(rates)]


def pgx_batch(name: str, games: int, inner: int = 16) -> Work:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def many(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action_key, step_key = jax.random.split(key)
            actions = jax.random.categorical(action_key, chances)
            state = step(state, actions, jax.random.split(step_key, games))
            return state, state.observation.sum()  # so that no observation is left out

        return jax.lax.scan(one, state, jax.random.split(key, inner))

    key = jax.random.key(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def play() -> Iterator[int]:
        nonlocal state, key
        while True:
            key, now = jax.random.split(key)
            state, seen = many(state, now)
            seen.block_until_ready()
            yield games * inner

    next(play())  # compiled before the clock runs
    return lambda seconds: until(seconds, play())


def python_chess() -> Work:
    """It has no observations: only the moves are counted."""
    import chess

    rng = random.Random(1)

    def play() -> Iterator[int]:
        while True:
            board, steps = chess.Board(), 0
            while steps < 300 and (moves := list(board.legal_moves)):
                board.push(rng.choice(moves))
                steps += 1
            yield steps

    return lambda seconds: until(seconds, play())


RESEARCH = "pip install 'volto[research]'"
CLASSIC = "pip install 'pettingzoo[classic]'"
KINDS = (
    Kind(VOLTO, "Batch, 4,096 games", volto_batch),
    Kind(VOLTO, "vector environment, 4,096 games", volto_vector, RESEARCH, ("gymnasium",)),
    Kind(VOLTO, "PettingZoo environment", volto_pettingzoo, RESEARCH, ("pettingzoo",)),
    *(
        Kind("open_spiel", game, partial(open_spiel, game), RESEARCH, ("pyspiel",))
        for game in ("tic_tac_toe", "breakthrough", "phantom_ttt", "dark_hex")
    ),
    *(
        Kind("pettingzoo", game, partial(pettingzoo_classic, game), CLASSIC, needs)
        for game, needs in (
            ("tictactoe_v3", ("pettingzoo", "pygame")),
            ("connect_four_v3", ("pettingzoo", "pygame")),
            ("chess_v6", ("pettingzoo", "pygame", "chess")),
        )
    ),
    *(
        Kind("pgx", game, partial(pgx_game, game), "pip install pgx", ("pgx",))
        for game in ("tic_tac_toe", "connect_four", "animal_shogi")
    ),
    Kind("chess", "python-chess", python_chess, "pip install chess", ("chess",)),
)


OPPONENTS = tuple(
    Kind(VOLTO, f"against {words}", partial(volto_opponent, words), RESEARCH, ("gymnasium",))
    for words in ("random", "level:3", "learned", "greedy")
)


def present() -> list[Kind]:
    """What can be measured here; of everything else it says how to get it."""
    found = []
    for kind in OPPONENTS if "--opponents" in sys.argv[1:] else KINDS:
        missing = [name for name in kind.needs if importlib.util.find_spec(name) is None]
        if missing:
            lacking = " and ".join(missing)
            print(f"LEFT OUT: {kind.package} {kind.name} needs {lacking}: {kind.get}", flush=True)
        else:
            found.append(kind)
    return found


def measure(kinds: list[Kind]) -> dict[Kind, float]:
    """Each once in every round, so that all of them meet the same weather."""
    works = {}
    for kind in kinds:
        print(f"\rwarming up {kind.package} {kind.name:40}", end="", file=sys.stderr, flush=True)
        works[kind] = kind.ready()
        works[kind](0.2)
    rates: dict[Kind, list[float]] = {kind: [] for kind in kinds}
    for round_ in range(1, ROUNDS + 1):
        for kind, work in works.items():
            note = f"\rround {round_} of {ROUNDS}: {kind.package} {kind.name:40}"
            print(note, end="", file=sys.stderr, flush=True)
            rates[kind].append(work(SECONDS))
    print(file=sys.stderr)
    return {kind: median(found) for kind, found in rates.items()}


def table(rates: dict[Kind, float]) -> str:
    """The figures in Markdown, and how often each goes into that of our batch."""
    batch = max(rate for kind, rate in rates.items() if kind.package == VOLTO)
    lines = ["| environment | steps per second | volto's batch is faster by |", "|---|---:|---:|"]
    for kind, rate in rates.items():
        ratio = batch / rate
        times = f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"
        lines.append(f"| {kind.package} {kind.name} | {rate:,.0f} | {times} × |")
    packages = dict.fromkeys(kind.package for kind in rates if kind.package != VOLTO)
    versions = ", ".join(f"{name} {version(name)}" for name in (*packages, "numpy", "numba"))
    jax = f", jax {version('jax')}" if "pgx" in packages else ""
    lines += [
        "",
        f"{processor()}, one core; Python {platform.python_version()}, volto {__version__}, "
        f"{versions}{jax}; median of {ROUNDS} rounds of {SECONDS:g} s of processor time.",
    ]
    return "\n".join(lines)


def plot(rates: dict[Kind, float]) -> str:
    """Every environment on a scale of powers of ten."""
    ordered = sorted(rates.items(), key=lambda item: item[1])
    names = [f"{kind.package} {kind.name}" for kind, _ in ordered]
    speeds = [rate for _, rate in ordered]

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.set_xlim(min(speeds) / 2, 5 * max(speeds))
        axes.hlines(names, min(speeds) / 2, speeds, color=INK, alpha=0.4)
        for kind, name, rate in zip((kind for kind, _ in ordered), names, speeds, strict=True):
            axes.plot(rate, name, "o", color=GOLD if kind.package == VOLTO else LAGOON)
            axes.annotate(
                f"{rate:,.0f}", (rate, name), (8, 0), textcoords="offset points", va="center"
            )

    return draw_svg(
        900, 60 + 26 * len(names), "Random self-play, steps per second on one core", paint
    )


def main() -> None:
    pin()
    rates = measure(present())
    print(table(rates))
    if "--plot" in sys.argv[1:]:
        PICTURE.write_text(plot(rates), encoding="utf-8")
        print(f"\n{PICTURE}")


if __name__ == "__main__":
    main()

"""The learner: clipped policy gradient, held near a slowly moving magnet, with a seeing critic.

Values are chances of win, draw and loss of the family to move; along a game they change sides
every turn. Draws cost both sides a little, or caution would never end.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from volto.train import jax_network as net
from volto.train.jax_network import Params
from volto.train.rollouts import DRAW, LOSS, WIN, Stretch

CLIP = 0.2
PULLED = 4
"""Of how many turns one is compared with the magnet."""
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Pace:
    """How boldly to learn at one moment."""

    rate: float
    entropy: float
    magnet: float
    imitate: bool = False


def score(chances: Any, draw_cost: float) -> Any:
    """What an outcome is worth to the family to move."""
    return chances[..., WIN] - chances[..., LOSS] - draw_cost * chances[..., DRAW]


def returns(values: Floats, stretch: Stretch, fade: float) -> Floats:
    """For each turn, the outcome to expect, judged by what followed (λ-returns).

    `values` has one turn more than the stretch. They count on the learner's own turns alone: a
    rival's are part of what happens to it.
    """
    found = np.empty_like(values[:-1])
    after, last = values[-1], len(found) - 1
    for turn in reversed(range(len(found))):
        own = stretch.mine[turn + 1][:, None]
        ahead = np.where(own, (1.0 - fade) * values[turn + 1] + fade * after, after)[:, ::-1]
        if turn == last:  # what the rival will do is not known yet
            ahead = np.where(own, ahead, values[turn])
        known = np.eye(3, dtype=np.float32)[stretch.result[turn]]
        found[turn] = np.where(stretch.over[turn][:, None], known, ahead)
        after = found[turn]
    return found


def told_of(stretch: Stretch) -> NDArray[np.bool_]:
    """The turns of the learner of which it is known what followed."""
    found: NDArray[np.bool_] = stretch.mine[:-1].copy()
    found[-1] &= stretch.mine[-1] | stretch.over[-1]
    return found


@jax.jit
def judged(critic: Params, shown: jax.Array, truth: jax.Array) -> jax.Array:
    """The critic's chances of win, draw and loss."""
    hidden = net.trunk(critic, jnp.concatenate([shown, truth], axis=-1))
    return jax.nn.softmax(net.head(critic, "outcome", hidden))


def _cross_entropy(logits: jax.Array, wanted: jax.Array) -> jax.Array:
    return -(wanted * jax.nn.log_softmax(logits)).sum(axis=-1)


def _weights(chosen: jax.Array) -> jax.Array:
    """Weights that add up to 1, or to 0 if nothing is chosen."""
    return chosen / jnp.maximum(chosen.sum(), 1.0)


def _loss(
    params: Params,
    magnet: Params,
    lesson: Params,
    entropy: float,
    pull: float,
    kl: float,
    unit: float,
    imitate: bool,
) -> tuple[jax.Array, Params]:
    shown, legal = lesson["shown"], lesson["legal"] > 0
    hidden = net.trunk(params["player"], shown)
    logs = net.log_policy(params["player"], hidden, legal)
    chosen = jnp.take_along_axis(logs, lesson["actions"][:, None], axis=1)[:, 0]
    chances = jnp.exp(logs)
    variety = -(chances * jnp.where(legal, logs, 0.0)).sum(axis=1)
    seeing = net.trunk(params["critic"], jnp.concatenate([shown, lesson["truth"]], axis=-1))
    worths, missed = None, jnp.zeros_like(chosen)
    if "worth/w" in params["critic"]:
        worths = net.head(params["critic"], "worth", seeing)
        took = jnp.take_along_axis(worths, lesson["actions"][:, None], axis=1)[:, 0]
        missed = lesson["gain"] - took
    acted, valued = _weights(lesson["acted"]), _weights(lesson["valued"])
    if imitate:
        aim, away, cut = -chosen, jnp.zeros_like(chosen), jnp.zeros_like(chosen)
    else:
        change = chosen - lesson["logarithms"]
        ratio = jnp.exp(change)
        worth = lesson["advantage"]
        if worths is not None:  # the sample tells only what the critic's forecast leaves open
            worth = jax.lax.stop_gradient(missed) / unit
        aim = -jnp.minimum(ratio * worth, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * worth)
        if worths is not None:
            aim -= (chances * jax.lax.stop_gradient(worths)).sum(axis=1) / unit
        aim += kl * (ratio - 1 - change)  # an estimate of KL(data policy, policy), never negative
        cut = (jnp.abs(ratio - 1) > CLIP).astype(jnp.float32)
        some = len(chosen) // PULLED  # the pull of the magnet is felt in a part of each lesson
        there = net.log_policy(magnet, net.trunk(magnet, shown[:some]), legal[:some])
        apart = (chances[:some] * jnp.where(legal[:some], logs[:some] - there, 0.0)).sum(axis=1)
        away = jnp.zeros_like(chosen).at[:some].set(PULLED * apart)
    player_loss = _cross_entropy(net.head(params["player"], "outcome", hidden), lesson["wanted"])
    critic_loss = _cross_entropy(net.head(params["critic"], "outcome", seeing), lesson["wanted"])
    policy = (acted * (aim - entropy * variety + pull * away)).sum()
    fair = _weights(lesson["fair"] * lesson["valued"])
    values = 0.5 * (fair * player_loss).sum() + (valued * critic_loss).sum()
    values += 2.0 * (valued * jnp.square(missed)).sum()
    told = {
        "entropy": (valued * variety).sum(),
        "magnet": (acted * away).sum(),
        "clipped": (acted * cut).sum(),
        "player_loss": (fair * player_loss).sum(),
        "critic_loss": (valued * critic_loss).sum(),
        "surprise": -(valued * chosen).sum(),
    }
    return policy + values, told


OPTIMISER = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam())


@partial(jax.jit, static_argnames=("imitate",), donate_argnums=(0, 1))
def _update(
    params: Params,
    memory: Any,
    magnet: Params,
    lesson: Params,
    rate: float,
    entropy: float,
    pull: float,
    kl: float,
    unit: float,
    imitate: bool,
) -> tuple[Params, Any, Params]:
    gradient, told = jax.grad(_loss, has_aux=True)(
        params, magnet, lesson, entropy, pull, kl, unit, imitate
    )
    step, memory = OPTIMISER.update(gradient, memory)
    params = jax.tree.map(lambda value, change: value - rate * change, params, step)
    return params, memory, told


class Learner:
    """Parameters, and how they follow from games."""

    def __init__(
        self,
        inputs: int,
        truths: int,
        actions: int,
        widths: tuple[int, ...],
        critic_widths: tuple[int, ...],
        seed: int,
        draw_cost: float = 0.05,
        fade: float = 0.9,
        value_fade: float = 0.98,
        unit: float = 0.0,
        worths: bool = False,
        largest: float = 1.0,
        kl: float = 0.0,
    ) -> None:
        """`fade` is λ of what a move is judged by, `value_fade` of what forecasts are taught.

        Advantages are counted in `unit`; 0 is their own spread. With `worths` the critic forecasts
        what every move is worth, and all legal moves are learned from, not only the one played.

        The policy learns from the `largest` share of turns alone, by how large their advantages
        are, and is held by `kl` to the policy that played them. Forecasts learn from as many turns
        drawn at random: large advantages are mostly surprises, and would teach false odds.
        """
        self.rng = np.random.default_rng(seed)
        self.draw_cost, self.fade, self.value_fade = draw_cost, fade, value_fade
        self.unit, self.largest, self.kl = unit, largest, kl
        seen = {"outcome": 3} | ({"worth": actions} if worths else {})
        self.params: Params = {
            "player": net.make(self.rng, inputs, widths, {"policy": actions, "outcome": 3}),
            "critic": net.make(self.rng, inputs + truths, critic_widths, seen),
        }
        self.memory = OPTIMISER.init(self.params)
        self.refresh_magnet()

    def refresh_magnet(self) -> None:
        """The policy of now is what the next ones are held to."""
        self.magnet = jax.tree.map(jnp.copy, self.params["player"])

    def player(self) -> dict[str, NDArray[np.float32]]:
        """The player's numbers as NumPy arrays."""
        return {name: np.asarray(value) for name, value in self.params["player"].items()}

    def learn(self, stretch: Stretch, pace: Pace, lesson_size: int) -> dict[str, float]:
        """One pass over the learner's turns of a stretch, in random order; what is too little for a
        lesson is left. Returns what happened, on average."""
        turns, games = stretch.actions.shape
        values = np.stack(
            [
                np.asarray(judged(self.params["critic"], stretch.shown[t], stretch.truth[t]))
                for t in range(turns + 1)
            ]
        )
        wanted = returns(values, stretch, self.value_fade)
        near = returns(values, stretch, self.fade)
        gain = score(near, self.draw_cost)
        better = gain - score(values[:-1], self.draw_cost)
        own = np.flatnonzero(told_of(stretch))
        flat = better.reshape(-1)
        unit = self.unit or float(flat[own].std()) + 1e-6
        advantage = (flat - flat[own].mean()) / unit
        parts = {
            "shown": stretch.shown[:-1].reshape(turns * games, -1),
            "truth": stretch.truth[:-1].reshape(turns * games, -1),
            "legal": stretch.legal.reshape(turns * games, -1),
            "actions": stretch.actions.reshape(-1),
            "logarithms": stretch.logarithms.reshape(-1),
            "fair": stretch.fair.reshape(-1).astype(np.float32),
            "advantage": advantage.astype(np.float32),
            **self._chosen(np.abs(flat), own, pace.imitate),
            "gain": gain.reshape(-1).astype(np.float32),
            "wanted": wanted.reshape(-1, 3),
        }
        order = self.rng.permutation(np.flatnonzero(parts["acted"] + parts["valued"]))
        sums: dict[str, float] = {}
        lessons = max(len(order) // lesson_size, 1)
        for number in range(lessons):
            some = order[number * lesson_size : (number + 1) * lesson_size]
            lesson = {name: part[some] for name, part in parts.items()}
            self.params, self.memory, told = _update(
                self.params,
                self.memory,
                self.magnet,
                lesson,
                pace.rate,
                pace.entropy,
                pace.magnet,
                self.kl,
                unit,
                pace.imitate,
            )
            for name, value in told.items():
                sums[name] = sums.get(name, 0.0) + float(value) / lessons
        expected = score(wanted, self.draw_cost).reshape(-1)
        explained = 1.0 - np.var(flat[own]) / (np.var(expected[own]) + 1e-9)
        return {**sums, "explained": float(explained)}

    def _chosen(self, size: Floats, own: NDArray[np.intp], imitate: bool) -> dict[str, Floats]:
        """Which turns the policy learns from, and which the forecasts."""
        acted, valued = np.zeros_like(size), np.zeros_like(size)
        number = len(own) if imitate else max(1, round(self.largest * len(own)))
        acted[own[np.argpartition(-size[own], number - 1)[:number]]] = 1.0
        valued[self.rng.permutation(own)[:number]] = 1.0
        return {"acted": acted, "valued": valued}

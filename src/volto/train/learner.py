"""The learner: clipped policy gradient with a magnet, and a critic that sees all roles.

Values are probabilities of win, draw and loss for the family to move; along a game they change
sides every turn. Draws cost both sides a little, or caution would never end.
"""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from volto.train import jax_network as net
from volto.train.config import Coefficients, Config
from volto.train.jax_network import Params
from volto.train.rollouts import DRAW, LOSS, WIN, Trajectory

CLIP = 0.2
MAGNET_PART = 4
"""Of how many turns one is compared with the magnet."""
Floats = NDArray[np.float32]


def score(outcomes: Any, draw_cost: float) -> Any:
    """What probabilities of win, draw and loss are worth to the family to move."""
    return outcomes[..., WIN] - outcomes[..., LOSS] - draw_cost * outcomes[..., DRAW]


def lambda_returns(values: Floats, trajectory: Trajectory, decay: float) -> Floats:
    """For each turn, the outcome to expect, judged by what followed; `decay` is lambda.

    `values` has one turn more than the trajectory. They count on the learner's own turns alone: a
    rival's are part of what happens to it.
    """
    found = np.empty_like(values[:-1])
    after, last = values[-1], len(found) - 1
    for turn in reversed(range(len(found))):
        own = trajectory.own[turn + 1][:, None]
        ahead = np.where(own, (1.0 - decay) * values[turn + 1] + decay * after, after)[:, ::-1]
        if turn == last:  # what the rival will do is not known yet
            ahead = np.where(own, ahead, values[turn])
        known = np.eye(3, dtype=np.float32)[trajectory.result[turn]]
        found[turn] = np.where(trajectory.over[turn][:, None], known, ahead)
        after = found[turn]
    return found


def learnable(trajectory: Trajectory) -> NDArray[np.bool_]:
    """The turns of the learner of which it is known what followed."""
    found: NDArray[np.bool_] = trajectory.own[:-1].copy()
    found[-1] &= trajectory.own[-1] | trajectory.over[-1]
    return found


@jax.jit
def critic_outcomes(critic: Params, features: jax.Array, truth: jax.Array) -> jax.Array:
    """The critic's probabilities of win, draw and loss."""
    hidden = net.trunk(critic, jnp.concatenate([features, truth], axis=-1))
    return jax.nn.softmax(net.head(critic, "outcome", hidden))


def _cross_entropy(logits: jax.Array, targets: jax.Array) -> jax.Array:
    return -(targets * jax.nn.log_softmax(logits)).sum(axis=-1)


def _weights(mask: jax.Array) -> jax.Array:
    """Weights that add up to 1, or to 0 if nothing is chosen."""
    return mask / jnp.maximum(mask.sum(), 1.0)


def _loss(
    params: Params, magnet: Params, batch: Params, weights: Params, imitate: bool
) -> tuple[jax.Array, Params]:
    features, legal = batch["features"], batch["legal"] > 0
    hidden = net.trunk(params["player"], features)
    logs = net.log_policy(params["player"], hidden, legal)
    chosen = jnp.take_along_axis(logs, batch["actions"][:, None], axis=1)[:, 0]
    policy = jnp.exp(logs)
    entropy = -(policy * jnp.where(legal, logs, 0.0)).sum(axis=1)
    seeing = net.trunk(params["critic"], jnp.concatenate([features, batch["truth"]], axis=-1))
    values, missed = None, jnp.zeros_like(chosen)
    if "worth/w" in params["critic"]:
        values = net.head(params["critic"], "worth", seeing)
        taken = jnp.take_along_axis(values, batch["actions"][:, None], axis=1)[:, 0]
        missed = batch["returns"] - taken
    if imitate:
        aim, apart, clipped = -chosen, jnp.zeros_like(chosen), jnp.zeros_like(chosen)
    else:
        change = chosen - batch["log_probs"]
        ratio = jnp.exp(change)
        advantage = batch["advantages"]
        if values is not None:  # the sample tells only what the critic's values leave open
            advantage = jax.lax.stop_gradient(missed) / weights["scale"]
        aim = -jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage)
        if values is not None:
            aim -= (policy * jax.lax.stop_gradient(values)).sum(axis=1) / weights["scale"]
        # an estimate of the KL divergence from the policy that played, never negative
        aim += weights["kl"] * (ratio - 1 - change)
        clipped = (jnp.abs(ratio - 1) > CLIP).astype(jnp.float32)
        some = len(chosen) // MAGNET_PART
        there = net.log_policy(magnet, net.trunk(magnet, features[:some]), legal[:some])
        kl = (policy[:some] * jnp.where(legal[:some], logs[:some] - there, 0.0)).sum(axis=1)
        apart = jnp.zeros_like(chosen).at[:some].set(MAGNET_PART * kl)
    acted, valued = _weights(batch["acted"]), _weights(batch["valued"])
    forecast = _weights(batch["forecast"] * batch["valued"])
    targets = batch["value_targets"]
    player_loss = _cross_entropy(net.head(params["player"], "outcome", hidden), targets)
    critic_loss = _cross_entropy(net.head(params["critic"], "outcome", seeing), targets)
    loss = (acted * (aim - weights["entropy"] * entropy + weights["magnet"] * apart)).sum()
    loss += 0.5 * (forecast * player_loss).sum() + (valued * critic_loss).sum()
    loss += 2.0 * (valued * jnp.square(missed)).sum()
    return loss, {
        "entropy": (valued * entropy).sum(),
        "magnet": (acted * apart).sum(),
        "clipped": (acted * clipped).sum(),
        "player_loss": (forecast * player_loss).sum(),
        "critic_loss": (valued * critic_loss).sum(),
        "surprise": -(valued * chosen).sum(),
    }


OPTIMISER = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam())


@partial(jax.jit, static_argnames=("imitate",), donate_argnums=(0, 1))
def _update(
    params: Params,
    optimiser: Any,
    magnet: Params,
    batch: Params,
    weights: Params,
    imitate: bool,
) -> tuple[Params, Any, Params]:
    gradient, metrics = jax.grad(_loss, has_aux=True)(params, magnet, batch, weights, imitate)
    step, optimiser = OPTIMISER.update(gradient, optimiser)
    params = jax.tree.map(lambda value, change: value - weights["rate"] * change, params, step)
    return params, optimiser, metrics


class PolicyLearner:
    """A player's and its critic's parameters, and how they follow from games."""

    def __init__(self, inputs: int, truths: int, actions: int, config: Config) -> None:
        self.config = config
        self.rng = np.random.default_rng(config.seed)
        values = {"outcome": 3} | ({"worth": actions} if config.action_values else {})
        player = {"policy": actions, "outcome": 3}
        self.params: Params = {
            "player": net.make(self.rng, inputs, config.widths, player),
            "critic": net.make(self.rng, inputs + truths, config.critic_widths, values),
        }
        self.optimiser = OPTIMISER.init(self.params)
        self.refresh_magnet()

    def refresh_magnet(self) -> None:
        """The policy of now is what the next ones are held to."""
        self.magnet = jax.tree.map(jnp.copy, self.params["player"])

    def player(self) -> dict[str, NDArray[np.float32]]:
        """The player's parameters as NumPy arrays."""
        return {name: np.asarray(value) for name, value in self.params["player"].items()}

    def learn(self, trajectory: Trajectory, now: Coefficients) -> dict[str, float]:
        """One pass over the learner's turns of a trajectory, in random order, in minibatches.

        What is too little for a minibatch is left. Returns metrics, on average.
        """
        config = self.config
        turns, games = trajectory.actions.shape
        values = np.stack(
            [
                np.asarray(
                    critic_outcomes(
                        self.params["critic"], trajectory.features[t], trajectory.truth[t]
                    )
                )
                for t in range(turns + 1)
            ]
        )
        targets = lambda_returns(values, trajectory, config.value_lambda)
        returns = score(
            lambda_returns(values, trajectory, config.advantage_lambda), config.draw_cost
        )
        advantages = (returns - score(values[:-1], config.draw_cost)).reshape(-1)
        own = np.flatnonzero(learnable(trajectory))
        scale = config.advantage_scale or float(advantages[own].std()) + 1e-6
        acted, valued = self.chosen(np.abs(advantages), own, now.imitate)
        columns = {
            "features": trajectory.features[:-1].reshape(turns * games, -1),
            "truth": trajectory.truth[:-1].reshape(turns * games, -1),
            "legal": trajectory.legal.reshape(turns * games, -1),
            "actions": trajectory.actions.reshape(-1),
            "log_probs": trajectory.log_probs.reshape(-1),
            "forecast": trajectory.forecast.reshape(-1).astype(np.float32),
            "advantages": ((advantages - advantages[own].mean()) / scale).astype(np.float32),
            "returns": returns.reshape(-1).astype(np.float32),
            "value_targets": targets.reshape(-1, 3),
            "acted": acted,
            "valued": valued,
        }
        weights = {
            "rate": now.rate,
            "entropy": now.entropy,
            "magnet": now.magnet,
            "kl": config.kl,
            "scale": scale,
        }
        order = self.rng.permutation(np.flatnonzero(acted + valued))
        metrics: dict[str, float] = {}
        steps = max(len(order) // config.minibatch, 1)
        for number in range(steps):
            rows = order[number * config.minibatch : (number + 1) * config.minibatch]
            batch = {name: column[rows] for name, column in columns.items()}
            self.params, self.optimiser, found = _update(
                self.params, self.optimiser, self.magnet, batch, weights, now.imitate
            )
            for name, value in found.items():
                metrics[name] = metrics.get(name, 0.0) + float(value) / steps
        expected = score(targets, config.draw_cost).reshape(-1)
        explained = 1.0 - np.var(advantages[own]) / (np.var(expected[own]) + 1e-9)
        return {**metrics, "explained": float(explained)}

    def chosen(self, size: Floats, own: NDArray[np.intp], imitate: bool) -> tuple[Floats, Floats]:
        """The turns that the policy learns from, and those that the forecasts do, as 1 and 0.

        The policy learns from those with the largest advantages, forecasts from as many drawn at
        random: large advantages are mostly surprises, and would teach false odds.
        """
        acted, valued = np.zeros_like(size), np.zeros_like(size)
        share = 1.0 if imitate else self.config.advantage_share
        number = max(1, round(share * len(own)))
        acted[own[np.argpartition(-size[own], number - 1)[:number]]] = 1.0
        valued[self.rng.permutation(own)[:number]] = 1.0
        return acted, valued

"""Thousands of games behind Gymnasium's vector interface, on the compiled simulator.

Without an opponent the caller plays both seats: an observation is that of the family to move, and
a reward is for the family that moved. With one, every observation and reward is for the caller's
own seat. For arrays without this interface round them, use `volto.sim.Batch` itself.
"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from volto.adapters import MissingExtra
from volto.adapters.deployment_phase import TALLIES, TO_MOVE
from volto.adapters.policy_agent import Policy
from volto.adapters.vector_opponents import Actions, Opponent, checked, opponent_of
from volto.adapters.vector_reset import Dealer
from volto.rules import STANDARD, Deployment, Family, Ruleset, VoltoError
from volto.sim import (
    REASONS,
    Batch,
    actions_of,
    aligned,
    fields,
    observation_limits,
    observation_shape,
)
from volto.sim.batch import NOBODY
from volto.sim.layout import FAMILIES

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra(error) from None

ILLEGAL = len(REASONS)
"""The reason of a game that was lost by an illegal action, after those of `sim.REASONS`."""

Infos = dict[str, Any]
Bools = NDArray[np.bool_]
Setup = str | Sequence[str] | None
Seats = Literal["white", "red", "both"]


class VoltoVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[Any], NDArray[Any]]):
    """`num_envs` games side by side, White to begin in each.

    `opponent`: None for self-play, `random`, the words of any agent, or a policy: a function from
    observations and legal actions to actions. `seat`: the caller's; with `both` it is White in the
    even games and Red in the odd ones. `white`, `red`: a deployment or several to draw from; a
    family without one is deployed by its agent, or by chance. `illegal`: what an illegal action
    does, `lose` the game or `raise` an error. `copy`: False gives the same arrays every time,
    overwritten by the next call.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (as the framework declares it)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponent: str | Policy | None = None,
        seat: Seats = "both",
        white: Setup = None,
        red: Setup = None,
        ruleset: Ruleset = STANDARD,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: Literal["lose", "raise"] = "lose",
        copy: bool = True,
        threads: int = 1,
    ) -> None:
        if illegal not in ("lose", "raise") or seat not in ("white", "red", "both"):
            raise VoltoError(
                "An illegal action is to 'lose' or to 'raise', and the seat is 'white', 'red' or "
                f"'both', not {illegal!r} and {seat!r}."
            )
        self.num_envs, self.ruleset, self.illegal, self.copy = num_envs, ruleset, illegal, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.batch = Batch(num_envs, ruleset=ruleset, auto_reset=False, threads=threads)
        self.single_observation_space = spaces.Box(0, observation_limits(ruleset), dtype=np.uint8)
        self.single_action_space = spaces.Discrete(actions_of(ruleset))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponent = None if opponent is None else opponent_of(opponent, ruleset, threads)
        self._setups = {
            Family.WHITE: _deployments(white, ruleset),
            Family.RED: _deployments(red, ruleset),
        }
        self._seats = np.arange(num_envs) % 2 if seat == "both" else np.zeros(num_envs, np.int64)
        if seat == "red":
            self._seats[:] = 1
        self._games = np.arange(num_envs)
        self._memories = np.empty(num_envs, (self._opponent or Opponent).kept)
        self._observation = aligned((num_envs, *observation_shape(ruleset)), np.uint8)
        self._legal = aligned((num_envs, actions_of(ruleset)), np.uint8)
        self._over = np.zeros(num_envs, np.bool_)
        """Games that have ended and not begun anew."""
        self._dealers: dict[int, Dealer] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], Infos]:
        """Begin all games anew, or those where the option `reset_mask` is true."""
        super().reset(seed=seed)
        if seed is not None or not self._dealers:
            self.batch.reset(int(self.np_random.integers(2**63)))
            seats = (0,) if self._opponent is None else (0, 1)
            if self._opponent:
                self._opponent.seed(int(self.np_random.integers(2**63)))
            self._dealers = {at: self._dealer(FAMILIES[at]) for at in seats}
        which = self._wanted((options or {}).get("reset_mask"))
        observation, legal = self._fresh_arrays()
        if not which.all():
            self._look(observation, legal, self._over)
        self._deal(which, observation, legal)
        return observation, self._infos(legal)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Play one action in each game, and the opponent's answers."""
        if not self._dealers:
            raise VoltoError("Reset the environment before the first step.")
        waiting, batch = self._over.copy(), self.batch
        if self.autoreset_mode is AutoresetMode.DISABLED and waiting.any():
            game = int(np.argmax(waiting))
            raise VoltoError(f"Game {game} is over: reset it before it takes an action.")
        wanted = checked("actions", actions, self.num_envs)
        illegal = ~waiting & ~self._allowed(wanted)
        if illegal.any() and self.illegal == "lose":
            self._forfeit(illegal)
        silent = waiting | illegal if self.illegal == "lose" else waiting
        played = np.where(silent, -1, wanted).astype(np.int32)
        batch.step(played)  # raises IllegalMove, with the reason, unless illegal actions lose
        reward = batch.reward.astype(np.float32)
        reward[illegal] = -1
        if self._opponent:
            self._opponent.follow(batch, self._memories, played)
            answers = self._opponent.act(batch, self._memories)
            batch.step(answers)
            self._opponent.follow(batch, self._memories, answers)
            reward -= batch.reward
        over = (batch.reason != 0) & ~waiting
        observation, legal = self._fresh_arrays()
        self._look(observation, legal, over)
        ended = {
            "reason": np.where(over, batch.reason, 0),
            "winner": np.where(over, batch.winner, NOBODY),
            "turns": batch.turns.astype(np.int32),
            "illegal": illegal,
        }
        final: Infos = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if over.any():
                last = np.full(self.num_envs, None, np.object_)
                for game in np.flatnonzero(over).tolist():
                    last[game] = observation[game].copy()
                final = {"final_obs": last, "_final_obs": over.copy()}
                final |= {"final_info": ended, "_final_info": over.copy()}
            self._deal(over, observation, legal)
        elif self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._deal(waiting, observation, legal)
            self._over = over.copy()
        else:
            self._over = over.copy()
        infos = self._infos(legal) | ended | final
        return observation, reward, over, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> Bools:
        """The legal actions, as libraries that learn with masks ask for them."""
        return self._legal.astype(np.bool_)

    def close_extras(self, **settings: Any) -> None:
        """Dismiss the opponents."""
        self._leave(self._games)

    def _dealer(self, seat: Family) -> Dealer:
        rng = np.random.default_rng(int(self.np_random.integers(2**63)))
        return Dealer(self.ruleset, self._setups, rng, self._opponent, seat)

    def _fresh_arrays(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        if self.copy:
            self._legal = np.empty_like(self._legal)
            return np.empty_like(self._observation), self._legal
        return self._observation, self._legal

    def _look(self, observation: NDArray[np.uint8], legal: NDArray[np.uint8], over: Bools) -> None:
        """Write what the caller sees: against an opponent, its own seat's view to the very end."""
        turn = self.batch.to_move
        if self._opponent and over.any():
            kept = turn.copy()
            turn[over] = self._seats[over]
            self.batch.observe(None, observation)
            turn[:] = kept
            row, column = divmod(TO_MOVE, self.ruleset.mat.columns)
            plane, row = divmod(row, self.ruleset.mat.rows)
            observation[over, TALLIES + plane, row, column] = kept[over] == self._seats[over]
        else:
            self.batch.observe(None, observation)
        self.batch.legal(legal)
        legal[over, 0] = 1  # ignored: a choice of one is certain, and teaches nothing

    def _deal(self, which: Bools, observation: NDArray[np.uint8], legal: NDArray[np.uint8]) -> None:
        """Begin these games anew. Each goes on drawing on its own generator."""
        for at, dealer in self._dealers.items():
            mine = which if self._opponent is None else which & (self._seats == at)
            games = np.flatnonzero(mine)
            if not len(games):
                continue
            self._leave(games)
            fresh = dealer.take(len(games))
            chance = self.batch.state[games, fields.RNG]
            self.batch.state[games] = fresh.state
            self.batch.state[games, fields.RNG] = chance
            self._memories[games] = fresh.memories
            observation[games], legal[games] = fresh.observation, fresh.legal
            self.batch.reason[games], self.batch.winner[games] = 0, NOBODY
            self._over[games] = False

    def _leave(self, games: NDArray[Any]) -> None:
        if self._opponent:
            self._opponent.leave(self._memories[games])

    def _forfeit(self, illegal: Bools) -> None:
        """These games are lost: they rest, and the simulator does not touch them again."""
        rivals = 1 - self.batch.to_move[illegal].astype(np.uint8)
        self.batch.reason[illegal], self.batch.winner[illegal] = ILLEGAL, rivals

    def _allowed(self, actions: Actions) -> Bools:
        inside = (actions >= 0) & (actions < self._legal.shape[1])
        allowed: Bools = inside & (self._legal[self._games, np.where(inside, actions, 0)] != 0)
        return allowed

    def _wanted(self, mask: object) -> Bools:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if (
            not isinstance(mask, np.ndarray)
            or mask.dtype != np.bool_
            or mask.shape != (self.num_envs,)
        ):
            raise VoltoError(f"The reset_mask is an array of {self.num_envs} bools.")
        return mask

    def _infos(self, legal: NDArray[np.uint8]) -> Infos:
        return {"action_mask": legal, "to_move": self.batch.to_move.astype(np.uint8)}


def _deployments(setup: Setup, ruleset: Ruleset) -> list[Deployment]:
    texts = () if setup is None else (setup,) if isinstance(setup, str) else setup
    return [Deployment.parse(text, ruleset) for text in texts]

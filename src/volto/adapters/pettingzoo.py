"""Volto as a PettingZoo game: `env()` for play by that framework's conventions, `raw_env()` bare.

The agents are `white_0` and `red_0`. An observation is what the agent's own seat knows, never more:
planes (`sim.PLANES`) and the legal actions. Actions are the moves of `sim.actions`, and after them
five that place a mask, one a role, for the deployments that are a part of the game.
"""

import operator
from collections.abc import Sequence
from random import Random
from typing import Any, Literal

import numpy as np

from volto.adapters import MissingExtra
from volto.adapters.deployment_phase import DeploymentPhase, role_of
from volto.adapters.observation import Observation, pettingzoo_observation
from volto.adapters.rendering import Perspective, Pixels, Rendering, rendered, seat_of
from volto.rules import (
    STANDARD,
    Deployment,
    Family,
    IllegalMove,
    Position,
    Ruleset,
    View,
    VoltoError,
)
from volto.rules.text import HIDDEN
from volto.sim import (
    REASONS,
    Batch,
    actions_of,
    move_of,
    observation_limits,
    observation_shape,
)
from volto.sim.layout import FAMILIES, ROLES
from volto.svg import Picture

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise MissingExtra(error) from None

AGENTS = {"white_0": Family.WHITE, "red_0": Family.RED}
NAMES = {family: agent for agent, family in AGENTS.items()}

Deployments = Literal["placed", "random"] | Sequence[str]
"""By the agents, by chance, or White's and Red's as they are written."""


def env(**settings: Any) -> AECEnv[str, Any, Any]:
    """The game as PettingZoo's classic games are wrapped: an illegal action loses it."""
    lenient = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(lenient))


def raw_env(**settings: Any) -> "VoltoAEC":
    """The game without wrappers: an illegal action raises IllegalMove and changes nothing."""
    return VoltoAEC(**settings)


class VoltoAEC(AECEnv[str, Any, Any]):
    """One game, an agent at a time. It runs on the simulator; `position` is the same by the book.

    `first` None draws lots. `perspective` is whose knowledge `render` shows; it has no bearing on
    the observations.
    """

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        deployments: Deployments = "placed",
        first: Family | None = Family.WHITE,
        ruleset: Ruleset = STANDARD,
        perspective: Perspective = "spectator",
    ) -> None:
        self.metadata = {
            "name": "volto_v0",
            "render_modes": ["human", "ansi", "rgb_array"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise VoltoError(f"There is no way {render_mode!r} to render.")
        self.render_mode, self.perspective = render_mode, perspective
        self.ruleset, self.deployments = ruleset, deployments
        _fixed(deployments, ruleset)
        self._batch = Batch(1, ruleset=ruleset, first=first, auto_reset=False)
        self._moves = actions_of(ruleset)
        self._rng = Random()
        self.possible_agents = list(AGENTS)
        self._shape = observation_shape(ruleset)
        size = self._moves + len(ROLES)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, observation_limits(ruleset), dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in AGENTS}
        self.agents = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. The option `deployments` is for this game alone."""
        if seed is not None:
            self._rng = Random(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._placing = {family: DeploymentPhase(family, self.ruleset) for family in Family}
        self._setups: dict[Family, Deployment] | None = None
        self._played: list[int] = []
        self._known: Position | None = None
        self.agent_selection = NAMES[Family.WHITE]
        wanted: Deployments = (options or {}).get("deployments", self.deployments)
        if wanted == "random":
            self._begin({family: Deployment.random(self._rng, self.ruleset) for family in Family})
        elif wanted != "placed":
            self._begin(_fixed(wanted, self.ruleset))
        self._show()

    def step(self, action: int | None) -> None:
        """Place a mask or make a move for the agent whose turn it is."""
        agent = self.agent_selection
        if not self.agents:
            raise VoltoError("The game is over: reset it to begin anew.")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._number(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._setups is None:
            self._place(AGENTS[agent], number)
        else:
            self._move(number)
        self._accumulate_rewards()
        self._show()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees, and, when it is its turn, its legal actions."""
        family = AGENTS[agent]
        turn = agent == self.agent_selection and not self.terminations.get(agent, True)
        if self._setups is None:
            return pettingzoo_observation(self._placing[family], turn)
        legal = np.zeros(self._moves + len(ROLES), np.int8)
        if turn:
            legal[: self._moves] = self._batch.legal()[0]
        planes = np.empty(self._shape, np.uint8)
        self._batch.observe(family, planes[None])
        return {"observation": planes, "action_mask": legal}

    def view(self, agent: str) -> View:
        """The same as `volto.rules` tells it: what an agent of this package takes."""
        return self.position.view(AGENTS[agent])

    @property
    def position(self) -> Position:
        """The truth, by the book; there is none before both families have deployed."""
        if self._setups is None:
            raise VoltoError("The families are still deploying.")
        position = self._known or Position.start(
            self._setups[Family.WHITE], self._setups[Family.RED], self._first, ruleset=self.ruleset
        )
        for action in self._played[len(position.history) :]:
            position = position.play(move_of(action, position.to_move, self.ruleset))
        self._known = position
        return position

    def render(self) -> str | Pixels | None:
        """Print the mat (`human`), or return it as text (`ansi`) or pixels (`rgb_array`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("A game made without a render_mode cannot be rendered.")
            return None
        rendering = self._rendering()
        if self.render_mode == "rgb_array":
            return rendering.pixels()
        if self.render_mode == "human":
            print(rendering.text())
            return None
        return rendering.text()

    def close(self) -> None:
        """There is nothing to let go of."""

    def _number(self, action: object) -> int:
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            raise VoltoError(f"An action is a whole number, not {action!r}.") from None
        size = self._moves + len(ROLES)
        if not 0 <= number < size:
            raise IllegalMove(f"Actions are 0 to {size - 1}, not {number}.")
        return number

    def _place(self, family: Family, number: int) -> None:
        if number < self._moves:
            raise IllegalMove(f"Masks are placed first: by {self._moves} and the actions after it.")
        self._placing[family] = self._placing[family].after(role_of(number, self.ruleset))
        if all(placing.done for placing in self._placing.values()):
            self._begin({side: placing.deployment() for side, placing in self._placing.items()})
        else:
            self.agent_selection = NAMES[family.rival]

    def _begin(self, setups: dict[Family, Deployment]) -> None:
        """Both families have deployed."""
        self._setups = setups
        white, red = (np.array([setups[family].number()]) for family in FAMILIES)
        self._batch.reset(self._rng.getrandbits(64), white, red)
        self._first = FAMILIES[int(self._batch.to_move[0])]
        self.agent_selection = NAMES[self._first]

    def _move(self, number: int) -> None:
        if number >= self._moves:
            raise IllegalMove("All masks have been placed.")
        mover = AGENTS[self.agent_selection]
        self._batch.step(np.array([number]))
        self._played.append(number)
        self.agent_selection = NAMES[mover.rival]
        reason = REASONS[self._batch.reason[0]]
        if reason is not None:
            reward = float(self._batch.reward[0])
            self.rewards = {NAMES[mover]: reward, NAMES[mover.rival]: -reward}
            self.terminations = dict.fromkeys(AGENTS, True)
            self.infos = {agent: {"reason": reason.value} for agent in AGENTS}

    def _rendering(self) -> Rendering:
        if self._setups is not None:
            return rendered(self.position, self.perspective)
        letters = {}
        for family, placing in self._placing.items():
            known = self.perspective == "truth" or seat_of(self.perspective) is family
            for cell, role in placing.cells().items():
                letters[cell] = role.letter_for(family) if known else HIDDEN[family]
        facing = seat_of(self.perspective) or Family.WHITE
        deploying = f"{AGENTS[self.agent_selection].title()} to deploy"
        mat = self.ruleset.mat
        return Rendering(Picture(letters, mat, range(mat.rows), facing), deploying)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _fixed(deployments: Deployments, ruleset: Ruleset) -> dict[Family, Deployment]:
    """The deployments that were written down; none if they are placed or drawn."""
    if deployments in ("placed", "random"):
        return {}
    if isinstance(deployments, str) or len(deployments) != len(FAMILIES):
        raise VoltoError(
            "Deployments are 'placed', 'random', or White's and Red's, "
            f"like ('NNAAL/LSNAC', 'AASNL/LNNAC'), not {deployments!r}."
        )
    return {
        family: Deployment.parse(text, ruleset)
        for family, text in zip(FAMILIES, deployments, strict=True)
    }

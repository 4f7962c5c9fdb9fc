"""One game against an opponent as a Gymnasium environment, registered as `volto/Volto-v0`.

`gymnasium.make("volto.adapters.gymnasium:volto/Volto-v0")` imports this module and makes one.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from volto.adapters import MissingExtra
from volto.adapters.rendering import Perspective, Pixels, rendered
from volto.adapters.vector import VoltoVectorEnv
from volto.rules import VoltoError

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
except ImportError as error:
    raise MissingExtra(error) from None

ID = "volto/Volto-v0"


class VoltoEnv(gymnasium.Env[NDArray[np.uint8], Any]):
    """The caller's seat against an opponent: a vector environment of a single game.

    Takes what `VoltoVectorEnv` takes, but `seat` is one seat. Legal actions are in
    `info["action_mask"]`; an illegal one loses the game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (as the framework declares it)
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        opponent: Any = "greedy",
        seat: Literal["white", "red"] = "white",
        perspective: Perspective | None = None,
        **settings: Any,
    ) -> None:
        """`perspective`: whose knowledge `render` shows; by default the seat's own."""
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise VoltoError(f"There is no way {render_mode!r} to render.")
        self.render_mode, self._perspective = render_mode, perspective or seat
        self._games = VoltoVectorEnv(
            1, opponent=opponent, seat=seat, autoreset_mode=AutoresetMode.DISABLED, **settings
        )
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        fresh = int(self.np_random.integers(2**31))
        observation, infos = self._games.reset(seed=fresh)
        return observation[0], _first(infos)

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        observation, reward, over, _, infos = self._games.step(np.asarray(action).reshape(-1))
        return observation[0], float(reward[0]), bool(over[0]), False, _first(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as libraries that learn with masks ask for them."""
        masks: NDArray[np.bool_] = self._games.action_masks()[0]
        return masks

    def render(self) -> str | Pixels | None:
        """The mat as text (`ansi`) or pixels (`rgb_array`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("A game made without a render_mode cannot be rendered.")
            return None
        rendering = rendered(self._games.batch.position(0), self._perspective)
        return rendering.pixels() if self.render_mode == "rgb_array" else rendering.text()

    def close(self) -> None:
        self._games.close()


def _first(infos: dict[str, Any]) -> dict[str, Any]:
    return {name: values[0] for name, values in infos.items()}


if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="volto.adapters.gymnasium:VoltoEnv",
        vector_entry_point="volto.adapters.vector:VoltoVectorEnv",
    )

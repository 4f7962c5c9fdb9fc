"""The game and its states in OpenSpiel's own terms. Player 0 is White, player 1 is Red."""

from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from volto.adapters.openspiel.observer import VoltoObserver
from volto.adapters.openspiel.resample import resampled
from volto.adapters.openspiel.state import FAMILIES, GameTerms, Stage
from volto.exact.games import Deploying, MiniGame
from volto.rules import STANDARD, Deployment, Family, Ruleset
from volto.sim.layout import ROLES

ANY = "any"
"""As `white` or `red`: this family's deployment is not fixed."""

PARAMETERS: dict[str, Any] = {
    "ladies": STANDARD.ladies.value,
    "quiet": STANDARD.quiet,
    "turn_cap": STANDARD.turn_cap,
    "columns": STANDARD.mat.columns,
    "rows": STANDARD.mat.rows,
    "roster": "".join(STANDARD.roster),
    "deployments": Deploying.CHOSEN.value,
    "white": ANY,
    "red": ANY,
    "first": Family.WHITE.value,
}


def _game_type(chance: bool) -> Any:
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name="python_volto",
        long_name="Volto",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=PARAMETERS,
    )


def terms_of(params: Mapping[str, Any]) -> GameTerms:
    """What these parameters agree on; raises VoltoError for what does not fit together."""
    chosen = PARAMETERS | dict(params)
    ruleset = Ruleset.of(
        {
            "ladies": chosen["ladies"],
            "quiet": str(chosen["quiet"]),
            "mat": f"{chosen['columns']}x{chosen['rows']}",
            "roster": chosen["roster"],
            "cap": str(chosen["turn_cap"]),
        }
    )
    white, red = (
        None if chosen[family] == ANY else Deployment.parse(chosen[family], ruleset)
        for family in FAMILIES
    )
    return GameTerms(
        ruleset, Deploying(chosen["deployments"]), Family(chosen["first"]), (white, red)
    )


def game_string(game: MiniGame) -> str:
    """What to give to `pyspiel.load_game` for a small game of `volto.exact`."""
    ruleset = game.ruleset
    chosen = {
        "ladies": ruleset.ladies,
        "quiet": ruleset.quiet,
        "turn_cap": ruleset.turn_cap,
        "columns": ruleset.mat.columns,
        "rows": ruleset.mat.rows,
        "roster": "".join(ruleset.roster),
        "deployments": game.deploying,
        "first": game.first,
    }
    return f"python_volto({','.join(f'{name}={value}' for name, value in chosen.items())})"


class VoltoGame(pyspiel.Game):  # type: ignore[misc]
    """Volto with some parameters; PARAMETERS lists them all."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.terms = terms_of(params or {})
        self._start = Stage.start(self.terms)
        chance = self.terms.chance
        info = pyspiel.GameInfo(
            num_distinct_actions=self.terms.moves + len(ROLES),
            max_chance_outcomes=len(ROLES) if chance else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.terms.longest + (0 if chance else self.terms.placements),
        )
        super().__init__(_game_type(chance), info, dict(params or {}))

    def new_initial_state(self) -> "VoltoState":
        return VoltoState(self, self._start)

    def max_chance_nodes_in_history(self) -> int:
        return self.terms.placements if self.terms.chance else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> VoltoObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return VoltoObserver(self.terms, kind, params)


class VoltoState(pyspiel.State):  # type: ignore[misc]
    """One moment of a game: the truth, from which each player's information is made."""

    def __init__(self, game: VoltoGame, stage: Stage) -> None:
        super().__init__(game)
        self.stage = stage

    def current_player(self) -> int:
        if self.stage.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.stage.by_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return FAMILIES.index(self.stage.to_act())

    def _legal_actions(self, player: int) -> list[int]:
        return self.stage.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A role is as likely as it has masks in hand: so every deployment is equally likely."""
        left = self.stage.in_hand()
        total = sum(left.values())
        return [(self.stage.placement(role), number / total) for role, number in left.items()]

    def _apply_action(self, action: int) -> None:
        self.stage = self.stage.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.stage.describe(action)

    def is_terminal(self) -> bool:
        return self.stage.over

    def returns(self) -> list[float]:
        return self.stage.returns()

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "VoltoState":
        """A state that this player cannot tell from this one, each with the same chance."""
        state: VoltoState = self.get_game().new_initial_state()
        for action in resampled(self.stage, player_id, probability_sampler):
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        return str(self.stage)


pyspiel.register_game(_game_type(chance=False), VoltoGame)

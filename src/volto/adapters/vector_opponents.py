"""Who sits across from the caller of a vector environment: chance, a policy, or any agent."""

from random import Random
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from volto.adapters.policy_agent import Policy
from volto.agents import Agent, Budget, make_agent
from volto.arena.supervision import dismiss
from volto.mind.move_history import TRACES, trace_moves
from volto.mind.priors import shipped_priors
from volto.rules import Deployment, Family, Position, Ruleset, VoltoError
from volto.sim import Batch, action_of, move_of
from volto.train.players import Frozen, Games, Instinct, Player, drawn_numbers

Actions = NDArray[np.int32]
Numbers = NDArray[np.integer[Any]]
Memories = NDArray[Any]
"""What an opponent keeps of each game, a row each."""

BUDGET = Budget()
"""Every agent thinks as long as it is used to."""


def checked(what: str, actions: NDArray[Any], games: int) -> Actions:
    """An action for each game; raises VoltoError for anything else."""
    array = np.asarray(actions)
    if array.shape != (games,) or not np.issubdtype(array.dtype, np.integer):
        raise VoltoError(f"The {what} are {games} integers, not {array.dtype} {array.shape}.")
    return array.astype(np.int32, copy=False)


class Opponent:
    """Plays all games of a batch in which it is its turn: by chance, if nobody says otherwise."""

    stock = 256
    """How many games are made ready at a time: few, if each takes long."""
    kept: ClassVar[np.dtype[Any]] = np.dtype(np.object_)
    """What kind of thing it keeps of a game."""

    def seed(self, seed: int) -> None:
        """Begin with this seed, if it draws on chance of its own."""

    def sit(self, games: int, family: Family, rng: np.random.Generator) -> Memories:
        """What it keeps of as many new games, in which it plays `family`."""
        return np.empty(games, self.kept)

    def deploy(self, memories: Memories, rng: np.random.Generator) -> Numbers | None:
        """Its deployment in each game; None for any."""
        return None

    def begin(self, memories: Memories, white: Numbers, red: Numbers) -> None:
        """The games begin with these deployments."""

    def follow(self, batch: Batch, memories: Memories, actions: Actions) -> None:
        """These were just played, by the caller or by itself; -1 stands for nothing."""

    def act(self, batch: Batch, memories: Memories) -> Actions:
        """An action for every game; -1 where the game is over."""
        return batch.sample_legal()

    def leave(self, memories: Memories) -> None:
        """Let go of what it holds for these games."""


class ByPolicy(Opponent):
    """A function chooses in all games at once, such as an earlier self of the learner."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def act(self, batch: Batch, memories: Memories) -> Actions:
        chosen = self._policy(batch.observe(), batch.legal())
        return np.where(batch.reason == 0, checked("opponent's actions", chosen, batch.games), -1)


class ByPlayer(Opponent):
    """A network or instinct decides in all waiting games at once."""

    kept = np.dtype([("traces", np.int16, (TRACES, 64)), ("flip", np.uint8)])

    def __init__(self, player: Player, ruleset: Ruleset, threads: int) -> None:
        self._player, self._ruleset, self._threads = player, ruleset, threads
        self.seed(0)

    def seed(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def sit(self, games: int, family: Family, rng: np.random.Generator) -> Memories:
        memories = np.zeros(games, self.kept)
        memories["flip"] = rng.integers(0, 2, games)
        return memories

    def deploy(self, memories: Memories, rng: np.random.Generator) -> Numbers:
        return drawn_numbers(self._player.deployments, len(memories), rng)

    def follow(self, batch: Batch, memories: Memories, actions: Actions) -> None:
        traces = np.ascontiguousarray(memories["traces"])
        trace_moves(batch.state, traces, self._ruleset, self._threads)
        memories["traces"] = traces

    def act(self, batch: Batch, memories: Memories) -> Actions:
        chosen, waiting = np.full(batch.games, -1, np.int32), batch.reason == 0
        if waiting.any():
            traces, flips = (np.ascontiguousarray(memories[name]) for name in ("traces", "flip"))
            games = Games(batch.state, traces, batch.legal(), flips, self._ruleset, self._threads)
            chosen[waiting] = self._player.act(games.where(waiting), self._rng)
        return chosen


class AgentGame:
    """One game as an agent follows it: it is asked with the view of its own seat."""

    def __init__(self, agent: Agent, family: Family, ruleset: Ruleset) -> None:
        self.agent, self._family, self._ruleset = agent, family, ruleset
        self.position: Position | None = None

    def deploy(self) -> int:
        return self.agent.deploy(self._family, self._ruleset).number()

    def begin(self, *numbers: int) -> None:
        white, red = (Deployment.numbered(number, self._ruleset) for number in numbers)
        self.position = Position.start(white, red, ruleset=self._ruleset)

    def play(self, action: int) -> None:
        position = self._running()
        self.position = position.play(move_of(action, position.to_move, self._ruleset))

    def answer(self) -> int:
        """The agent's move, as an action."""
        move = self.agent.choose(self._running().view(self._family), BUDGET)
        return action_of(move, self._family, self._ruleset)

    def _running(self) -> Position:
        if self.position is None:
            raise VoltoError("This game has not begun.")
        return self.position


class ByAgent(Opponent):
    """An agent for every game, made anew with it; it deploys for itself."""

    stock = 1

    def __init__(self, words: str, ruleset: Ruleset) -> None:
        self._words, self._ruleset = words, ruleset

    def sit(self, games: int, family: Family, rng: np.random.Generator) -> Memories:
        memories = super().sit(games, family, rng)
        for game in range(games):
            agent = make_agent(self._words, Random(int(rng.integers(2**62))))
            memories[game] = AgentGame(agent, family, self._ruleset)
        return memories

    def deploy(self, memories: Memories, rng: np.random.Generator) -> Numbers:
        return np.array([game.deploy() for game in memories])

    def begin(self, memories: Memories, white: Numbers, red: Numbers) -> None:
        for game, *numbers in zip(memories, white.tolist(), red.tolist(), strict=True):
            game.begin(*numbers)

    def follow(self, batch: Batch, memories: Memories, actions: Actions) -> None:
        for game, action in zip(memories, actions.tolist(), strict=True):
            if action >= 0:
                game.play(action)

    def act(self, batch: Batch, memories: Memories) -> Actions:
        chosen = np.full(batch.games, -1, np.int32)
        for game in np.flatnonzero(batch.reason == 0).tolist():
            chosen[game] = memories[game].answer()
        return chosen

    def leave(self, memories: Memories) -> None:
        for game in memories:
            if game is not None:
                dismiss(game.agent)


def opponent_of(wanted: str | Policy, ruleset: Ruleset, threads: int = 1) -> Opponent:
    """The opponent that is asked for: a policy, `random`, or the words of any other agent."""
    if callable(wanted):
        return ByPolicy(wanted)
    if wanted == "random":
        return Opponent()
    agent = make_agent(wanted, Random(0))  # a wrong word is told now
    dismiss(agent)
    player = player_of(agent, ruleset)
    return ByAgent(wanted, ruleset) if player is None else ByPlayer(player, ruleset, threads)


def player_of(agent: Agent, ruleset: Ruleset) -> Player | None:
    """The same player for many games at once; None for an agent that thinks about each."""
    from volto.agents.instinctive import Instinctive  # compiled code, only when asked for
    from volto.agents.learned import Learned

    if isinstance(agent, Instinctive):
        chances = shipped_priors(ruleset.ladies).deployments(ruleset, agent.even_deployments)
        return Instinct(
            shipped_priors(ruleset.ladies).instinct, np.cumsum(chances), agent.temperature
        )
    if isinstance(agent, Learned) and not agent.settings.iterations:
        network, how = agent.network(ruleset), agent.settings
        chances = network.deployments.astype(np.float64)
        if not len(chances):
            chances = shipped_priors(ruleset.ladies).deployments(ruleset, 0.1)
        return Frozen(network, np.cumsum(chances), how.temperature, how.least, how.proves)
    return None

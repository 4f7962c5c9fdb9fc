"""One pair of games between two agents, from the deployments to the records."""

from collections.abc import Callable, Mapping
from random import Random

from volto.agents import Agent
from volto.arena.conditions import EVENT, Conditions, DeploymentSource
from volto.arena.entrants import make_player
from volto.arena.schedule import GAMES, Pair
from volto.arena.supervision import Forfeit, ask_deployment, ask_move, crash, dismiss, reason_of
from volto.notation import Record
from volto.rules import Deployment, Family, Position

Maker = Callable[[str, Random], Agent]
"""Makes the agent that these words ask for."""

Games = tuple[Record, Record]


def play_pair(pair: Pair, conditions: Conditions, make: Maker = make_player) -> Games:
    """Both games of a pair. With own deployments each agent has the same one in both games;
    with random ones the families have, and the agents change places.
    """
    if conditions.deployments is DeploymentSource.RANDOM:
        rng = conditions.chance(pair, "deployments")
        drawn = {family: Deployment.random(rng, conditions.ruleset) for family in Family}
        first, second = (play_game(pair, game, drawn, conditions, make) for game in GAMES)
        return first, second
    deployed: dict[str, Deployment] = {}
    forfeits: dict[str, Forfeit] = {}
    for family, words in pair.seats(GAMES[0]).items():
        try:
            deployed[words] = _deploy(pair, words, family, conditions, make)
        except Forfeit as forfeit:
            forfeits[words] = forfeit
            stand_in = conditions.chance(pair, "stand-in", words)
            deployed[words] = Deployment.random(stand_in, conditions.ruleset)
    games = []
    for game in GAMES:
        setups = {family: deployed[words] for family, words in pair.seats(game).items()}
        games.append(play_game(pair, game, setups, conditions, make, forfeits))
    return games[0], games[1]


def play_game(
    pair: Pair,
    game: str,
    setups: Mapping[Family, Deployment],
    conditions: Conditions,
    make: Maker = make_player,
    forfeits: Mapping[str, Forfeit] | None = None,
) -> Record:
    """A game to its end. The first agent with a forfeit, from before or on the way, loses it."""
    players = pair.seats(game)
    tags = {
        "Event": EVENT,
        **{family.title(): words for family, words in players.items()},
        "Round": f"{pair.number}{game}",
        **conditions.tags(),
    }
    position = Position.start(setups[Family.WHITE], setups[Family.RED], ruleset=conditions.ruleset)
    agents: dict[Family, Agent] = {}
    blamed = Family.WHITE
    try:
        for blamed, words in players.items():
            if forfeits and words in forfeits:
                raise forfeits[words]
            agents[blamed] = _made(words, conditions.chance(pair, game, words), make)
        while position.outcome is None:
            blamed = position.to_move
            position = ask_move(agents[blamed], players[blamed], position, conditions)
    except Forfeit as forfeit:
        tags["Termination"] = forfeit.sentence
        position = position.end(blamed.rival, forfeit.reason)
    finally:
        for agent in agents.values():
            dismiss(agent)
    return Record.of(position, tags)


def _deploy(
    pair: Pair, words: str, family: Family, conditions: Conditions, make: Maker
) -> Deployment:
    agent = _made(words, conditions.chance(pair, "deployment", words), make)
    try:
        return ask_deployment(agent, words, family, conditions)
    finally:
        dismiss(agent)


def _made(words: str, rng: Random, make: Maker) -> Agent:
    try:
        return make(words, rng)
    except Exception as error:
        raise Forfeit(reason_of(error), f"{words} did not start: {crash(error)}") from None

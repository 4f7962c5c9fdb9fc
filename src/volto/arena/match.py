"""One pair of games between two agents, from the deployments to the records."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from random import Random

from volto.agents import Agent, make_agent, play_on
from volto.arena.conditions import EVENT, Conditions, DeploymentSource
from volto.arena.schedule import GAMES, Pair
from volto.arena.supervision import Forfeit, Supervised
from volto.notation import Record
from volto.rules import Deployment, Family, Position

Maker = Callable[[str, Random], Agent]
"""Makes the agent that these words ask for."""

Games = tuple[Record, Record]


def play_pair(pair: Pair, conditions: Conditions, make: Maker = make_agent) -> Games:
    """Both games of a pair. With own deployments each agent has the same one in both games;
    with random ones the families have, and the agents change places.
    """
    setups: dict[str, Mapping[Family, Deployment]] = {}
    forfeits: dict[str, Forfeit] = {}
    if conditions.deployments is DeploymentSource.RANDOM:
        rng = conditions.chance(pair, "deployments")
        drawn = {family: Deployment.random(rng, conditions.ruleset) for family in Family}
        setups = dict.fromkeys(GAMES, drawn)
    else:
        own: dict[str, Deployment] = {}
        for family, words in pair.seats(GAMES[0]).items():
            try:
                own[words] = _deploy(pair, words, family, conditions, make)
            except Forfeit as forfeit:
                forfeits[words] = forfeit
                stand_in = conditions.chance(pair, "stand-in", words)
                own[words] = Deployment.random(stand_in, conditions.ruleset)
        for game in GAMES:
            setups[game] = {family: own[words] for family, words in pair.seats(game).items()}
    one, other = (_play(pair, game, setups[game], conditions, make, forfeits) for game in GAMES)
    return one, other


def _deploy(
    pair: Pair, words: str, family: Family, conditions: Conditions, make: Maker
) -> Deployment:
    rng = conditions.chance(pair, "deployment", words)
    with closing(Supervised(words, make, rng, conditions)) as agent:
        return agent.deploy(family, conditions.ruleset)


def _play(
    pair: Pair,
    game: str,
    setups: Mapping[Family, Deployment],
    conditions: Conditions,
    make: Maker,
    forfeits: Mapping[str, Forfeit],
) -> Record:
    """A game to its end. The first agent that forfeits, or has before, loses it."""
    players = pair.seats(game)
    tags = {
        "Event": EVENT,
        **{family.title(): words for family, words in players.items()},
        "Round": f"{pair.number}{game}",
        **conditions.tags(),
    }
    position = Position.start(setups[Family.WHITE], setups[Family.RED], ruleset=conditions.ruleset)
    agents: dict[Family, Supervised] = {}
    blamed = Family.WHITE
    with ExitStack() as leaving:
        try:
            for blamed, words in players.items():
                if words in forfeits:
                    raise forfeits[words]
                made = Supervised(words, make, conditions.chance(pair, game, words), conditions)
                agents[blamed] = leaving.enter_context(closing(made))
            blamed = position.to_move
            for after in play_on(position, agents):
                position, blamed = after, after.to_move
        except Exception as error:
            forfeit = (
                error
                if isinstance(error, Forfeit)
                else agents[blamed].illegal(position.turns + 1, error)  # the rules refused it
            )
            tags |= forfeit.tags
            position = position.end(blamed.rival, forfeit.reason)
    return Record.of(position, tags)

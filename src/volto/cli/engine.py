"""`volto engine`: an agent as a program of its own, for anything that speaks VEI."""

from volto.agents import serve_agent
from volto.agents.registry import STRONGEST


def engine(*, agent: str = STRONGEST, seed: int | None = None) -> None:
    """Play as an engine: VEI on standard input and output, see docs/engine.md.

    Parameters
    ----------
    agent
        Who plays: level:1 to level:10, a style such as greedy, or your own as module:Class.
    seed
        Random seed, for repeatable games.
    """
    serve_agent(agent, seed)

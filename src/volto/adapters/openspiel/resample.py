"""Other games that a player cannot tell from the one that is played."""

from collections.abc import Callable
from dataclasses import replace

from volto.adapters.deployment_phase import DeploymentPhase
from volto.adapters.openspiel.state import FAMILIES, Stage
from volto.belief import Belief
from volto.rules import Deployment


def resampled(stage: Stage, player: int, draw: Callable[[], float]) -> list[int]:
    """The actions of a game that `player` cannot tell from this one.

    Every deployment of the rival that fits what the player has seen is equally likely. `draw` gives
    a number from 0 to 1; the answer depends on it and on what the player knows, nothing else.
    """
    placed = list(stage.placed)
    rival = 1 - player
    if stage.terms.fixed[rival] is None and not stage.over:
        placed[rival] = _drawn(stage, rival, draw())
    return stage.history(placed)


def _drawn(stage: Stage, rival: int, chance: float) -> DeploymentPhase:
    """The rival's masks placed so far, drawn from all that fit."""
    ruleset, family = stage.terms.ruleset, FAMILIES[rival]
    if stage.position is None:  # nothing has been seen but how many masks are placed
        any_one = Deployment.numbered(_index(chance, Deployment.count(ruleset)), ruleset)
        return replace(stage.placed[rival], roles=any_one.roles[: len(stage.placed[rival].roles)])
    belief = Belief.about(stage.position.scene, family)
    number = int(belief.numbers[_index(chance, belief.count)])
    return DeploymentPhase.of(Deployment.numbered(number, ruleset), family, ruleset)


def _index(chance: float, size: int) -> int:
    return min(int(chance * size), size - 1)

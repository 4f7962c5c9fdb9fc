"""A hint: a strong agent's choice for a seat, with its computed reasons."""

import threading
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from volto.agents import Budget, Choice
from volto.rules import Role, View
from volto.server.tables.aid import rounded
from volto.server.wire.messages import Guess, Hint, HintMove

if TYPE_CHECKING:
    from volto.agents.levels import Level

WEIGHED = 5
"""Moves that a hint shows."""
THOROUGH = 10_000
"""Iterations of its search."""


def hint(view: View, level: "Level", rng: Random, seconds: float, halt: threading.Event) -> Hint:
    """Think about this view for some time, as a level does that searches, and explain.

    Whoever asked puts the number of the request in.
    """
    from volto.agents.explain import explain  # compiled code, only when asked for

    thought = level.thinker(rng).think(view, Budget(seconds, THOROUGH, halt))
    why = explain(view, thought.choices)
    best = why.sure or thought.choices[0].move
    return Hint(
        ref=0,
        ply=view.turns,
        move=str(best),
        sure=why.sure is not None,
        deployments=why.deployments,
        moves=tuple(map(_weighed, looked_into(thought.choices)[:WEIGHED])),
        reading=_guesses(why.reading),
        exposed=_guesses(why.exposed),
    )


def looked_into(choices: Sequence[Choice]) -> Sequence[Choice]:
    """Those of which anything is known, or else the first."""
    known = [choice for choice in choices if choice.high - choice.low < 1.0]
    return known or choices[:1]


def _weighed(choice: Choice) -> HintMove:
    numbers = (choice.value, choice.low, choice.high)
    return HintMove(str(choice.move), *(round(float(number), 4) for number in numbers))


def _guesses(found: Mapping[int, dict[Role, float]]) -> tuple[Guess, ...]:
    return tuple(
        Guess(mask, "".join(role for role in Role if chances[role] > 0), rounded(chances))
        for mask, chances in sorted(found.items())
    )

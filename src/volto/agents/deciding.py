"""How a thinking agent comes to a move: by proof, else by thought, else by what is safe."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import perf_counter

from volto.agents.agent import Budget, Choice, Thought
from volto.agents.sure import safe_moves, sure_win
from volto.rules import Move, View

RESERVE = 0.06
"""Seconds kept back, at least, for a last round of thought and for looking at what was found."""
CLOSE = 0.02
"""Values that differ by less are about the same."""


def decide(
    view: View,
    budget: Budget,
    think: Callable[[View, Budget], Thought],
    rng: Random,
    proves: bool = True,
) -> Move:
    """A sure win if there is one; else drawn from what `think` likes, the safest of it."""
    begin = perf_counter()
    moves = view.legal_moves()
    if len(moves) == 1:
        return moves[0]
    if proves:
        sure = sure_win(view)
        if sure is not None:
            return sure
    if budget.seconds is not None:  # proving has taken some of it
        left = budget.seconds - (perf_counter() - begin)
        budget = replace(budget, seconds=max(left, RESERVE))
    thought = think(view, budget)
    choices = thought.choices
    if proves and thought.nodes:
        choices = safest(choices, view)
    return rng.choices([choice.move for choice in choices], [c.weight for c in choices])[0]


def safest(choices: tuple[Choice, ...], view: View) -> tuple[Choice, ...]:
    """Of choices that are about as good, those that no hidden role can punish at once."""
    best = choices[0]
    close = [choice for choice in choices if choice.weight and choice.value > best.value - CLOSE]
    safe = set(safe_moves(view, [choice.move for choice in close]))
    kept = tuple(choice for choice in close if choice.move in safe)
    return kept or choices

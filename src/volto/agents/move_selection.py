"""How a thinking agent comes to a move: by proof, else by thought, else by what is safe."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from time import perf_counter

from volto.agents.agent import Budget, Choice, Thought
from volto.agents.proofs import safe_moves, sure_win
from volto.rules import Move, View

RESERVE = 0.06
"""Seconds kept back, at least, for a last round of thought and for looking at what was found."""
SAYING = 0.25
"""Seconds between two reports."""
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
        budget.tell(Thought(0, (Choice(moves[0], 1.0, 0.5, 0.0, 1.0),)))
        return moves[0]
    if proves:
        sure = sure_win(view)
        if sure is not None:
            budget.tell(Thought(0, (Choice(sure, 1.0, 1.0, 1.0, 1.0),)))
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


def wanted(budget: Budget, usual: int) -> int:
    """How many iterations a budget allows; without end if only its time counts."""
    return budget.nodes or (10**9 if budget.seconds else usual)


def search(
    budget: Budget,
    most: int,
    begin: float,
    grow: Callable[[int], int],
    thought: Callable[[int], Thought],
) -> Thought:
    """Grow a tree for the `most` iterations or until the time that began at `begin` is up.

    `grow` is told how many iterations are left and answers how many of them it made.
    """
    reserve = max(RESERVE, (budget.seconds or 0.0) / 10)
    done, said = 0, begin
    while done < most:
        done += grow(most - done)
        now = perf_counter()
        if budget.halt is not None and budget.halt.is_set():
            break
        if budget.seconds is not None and now - begin > budget.seconds - reserve:
            break
        if budget.report is not None and now - said > SAYING and done < most:
            said = now
            budget.report(thought(done))
    return budget.tell(thought(done))


def by_visits(visits: Sequence[int], sharpness: float) -> list[float]:
    """The chance to play each move: by visits to a power, and none to those hardly tried."""
    most = max(visits) or 1
    liking = [(tried / most) ** sharpness if tried * 10 >= most else 0.0 for tried in visits]
    total = sum(liking) or 1.0
    return [like / total for like in liking]

"""How fast the rules and the simulator play random games: the figures behind `volto bench`."""

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from volto.rules import Deployment, Position, Ruleset
from volto.sim import Batch, playouts

NO_LIMIT = Ruleset(quiet=0)
GAMES = 4096


def playout_moves(cores: int, seed: int) -> int:
    """Play some random games to their ends; returns the moves made."""
    return playouts(400_000 * cores, seed, ruleset=NO_LIMIT, threads=cores).moves


class BatchSteps:
    """Steps a batch with random actions, writing legal actions and an observation every time."""

    def __init__(self, cores: int) -> None:
        self.batch = Batch(GAMES, ruleset=NO_LIMIT, threads=cores)

    def __call__(self) -> int:
        rounds = 100
        for _ in range(rounds):
            self.batch.step(self.batch.sample_legal())
            self.batch.legal()
            self.batch.observe()
        return rounds * GAMES


def rules_moves(seed: int) -> int:
    """The same by the book, in plain Python: legal moves, outcome and all."""
    rng, moves = Random(seed), 0
    for _ in range(100):
        white, red = Deployment.random(rng), Deployment.random(rng)
        position = Position.start(white, red, ruleset=NO_LIMIT)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves()))
        moves += position.turns
    return moves


def rate(work: Callable[[], int], repeats: int = 5) -> float:
    """How many units of work are done in a second: the median of several runs, after a warm-up."""
    work()
    rates = []
    for _ in range(repeats):
        start = perf_counter()
        done = work()
        rates.append(done / (perf_counter() - start))
    return median(rates)


def figures(cores: int = 1) -> dict[str, float]:
    """Moves and steps per second, by the names that `volto bench --json` prints."""
    return {
        "playout_moves_per_s": round(rate(lambda: playout_moves(cores, 1))),
        "batch_steps_per_s": round(rate(BatchSteps(cores))),
        "rules_moves_per_s": round(rate(lambda: rules_moves(1))),
        "cores": cores,
    }

"""`volto exact`: solve a small game and see how near to perfect play it comes."""

from cyclopts.types import NonNegativeFloat, PositiveInt

SHOWN = 0.01
"""Deployments that are played less often than this are not listed."""


def exact(
    name: str | None = None,
    /,
    *,
    nash_conv: NonNegativeFloat = 0.005,
    iterations: PositiveInt = 1000,
    every: PositiveInt = 50,
) -> None:
    """Solve a small game exactly, or list the games.

    Parameters
    ----------
    name
        The game; without one, all games are listed.
    nash_conv
        Stop when both players together could gain less than this; a win counts 1, a loss -1.
    iterations
        Stop after this many iterations at the latest.
    every
        Report every N iterations.
    """
    from volto.exact.games import GAMES, named  # the solver is loaded only when it is to run

    if name is None:
        for known in GAMES.values():
            print(known)
        return
    game = named(name)
    from volto.exact.solve import solutions
    from volto.exact.strategy import Strategy
    from volto.exact.tree import tree_of

    print(game, flush=True)
    tree = tree_of(game)
    print(
        f"{len(tree.deployments)} deployments per family, {tree.nodes:,} public histories, "
        f"{tree.information_sets:,} information sets"
    )
    print(f"{'iterations':>10} {'value':>9} {'NashConv':>9}", flush=True)
    for solution in solutions(tree, min(every, iterations)):
        print(
            f"{solution.iterations:>10} {solution.value:>+9.5f} {solution.nash_conv:>9.5f}",
            flush=True,
        )
        if solution.nash_conv <= nash_conv or solution.iterations >= iterations:
            break

    def deployments(strategy: Strategy) -> str:
        shares = sorted(zip(strategy.deployments, map(str, tree.deployments), strict=True))
        return ", ".join(f"{text} {share:.0%}" for share, text in shares[::-1] if share >= SHOWN)

    print(f"White deploys {deployments(solution.white)}")
    print(f"Red deploys {deployments(solution.red)}")

"""`volto exact`: solve a small game and see how near to perfect play it comes."""

from volto.rules import VoltoError

SHOWN = 0.01
"""Deployments that are played less often than this are not listed."""


def exact(
    name: str | None = None,
    /,
    *,
    nash_conv: float = 0.005,
    iterations: int = 1000,
    every: int = 50,
) -> None:
    """Solve a small game exactly, or list the games there are.

    Parameters
    ----------
    name
        The game; without it, all games are listed.
    nash_conv
        Stop when the two players together could gain less than this; a win counts 1, a loss -1.
    iterations
        Stop after so many at the latest.
    every
        How many iterations lie between two looks.
    """
    from volto.exact.games import GAMES, named  # the solver is loaded only when it is to run

    if name is None:
        for known in GAMES.values():
            print(known)
        return
    if every < 1 or iterations < 1:
        raise VoltoError("There is one iteration or more, and one or more between two looks.")
    game = named(name)
    from volto.exact.solve import solutions
    from volto.exact.strategy import Strategy
    from volto.exact.tree import tree_of

    print(game, flush=True)
    tree = tree_of(game)
    print(
        f"{len(tree.deployments)} deployments a family, {tree.nodes:,} public histories, "
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

"""`volto bench`: how fast this machine plays."""

import json as json_text

from cyclopts.types import NonNegativeInt

from volto.rules import VoltoError


def bench(*, json: bool = False, cores: NonNegativeInt = 1) -> None:
    """Measure how fast this machine plays random games.

    Parameters
    ----------
    json
        Print one JSON object, for programs.
    cores
        How many cores the simulator uses; 0 for all.
    """
    from volto.cli.speed import figures  # the simulator is loaded only when it is to run
    from volto.sim.threads import all_cores

    if cores > all_cores():
        raise VoltoError(f"--cores {cores}: this machine has {all_cores()} cores for volto.")
    found = figures(cores or all_cores())
    if json:
        print(json_text.dumps(found))
        return
    print(f"On {found['cores']} of {all_cores()} cores, random games:")
    print(f"{found['playout_moves_per_s']:>14,} moves per second in compiled play-outs")
    print(f"{found['batch_steps_per_s']:>14,} steps per second in a batch of 4,096 games,")
    print(f"{'':14} with legal actions and an observation at every step")
    print(f"{found['rules_moves_per_s']:>14,} moves per second by the readable rules")

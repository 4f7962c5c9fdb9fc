"""Kill, halt and starve real processes again and again while a crowd plays; then check it all.

    python bench/chaos.py --kills 1000 [--clients 100] [--workers 1 2] [--seed 1]

The crowd is spread over servers with so many workers each, and reconnects to any of them. Every
table's history is checked for linearisability (tests/chaos); the exit code is 1 if one cannot be
explained.
"""

import argparse
import asyncio
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]


async def storm(wanted: argparse.Namespace) -> int:
    from tests.chaos.clients import Crowd
    from tests.chaos.cluster import Cluster, many_processes

    rng = Random(wanted.seed)
    began = time.monotonic()

    async def report(crowd: Crowd, cluster: Cluster) -> None:
        while True:
            await asyncio.sleep(30)
            done = sum(cluster.struck.values())
            now = f"{time.monotonic() - began:6.0f} s: {done} of {wanted.kills} strikes"
            print(now, dict(crowd.tally), file=sys.stderr, flush=True)

    async with many_processes(rng, wanted.workers) as cluster:
        crowd = Crowd(cluster.ports, rng, pace=wanted.pace)
        await crowd.seat(pairs=wanted.clients // 2 - 1, at_house=2)
        reporting = asyncio.create_task(report(crowd, cluster))

        def strikes() -> Iterator[str]:
            for _ in range(wanted.kills):
                if time.monotonic() - began < wanted.minutes * 60:
                    yield rng.choice(cluster.strikes)

        await crowd.through(cluster, strikes(), calm=wanted.calm)
        reporting.cancel()
        faults = crowd.faults()
        complaints = cluster.complaints()
        struck = cluster.struck
    print(f"{len(crowd.clients)} clients on {sum(wanted.workers)} workers, seed {wanted.seed}\n")
    print("| what befell it | times |\n|---|---|")
    for name, times in sorted(struck.items()):
        print(f"| {name} | {times} |")
    print("\n| what was checked | |\n|---|---|")
    for name, count in crowd.tally.items():
        print(f"| {name} | {count:,} |")
    print(f"| seconds | {time.monotonic() - began:,.0f} |")
    for fault in faults.values():
        print(f"\n{fault}")
    for complaint in complaints:
        print(f"\n{complaint}")
    print(f"\n{len(faults)} tables at fault, {len(complaints)} logs with a traceback")
    return 1 if faults or complaints else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--pace", type=float, default=0.5, help="seconds a client thinks, about")
    parser.add_argument("--calm", type=float, default=0.5, help="seconds between strikes, about")
    parser.add_argument("--minutes", type=float, default=math.inf, help="no strikes after that")
    parser.add_argument("--seed", type=int, default=1)
    return asyncio.run(storm(parser.parse_args()))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # the harness is the tests'
    sys.exit(main())

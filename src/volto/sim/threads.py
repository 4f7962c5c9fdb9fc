"""Work on a range of games, shared out among threads: compiled code does not hold the GIL."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import TypeVar

from volto.rules import VoltoError

Result = TypeVar("Result")


def all_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_parts(work: Callable[[int, int], Result], size: int, threads: int) -> list[Result]:
    """`work(begin, end)` over 0 … size in as many parts as there are threads (0: all cores)."""
    if threads < 0 or size < 0:
        raise VoltoError("The numbers of games and threads are 0 or more.")
    threads = min(threads or all_cores(), max(size, 1))
    if threads == 1:
        return [work(0, size)]
    edges = [size * part // threads for part in range(threads + 1)]
    others = [_pool(threads - 1).submit(work, *part) for part in pairwise(edges[1:])]
    return [work(0, edges[1]), *(other.result() for other in others)]  # this thread works too


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="volto")

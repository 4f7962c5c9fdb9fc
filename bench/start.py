"""Measure how long `volto serve` takes from its first instruction to its first page.

    python bench/start.py [--rounds 9]

Every round is a process of its own, with a database that exists; the page is asked for again and
again until it comes. Files are in the system's cache, and code is compiled, from the round before.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time

import httpx

from machine import processor
from page import free_port


def first_page(folder: str) -> float:
    """Seconds until the first answer."""
    port = free_port()
    command = ["serve", "--no-browser", "--data", folder, "--port", str(port)]
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "volto", *command], stdout=subprocess.DEVNULL
    ) as server:
        try:
            while True:
                try:
                    httpx.get(f"http://127.0.0.1:{port}/").raise_for_status()
                    return time.perf_counter() - begun
                except httpx.TransportError:
                    time.sleep(0.005)
        finally:
            server.kill()


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--rounds", type=int, default=9)
    rounds = reading.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        first_page(folder)
        took = sorted(first_page(folder) for _ in range(rounds))
    print(
        f"{1000 * statistics.median(took):,.0f} ms from start to first page "
        f"({1000 * took[0]:,.0f} to {1000 * took[-1]:,.0f}); median of {rounds}, {processor()}"
    )


if __name__ == "__main__":
    main()

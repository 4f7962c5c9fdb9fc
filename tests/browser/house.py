"""The house for these tests: as `volto serve`, but it moves at once and draws the same lots.

python -m tests.browser.house FOLDER
"""

import sys
from pathlib import Path
from random import Random

import uvicorn

from volto.cli.serve import address, configured, listen
from volto.server.settings import ServerSettings


def main(folder: Path) -> None:
    """Serve until the process is ended; the first line says where."""
    settings = ServerSettings(data=folder, pause=0.0, patience=0.2, rng=Random(2026))
    with listen("127.0.0.1", 0) as listening:
        print(address(listening), flush=True)
        uvicorn.Server(configured(settings)).run(sockets=[listening])


if __name__ == "__main__":
    main(Path(sys.argv[1]))

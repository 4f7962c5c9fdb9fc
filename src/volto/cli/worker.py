"""`python -m volto.cli.worker`: one worker of several; its supervisor starts it (see `workers`)."""

import asyncio
import contextlib
import pickle
import socket
import sys

from volto.cli.serve import Server, refusals_logged, run
from volto.cli.workers import READY
from volto.rules import VoltoError
from volto.server.logs import set_up_logs
from volto.server.opening import check
from volto.server.settings import ServerSettings


def main(listening: int, leash: int) -> None:
    """Serve on this socket; say when it answers, and end when the supervisor is gone."""
    with socket.socket(fileno=leash) as held:
        try:
            with held.makefile("rb") as said:
                settings = ServerSettings(**pickle.load(said))
        except (EOFError, OSError):  # the supervisor is gone already
            return
        set_up_logs(settings.log_format)
        try:
            with refusals_logged(settings.log_format):
                asyncio.run(check(settings))
        except VoltoError as error:
            sys.exit(f"volto: {error}")

        def started(server: Server) -> None:
            loop = asyncio.get_running_loop()

            def dropped() -> None:
                loop.remove_reader(held)
                server.should_exit = True

            with contextlib.suppress(OSError):  # it is gone, as the reader will notice
                held.sendall(READY)
            loop.add_reader(held, dropped)

        run(settings, socket.socket(fileno=listening), started)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

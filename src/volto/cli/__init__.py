"""The command line: `volto` and its commands.

Each command lives in a module of its own and is imported only when it is called, so that
`volto --help` answers at once.
"""

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from volto import __version__
from volto.rules import VoltoError

app = App(
    name="volto",
    help="VOLTO, the two-player game of hidden masks.",
    version=__version__,
    help_format="plaintext",
)
app.command(
    "volto.cli.serve:serve", help="Serve the game and open it in the browser (the default command)."
)
app.command(
    "volto.cli.admin:admin",
    name="admin",
    help="Back a house up, restore it, or drop abandoned tables.",
)
app.command("volto.cli.think:think", help="Think for servers, on this machine or another.")
app.command("volto.cli.play:play", help="Play a game in the terminal.")
app.command("volto.cli.perft:perft", help="Count move sequences of a given length.")
app.command("volto.cli.replay:replay", help="Step through a recorded game.")
app.command("volto.cli.verify:verify", help="Check that no mask of a recorded game was swapped.")
app.command("volto.cli.bench:bench", help="Measure how fast this machine plays.")
app.command("volto.cli.engine:engine", help="Run an agent as an engine for other programs (VEI).")
app.command(
    "volto.cli.arena:arena",
    help="Play agents against each other and rate them (- is standard input or output).",
)
app.command("volto.cli.exact:exact", help="Solve a small game exactly.")
app.command("volto.cli.dataset:dataset", help="Turn recorded games into a table to learn from.")
app.command("volto.cli.train:train", help="Train a player by self-play (needs volto[train]).")

BAD_USE = 2
"""The exit code for bad arguments and bad input."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

BROKEN_PIPE = 1
"""The exit code when nobody reads the output any more (Rich has the same)."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command; bad input is one line on standard error and exit code 2."""
    given = sys.argv[1:] if arguments is None else arguments
    if "" not in sys.path:
        sys.path.append("")  # the current folder, where an agent such as mybot:Bot may be
    try:
        try:
            app(given or ["serve"], exit_on_error=False, print_error=False)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has left; Python would complain of it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(BROKEN_PIPE)
    except (CycloptsError, VoltoError, OSError) as error:
        words = str(error)
        if isinstance(error, OSError) and error.filename is not None:
            words = f"{error.filename}: {error.strerror}"
        print(f"volto: {' '.join(words.split())}", file=sys.stderr)
        sys.exit(BAD_USE)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(INTERRUPTED)
    finally:
        # CPython remembers a Ctrl-C that struck within code run from a string, as some libraries
        # do, and would end by that signal whatever we say; running such code again forgets it.
        exec("")

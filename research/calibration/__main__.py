"""Measure whether beliefs are calibrated, from the games of a match.

    python -m research.calibration games.volto                  print the tables
    python -m research.calibration games.volto --svg FILE       and draw the plot

`--moments 3` is how often each game is looked at, `--games 400` how many games at most (drawn at
random, always both of a pair), and `--seed 1` what decides both. A match that is still being
played can be measured.
"""

import argparse
from pathlib import Path
from random import Random

from research.calibration.claims import forecasts
from research.calibration.plot import calibration_svg
from research.calibration.report import calibration_markdown
from volto.arena.archive import Archive


def main() -> None:
    parser = argparse.ArgumentParser(
        "python -m research.calibration",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--moments", type=int, default=3)
    parser.add_argument("--games", dest="most", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--svg", type=Path)
    said = parser.parse_args()
    rng = Random(said.seed)
    pairs = [games for _, games in Archive.read(said.file).played]
    if not pairs:
        parser.error(f"{said.file} holds no games")
    drawn = rng.sample(pairs, min(said.most // 2, len(pairs)))
    found = forecasts((record for games in drawn for record in games), said.moments, rng)
    print(calibration_markdown(found), end="")
    if said.svg:
        said.svg.write_text(calibration_svg(found))


if __name__ == "__main__":
    main()

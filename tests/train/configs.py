"""Settings of a size for tests. The sizes are the same everywhere, so that JAX compiles once."""

from typing import Any

from volto.train.config import Config

SMALL = Config(
    steps=1536,
    imitate=256,
    games=16,
    turns=8,
    minibatch=64,
    widths=(16, 16),
    critic_widths=(16, 16),
    magnet_every=256,
    deploy_every=12,
    deploy_after=1024,
    keep_every=512,
    evaluate=2,
    examiner=(),
    threads=1,
)
ROUND = SMALL.games * SMALL.turns


def quiet(line: dict[str, Any]) -> None:
    """Nobody watches."""

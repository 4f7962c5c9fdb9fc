"""`volto train`: learn to play by playing; needs the extra `train`."""

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from volto.rules import VoltoError
from volto.train.config import Config


class Given(Config):
    """Settings that remember which of them were given: a run that goes on keeps the others."""

    changes: dict[str, Any]

    def __init__(self, **changes: Any) -> None:
        super().__init__(**changes)
        object.__setattr__(self, "changes", changes)


def train(
    folder: Path,
    *,
    config: Annotated[Given | None, Parameter(name="*", negative="", consume_multiple=True)] = None,
    ray: Annotated[bool, Parameter(negative="")] = False,
    address: str | None = None,
    curves: Path | None = None,
    atlas: Path | None = None,
) -> None:
    """Train a player by self-play, or continue a run that was stopped.

    Parameters
    ----------
    folder
        Where the run is kept. A run found there continues, with new settings where given.
    ray
        Run the actors on a Ray cluster, one core each (needs volto[ray]).
    address
        HOST:PORT of the cluster to join. Without it, a cluster is started here for this run.
    curves
        Don't train; plot how the run went to this SVG file.
    atlas
        Don't train; plot the newest player's deployments to this SVG file and print their value.
    """
    if curves is not None:
        from volto.cli.curves import curves_svg, read_log

        curves.write_text(curves_svg(read_log(folder)), encoding="utf-8")
        return
    if atlas is not None:
        from volto.cli.atlas import atlas_markdown, atlas_svg
        from volto.mind.network import Network
        from volto.train.player_files import newest

        network = Network.load(newest(folder))
        atlas.write_text(atlas_svg(network), encoding="utf-8")
        print(atlas_markdown(network), end="")
        return
    try:
        from volto.train.run import Run
    except ImportError as error:
        raise VoltoError(f"Training needs more: pip install 'volto[train]' ({error}).") from None
    with _actors(ray, address) as make_actors:
        run = Run.open(folder, make_actors, **(config.changes if config else {}))
        if run.done:
            print(f"Continuing after {run.done:,} turns.", file=sys.stderr)
        run.go(_report)


def _actors(ray: bool, address: str | None) -> AbstractContextManager[Any]:
    """What makes the actors: in this process, or on a cluster."""
    if not ray:
        if address is not None:
            raise VoltoError("--address is that of a Ray cluster: add --ray.")
        from volto.train.actors import local_actors

        return nullcontext(local_actors)
    from volto.train.cluster import ray_cluster

    return ray_cluster(address)


def _report(line: dict[str, Any]) -> None:
    """One line for a person."""
    if "matches" in line:
        points = ", ".join(f"{name} {100 * share:.1f} %" for name, share in line["matches"].items())
        print(f"{line['step']:>12,}  matches: {points}", flush=True)
        return
    print(
        f"{line['step']:>12,}  {line['turns_per_s']:>7,.0f}/s  {line['turns']:5.1f} turns, "
        f"{100 * line['draws']:4.1f} % drawn  entropy {line['entropy']:.3f}  "
        f"magnet {line['magnet']:.3f}  player {line['player_loss']:.3f}  "
        f"critic {line['critic_loss']:.3f}  clipped {line['clipped']:.3f}  "
        f"{json.dumps(line['against'])}",
        flush=True,
    )

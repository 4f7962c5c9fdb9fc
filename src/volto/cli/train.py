"""`volto train`: learn to play by playing; needs the extra `train`."""

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from volto.rules import VoltoError


def train(
    folder: Path,
    *,
    steps: int | None = None,
    widths: str | None = None,
    seed: int | None = None,
    rate: float | None = None,
    last_rate: float | None = None,
    entropy: float | None = None,
    last_entropy: float | None = None,
    magnet: float | None = None,
    magnet_every: int | None = None,
    unit: float | None = None,
    largest: float | None = None,
    kl: float | None = None,
    deploy_even: float | None = None,
    draw_cost: float | None = None,
    break_off: float | None = None,
    patience: int | None = None,
    imitate: int | None = None,
    past: float | None = None,
    instinct: float | None = None,
    rival: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    against: Path | None = None,
    attackers: int | None = None,
    attacked: float | None = None,
    lead: int | None = None,
    chase: int | None = None,
    start: Path | None = None,
    steady: float | None = None,
    games: int | None = None,
    lesson: int | None = None,
    threads: int | None = None,
    actors: int | None = None,
    ray: Annotated[bool, Parameter(negative="")] = False,
    address: str | None = None,
    keep_every: int | None = None,
    evaluate: int | None = None,
    examiner: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    ladies: str | None = None,
    curves: Path | None = None,
    atlas: Path | None = None,
) -> None:
    """Train a player by self-play, or go on with a run that was stopped.

    Parameters
    ----------
    folder
        Where settings, checkpoints and the log are kept. If it holds a run, that goes on.
    steps
        Turns to learn from, over the whole run.
    widths
        The sizes of the hidden layers, such as 256,256.
    seed
        A number that makes chance repeat itself.
    rate
        The learning rate to begin with; it falls in a straight line to --last-rate.
    last_rate
        The learning rate at the end.
    entropy
        How much variety is worth to begin with.
    last_entropy
        How much variety is worth at the end.
    magnet
        How strongly the policy is held near its slowly moving magnet.
    magnet_every
        Turns after which the magnet moves on.
    unit
        What advantages are counted in; 0 for their own spread.
    largest
        The share of turns, those with the largest advantages, that the policy learns from.
    kl
        How strongly the policy is held to the one that played the turns it learns from.
    deploy_even
        How strongly deployments are held to all alike, in points of value.
    draw_cost
        What a draw costs both families.
    break_off
        How likely a game against itself is broken off, as a draw, after a turn without a capture.
    patience
        How many turns without a capture pass before that can happen.
    imitate
        Turns at the beginning in which instinct is copied.
    past
        The share of games against past selves.
    instinct
        The share of games against instinct.
    rival
        FILE=SHARE, NAME=SHARE or FOLDER=SHARE: weights of another player, a personality such as
        hunter, or a run that goes on at the same time, and the share of games against it. May be
        given several times.
    against
        Weights of a player to learn against alone: a best response to it. Or the folder of a run
        that goes on at the same time: half of the games are against its newest player, a fifth
        against earlier ones. In FOLDER/attacker-1 of that run, it becomes a rival there.
    attackers
        How many learn along, by turns, to beat the player as it is, and become its rivals.
    attacked
        The share of games against each attacker; half as many are against one as it once was.
    lead
        Turns that the player learns before one of its attackers goes on.
    chase
        Turns that the attacker then learns.
    start
        Weights to begin from instead of fresh ones.
    steady
        Keep players as a moving average: how much of it stays at each stretch, such as 0.97.
    games
        Games played side by side.
    lesson
        Turns that one step of learning is taken from.
    threads
        Threads for games; 0 for all cores.
    actors
        How many share the games out among them. It is part of what makes a run repeat itself.
    ray
        Let the actors play on a Ray cluster, one core each; needs the extra ray.
    address
        HOST:PORT of the cluster to join. Without it, one begins here and ends with the run.
    keep_every
        Turns between two checkpoints.
    evaluate
        Games a match at every checkpoint.
    examiner
        An agent whom every checkpoint meets in a fortieth as many games, at the table: thinker:100
        if nobody is named. May be given several times.
    ladies
        Who wins when a family's last Lady is captured: owner or captor.
    curves
        Learn nothing, and draw how the run went in this SVG file instead.
    atlas
        Learn nothing, and draw where the run's last player deploys which role in this SVG file;
        print what simple ways to deploy are worth.
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
        from volto.train.config import Plan
        from volto.train.run import Run
    except ImportError as error:
        raise VoltoError(f"Training needs more: pip install 'volto[train]' ({error}).") from None

    given: dict[str, Any] = {
        name: value
        for name, value in {
            "steps": steps,
            "widths": tuple(map(int, widths.split(","))) if widths else None,
            "seed": seed,
            "rate": rate,
            "last_rate": last_rate,
            "entropy": entropy,
            "last_entropy": last_entropy,
            "magnet": magnet,
            "magnet_every": magnet_every,
            "unit": unit,
            "largest": largest,
            "kl": kl,
            "deploy_even": deploy_even,
            "draw_cost": draw_cost,
            "break_off": break_off,
            "patience": patience,
            "imitate": imitate,
            "past": past,
            "instinct": instinct,
            "rivals": tuple(map(_shared, rival)) or None,
            "against": str(against) if against else None,
            "attackers": attackers,
            "attacked": attacked,
            "lead": lead,
            "chase": chase,
            "start": str(start) if start else None,
            "steady": steady,
            "games": games,
            "lesson": lesson,
            "threads": threads,
            "actors": actors,
            "keep_every": keep_every,
            "evaluate": evaluate,
            "examiners": examiner or None,
            "ladies": ladies,
        }.items()
        if value is not None
    }
    goes_on = (folder / "last.safetensors").exists()
    plan = replace(Plan.saved(folder), **given) if goes_on else Plan(**given)
    if ray and plan.attackers:
        raise VoltoError("Attackers learn in one process: a league does not go with --ray.")
    with _hiring(ray, address) as hire:
        if goes_on:
            run = Run.resume(folder, hire, **given)
            print(f"Going on after {run.done:,} turns.", file=sys.stderr)
        else:
            run = Run(folder, plan, hire)
            if start is not None:
                run.start_from(start)
        if plan.attackers:
            from volto.train.league import take_turns

            take_turns(run, _tell)
        else:
            run.go(_tell)


def _hiring(ray: bool, address: str | None) -> AbstractContextManager[Any]:
    """A way to hire those who play: here, or on a cluster."""
    if not ray:
        if address is not None:
            raise VoltoError("An --address is that of a Ray cluster: say --ray as well.")
        from volto.train.actors import hire_here

        return nullcontext(hire_here)
    from volto.train.joining import cluster

    return cluster(address)


def _shared(words: str) -> tuple[str, float]:
    path, _, share = words.rpartition("=")
    try:
        return path, float(share)
    except ValueError:
        raise VoltoError(
            f"A rival is FILE=SHARE, such as a.safetensors=0.1, not {words}."
        ) from None


def _tell(line: dict[str, Any]) -> None:
    """One line for a person."""
    if "matches" in line:
        points = ", ".join(f"{name} {100 * share:.1f} %" for name, share in line["matches"].items())
        print(f"{line['step']:>12,}  matches: {points}", flush=True)
        return
    print(
        f"{line['step']:>12,}  {line['samples_per_s']:>7,.0f}/s  {line['turns']:5.1f} turns, "
        f"{100 * line['draws']:4.1f} % drawn  entropy {line['entropy']:.3f}  "
        f"surprise {line['surprise']:.3f}  magnet {line['magnet']:.3f}  "
        f"player {line['player_loss']:.3f}  critic {line['critic_loss']:.3f}  "
        f"clipped {line['clipped']:.3f}  {json.dumps(line['against'])}",
        flush=True,
    )

"""A league: a player, and attackers who learn to beat it as it is, taking turns.

Against itself alone a player forgets what it does not do. Whoever has learned to beat it shows it,
and becomes one of its rivals.
"""

from dataclasses import replace
from pathlib import Path

from volto.train import ATTACKER
from volto.train.config import Plan
from volto.train.player_files import kept
from volto.train.run import Run, Tell


def take_turns(run: Run, tell: Tell) -> None:
    """Let a run's player learn until its plan is fulfilled, and its attackers in between.

    They live in folders of their own in that of the run; whoever has learned least is next.
    """
    plan = run.plan
    numbers = range(1, plan.attackers + 1)
    while run.done < plan.steps:
        run.go(tell, run.done + plan.lead)
        if run.done < plan.steps:
            folders = [run.folder / f"{ATTACKER}{number}" for number in numbers]
            behind = min(folders, key=lambda folder: [path.name for path in kept(folder)][-1:])
            one = attacker(run, behind)
            one.go(tell, one.done + plan.chase)


def attacker(run: Run, folder: Path) -> Run:
    """One who learns to beat a run's newest player; at first it is the run's own learner."""
    target = str(run.kept()[-1])
    if (folder / "last.safetensors").exists():
        return Run.resume(folder, against=target)
    seed = run.plan.seed + sum(folder.name.encode())
    begun = Run(folder, attack(run.plan, seed, target, run.folder / "last.safetensors"))
    begun.start_from(Path(begun.plan.start))
    return begun


def attack(plan: Plan, seed: int, target: str, start: Path) -> Plan:
    """The plan of an attacker: little holds it to variety, and draws cost it little."""
    return replace(
        plan,
        seed=seed,
        against=target,
        start=str(start),
        attackers=0,
        rivals=(),
        imitate=0,
        rate=3e-4,
        entropy=0.02,
        last_entropy=0.005,
        magnet=0.05,
        draw_cost=0.05,
    )

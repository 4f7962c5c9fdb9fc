"""Recorded games as a table to learn from: one row a turn, with what the mover knew and got.

Planes and actions are those of `volto.sim`: seen from the mover's palace, so both families look
alike. `FIELDS` names the columns.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from volto.arena.dataset_files import Rows, sink_for
from volto.belief import Belief
from volto.notation import Record
from volto.rules import Family, Position, Ruleset, View, VoltoError
from volto.sim import Batch, action_of
from volto.sim.layout import FAMILIES, ROLES

NO_MASK = -1


class Field(NamedTuple):
    """A column of the table."""

    name: str
    dtype: str
    meaning: str


FIELDS = (
    Field("game", "int32", "the number of the game in its file, from 1"),
    Field("turn", "int32", "turns played before this one"),
    Field("mover", "uint8", "who is to move: 0 White, 1 Red"),
    Field("white", "str", "who played White"),
    Field("red", "str", "who played Red"),
    Field("view", "str", "the mover's view, in the notation"),
    Field("observation", "uint8", "the mover's view as planes, `volto.sim.PLANES`"),
    Field("legal", "uint8", "a 1 for every legal action"),
    Field("belief", "float32", "for each role and cell, the chance that a rival mask has it"),
    Field("exposed", "float32", "the same of the mover's own masks, as the rival can tell"),
    Field("possible", "int32", "how many deployments of the rival fit what was seen"),
    Field("rival", "int8", "the truth: the role of the rival mask on each cell, or -1"),
    Field("action", "int16", "the action that was played"),
    Field("move", "str", "the same in the notation, with what it unmasked"),
    Field("finished", "bool", "whether the game was played to an end"),
    Field("outcome", "int8", "1 if the mover won the game, -1 if it lost, else 0"),
    Field("reason", "str", "how the game ended"),
    Field("left", "int32", "turns until the end, this one included"),
)
"""The columns. Roles are counted N, A, C, S, L."""


@dataclass(frozen=True, slots=True)
class Written:
    """How much a dataset holds."""

    games: int
    turns: int


def check(records: Iterable[Record]) -> int:
    """How many games there are; raises VoltoError unless all are played by the same rules."""
    ruleset: Ruleset | None = None
    games = 0
    for games, record in enumerate(records, 1):
        ruleset = ruleset or record.ruleset
        if record.ruleset != ruleset:
            raise VoltoError(f"Game {games} is played by other rules than the first one.")
    return games


def write(records: Iterable[Record], path: Path, tell: Callable[[int], None]) -> Written:
    """Write every turn of these games to a `.parquet` or `.npz` file; `tell` counts the games.

    The file appears whole or not at all.
    """
    games = turns = 0
    with sink_for(path) as add:
        for games, record in enumerate(records, 1):
            rows = rows_of(record, games)
            turns += len(rows["turn"])
            if record.turns:
                add(rows)
            tell(games)
        if not turns:
            raise VoltoError("There is no turn in these games.")
    return Written(games, turns)


def rows_of(record: Record, game: int = 1) -> Rows:
    """One game's rows, by the names of the columns."""
    found: dict[str, list[Any]] = {field.name: [] for field in FIELDS}
    for row in _turns(record, game):
        for name, value in row.items():
            found[name].append(value)
    return {field.name: np.array(found[field.name], field.dtype) for field in FIELDS}


def _turns(record: Record, game: int) -> Iterator[dict[str, Any]]:
    ruleset, outcome = record.ruleset, record.outcome
    batch = Batch(1, ruleset=ruleset, first=record.first, auto_reset=False)
    white, red = (np.array([setup.number()]) for setup in (record.white, record.red))
    batch.reset(white=white, red=red)
    for turn, position in enumerate(record.positions()):
        if turn == len(record.turns):
            return
        mover, played = position.to_move, record.turns[turn]
        view = position.view(mover)
        action = action_of(played.move, mover, ruleset)
        won = 0 if outcome is None or outcome.winner is None else 1
        yield {
            "game": game,
            "turn": turn,
            "mover": FAMILIES.index(mover),
            "white": record.tag("White") or "",
            "red": record.tag("Red") or "",
            "view": str(view),
            "observation": batch.observe(mover)[0].copy(),
            "legal": batch.legal()[0].copy(),
            **_beliefs(view),
            "rival": _truth(position),
            "action": action,
            "move": str(played),
            "finished": outcome is not None,
            "outcome": won if outcome and outcome.winner is mover else -won,
            "reason": outcome.reason.value if outcome else "",
            "left": len(record.turns) - turn,
        }
        batch.step(np.array([action]))


def _beliefs(view: View) -> dict[str, Any]:
    rival, own = Belief.of(view), Belief.of_rival(view)
    return {
        "belief": _marginals(rival, view),
        "exposed": _marginals(own, view),
        "possible": rival.count,
    }


def _marginals(belief: Belief, view: View) -> NDArray[np.float32]:
    """The chance of each role on each cell, exact and by logic alone, as the mover sees the mat."""
    mat, ids = view.ruleset.mat, view.scene.ids(belief.family)
    planes = np.zeros((len(ROLES), mat.rows, mat.columns), np.float32)
    for cell, mask in view.scene.standing[belief.family].items():
        planes[:, cell.row, cell.column] = belief.tally[mask - ids.start] / belief.count
    return _turned(planes, view.to_move)


def _truth(position: Position) -> NDArray[np.int8]:
    mat, mover = position.ruleset.mat, position.to_move
    roles = np.full((mat.rows, mat.columns), NO_MASK, np.int8)
    for cell, mask in position.scene.standing[mover.rival].items():
        roles[cell.row, cell.column] = ROLES.index(position.roles[mask])
    return _turned(roles, mover)


def _turned(planes: NDArray[Any], mover: Family) -> NDArray[Any]:
    """Rows and columns as the mover sees them."""
    return planes if mover is Family.WHITE else planes[..., ::-1, ::-1]

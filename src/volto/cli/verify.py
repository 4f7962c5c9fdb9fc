"""`volto verify FILE`: was every mask, from first to last, the one that was promised?"""

import sys

from volto.cli.files import File, input_name, read_games
from volto.notation import Record
from volto.notation.seals import BadSeals, Seals
from volto.rules import Family, VoltoError

BROKEN = 1
"""The exit code for a mask that does not fit its seal."""


def verify(file: File, /, *, fingerprint: str | None = None) -> None:
    """Check the seals of recorded games, without a network and without trusting anyone.

    Parameters
    ----------
    file
        A .volto record of one or more games, as downloaded from a table; - for standard input.
    fingerprint
        What the table showed before the first move. Without it, compare the printed one yourself.
    """
    records, name = read_games(file), input_name(file)
    if fingerprint is not None and len(records) > 1:
        raise VoltoError(f"{name}: a fingerprint is for one game, and this holds {len(records)}")
    faults = []
    for number, record in enumerate(records, 1):
        game = f"{name}, game {number}" if len(records) > 1 else name
        try:
            seals = Seals.of(record)
        except BadSeals as error:
            raise VoltoError(f"{game}: {error}") from None
        faults += [f"{game}: {fault}" for fault in _faults(record, seals, fingerprint)]
        if not faults:
            print(
                f"{game}: all {len(seals.seals)} masks are the ones that were sealed before the "
                f"first move (fingerprint {seals.fingerprint})."
            )
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(BROKEN)


def _faults(record: Record, seals: Seals, fingerprint: str | None) -> list[str]:
    start = next(iter(record.positions()))
    found = []
    for mask in seals.broken(start.roles):
        family = Family.WHITE if mask in start.scene.ids(Family.WHITE) else Family.RED
        cell = start.scene.trails[mask][0]
        found.append(
            f"{family.title()}'s mask {mask}, deployed on {cell}, is not the one that was sealed."
        )
    if fingerprint is not None and not seals.shown_as(fingerprint):
        found.append(
            f"these are not the seals that were shown before the first move: their fingerprint is "
            f"{seals.fingerprint}."
        )
    return found

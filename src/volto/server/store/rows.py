"""Setups and entries as rows, and back."""

from typing import Any

import msgspec
from sqlalchemy import RowMapping

from volto.rules import Family, Ruleset
from volto.server.errors import DamagedTable
from volto.server.store.events import Entry, Occupant, TableSetup, read_event, write_event

Row = dict[str, Any]


def setup_row(setup: TableSetup) -> Row:
    rules = setup.ruleset
    return {
        "id": setup.table,
        "created": setup.created,
        "mode": setup.mode,
        "ladies": rules.ladies.value,
        "quiet": rules.quiet,
        "turn_cap": rules.turn_cap,
        "mat": str(rules.mat),
        "roster": "".join(rules.roster),
        "aid": setup.aid,
        "first": setup.first.value,
        "people": msgspec.json.encode(setup.occupants).decode(),
        "open_seat": setup.open_seat.value if setup.open_seat else None,
        "rematch_of": setup.rematch_of,
    }


def read_setup(row: RowMapping) -> TableSetup:
    return TableSetup(
        table=row["id"],
        created=row["created"],
        mode=row["mode"],
        ruleset=Ruleset.of(
            {
                "ladies": row["ladies"],
                "quiet": str(row["quiet"]),
                "cap": str(row["turn_cap"]),
                "mat": row["mat"],
                "roster": row["roster"],
            }
        ),
        aid=row["aid"],
        first=Family(row["first"]),
        occupants=msgspec.json.decode(row["people"], type=dict[Family, Occupant]),
        open_seat=Family(row["open_seat"]) if row["open_seat"] else None,
        rematch_of=row["rematch_of"],
    )


def entry_row(table: str, entry: Entry) -> Row:
    return {
        "table_id": table,
        "number": entry.number,
        "ply": entry.ply,
        "kind": entry.kind,
        "family": entry.family.value if entry.family else None,
        "body": write_event(entry.event),
        "at": entry.at,
    }


def read_entry(table: str, row: RowMapping) -> Entry:
    try:
        return Entry(
            number=row["number"],
            at=row["at"],
            family=Family(row["family"]) if row["family"] else None,
            event=read_event(row["body"]),
        )
    except (ValueError, msgspec.MsgspecError):  # not told: it may hold a secret of the row
        where = f"Entry {row['number']} of the log of table {table}"
        raise DamagedTable(f"{where} cannot be read.") from None

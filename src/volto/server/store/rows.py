"""Plans and entries as rows, and back."""

from typing import Any

import msgspec
from sqlalchemy import RowMapping

from volto.rules import Family, LadyRule, Mat, Role, Ruleset
from volto.server.tables.events import Chair, Entry, Plan, read_deed, write_deed

Row = dict[str, Any]


def plan_row(plan: Plan) -> Row:
    rules = plan.ruleset
    return {
        "id": plan.table,
        "created": plan.created,
        "mode": plan.mode,
        "ladies": rules.ladies.value,
        "quiet": rules.quiet,
        "turn_cap": rules.turn_cap,
        "mat": str(rules.mat),
        "roster": "".join(rules.roster),
        "aid": plan.aid,
        "first": plan.first.value,
        "people": msgspec.json.encode(plan.chairs).decode(),
        "open_seat": plan.open_seat.value if plan.open_seat else None,
        "rematch_of": plan.rematch_of,
    }


def read_plan(row: RowMapping) -> Plan:
    columns, rows = row["mat"].split("x")
    return Plan(
        table=row["id"],
        created=row["created"],
        mode=row["mode"],
        ruleset=Ruleset(
            LadyRule(row["ladies"]),
            row["quiet"],
            row["turn_cap"],
            Mat(int(columns), int(rows)),
            tuple(map(Role, row["roster"])),
        ),
        aid=row["aid"],
        first=Family(row["first"]),
        chairs=msgspec.json.decode(row["people"], type=dict[Family, Chair]),
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
        "body": write_deed(entry.deed),
        "at": entry.at,
    }


def read_entry(row: RowMapping) -> Entry:
    return Entry(
        number=row["number"],
        at=row["at"],
        family=Family(row["family"]) if row["family"] else None,
        deed=read_deed(row["body"]),
    )

"""Tables as values: a setup, and what was done at it, without a server."""

from volto.rules import STANDARD, Family, Ruleset
from volto.server.store.events import Entry, Occupant, TableSetup
from volto.server.tables import commands
from volto.server.tables.commands import Decision
from volto.server.tables.table_state import TableState

WHITE, RED = Family
WHITE_SETUP, RED_SETUP = "NNAAL/LSNAC", "AASNL/LNNAC"
SALTS = tuple(f"{number:032x}" for number in range(10))
OTHER_SALTS = tuple(f"{number:032x}" for number in range(10, 20))


def setup(
    mode: str = "friend",
    *,
    ruleset: Ruleset = STANDARD,
    open_seat: Family | None = None,
    first: Family = WHITE,
    aid: str = "off",
) -> TableSetup:
    occupants = {WHITE: Occupant("person", "Ada"), RED: Occupant("person", "")}
    if mode == "house":
        occupants[RED] = Occupant("house", "Doge", 10)
    return TableSetup("table", 0, mode, ruleset, aid, first, occupants, open_seat)  # type: ignore[arg-type]


def done(state: TableState, decision: Decision) -> TableState:
    """The state once these are written."""
    for decided in decision:
        entry = Entry(state.number + 1, 0, decided.family, decided.event)
        state = state.after(entry, decided.position)
    return state


def begun(
    chosen: TableSetup | None = None, white: str = WHITE_SETUP, red: str = RED_SETUP
) -> TableState:
    """Both deployed, nothing moved."""
    state = TableState.start(chosen or setup())
    state = done(state, commands.deploy(state, WHITE, white, SALTS))
    return done(state, commands.deploy(state, RED, red, OTHER_SALTS))


def played(state: TableState, *moves: str) -> TableState:
    """After these moves, of whoever is to move."""
    for move in moves:
        assert state.position is not None
        seat = state.position.to_move
        state = done(state, commands.play(state, seat, state.ply, move))
    return state

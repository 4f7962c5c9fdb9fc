"""Tables as values: a plan, and what was done at it, without a server."""

from volto.rules import STANDARD, Family, Ruleset
from volto.server.tables import commands
from volto.server.tables.commands import Done
from volto.server.tables.events import Chair, Entry, Plan
from volto.server.tables.table_state import State

WHITE, RED = Family
WHITE_SETUP, RED_SETUP = "NNAAL/LSNAC", "AASNL/LNNAC"
SALTS = tuple(f"{number:032x}" for number in range(10))
OTHER_SALTS = tuple(f"{number:032x}" for number in range(10, 20))


def plan(
    mode: str = "friend",
    *,
    ruleset: Ruleset = STANDARD,
    open_seat: Family | None = None,
    first: Family = WHITE,
    aid: str = "off",
) -> Plan:
    chairs = {WHITE: Chair("person", "Ada"), RED: Chair("person", "")}
    if mode == "house":
        chairs[RED] = Chair("house", "Doge", 10)
    return Plan("table", 0, mode, ruleset, aid, first, chairs, open_seat)  # type: ignore[arg-type]


def done(state: State, deeds: Done) -> State:
    """The state once these are written."""
    for family, deed in deeds:
        state = state.after(Entry(state.number + 1, 0, family, deed))
    return state


def begun(chosen: Plan | None = None, white: str = WHITE_SETUP, red: str = RED_SETUP) -> State:
    """Both deployed, nothing moved."""
    state = State.start(chosen or plan())
    state = done(state, commands.deploy(state, WHITE, white, SALTS))
    return done(state, commands.deploy(state, RED, red, OTHER_SALTS))


def played(state: State, *moves: str) -> State:
    """After these moves, of whoever is to move."""
    for move in moves:
        assert state.position is not None
        seat = state.position.to_move
        state = done(state, commands.play(state, seat, state.ply, move))
    return state

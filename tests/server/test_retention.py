"""Abandoned tables are dropped when asked; what somebody played stays unless it is asked for."""

from pathlib import Path

import pytest

from tests.server.states import OTHER_SALTS, RED, RED_SETUP, SALTS, WHITE, WHITE_SETUP, setup
from volto.rules import VoltoError
from volto.server.opening import open_house
from volto.server.retention import DAY, Kind, prune
from volto.server.settings import ServerSettings
from volto.server.store import Transaction
from volto.server.store.events import Began, Entry, Played, Ready, Resigned, TableEvent, TableSetup

pytestmark = pytest.mark.anyio
TODAY = 1000 * DAY
PLAYED = (Ready(WHITE_SETUP, SALTS), Ready(RED_SETUP, OTHER_SALTS), Began(), Played(0, "b2b3"))
NAMES = ("unplayed", "deployed", "dropped-in", "unfinished", "finished", "first", "rematch", "new")


@pytest.fixture(params=["sqlite", "postgres"])
async def settings(
    request: pytest.FixtureRequest, tmp_path: Path, anyio_backend: str
) -> ServerSettings:
    """A house with a table of each kind."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    made = ServerSettings(tmp_path, database=url, clock=lambda: TODAY / 1000)
    store, _ = await open_house(made)

    async def table(
        name: str, age: int, *events: TableEvent, last: int | None = None, of: str | None = None
    ) -> None:
        agreed = setup()
        at = TODAY - (age if last is None else last) * DAY
        families = (WHITE, RED, None, WHITE, RED)
        entries = [
            (name, Entry(number, at, family, event))  # type: ignore[arg-type]
            for number, (family, event) in enumerate(zip(families, events, strict=False), 1)
        ]
        setups = TableSetup(
            name, TODAY - age * DAY, "friend", agreed.ruleset, "off", WHITE, agreed.occupants,
            rematch_of=of,
        )  # fmt: skip
        await store.append(Transaction((setups,), tuple(entries)))

    await table("unplayed", 40)
    await table("deployed", 40, *PLAYED[:2])
    await table("dropped-in", 40, *PLAYED[:1], last=3)
    await table("unfinished", 40, *PLAYED)
    await table("finished", 40, *PLAYED, Resigned())
    await table("first", 40, *PLAYED[:3])
    await table("rematch", 20, of="first")
    await table("new", 2)
    await store.close()
    return made


async def left(settings: ServerSettings) -> set[str]:
    store, _ = await open_house(settings)
    found = {name for name in NAMES if await store.load(name) is not None}
    await store.close()
    return found


async def test_only_tables_without_a_turn_are_dropped_unless_more_is_asked_for(
    settings: ServerSettings,
) -> None:
    """One that somebody visited lately stays, and so does one whose rematch stays."""
    assert await prune(settings, {"unplayed": 30}, drop=False) == {"unplayed": 2}
    assert await left(settings) == {*NAMES}
    assert await prune(settings, {"unplayed": 30}, drop=True) == {"unplayed": 2}
    assert await left(settings) == {*NAMES} - {"unplayed", "deployed"}
    assert await prune(settings, {"unplayed": 30}, drop=True) == {"unplayed": 0}


async def test_each_kind_has_an_age_of_its_own(settings: ServerSettings) -> None:
    days: dict[Kind, float] = {"unplayed": 10, "unfinished": 41, "finished": 39}
    found = await prune(settings, days, drop=True)
    assert found == {"unplayed": 4, "unfinished": 0, "finished": 1}
    assert await left(settings) == {"dropped-in", "unfinished", "new"}


async def test_a_damaged_table_stays_for_somebody_to_look_at(settings: ServerSettings) -> None:
    store, _ = await open_house(settings)
    await store.append(Transaction(entries=(("unplayed", Entry(1, 0, WHITE, Played(0, "b2b3"))),)))
    await store.close()
    days: dict[Kind, float] = {"unplayed": 1, "unfinished": 1, "finished": 1}
    await prune(settings, days, drop=True)
    store, _ = await open_house(settings)
    assert await store.load("unplayed") is not None
    await store.close()


async def test_there_must_be_a_database(tmp_path: Path) -> None:
    with pytest.raises(VoltoError, match="no database"):
        await prune(ServerSettings(tmp_path), {"unplayed": 30}, drop=True)
    assert list(tmp_path.iterdir()) == []

"""The names that pages and scripts share: roles, families, and the ten levels of bots."""

from dataclasses import dataclass

from volto.rules.masks import ADVISOR, CANDIDATE, LADY, NOBLE, RED, SOLDIER, WHITE, Family, Role
from volto.server.site.i18n import phrase

ROLE_NAMES: dict[Role, str] = {
    NOBLE: phrase("Noble"),
    ADVISOR: phrase("Advisor"),
    CANDIDATE: phrase("Candidate"),
    SOLDIER: phrase("Soldier"),
    LADY: phrase("Lady"),
}
FAMILY_NAMES: dict[Family, str] = {WHITE: phrase("White"), RED: phrase("Red")}


@dataclass(frozen=True, slots=True)
class OpponentProfile:
    """A level as a newcomer hears of it; `volto.agents.levels` makes it play."""

    level: int
    name: str
    words: str


OPPONENTS = (
    OpponentProfile(
        1,
        phrase("Urchin"),
        phrase("Darts across the square for the fun of it and gives masks away by the handful."),
    ),
    OpponentProfile(
        2,
        phrase("Gondolier"),
        phrase("Knows the way but drifts: takes what is near and rows into simple traps."),
    ),
    OpponentProfile(
        3,
        phrase("Fisher"),
        phrase("Patient, and no longer careless. A good opponent for your first evenings."),
    ),
    OpponentProfile(
        4,
        phrase("Merchant"),
        phrase("Counts before paying: tries out a few moves mentally, and believes your bluffs."),
    ),
    OpponentProfile(
        5,
        phrase("Musician"),
        phrase("Has an ear for your moves and is beginning to wonder who hides behind each mask."),
    ),
    OpponentProfile(
        6,
        phrase("Captain"),
        phrase("Holds a steady course and never misses a certain win."),
    ),
    OpponentProfile(
        7,
        phrase("Ambassador"),
        phrase("Polite and watchful: remembers and weighs every step you take."),
    ),
    OpponentProfile(
        8,
        phrase("Senator"),
        phrase("Sees your plan about as soon as you do. You will need a second one."),
    ),
    OpponentProfile(
        9,
        phrase("Procurator"),
        phrase("Audits every mask on the square and forgives very little."),
    ),
    OpponentProfile(
        10,
        phrase("Doge"),
        phrase("The best the house has. Thinks longest, bluffs well and expects the same of you."),
    ),
)
DEFAULT_LEVEL = 3

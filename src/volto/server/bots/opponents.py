"""The names that pages and scripts share: roles, families, and the ten levels of the house."""

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
    """A level of the house as a newcomer hears of it; `volto.agents.levels` makes it play."""

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
        phrase("Patient, and no longer careless. A good rival for your first evenings."),
    ),
    OpponentProfile(
        4,
        phrase("Merchant"),
        phrase("Counts before paying: tries a few moves in the head, and believes your bluffs."),
    ),
    OpponentProfile(
        5,
        phrase("Musician"),
        phrase("Has an ear for your moves and begins to ask who hides behind each mask."),
    ),
    OpponentProfile(
        6,
        phrase("Captain"),
        phrase("Holds a course, and never misses a win that is certain."),
    ),
    OpponentProfile(
        7,
        phrase("Ambassador"),
        phrase("Polite and watchful: every step you take is remembered and weighed."),
    ),
    OpponentProfile(
        8,
        phrase("Senator"),
        phrase("Sees your plan about when you do. You will need a second one."),
    ),
    OpponentProfile(
        9,
        phrase("Procurator"),
        phrase("Audits every mask on the square and forgives very little."),
    ),
    OpponentProfile(
        10,
        phrase("Doge"),
        phrase("The best the house has. Thinks longest, bluffs well, expects the same of you."),
    ),
)
DEFAULT_LEVEL = 3

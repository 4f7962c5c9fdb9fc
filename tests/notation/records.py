"""Records to test with: the one of the notation document, and random ones of every kind."""

from random import Random

from tests.strategies import BOX, MINI, random_game
from volto.notation import Record
from volto.rules import Family, Position, Reason

EXAMPLE = """\
[Event "Casual"]
[Date "2026.11.15"]
[White "Ada"]
[Red "Doge 10"]
[WhiteSetup "NNAAL/LSNAC"]
[RedSetup "AASNL/LNNAC"]
[First "white"]
[Ladies "owner"]
[Quiet "100"]
[Result "1-0"]
[Reason "candidate-took-lady"]

1. e2d3 c6xc2=A 2. b2xc2=S b6a5 3. d3d4 d6c6 4. d4c5 e7d6
5. b1xb7=N a6b5 6. a2a3 d6xc5=LC 1-0
"""


def moves_of(text: str) -> str:
    """The moves of a record in text, without its tags."""
    return text.partition("\n\n")[2]


def unfinished(turns: int) -> str:
    """The example, stopped after so many turns."""
    words = [word for word in moves_of(EXAMPLE).split() if not word.endswith(".")][:turns]
    numbered = [f"{i // 2 + 1}. {word}" if i % 2 == 0 else word for i, word in enumerate(words)]
    tags = EXAMPLE.partition("\n\n")[0].replace('"1-0"', '"*"')
    tags = tags.replace('\n[Reason "candidate-took-lady"]', "")
    return f"{tags}\n\n{' '.join([*numbered, '*'])}\n"


def random_record(rng: Random) -> Record:
    """A game by any rules, played to its end, stopped, or ended by word or clock."""
    ruleset = rng.choice(BOX + MINI)
    position = random_game(rng, ruleset, rng.choice((0, 1, 2, 9, 30, 400))).last
    if position.outcome is None:
        position = _spoken(rng, position)
    tags = {"Event": "Random", "White": 'A "quoted" \\ name', "Round": str(rng.randrange(9))}
    return Record.of(position, tags)


def _spoken(rng: Random, position: Position) -> Position:
    family = rng.choice(tuple(Family))
    ends = (
        position,
        position.resign(family),
        position.agree_draw(),
        position.end(family, Reason.TIME),
        position.end(family, Reason.ABANDONED),
        position.end(None, Reason.ABANDONED),
    )
    return rng.choice(ends)

"""A game from its first turn to its last, as a value that can be written down."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from volto.notation.header import ABOUT, GAME, RULES, UNFINISHED
from volto.notation.movetext import write_moves
from volto.notation.tags import check_tag, write_tag
from volto.rules import (
    STANDARD,
    Deployment,
    Family,
    Outcome,
    Position,
    Ruleset,
    Turn,
    VoltoError,
)

Tags = tuple[tuple[str, str], ...]

_NO_START = "A record begins with both deployments, and this position was set up without them."


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """Both deployments, the rules, every turn and the end: all secrets of the game, so for later.

    `tags` are those that do not change the game: Event, Date, White and Red first, then any others
    in their own order.
    """

    white: Deployment
    red: Deployment
    first: Family = Family.WHITE
    ruleset: Ruleset = STANDARD
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None
    tags: Tags = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", Family(self.first))
        names = [name for name, _ in self.tags]
        for name, value in self.tags:
            check_tag(name, value)
            if name in GAME:
                raise VoltoError(f"The tag {name} follows from the game and cannot be given.")
            if names.count(name) > 1:
                raise VoltoError(f"The tag {name} is given twice.")
        order = {name: place for place, name in enumerate(ABOUT)}
        tags = sorted(self.tags, key=lambda tag: order.get(tag[0], len(order)))
        object.__setattr__(self, "tags", tuple(tags))

    @classmethod
    def of(cls, position: Position, tags: Mapping[str, str] | Tags = ()) -> "Record":
        """The record of a game played from its start to `position`, finished or not."""
        scene = position.scene
        began = {
            trail[0]: role
            for trail, role in zip(scene.trails, position.roles, strict=True)
            if trail
        }
        home = {family: scene.ruleset.home_cells(family) for family in Family}
        if began.keys() != {*home[Family.WHITE], *home[Family.RED]}:
            raise VoltoError(_NO_START)
        white, red = (
            Deployment(tuple(began[cell] for cell in home[family]), scene.ruleset.mat.columns)
            for family in Family
        )
        record = cls(
            white,
            red,
            scene.first,
            scene.ruleset,
            scene.history,
            scene.outcome,
            tuple(tags.items()) if isinstance(tags, Mapping) else tuple(tags),
        )
        *_, last = record.positions()
        if last != position:
            raise VoltoError(_NO_START)
        return record

    def __repr__(self) -> str:
        return f"<Record: {self.result}, {len(self.turns)} turns>"

    def tag(self, name: str) -> str | None:
        """The value of a tag such as `White`, if the record has it."""
        return dict(self.tags).get(name)

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game."""
        return self.outcome.result if self.outcome else UNFINISHED

    def positions(self) -> Iterator[Position]:
        """Every position from the start to the end; the last has the outcome, spoken or shown."""
        position = Position.start(self.white, self.red, self.first, ruleset=self.ruleset)
        for turn in self.turns:
            yield position
            position = position.play(turn.move)
            seen = position.history[-1]
            if seen != turn:
                raise VoltoError(f"The record says {turn}, and on the mat it was {seen}.")
        yield self._ended(position)

    def _ended(self, last: Position) -> Position:
        if last.outcome == self.outcome:
            return last
        if last.outcome or not self.outcome:
            raise VoltoError(f"The record says {self.result}, and the mat shows another end.")
        fault = self.outcome.spoken_fault()
        if fault:
            raise VoltoError(f"The record says {self.result}, but {fault}.")
        return last.end(self.outcome.winner, self.outcome.reason)

    def __str__(self) -> str:
        """The record in the `.volto` format, with a line end after the result."""
        about = [tag for tag in self.tags if tag[0] in ABOUT]
        others = [tag for tag in self.tags if tag[0] not in ABOUT]
        game = [
            ("WhiteSetup", str(self.white)),
            ("RedSetup", str(self.red)),
            ("First", self.first.value),
            *((RULES[word], value) for word, value in self.ruleset.words().items()),
            ("Result", self.result),
        ]
        if self.outcome:
            game.append(("Reason", self.outcome.reason.value))
        tags = "\n".join(write_tag(*tag) for tag in (*about, *game, *others))
        return f"{tags}\n\n{write_moves(self.turns, self.result)}\n"

"""The scene: what everyone at the table can see (H-3), and nothing more.

Both the truth (`Position`) and one seat's knowledge (`View`) are a scene and the roles that go
with it; the scene itself has no room for a hidden role.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from volto.rules.cells import Cell
from volto.rules.events import Captured, Ended, Event, Moved, Unmasked
from volto.rules.masks import LADY, RED, WHITE, Family, Mask, Role
from volto.rules.outcome import SPOKEN, Outcome
from volto.rules.ruleset import Ruleset
from volto.rules.text import HIDDEN, MatText, drawn
from volto.rules.turn import Turn


class Step(NamedTuple):
    """One turn of the past: who made it, with which mask, which it took, and the mat around it."""

    number: int
    """Counted from 1, over the whole game."""
    family: Family
    mask: int
    taken: int | None
    turn: Turn
    before: Mapping[Cell, int]
    """The masks on the mat, both families', as the turn found them."""
    after: Mapping[Cell, int]


@dataclass(frozen=True, slots=True, repr=False)
class Scene:
    """Where every mask stands and has stood, what was unmasked, and whose turn it is.

    Masks have numbers for life: White's come first, each family's in the order of its deployment.
    """

    ruleset: Ruleset
    to_move: Family
    quiet: int
    """Turns since the last capture."""
    turns: int
    """Turns played."""
    standing: Mapping[Family, Mapping[Cell, int]] = field(hash=False)
    trails: tuple[tuple[Cell, ...], ...]
    unmasked: tuple[Role | None, ...]
    history: tuple[Turn, ...] = ()
    moved: int | None = None
    """The mask that made the last turn, unless the game ended since by word or clock."""
    taken: int | None = None
    """The mask it captured."""
    outcome: Outcome | None = None

    @classmethod
    def start(cls, first: Family, ruleset: Ruleset) -> "Scene":
        """Both families deployed, nothing moved yet (R-3, R-4)."""
        cells = {family: ruleset.home_cells(family) for family in Family}
        return cls.set_up(cells, dict.fromkeys(Family, ()), first, 0, 0, ruleset)

    @classmethod
    def set_up(
        cls,
        cells: Mapping[Family, Iterable[Cell]],
        lost: Mapping[Family, Iterable[Role | None]],
        to_move: Family,
        quiet: int,
        turns: int,
        ruleset: Ruleset,
    ) -> "Scene":
        """A scene without a past: masks on these cells, and these roles (if known) lost."""
        trails: list[tuple[Cell, ...]] = []
        unmasked: list[Role | None] = []
        standing = {}
        for family in Family:
            standing[family] = {cell: len(trails) + i for i, cell in enumerate(cells[family])}
            gone = tuple(lost[family])
            trails += [*((cell,) for cell in standing[family]), *(() for _ in gone)]
            unmasked += [*(None for _ in standing[family]), *gone]
        return cls(ruleset, Family(to_move), quiet, turns, standing, tuple(trails), tuple(unmasked))

    def __repr__(self) -> str:
        letters = {cell: HIDDEN[family] for family in Family for cell in self.standing[family]}
        shown = MatText(letters, self.to_move, self.quiet, self.turns).write(self.ruleset.mat)
        return f"<Scene: {shown}>"

    @property
    def first(self) -> Family:
        """The family that began."""
        return self.to_move if self.turns % 2 == 0 else self.to_move.rival

    def follows(self, earlier: "Scene") -> bool:
        """Is this a later moment, or the same, of the game that `earlier` is of?"""
        known = len(earlier.history)
        return (
            self.ruleset == earlier.ruleset
            and self.first is earlier.first
            and self.history[:known] == earlier.history
            and self.turns - len(self.history) == earlier.turns - known
            and [trail[:1] for trail in self.trails] == [trail[:1] for trail in earlier.trails]
        )

    def ids(self, family: Family) -> range:
        """The numbers of a family's masks, lost ones included."""
        if family is not WHITE and family is not RED:
            return self.ids(Family(family))  # a word: rare, and slow to read
        size = len(self.ruleset.roster)
        return range(size) if family is WHITE else range(size, 2 * size)

    @property
    def masks(self) -> tuple[Mask, ...]:
        """Every mask by its number, lost ones included."""
        return tuple(
            Mask(number, family, trail, self._stands(family, number), self.unmasked[number])
            for family in Family
            for number, trail in zip(self.ids(family), self._trails(family), strict=True)
        )

    def _trails(self, family: Family) -> tuple[tuple[Cell, ...], ...]:
        ids = self.ids(family)
        return self.trails[ids.start : ids.stop]

    def _stands(self, family: Family, number: int) -> bool:
        trail = self.trails[number]
        return bool(trail) and self.standing[family].get(trail[-1]) == number

    def after(self, turn: Turn) -> "Scene":
        """The scene once `turn` has been played; the caller knows that it is a lawful one."""
        origin, target = turn.move.origin, turn.move.target
        mover, rival = self.to_move, self.to_move.rival
        own, others = dict(self.standing[mover]), dict(self.standing[rival])
        moved = own.pop(origin)
        taken = others.pop(target, None)
        trails = list(self.trails)
        trails[moved] += (target,)
        unmasked = self.unmasked
        if taken is not None:
            shown = list(unmasked)
            shown[taken] = turn.captured
            if turn.captured is LADY:
                shown[moved] = turn.captor
            unmasked = tuple(shown)
        if turn.captured is not LADY:  # her captor leaves with her
            own[target] = moved
        return Scene(
            self.ruleset,
            rival,
            self.quiet + 1 if taken is None else 0,
            self.turns + 1,
            {mover: own, rival: others},
            tuple(trails),
            unmasked,
            (*self.history, turn),
            moved,
            taken,
        )

    def replay(self) -> Iterator[Step]:
        """Every turn that the scene remembers, oldest first."""
        before = {trail[0]: number for number, trail in enumerate(self.trails) if trail}
        family = self.to_move if len(self.history) % 2 == 0 else self.to_move.rival
        begun = self.turns - len(self.history)
        for number, turn in enumerate(self.history, begun + 1):
            after = before.copy()
            mask, taken = after.pop(turn.move.origin), after.pop(turn.move.target, None)
            if turn.captured is not LADY:
                after[turn.move.target] = mask
            yield Step(number, family, mask, taken, turn, before, after)
            family, before = family.rival, after

    def ended(self, outcome: Outcome, roles: tuple[Role, ...]) -> "Scene":
        """The same scene when the game is over: every mask is unmasked (H-4)."""
        if outcome.reason in SPOKEN:  # then the last turn is an older story
            return replace(self, outcome=outcome, unmasked=roles, moved=None, taken=None)
        return replace(self, outcome=outcome, unmasked=roles)

    def events(self) -> tuple[Event, ...]:
        """What the last turn did, in order."""
        happened: list[Event] = []
        if self.moved is not None:
            turn, mover = self.history[-1], self.moved
            happened.append(Moved(mover, turn.move.origin, turn.move.target))
            if self.taken is not None and turn.captured is not None:
                happened.append(Captured(self.taken, turn.move.target))
                happened.append(Unmasked(self.taken, turn.captured))
                if turn.captor is not None:
                    happened.append(Captured(mover, turn.move.target))
                    happened.append(Unmasked(mover, turn.captor))
        if self.outcome is not None:
            happened += [
                Unmasked(number, role)
                for family in Family
                for number in self.standing[family].values()
                if (role := self.unmasked[number]) is not None
            ]
            happened.append(Ended(self.outcome))
        return tuple(happened)


class Staged:
    """Something that plays on a scene, and speaks of the scene's facts as its own."""

    __slots__ = ()
    scene: Scene

    @property
    def ruleset(self) -> Ruleset:
        return self.scene.ruleset

    @property
    def to_move(self) -> Family:
        return self.scene.to_move

    @property
    def quiet(self) -> int:
        """Turns since the last capture."""
        return self.scene.quiet

    @property
    def turns(self) -> int:
        """Turns played."""
        return self.scene.turns

    @property
    def history(self) -> tuple[Turn, ...]:
        """Every turn so far."""
        return self.scene.history

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.scene.outcome

    def role(self, number: int) -> Role | None:
        """The role of a mask by its number, as far as it is known."""
        raise NotImplementedError

    def role_at(self, cell: Cell | str) -> tuple[Family, Role | None] | None:
        """The family of the mask on a cell, and its role as far as it is known."""
        cell = Cell.parse(cell, self.ruleset.mat)
        for family in Family:
            if cell in self.scene.standing[family]:
                return family, self.role(self.scene.standing[family][cell])
        return None

    def letters(self) -> dict[Cell, str]:
        """The letter of every mask on the mat, in the notation of positions."""
        return {
            cell: role.letter_for(family) if (role := self.role(number)) else HIDDEN[family]
            for family in Family
            for cell, number in self.scene.standing[family].items()
        }

    def __str__(self) -> str:
        text = MatText(self.letters(), self.to_move, self.quiet, self.turns)
        return text.write(self.ruleset.mat)

    def board(self, facing: Family | str | None = None) -> str:
        """The mat in letters, as lines of text; a view is seen from its seat if nothing is said."""
        seat: Family | None = getattr(self, "seat", None)
        side = seat or WHITE if facing is None else Family(facing)
        return drawn(self.letters(), self.ruleset.mat, side)

    def _repr_svg_(self) -> str:
        """A picture for notebooks."""
        from volto.svg.board import board  # drawn from the rules, and only when a notebook asks

        return board(self, size=360)

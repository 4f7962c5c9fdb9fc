"""Lessons by doing: a position, a goal, and rivals who reply by a script. The rules decide.

Nothing is kept between requests: a page sends the learner's moves so far, and gets what there is to
see. The learner is White.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Annotated, Literal

import msgspec

from volto.rules import Deployment, IllegalMove, Move, Position, Reason, View, VoltoError
from volto.rules.masks import RED, WHITE, Family, Role
from volto.server.errors import RequestError
from volto.server.site.i18n import Translator, phrase
from volto.server.wire.change import Sight
from volto.server.wire.messages import FamilyWord, MoveText, Person, Plain, TableSnapshot, TurnSeen
from volto.server.wire.snapshot import WORDS, PublicFacts, SeatFacts, snapshot_of, turn_seen
from volto.svg import Picture

Goal = Callable[[Position], bool]
Code = Literal["begin", "solved", "on", "again", "lost", "won"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to learn, and the little game in which to find it out."""

    key: str
    title: str
    text: str
    task: str
    """What to do, in one sentence."""
    nudge: str
    """Said after a move that does not help."""
    praise: str
    start: Position
    goal: Goal
    replies: tuple[str, ...] = ()
    """What Red would like to play, dearest first; only `c4xc3` is a capture."""
    before: tuple[str, ...] = ()
    """Turns played before the learner's first."""
    look: tuple[str, ...] = ()
    """Cells to look at."""
    turns: int = 4
    """How many moves the learner may try before beginning again."""
    lost: Mapping[Reason, str] = field(default_factory=dict)
    """What to say when the game is lost so."""
    house_ruling: bool = False
    peek: bool = False
    """May the learner look from the rival's side?"""
    placing: bool = False
    """Is it before the game? Then a move swaps two of the learner's masks (R-3)."""

    def picture(self) -> Picture:
        """The mat as the learner first sees it, for a page without scripts."""
        view = played(self, ())[-1].view(WHITE)
        return Picture.of(view, marks=dict.fromkeys(self.look, "look"))


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    lessons: tuple[Lesson, ...]


# Goals.


def stands(role: Role, cell: str) -> Goal:
    """White's mask of that role has come to the cell."""
    return lambda position: any(
        str(at) == cell and found is role for at, found in position.view(WHITE).own.items()
    )


def captures(*roles: Role, by: Role | None = None) -> Goal:
    """White's turn just now captured one of these roles (with that one), and play goes on."""

    def reached(position: Position) -> bool:
        if position.to_move is WHITE or position.outcome or position.scene.moved is None:
            return False
        captor = position.roles[position.scene.moved]
        return position.history[-1].captured in roles and by in (None, captor)

    return reached


def wins(reason: Reason) -> Goal:
    return lambda position: (
        position.outcome is not None
        and position.outcome.winner is WHITE
        and position.outcome.reason is reason
    )


def deploys(front: Mapping[Role, int], palace: Mapping[Role, int]) -> Goal:
    """White has placed at least so many of these roles in its front row and in its palace."""

    def reached(position: Position) -> bool:
        roles = _deployment(position, WHITE).roles
        width = position.ruleset.mat.columns
        return all(roles[:width].count(role) >= count for role, count in front.items()) and all(
            roles[-width:].count(role) >= count for role, count in palace.items()
        )

    return reached


def plays(turns: int) -> Goal:
    """White has made that many moves."""
    return lambda position: position.turns >= turns


# The little game.


def played(lesson: Lesson, moves: tuple[str, ...]) -> list[Position]:
    """Every position of an attempt; raises a VoltoError for a move that cannot be played."""
    positions = [lesson.start]
    for text in lesson.before:
        positions.append(_play(positions[-1], text))
    for text in moves:
        if lesson.goal(positions[-1]):
            raise IllegalMove("The lesson is solved.")
        positions += _exchange(lesson, positions[-1], text)
    return positions


def choices(lesson: Lesson, position: Position) -> Iterator[str]:
    """Everything that the learner may try now."""
    if lesson.placing:
        cells = position.ruleset.home_cells(WHITE)
        yield from (f"{one}{other}" for one, other in combinations(cells, 2))
    else:
        yield from map(str, position.legal_moves())


def _exchange(lesson: Lesson, position: Position, text: str) -> list[Position]:
    """The learner's move, and Red's reply unless that was the end."""
    if lesson.placing:
        return [_swapped(position, text)]
    mine = _play(position, text)
    if mine.outcome is not None or lesson.goal(mine):
        return [mine]
    return [mine, mine.play(reply(lesson, mine))]


def one_move_short(lesson: Lesson, position: Position) -> bool:
    """Can the next move solve the lesson?"""
    tries = choices(lesson, position)
    return any(lesson.goal(_exchange(lesson, position, text)[-1]) for text in tries)


def _deployment(position: Position, family: Family) -> Deployment:
    """How a family stands before the first turn."""
    standing, rules = position.scene.standing[family], position.ruleset
    roles = (position.roles[standing[cell]] for cell in rules.home_cells(family))
    return Deployment(tuple(roles), rules.mat.columns)


def _swapped(position: Position, text: str) -> Position:
    """The set-up with two of White's masks exchanged."""
    swap, rules = Move.parse(text, position.ruleset.mat), position.ruleset
    cells = list(rules.home_cells(WHITE))
    if swap.origin == swap.target or not {swap.origin, swap.target} <= set(cells):
        raise IllegalMove(f"White has no masks to swap on {swap.origin} and {swap.target}.")
    roles = list(_deployment(position, WHITE).roles)
    one, other = cells.index(swap.origin), cells.index(swap.target)
    roles[one], roles[other] = roles[other], roles[one]
    white = Deployment(tuple(roles), rules.mat.columns)
    return Position.start(white, _deployment(position, RED), ruleset=rules)


def _play(position: Position, text: str) -> Position:
    return position.play(Move.parse(text, position.ruleset.mat))


def reply(lesson: Lesson, position: Position) -> Move:
    """The first wish of the script that the rules allow; else a quiet move, if there is one."""
    moves = {
        f"{move.origin}{'x' if position.role_at(move.target) else ''}{move.target}": move
        for move in position.legal_moves()
    }
    for text in lesson.replies:
        if text in moves:
            return moves[text]
    return min(moves.items(), key=lambda item: ("x" in item[0], item[0]))[1]


LOST = {
    Reason.CANDIDATE_TOOK_LADY: phrase(
        "That was a Lady, and your Candidate has left the mat with her. You lose."
    ),
    Reason.CANDIDATE_CAPTURED: phrase(
        "Your Candidate was within reach and has been captured. You lose."
    ),
    Reason.LADIES: phrase("That was the last rival Lady: the bait worked. You lose."),
    Reason.PALACE: phrase("The rival Candidate has entered your palace. You lose."),
    Reason.BLOCKED: phrase("None of your masks can move. You lose."),
}
GOOD = phrase("Good. One more move.")
OTHER_WIN = phrase("You have won, but not in the way this lesson is about.")


def verdict(lesson: Lesson, position: Position, tried: int) -> tuple[Code, str]:
    """How the attempt stands, and the sentence to say."""
    if not tried:
        return "begin", lesson.task
    if lesson.goal(position):
        return "solved", lesson.praise
    outcome = position.outcome
    if outcome is None and tried >= lesson.turns:
        return "again", lesson.nudge
    if outcome is None:
        begun = played(lesson, ())[-1]
        closer = one_move_short(lesson, position) and not one_move_short(lesson, begun)
        return "on", GOOD if closer else lesson.nudge
    if outcome.winner is WHITE:
        return "won", OTHER_WIN
    return "lost", lesson.lost.get(outcome.reason) or LOST[outcome.reason]


def sights_of(positions: list[Position], seat: Family) -> list[Sight]:
    """What a seat sees of each of these, which follow one another from a start or a set-up."""
    turns: tuple[TurnSeen, ...] = ()
    seen = []
    for position in positions:
        if position.history:
            turns = (*turns, turn_seen(position.scene))
        seen.append(_sight(position.view(seat), turns))
    return seen


def snapshots_of(positions: list[Position], seat: Family) -> list[TableSnapshot]:
    return [snapshot_of(*sight) for sight in sights_of(positions, seat)]


def _arranging(
    snapshots: list[TableSnapshot], swaps: tuple[str, ...], seat: Family
) -> list[TableSnapshot]:
    """Snapshots of a set-up whose masks keep their numbers, each free to swap with each."""
    home = [standing.cell for standing in snapshots[0].masks if standing.family == WORDS[WHITE]]
    numbers = {standing.cell: standing.mask for standing in snapshots[0].masks}
    free = {cell: tuple(other for other in home if other != cell) for cell in home}
    seen = []
    for number, shown in enumerate(snapshots):
        if number:
            one, other = swaps[number - 1][:2], swaps[number - 1][2:]
            numbers[one], numbers[other] = numbers[other], numbers[one]
        masks = tuple(
            msgspec.structs.replace(standing, mask=numbers[standing.cell])
            for standing in shown.masks
        )
        moves = free if seat is WHITE else {}
        seen.append(msgspec.structs.replace(shown, masks=masks, moves=moves))
    return seen


def _sight(view: View, turns: tuple[TurnSeen, ...]) -> Sight:
    person = Person("person", "", None, joined=True, ready=True)
    facts = PublicFacts(
        table="",
        phase="playing" if view.outcome is None else "over",
        ruleset=view.ruleset,
        aid="off",
        first=view.scene.first,
        people=dict.fromkeys(WORDS.values(), person),
        turns=turns,
        seals=None,
        draw_offer=None,
        rematch_wish=None,
        shared=(),
    )
    return Sight(facts, SeatFacts(view.seat), view)


# What a page asks, and the answer.

REFUSED = phrase("That mask cannot go there. Its sign shows where it can.")


class Attempt(Plain, frozen=True):
    """POST /api/lessons/{lesson}: the learner's moves so far, and whose eyes to use."""

    moves: Annotated[tuple[MoveText, ...], msgspec.Meta(max_length=20)] = ()
    seat: FamilyWord = "white"


class Progress(Plain, frozen=True):
    """How the attempt stands: a snapshot for each new turn, oldest first, and a sentence."""

    snapshots: tuple[TableSnapshot, ...]
    code: Code
    text: str


def progress(lesson: Lesson, attempt: Attempt, words: Translator) -> Progress:
    """The answer to an attempt; raises a RequestError if a move cannot be played."""
    try:
        positions = played(lesson, attempt.moves)
    except VoltoError:
        raise RequestError("illegal", words.text(REFUSED)) from None
    known = len(played(lesson, attempt.moves[:-1])) if attempt.moves else 0
    seat = Family(attempt.seat)
    snapshots = snapshots_of(positions, seat)
    if lesson.placing:
        snapshots = _arranging(snapshots, attempt.moves, seat)
    snapshots = snapshots[known:]
    code, text = verdict(lesson, positions[-1], len(attempt.moves))
    if code not in ("begin", "on"):
        snapshots[-1] = msgspec.structs.replace(snapshots[-1], moves={})
    return Progress(tuple(snapshots), code, words.text(text))

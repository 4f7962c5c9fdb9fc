"""The tags of a record: which game was played, by which rules, from which deployments."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from volto.notation.tags import Tag
from volto.notation.tokens import Line
from volto.rules import (
    STANDARD,
    BadRuleset,
    Deployment,
    Family,
    LadyRule,
    Mat,
    NotationError,
    Position,
    Reason,
    Role,
    Ruleset,
)
from volto.rules.outcome import RESULTS

ABOUT = ("Event", "Date", "White", "Red")
"""The tags that say who played, when and where; they come first and are optional."""

GAME = (
    *("WhiteSetup", "RedSetup", "First", "Ladies", "Quiet", "Mat", "Roster", "TurnCap"),
    *("Result", "Reason"),
)
"""The tags that say what was played; a Record holds them as values."""

REQUIRED = ("WhiteSetup", "RedSetup", "Result")

UNFINISHED = "*"
WINNERS: Mapping[str, Family | None] = {word: winner for winner, word in RESULTS.items()}
RESULT_WORDS = (*WINNERS, UNFINISHED)


@dataclass(frozen=True, slots=True)
class Header:
    """What the tags of one game say; result and reason are still to be held against the moves."""

    tags: tuple[tuple[str, str], ...]
    white: Deployment
    red: Deployment
    first: Family
    ruleset: Ruleset
    result: Tag
    reason: Tag | None

    def start(self) -> Position:
        return Position.start(self.white, self.red, self.first, ruleset=self.ruleset)

    @classmethod
    def read(cls, lines: Iterable[Line]) -> "Header":
        """The header of a game that begins with these tag lines (at least one)."""
        tags: dict[str, Tag] = {}
        begin = None
        for line in lines:
            begin = begin or line
            tag = Tag.read(line)
            if tag.name in tags:
                before = tags[tag.name].line
                raise line.error(f"the tag {tag.name} stands twice, first on line {before}", 2)
            tags[tag.name] = tag
        for name in REQUIRED:
            if name not in tags and begin is not None:
                raise begin.error(f"this game has no {name} tag")
        ruleset = _read_ruleset(tags)
        return cls(
            tuple((tag.name, tag.value) for tag in tags.values() if tag.name not in GAME),
            _read_deployment(tags["WhiteSetup"], ruleset),
            _read_deployment(tags["RedSetup"], ruleset),
            _read_first(tags.get("First")),
            ruleset,
            _one_of(tags["Result"], RESULT_WORDS, "a result"),
            _one_of(tags["Reason"], tuple(Reason), "a reason") if "Reason" in tags else None,
        )


def _read_ruleset(tags: Mapping[str, Tag]) -> Ruleset:
    ladies, quiet, cap = tags.get("Ladies"), tags.get("Quiet"), tags.get("TurnCap")
    mat, roster = tags.get("Mat"), tags.get("Roster")
    lady_rule = _one_of(ladies, tuple(LadyRule), "a Lady rule").value if ladies else STANDARD.ladies
    try:
        return Ruleset(
            LadyRule(lady_rule),
            _read_count(quiet) if quiet else STANDARD.quiet,
            _read_count(cap) if cap else STANDARD.turn_cap,
            _read_mat(mat) if mat else STANDARD.mat,
            _read_roster(roster) if roster else STANDARD.roster,
        )
    except BadRuleset as error:
        blamed = roster or mat
        if blamed is None:
            raise
        raise blamed.error(str(error).rstrip(".")) from None


def _read_deployment(tag: Tag, ruleset: Ruleset) -> Deployment:
    try:
        return Deployment.parse(tag.value, ruleset)
    except NotationError as error:
        raise tag.error(error.reason, error.column) from None


def _read_first(tag: Tag | None) -> Family:
    return Family(_one_of(tag, tuple(Family), "a family").value) if tag else Family.WHITE


def _read_count(tag: Tag) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", tag.value):
        raise tag.error(f"{tag.name} is a plain number of at most nine digits, not {tag.value!r}")
    return int(tag.value)


def _read_mat(tag: Tag) -> Mat:
    if not re.fullmatch(r"[1-9]x[2-9]", tag.value):
        raise tag.error(f"a mat is columns x rows, like 5x7, not {tag.value!r}")
    return Mat(int(tag.value[0]), int(tag.value[2]))


def _read_roster(tag: Tag) -> tuple[Role, ...]:
    for at, letter in enumerate(tag.value, 1):
        if letter not in tuple(Role):
            raise tag.error(f"{letter!r} is not a role (N A C S L)", at)
    return tuple(map(Role, tag.value))


def _one_of(tag: Tag, words: tuple[str, ...], what: str) -> Tag:
    if tag.value not in words:
        listed = f"{', '.join(words[:-1])} or {words[-1]}"
        raise tag.error(f"{tag.value!r} is not {what} ({listed})")
    return tag

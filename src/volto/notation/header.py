"""The tags of a record: which game was played, by which rules, from which deployments."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from volto.notation.tags import Tag
from volto.notation.tokens import Line
from volto.rules import Deployment, Family, Position, Reason, Ruleset
from volto.rules.outcome import RESULTS
from volto.rules.ruleset import TERMS

ABOUT = ("Event", "Date", "White", "Red")
"""The tags that say who played, when and where; they come first and are optional."""

RULES = {"ladies": "Ladies", "quiet": "Quiet", "mat": "Mat", "roster": "Roster", "cap": "TurnCap"}
"""The tags that tell the rules, by the words of `Ruleset`."""

GAME = ("WhiteSetup", "RedSetup", "First", *RULES.values(), "Result", "Reason")
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
            tags["WhiteSetup"].parsed(lambda text: Deployment.parse(text, ruleset)),
            tags["RedSetup"].parsed(lambda text: Deployment.parse(text, ruleset)),
            tags["First"].parsed(Family) if "First" in tags else Family.WHITE,
            ruleset,
            _one_of(tags["Result"], RESULT_WORDS, "a result"),
            _one_of(tags["Reason"], tuple(Reason), "a reason") if "Reason" in tags else None,
        )


def _read_ruleset(tags: Mapping[str, Tag]) -> Ruleset:
    told = {word: tags[name] for word, name in RULES.items() if name in tags}
    for word, tag in told.items():
        tag.parsed(TERMS[word])
    blamed = told.get("roster") or told.get("mat") or tags["Result"]
    return blamed.parsed(lambda _: Ruleset.of({word: tag.value for word, tag in told.items()}))


def _one_of(tag: Tag, words: tuple[str, ...], what: str) -> Tag:
    if tag.value not in words:
        listed = f"{', '.join(words[:-1])} or {words[-1]}"
        raise tag.error(f"{tag.value!r} is not {what} ({listed})")
    return tag

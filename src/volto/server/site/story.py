"""The story of a finished game in two short sentences, from facts that its last scene shows.

What decided it, and which bluff held. Of what a mask can be the belief is asked, of what may be
played the rules: nothing is stated here a second time.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from volto.rules import Cell, Family, LadyRule, Outcome, Reason, Role, Scene
from volto.rules.masks import CANDIDATE, RED, WHITE
from volto.rules.moves import legal_moves
from volto.server.bots.opponents import ROLE_NAMES
from volto.server.site.i18n import Translator, phrase

FAR = 3
"""Cells that make a walk worth telling."""

ForEach = Mapping[Family, str]
"""A sentence for each family that it may be told of."""

DECIDED: Mapping[Reason, ForEach] = {
    Reason.PALACE: {
        WHITE: phrase("White's Candidate reached Red's palace on turn {n}."),
        RED: phrase("Red's Candidate reached White's palace on turn {n}."),
    },
    Reason.CANDIDATE_CAPTURED: {
        WHITE: phrase("White captured Red's Candidate on turn {n}."),
        RED: phrase("Red captured White's Candidate on turn {n}."),
    },
    Reason.CANDIDATE_TOOK_LADY: {
        WHITE: phrase("On turn {n} Red's Candidate captured a Lady and had to leave with her."),
        RED: phrase("On turn {n} White's Candidate captured a Lady and had to leave with her."),
    },
    Reason.BLOCKED: {
        WHITE: phrase("After turn {n} Red had no move left."),
        RED: phrase("After turn {n} White had no move left."),
    },
    Reason.RESIGNED: {
        WHITE: phrase("Red resigned after turn {n}."),
        RED: phrase("White resigned after turn {n}."),
    },
    Reason.TIME: {
        WHITE: phrase("Red ran out of time."),
        RED: phrase("White ran out of time."),
    },
}
"""By the winner."""
LADIES: Mapping[LadyRule, ForEach] = {
    LadyRule.OWNER: {
        WHITE: phrase("On turn {n} Red captured White's second Lady, and the trap closed."),
        RED: phrase("On turn {n} White captured Red's second Lady, and the trap closed."),
    },
    LadyRule.CAPTOR: {
        WHITE: phrase("White captured Red's second Lady on turn {n}."),
        RED: phrase("Red captured White's second Lady on turn {n}."),
    },
}
"""By the winner."""
UNDECIDED = {
    Reason.QUIET: phrase(
        "The game was drawn after turn {n}: no mask had been captured for a long time."
    ),
    Reason.AGREED: phrase("White and Red agreed to a draw after turn {n}."),
    Reason.TURN_CAP: phrase("The game reached its last turn, turn {n}, without a winner."),
    Reason.ABANDONED: phrase("The game was abandoned."),
}
NOT_PLAYED = phrase("The game ended before the first turn.")

OFTEN = (phrase("once"), phrase("twice"), phrase("{n} times"))
SPARED_ON_THE_WAY: ForEach = {
    WHITE: phrase("Red could have captured it {often} on the way, but did not recognise it."),
    RED: phrase("White could have captured it {often} on the way, but did not recognise it."),
}
"""By the Candidate's family."""
SPARED: ForEach = {
    WHITE: phrase("Red could have captured White's Candidate {often}, but did not recognise it."),
    RED: phrase("White could have captured Red's Candidate {often}, but did not recognise it."),
}
RAN: ForEach = {
    WHITE: phrase("It had given itself away on turn {n}, but Red could no longer stop it."),
    RED: phrase("It had given itself away on turn {n}, but White could no longer stop it."),
}
UNKNOWN_TO_THE_LAST = phrase("Until its last step, nothing had given it away.")
MISSED: ForEach = {
    WHITE: phrase("White had let it go {often} before without recognising it."),
    RED: phrase("Red had let it go {often} before without recognising it."),
}
"""By the winner."""
FOUND_OUT = phrase("It had given itself away on turn {n}.")
FOUND_BY_CHANCE = phrase("Until then, nothing had given it away.")
BAIT = (
    phrase("She had not moved once."),
    phrase("She had taken a single step."),
    phrase("She had walked {n} cells, like any other mask."),
)
PRICE: ForEach = {
    WHITE: phrase("White's masks that left with the Ladies: {roles}."),
    RED: phrase("Red's masks that left with the Ladies: {roles}."),
}
WALKED = {
    Role.NOBLE: phrase("A Noble walked {n} cells and was never unmasked."),
    Role.ADVISOR: phrase("An Advisor walked {n} cells and was never unmasked."),
    Role.CANDIDATE: phrase("A Candidate walked {n} cells and was never unmasked."),
    Role.SOLDIER: phrase("A Soldier walked {n} cells and was never unmasked."),
    Role.LADY: phrase("A Lady walked {n} cells and was never unmasked."),
}
NO_CAPTURE = phrase("Not a single mask was captured.")


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, and what stands in its gaps."""

    text: str
    n: int = 0
    roles: tuple[Role, ...] = ()

    def said(self, words: Translator) -> str:
        roles = ", ".join(words.text(ROLE_NAMES[role]) for role in self.roles)
        often = words.text(OFTEN[min(self.n, len(OFTEN)) - 1], n=self.n)
        return words.text(self.text, n=self.n, roles=roles, often=often)


@dataclass(slots=True)
class Bluff:
    """How a Candidate was hidden: how often it could have been captured and was not known, and the
    turn after which its own moves told what it was."""

    spared: int = 0
    known_since: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What the last scene of a game tells of it."""

    scene: Scene
    outcome: Outcome
    roles: tuple[Role, ...]
    """Behind every mask, by its number."""

    @classmethod
    def of(cls, scene: Scene) -> "Facts":
        roles = tuple(role for role in scene.unmasked if role is not None)
        if scene.outcome is None or len(roles) < len(scene.unmasked):
            raise ValueError("a game has no story before it is over")
        return cls(scene, scene.outcome, roles)

    def bluff(self, family: Family) -> Bluff:
        """What became of this family's Candidate while the rival looked on."""
        from volto.belief.evidence import followed  # compiled code: not before it is needed

        candidate = next(
            number for number in self.scene.ids(family) if self.roles[number] is CANDIDATE
        )
        bluff, roster = Bluff(), Counter(self.scene.ruleset.roster)
        lost: Counter[Role | None] = Counter()
        for step, possible in followed(self.scene):
            if step is None:
                break
            if {role for role in possible[candidate] if lost[role] < roster[role]} == {CANDIDATE}:
                bluff.known_since = step.number - 1
                break
            if step.family is not family and step.taken != candidate:
                bluff.spared += self._in_reach(candidate, family, step.before)
            lost[step.turn.captor if step.family is family else step.turn.captured] += 1
        return bluff

    def _in_reach(self, mask: int, family: Family, standing: Mapping[Cell, int]) -> bool:
        """Could the rival, who is to move, have captured this mask?"""
        own, rivals = (self._masks(one, standing) for one in (family.rival, family))
        moves = legal_moves(family.rival, own, rivals, self.scene.ruleset.mat)
        return any(standing.get(move.target) == mask for move in moves)

    def _masks(self, family: Family, standing: Mapping[Cell, int]) -> dict[Cell, Role]:
        ids = self.scene.ids(family)
        return {cell: self.roles[mask] for cell, mask in standing.items() if mask in ids}

    def longest_walk(self) -> tuple[int, Role]:
        """Of the masks that were unmasked only by the end: the cells walked, and the role."""
        return max(
            (
                (cells_walked(self.scene.trails[mask]), self.roles[mask])
                for family in Family
                for mask in self.scene.standing[family].values()
            ),
            key=lambda walk: walk[0],
            default=(0, Role.NOBLE),
        )


def cells_walked(trail: tuple[Cell, ...]) -> int:
    return sum(
        max(abs(one.column - other.column), abs(one.row - other.row))
        for one, other in pairwise(trail)
    )


def story(scene: Scene, words: Translator) -> str:
    """Of a game that is over, by its last scene."""
    return " ".join(sentence.said(words) for sentence in sentences(Facts.of(scene)))


def sentences(facts: Facts) -> Iterator[Told]:
    """What decided the game, and the most remarkable thing about it."""
    if not facts.scene.turns:
        yield Told(NOT_PLAYED)
        return
    yield decided(facts)
    if (more := remarkable(facts)) is not None:
        yield more


def decided(facts: Facts) -> Told:
    scene, winner, reason = facts.scene, facts.outcome.winner, facts.outcome.reason
    if winner is None or reason is Reason.ABANDONED:
        return Told(UNDECIDED[reason], scene.turns)
    by_winner = LADIES[scene.ruleset.ladies] if reason is Reason.LADIES else DECIDED[reason]
    return Told(by_winner[winner], scene.turns)


def remarkable(facts: Facts) -> Told | None:
    """Which bluff held, or what gave it away."""
    scene, winner = facts.scene, facts.outcome.winner
    if winner is not None:
        match facts.outcome.reason:
            case Reason.PALACE:
                return _arrived(facts.bluff(winner), winner)
            case Reason.CANDIDATE_CAPTURED:
                return _caught(facts.bluff(winner.rival), winner)
            case Reason.CANDIDATE_TOOK_LADY if scene.taken is not None:
                steps = cells_walked(scene.trails[scene.taken])
                return Told(BAIT[min(steps, 2)], steps)
            case Reason.LADIES:
                return _price(scene)
    return _aside(facts, winner)


def _arrived(bluff: Bluff, family: Family) -> Told:
    """The Candidate is in the rival palace."""
    if bluff.spared:
        return Told(SPARED_ON_THE_WAY[family], bluff.spared)
    if bluff.known_since is not None:
        return Told(RAN[family], bluff.known_since)
    return Told(UNKNOWN_TO_THE_LAST)


def _caught(bluff: Bluff, winner: Family) -> Told:
    """The Candidate was captured by the winner."""
    if bluff.known_since is not None:
        return Told(FOUND_OUT, bluff.known_since)
    if bluff.spared:
        return Told(MISSED[winner], bluff.spared)
    return Told(FOUND_BY_CHANCE)


def _price(scene: Scene) -> Told:
    """The masks that left with the Ladies who decided the game."""
    steps = list(scene.replay())
    family = steps[-1].family
    price = (step.turn.captor for step in steps if step.family is family)
    return Told(PRICE[family], roles=tuple(role for role in price if role))


def _aside(facts: Facts, winner: Family | None) -> Told | None:
    """What else there is to tell of a game that no mask decided."""
    spared = {family: facts.bluff(family).spared for family in Family}
    for family in sorted(Family, key=lambda one: (one is not winner, -spared[one])):
        if often := spared[family]:
            return Told(SPARED[family], often)
    cells, role = facts.longest_walk()
    if cells >= FAR:
        return Told(WALKED[role], cells)
    return None if any(turn.captured for turn in facts.scene.history) else Told(NO_CAPTURE)

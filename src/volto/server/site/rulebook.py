"""The rules page: every clause in our own words, with diagrams. `docs/rules.md` is its twin."""

from dataclasses import dataclass

from volto.rules.masks import ADVISOR, CANDIDATE, LADY, NOBLE, SOLDIER, Role
from volto.server.bots.opponents import ROLE_NAMES
from volto.server.site.diagrams import Diagram
from volto.server.site.i18n import phrase
from volto.svg import Mark


@dataclass(frozen=True, slots=True)
class Figure:
    caption: str
    diagram: Diagram


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule; a number that begins with H is a ruling of this house."""

    number: str
    title: str
    texts: tuple[str, ...]
    figures: tuple[Figure, ...] = ()
    variant: str = ""
    """Another way to play this clause."""

    @property
    def house(self) -> bool:
        return self.number.startswith("H")


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    title: str
    clauses: tuple[Clause, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """A line of the table of roles."""

    role: Role
    count: int
    moves: str
    captures: str

    @property
    def name(self) -> str:
        return ROLE_NAMES[self.role]


YES, NEVER = phrase("yes"), phrase("never")
ROLES = (
    Glance(NOBLE, 3, phrase("one step forward, back or sideways"), YES),
    Glance(ADVISOR, 3, phrase("one step diagonally"), YES),
    Glance(CANDIDATE, 1, phrase("one step in any direction"), YES),
    Glance(
        SOLDIER,
        1,
        phrase("straight forward, any number of empty cells (it may stop anywhere)"),
        YES,
    ),
    Glance(LADY, 2, phrase("one step in any direction, to empty cells only"), NEVER),
)


def _reach(rows: str, *cells: str) -> Diagram:
    marks: dict[str, Mark] = dict.fromkeys(cells, "go")
    return Diagram(rows, top=5, marks=marks)


_STRAIGHT = ("c4", "c2", "b3", "d3")
_SLANTED = ("b4", "d4", "b2", "d2")

SECTIONS = (
    Section(
        "mat",
        phrase("The mat and the masks"),
        (
            Clause(
                "R-1",
                phrase("The mat"),
                (
                    phrase(
                        "Five columns, `a` to `e`, and seven rows, `1` to `7`: 35 cells. Row 1 is "
                        "White's palace, row 7 is Red's, and the five rows between them are "
                        "St Mark's Square."
                    ),
                ),
            ),
            Clause(
                "R-2",
                phrase("The masks"),
                (
                    phrase(
                        "Each family has three Nobles, three Advisors, one Candidate, one Soldier "
                        "and two Ladies. From the front all ten look alike. The role is on the "
                        "back, for its owner's eyes only."
                    ),
                ),
            ),
            Clause(
                "R-3",
                phrase("The deployment"),
                (
                    phrase(
                        "Before the first turn each family secretly arranges its ten masks, one "
                        "per cell, on its palace row and the row in front of it. Any order will "
                        "do: there are 50,400."
                    ),
                ),
                (
                    Figure(
                        phrase("The same mat as White sees it…"),
                        Diagram("xxxxx/xxxxx/...../...../...../NNAAL/LSNAC"),
                    ),
                    Figure(
                        phrase("…and as Red sees it."),
                        Diagram("lnnac/aasnl/...../...../...../XXXXX/XXXXX"),
                    ),
                ),
            ),
            Clause(
                "R-4",
                phrase("Turns"),
                (
                    phrase(
                        "The more cunning player begins; if you cannot agree on who that is, draw "
                        "lots. Here you can choose who begins, or leave it to the draw. Then the "
                        "families take turns. A turn is one move of one mask, and nobody may pass."
                    ),
                ),
            ),
        ),
    ),
    Section(
        "moving",
        phrase("Moving"),
        (
            Clause(
                "R-5",
                phrase("Where a mask may move"),
                (
                    phrase(
                        "To an empty cell, or onto a rival mask, which is then captured. Never "
                        "onto a mask of your own family."
                    ),
                ),
            ),
            Clause(
                "R-6",
                phrase("Noble"),
                (phrase("One step forward, back or to either side. Captures the same way."),),
                (Figure("", _reach("...../...../..N../.....", *_STRAIGHT)),),
            ),
            Clause(
                "R-7",
                phrase("Advisor"),
                (phrase("One step along a diagonal. Captures the same way."),),
                (Figure("", _reach("...../...../..A../.....", *_SLANTED)),),
            ),
            Clause(
                "R-8",
                phrase("Candidate"),
                (phrase("One step in any of the eight directions. Captures the same way."),),
                (Figure("", _reach("...../...../..C../.....", *_STRAIGHT, *_SLANTED)),),
            ),
            Clause(
                "R-9",
                phrase("Soldier"),
                (
                    phrase(
                        "Straight ahead, towards the rival palace, as many cells as it likes. "
                        "Every cell it passes over must be empty; on the last one it may capture. "
                        "It never turns, so once in the rival palace it stays there for good. It "
                        "can still be captured."
                    ),
                ),
                (Figure("", _reach("...../...../...../..S..", "c3", "c4", "c5")),),
            ),
            Clause(
                "R-10",
                phrase("Lady"),
                (
                    phrase(
                        "One step in any of the eight directions, but only to an empty cell. She "
                        "never captures."
                    ),
                ),
                (Figure("", _reach("...../..x../..L../.....", "c2", "b3", "d3", *_SLANTED)),),
            ),
        ),
        phrase(
            "What you may play depends on your own roles and on which cells are taken, never on a "
            "rival role: looking for moves tells you nothing about the rival masks."
        ),
    ),
    Section(
        "capturing",
        phrase("Capturing"),
        (
            Clause(
                "R-11",
                phrase("Unmasking"),
                (
                    phrase(
                        "A captured mask is turned round for both players to see. If it is a "
                        "Noble, an Advisor or a Soldier, it simply leaves the mat. The captor "
                        "takes its cell and keeps its own role hidden."
                    ),
                ),
            ),
            Clause(
                "R-12",
                phrase("Capturing the Candidate"),
                (phrase("Whoever captures the rival Candidate wins at once."),),
            ),
            Clause(
                "R-13",
                phrase("Capturing a Lady"),
                (
                    phrase(
                        "A captured Lady takes her captor with her. Both are unmasked and leave "
                        "the mat, and the cell stays empty. If the captor turns out to be the "
                        "Candidate, the Lady's family wins."
                    ),
                ),
                (
                    Figure(
                        phrase("The Noble captures a mask: it is a Lady…"),
                        Diagram("..l../..N../.....", top=5, arrows=("c4c5",)),
                    ),
                    Figure(
                        phrase("…and both are gone."),
                        Diagram("...../...../.....", top=5, marks={"c5": "gone", "c4": "to"}),
                    ),
                ),
            ),
        ),
    ),
    Section(
        "ending",
        phrase("Ending"),
        (
            Clause(
                "R-14",
                phrase("The second Lady"),
                (
                    phrase(
                        "When the second Lady of a family is captured, that family wins. Ladies "
                        "are bait."
                    ),
                ),
                variant=phrase(
                    "Four of the five printed editions agree on this. The Spanish one says the "
                    "opposite: the family whose two Ladies are captured loses. You can choose that "
                    "rule when you start a game. Either way, a Candidate that captures a Lady, "
                    "even the second, loses (R-13)."
                ),
            ),
            Clause(
                "R-15",
                phrase("The palace"),
                (
                    phrase(
                        "When a family's Candidate is in the rival palace at the end of that "
                        "family's turn, it is unmasked and the family wins. It may have moved "
                        "there or captured there, unless it captured a Lady: then it has left with "
                        "her (R-13)."
                    ),
                ),
                (
                    Figure(
                        phrase("`c6b7` captures a Noble in the palace: White wins (R-15)."),
                        Diagram("lnlc./..C../.....", arrows=("c6b7",)),
                    ),
                    Figure(
                        phrase("`c6c7` captures a Lady: Red wins (R-13)."),
                        Diagram("lnlc./..C../.....", arrows=("c6c7",)),
                    ),
                    Figure(
                        phrase("`c6d7` captures the Candidate: White wins (R-12)."),
                        Diagram("lnlc./..C../.....", arrows=("c6d7",)),
                    ),
                ),
            ),
        ),
    ),
    Section(
        "house",
        phrase("House rules"),
        (
            Clause(
                "H-1",
                phrase("No move left"),
                (
                    phrase(
                        "A family that must move and has no legal move loses. It is rare, but it "
                        "can happen."
                    ),
                ),
                (
                    Figure(
                        phrase(
                            "Red's last move was `d2c1`, and White is stuck: Ladies do not "
                            "capture, and the Soldier stands behind one."
                        ),
                        Diagram("nnn../LLa../CSa..", top=3, arrows=("d2c1",)),
                    ),
                ),
            ),
            Clause(
                "H-2",
                phrase("Draws"),
                (
                    phrase(
                        "The players may agree to a draw. A game is also a draw after 100 turns in "
                        "a row without a capture, counting the turns of both families."
                    ),
                ),
            ),
            Clause(
                "H-3",
                phrase("What is public"),
                (
                    phrase(
                        "Where every mask stands; which mask made which move, because masks can be "
                        "followed by eye; and every role that has been unmasked. Whatever follows "
                        "from that is fair to work out: a mask that has moved diagonally is "
                        "neither a Noble nor a Soldier."
                    ),
                ),
            ),
            Clause(
                "H-4",
                phrase("Resigning and the end of the game"),
                (
                    phrase(
                        "A player may resign at any time. When the game is over, however it ended, "
                        "all masks are unmasked."
                    ),
                ),
            ),
        ),
        phrase(
            "The rulebooks leave a few matters open. This is how they are settled here; at your "
            "own table you may agree otherwise."
        ),
    ),
)
SUMMARY = (
    phrase("Capture the rival Candidate: you win."),
    phrase("End your turn with your Candidate in the rival palace: you win."),
    phrase("Your second Lady is captured: you win."),
    phrase(
        "Capture a Lady: you lose the mask that captured her too. If that was your Candidate, you "
        "lose the game."
    ),
)

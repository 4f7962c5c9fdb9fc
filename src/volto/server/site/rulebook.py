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
    Glance(SOLDIER, 1, phrase("straight forward, as far as the way is free"), YES),
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
                        "A family is three Nobles, three Advisors, one Candidate, one Soldier and "
                        "two Ladies. From the front all ten look alike. The role is on the back, "
                        "for its owner's eyes."
                    ),
                ),
            ),
            Clause(
                "R-3",
                phrase("The deployment"),
                (
                    phrase(
                        "Before the first turn each family arranges its ten masks in secret, one "
                        "to a cell, on its palace row and the row before it. Any order will do: "
                        "there are 50,400."
                    ),
                ),
                (
                    Figure(
                        phrase("The same mat as White sees it …"),
                        Diagram("xxxxx/xxxxx/...../...../...../NNAAL/LSNAC"),
                    ),
                    Figure(
                        phrase("… and as Red does."),
                        Diagram("lnnac/aasnl/...../...../...../XXXXX/XXXXX"),
                    ),
                ),
            ),
            Clause(
                "R-4",
                phrase("Turns"),
                (
                    phrase(
                        "One family begins: the players settle which, or the house draws lots. "
                        "Then the families take turns. A turn is one move of one mask, and nobody "
                        "may pass."
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
                phrase("Where a mask may land"),
                (
                    phrase(
                        "On an empty cell, or on a cell that the rival holds, which is a capture. "
                        "A cell that your own family holds is closed to you."
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
                        "Straight ahead, towards the rival palace, one cell or many. All cells "
                        "that it passes over must be empty; on the last it may capture. It never "
                        "turns, so in the rival palace it stays for good. It can still be captured."
                    ),
                ),
                (Figure("", _reach("...../...../...../..S..", "c3", "c4", "c5")),),
            ),
            Clause(
                "R-10",
                phrase("Lady"),
                (
                    phrase(
                        "One step in any of the eight directions, and only to an empty cell. She "
                        "never captures."
                    ),
                ),
                (Figure("", _reach("...../..x../..L../.....", "c2", "b3", "d3", *_SLANTED)),),
            ),
        ),
        phrase(
            "What you may play depends on your own roles and on which cells are taken, never on a "
            "role of your rival: looking for moves tells you nothing about the masks."
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
                        "Noble, an Advisor or a Soldier, it leaves the mat and that is all. The "
                        "captor takes over the cell, and its own role stays hidden."
                    ),
                ),
            ),
            Clause(
                "R-12",
                phrase("Capturing the Candidate"),
                (phrase("Whoever captures the rival's Candidate has won."),),
            ),
            Clause(
                "R-13",
                phrase("Capturing a Lady"),
                (
                    phrase(
                        "A captured Lady takes her captor with her. Both are unmasked, both leave "
                        "the mat, and the cell stays empty. If the captor turns out to be the "
                        "Candidate, the Lady's family has won."
                    ),
                ),
                (
                    Figure(
                        phrase("The Noble captures a mask: it is a Lady …"),
                        Diagram("..l../..N../.....", top=5, arrows=("c4c5",)),
                    ),
                    Figure(
                        phrase("… and both are gone."),
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
                        "When the second Lady of a family is captured, that family has won. Ladies "
                        "are bait."
                    ),
                ),
                variant=phrase(
                    "Four of the five printed editions agree on this. The Spanish one says the "
                    "reverse: the family whose two Ladies are captured has lost. You can choose it "
                    "when you make a table. Either way a Candidate that captures a Lady, the "
                    "second one included, has lost (R-13)."
                ),
            ),
            Clause(
                "R-15",
                phrase("The palace"),
                (
                    phrase(
                        "A family whose Candidate is in the rival palace when its own turn is over "
                        "has won. It may have stepped there or captured there, unless it captured "
                        "a Lady: then it has left with her (R-13)."
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
        phrase("House rulings"),
        (
            Clause(
                "H-1",
                phrase("No move left"),
                (
                    phrase(
                        "A family whose turn it is and that has no legal move has lost. It is "
                        "rare, and possible."
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
                        "The players may agree to a draw. A game is also drawn by itself after 100 "
                        "turns in a row without a capture, those of both families counted."
                    ),
                ),
            ),
            Clause(
                "H-3",
                phrase("What is public"),
                (
                    phrase(
                        "Where every mask stands; which mask made which move, because masks can be "
                        "followed with the eye; and every role that was unmasked. Whatever follows "
                        "from that is fair game: a mask that has stepped diagonally is neither a "
                        "Noble nor a Soldier."
                    ),
                ),
            ),
            Clause(
                "H-4",
                phrase("Giving up, and the end"),
                (
                    phrase(
                        "A player may resign at any time. When a game is over, however it ended, "
                        "all masks are unmasked."
                    ),
                ),
            ),
        ),
        phrase(
            "The rulebooks leave a few matters open. This is how this house settles them; at your "
            "own table you may agree otherwise."
        ),
    ),
)
SUMMARY = (
    phrase("Capture the rival's Candidate: you win."),
    phrase("End your turn with your Candidate in the rival palace: you win."),
    phrase("Your second Lady is captured: you win."),
    phrase("Capture a Lady: you lose the captor too. If it was your Candidate, you lose the game."),
)

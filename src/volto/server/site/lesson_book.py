"""The lessons themselves: the set-up, each role, each capture, each ending."""

from volto.rules import Mat, Position, Reason, Role, Ruleset
from volto.rules.masks import ADVISOR, CANDIDATE, LADY, NOBLE, SOLDIER
from volto.server.site.i18n import phrase
from volto.server.site.lessons import Chapter, Lesson, captures, deploys, plays, stands, wins

LITTLE = Ruleset(mat=Mat(5, 5))
WITHOUT_LADIES = Ruleset(mat=Mat(5, 5), roster=tuple(map(Role, "NNACS")))
IDLE = ("e5d5", "d5e5")


def _little(rows: str, to_move: str = "w", rules: Ruleset = LITTLE) -> Position:
    return Position.parse(f"{rows} {to_move} 0 0", ruleset=rules)


MASKS = Chapter(
    phrase("The masks"),
    (
        Lesson(
            key="table",
            title=phrase("Faces and backs"),
            text=phrase(
                "Each family has ten masks: three Nobles, three Advisors, two Ladies, a Soldier "
                "and a Candidate. You see the backs of your own, and the sign on each shows how "
                "that mask moves. Of your opponent's masks you see only the faces."
            ),
            task=phrase("White begins: move any mask you like."),
            nudge=phrase("Move any mask you like."),
            praise=phrase("A good start. Your opponent saw a mask move, but not who is behind it."),
            start=Position.parse("lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"),
            goal=plays(1),
            peek=True,
        ),
        Lesson(
            key="noble",
            title=phrase("The Noble"),
            text=phrase(
                "Four arrows: a Noble moves one step forward, back, left or right. It captures the "
                "same way."
            ),
            task=phrase("Bring the Noble to the highlighted cell. It takes two moves."),
            nudge=phrase(
                "A Noble never moves diagonally: go one step forward, then one to the side."
            ),
            praise=phrase("That is all a Noble does: one step at a time, never diagonally."),
            start=_little("4c/5/5/1N3/C4", rules=WITHOUT_LADIES),
            goal=stands(NOBLE, "c3"),
            replies=IDLE,
            look=("c3",),
        ),
        Lesson(
            key="advisor",
            title=phrase("The Advisor"),
            text=phrase(
                "Four diagonal arrows: an Advisor moves one step diagonally and captures the same "
                "way. It cannot reach the cell right beside it."
            ),
            task=phrase("Bring the Advisor to the highlighted cell, the roundabout way."),
            nudge=phrase("An Advisor only moves diagonally. Two diagonal steps will do it."),
            praise=phrase("Advisors keep to their diagonals; they never see half of the cells."),
            start=_little("4c/5/5/1A3/C4", rules=WITHOUT_LADIES),
            goal=stands(ADVISOR, "d2"),
            replies=IDLE,
            look=("d2",),
        ),
        Lesson(
            key="candidate",
            title=phrase("The Candidate"),
            text=phrase(
                "A crown amid eight arrows: the Candidate moves one step in any direction and may "
                "capture. Everything depends on it, so keep it out of reach."
            ),
            task=phrase("Bring the Candidate to the highlighted cell in two moves."),
            nudge=phrase("Combine the steps: one diagonal, one sideways."),
            praise=phrase(
                "Straight or diagonal, the Candidate can do both. So can one other mask…"
            ),
            start=_little("4c/5/5/1C3/5", rules=WITHOUT_LADIES),
            goal=stands(CANDIDATE, "d3"),
            replies=IDLE,
            look=("d3",),
        ),
        Lesson(
            key="soldier",
            title=phrase("The Soldier"),
            text=phrase(
                "One long arrow: the Soldier runs straight forward, as many cells as it likes "
                "while the way is clear, and may capture where it stops. It never turns back."
            ),
            task=phrase("Run! Capture the mask at the far end with your Soldier, in one move."),
            nudge=phrase("The Soldier still has a clear way forward. Let it run to the end."),
            praise=phrase(
                "Across the square in one move. In the rival palace a Soldier can never move again "
                "and wins nothing, but it can still be captured."
            ),
            start=_little("2n1c/5/5/5/C1S2", rules=WITHOUT_LADIES),
            goal=captures(NOBLE, by=SOLDIER),
            replies=IDLE,
            look=("c5",),
        ),
        Lesson(
            key="lady",
            title=phrase("The Lady"),
            text=phrase(
                "Eight hollow rings: a Lady moves one step in any direction, but only to an empty "
                "cell. She never captures."
            ),
            task=phrase("Lead the Lady round the two masks to the highlighted cell."),
            nudge=phrase("She cannot capture the masks in her way. Go past them on the right."),
            praise=phrase(
                "Seen from the front, a Lady moves just like the Candidate. That is what makes her "
                "bait."
            ),
            start=_little("4c/5/1ln2/2L2/C4"),
            goal=stands(LADY, "c4"),
            replies=IDLE,
            look=("c4",),
        ),
        Lesson(
            key="placing",
            title=phrase("Place your masks"),
            text=phrase(
                "Before the game each family secretly places its ten masks on its palace row and "
                "the row in front of it, in any order. The Candidate is safest in the palace, the "
                "Soldier needs a free column ahead, and a Lady in front may tempt somebody."
            ),
            task=phrase(
                "Put the Candidate in the palace row, and the Soldier and a Lady in the front "
                "row. Any two masks can be swapped."
            ),
            nudge=phrase(
                "The Candidate goes at the back, the Soldier and at least one Lady in front."
            ),
            praise=phrase(
                "Well placed, and your opponent sees nothing but ten faces. The more cunning of "
                "you begins; if you cannot agree on who that is, draw lots."
            ),
            start=Position.parse("lnnac/aasnl/5/5/5/NCNAA/LSNAL w 0 0"),
            goal=deploys(front={SOLDIER: 1, LADY: 1}, palace={CANDIDATE: 1}),
            turns=12,
            peek=True,
            placing=True,
        ),
    ),
)

CAPTURES = Chapter(
    phrase("Captures"),
    (
        Lesson(
            key="unmask",
            title=phrase("Unmasked"),
            text=phrase(
                "Move onto a rival mask to capture it. It is turned round for both of you to see. "
                "If it is a Noble, an Advisor or a Soldier, it simply leaves the mat."
            ),
            task=phrase("Your Noble faces a mask. Capture it and see who it was."),
            nudge=phrase("The rival mask is right in front of your Noble."),
            praise=phrase(
                "An Advisor. Your Noble has taken its cell, and your opponent still does not know "
                "that it is a Noble."
            ),
            start=_little("c3l/2a2/2N2/5/C3L"),
            goal=captures(NOBLE, ADVISOR, SOLDIER),
            replies=("e5d4", "d4e5"),
            look=("c4",),
        ),
        Lesson(
            key="catch",
            title=phrase("Catch the Candidate"),
            text=phrase(
                "Capture the rival Candidate and you win at once. The trick is to find it. This "
                "little family has no Ladies, and one of its masks has just moved straight ahead "
                "and then diagonally. Which role can do both?"
            ),
            task=phrase("Two rival masks are within reach. Capture the one that gave itself away."),
            nudge=phrase("That one gave nothing away. Start over and watch the first moves."),
            praise=phrase(
                "The Candidate! Neither a Noble nor an Advisor nor a Soldier could have moved like "
                "that."
            ),
            start=_little("2c2/5/1n3/1N2A/C4", "r", WITHOUT_LADIES),
            goal=wins(Reason.CANDIDATE_CAPTURED),
            before=("c5c4", "a1b1", "c4d3"),
            replies=("d3xe2", "b3xb2", "d3d4", "d4d5"),
            turns=1,
        ),
        Lesson(
            key="company",
            title=phrase("A Lady never leaves alone"),
            text=phrase(
                "A captured Lady takes her captor with her. Both are unmasked and leave the mat, "
                "and the cell stays empty."
            ),
            task=phrase("Capture the highlighted mask with your Noble and see what happens."),
            nudge=phrase("The mask in front of your Noble is waiting to be captured."),
            praise=phrase(
                "A Lady, and your Noble has gone with her. The first costs you a mask; the second "
                "would cost you the game."
            ),
            start=_little("c3l/2l2/2N2/5/C3L"),
            goal=captures(LADY, by=NOBLE),
            replies=("e5d4", "d4e5"),
            look=("c4",),
        ),
        Lesson(
            key="never",
            title=phrase("Never with the Candidate"),
            text=phrase(
                "A Candidate that captures a Lady leaves with her, and the Lady's family wins. So "
                "let another mask find out who is there."
            ),
            task=phrase("A mask bars the way. Capture it, but not with your Candidate."),
            nudge=phrase("The mask in the middle is still there. Your Advisor can reach it."),
            praise=phrase("It was a Lady! The Advisor is lost, but the Candidate is safe."),
            start=_little("c3l/5/2l2/1AC2/4L"),
            goal=captures(LADY, by=ADVISOR),
            replies=("e5d4", "d4e5"),
            look=("c3",),
        ),
    ),
)

ENDINGS = Chapter(
    phrase("Endings"),
    (
        Lesson(
            key="palace",
            title=phrase("Into the palace"),
            text=phrase(
                "You win when your Candidate is in the rival palace at the end of your turn. You "
                "have worked out who is at home: a Lady on the left, a Noble in the middle, the "
                "Candidate on the right."
            ),
            task=phrase("Bring your Candidate into the palace in two moves, past the guards."),
            nudge=phrase("Look for the cell that neither the Noble nor the Candidate can reach."),
            praise=phrase("The palace is yours, and so is the title: Doge of Venice!"),
            start=_little("l1n1c/5/2C2/5/4L"),
            goal=wins(Reason.PALACE),
            replies=(
                "c5xc4",
                "e5xd4",
                "e5xe4",
                "e5d4",
                "d4xc3",
                "d4xd3",
                "d4xc4",
                "d4xb4",
                "e5e4",
                "e4xd3",
                "e4e5",
            ),
            lost={
                Reason.CANDIDATE_TOOK_LADY: phrase(
                    "That was the Lady: your Candidate left with her. Step in beside her instead."
                ),
                Reason.CANDIDATE_CAPTURED: phrase(
                    "Caught on the doorstep. The Noble strikes straight ahead, the Candidate all "
                    "round, the Lady not at all."
                ),
            },
        ),
        Lesson(
            key="bait",
            title=phrase("Bait"),
            text=phrase(
                "When the second Lady of a family is captured, that family wins. One of yours is "
                "already gone, and the greedy mask in front of you captures whatever it can reach, "
                "straight ahead or sideways."
            ),
            task=phrase("Get your last Lady captured."),
            nudge=phrase("Put her where she looks like an easy catch: right in front of the mask."),
            praise=phrase("It took the bait. Your second Lady was captured, and you win."),
            start=_little("l3c/2n2/5/2L2/A3C"),
            goal=wins(Reason.LADIES),
            replies=("c4xc3", "c4xb4", "c4xd4", *IDLE),
            look=("c4",),
        ),
        Lesson(
            key="guard",
            title=phrase("A Lady bars the way"),
            text=phrase(
                "The rival Candidate is coming, and your palace is two steps away. No mask of "
                "yours can stop it by force. But a Candidate that captures a Lady loses."
            ),
            task=phrase("Put your Lady in the rival Candidate's way."),
            nudge=phrase("It has come closer. Start over and let it run into your Lady."),
            praise=phrase("It captured a Lady and left the mat with her: you win."),
            start=_little("l4/5/2c2/5/2LAC"),
            goal=wins(Reason.CANDIDATE_TOOK_LADY),
            replies=(
                "c3xc2",
                "c3xb2",
                "c3xd2",
                "c3b2",
                "b2b1",
                "b2a1",
                "b2c1",
                "c2b1",
                "c2d1",
                "c2c1",
            ),
            look=("c3",),
        ),
        Lesson(
            key="stuck",
            title=phrase("No move left"),
            text=phrase(
                "The rulebooks do not say what happens when a family must move and cannot. By our "
                "house rule it loses. Red is nearly walled in: its Lady has only one cell left."
            ),
            task=phrase("Take Red's last free cell."),
            nudge=phrase("Red still has a way out, in its own palace. Start over and close it."),
            praise=phrase("Red must move and cannot: you win, by a house rule."),
            start=_little("cs3/llAA1/NNN2/5/3CL"),
            goal=wins(Reason.BLOCKED),
            turns=1,
            look=("c5",),
            house_ruling=True,
        ),
    ),
)

CHAPTERS = (MASKS, CAPTURES, ENDINGS)
LESSONS = {lesson.key: lesson for chapter in CHAPTERS for lesson in chapter.lessons}

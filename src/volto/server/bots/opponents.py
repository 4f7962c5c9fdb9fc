"""The words that pages and scripts share: roles, families, the ten opponents and their lines."""

from dataclasses import dataclass

from volto.rules.masks import ADVISOR, CANDIDATE, LADY, NOBLE, RED, SOLDIER, WHITE, Family, Role
from volto.server.site.i18n import phrase

ROLE_NAMES: dict[Role, str] = {
    NOBLE: phrase("Noble"),
    ADVISOR: phrase("Advisor"),
    CANDIDATE: phrase("Candidate"),
    SOLDIER: phrase("Soldier"),
    LADY: phrase("Lady"),
}
FAMILY_NAMES: dict[Family, str] = {WHITE: phrase("White"), RED: phrase("Red")}


@dataclass(frozen=True, slots=True)
class Voice:
    """What an opponent says, and when: at moments that everyone at the table sees."""

    start: tuple[str, str]
    trap: str
    """A Lady of theirs was captured and takes her captor with her."""
    taken: str
    """The first of their masks was captured, and no trap."""
    bluffed: str
    """They won by deceit: by their Ladies, or by a Candidate that nobody stopped."""
    won: str
    lost: str
    drawn: str


@dataclass(frozen=True, slots=True)
class OpponentProfile:
    """A level as a newcomer hears of it; `volto.agents.levels` makes it play."""

    level: int
    name: str
    words: str
    voice: Voice


OPPONENTS = (
    OpponentProfile(
        1,
        phrase("Urchin"),
        phrase("Darts across the square for the fun of it and gives masks away by the handful."),
        Voice(
            start=(phrase("Catch me if you can!"), phrase("I found this mask. Finders keepers!")),
            trap=phrase("Ha! You should see your face!"),
            taken=phrase("Hey! That one was my favourite."),
            bluffed=phrase("Fooled you! Fooled you!"),
            won=phrase("I won? I won! Wait till the others hear this."),
            lost=phrase("Fine. I wasn't even trying."),
            drawn=phrase("So nobody won? Let's go again!"),
        ),
    ),
    OpponentProfile(
        2,
        phrase("Gondolier"),
        phrase("Knows the way but drifts: takes what is near and rows into simple traps."),
        Voice(
            start=(
                phrase("Step aboard. I know every canal here."),
                phrase("A song while we play? No? As you wish."),
            ),
            trap=phrase("Mind your head: low bridge!"),
            taken=phrase("Oh! There goes one overboard."),
            bluffed=phrase("You were watching the wrong boat."),
            won=phrase("And here we are. Mind the step."),
            lost=phrase("You row better than I do, my friend."),
            drawn=phrase("Two boats, one bridge. Nobody passes."),
        ),
    ),
    OpponentProfile(
        3,
        phrase("Fisher"),
        phrase("Patient, and no longer careless. A good opponent for your first evenings."),
        Voice(
            start=(
                phrase("Quiet water tonight. Let's begin."),
                phrase("Sit down. There's no hurry."),
            ),
            trap=phrase("That one had a hook in it."),
            taken=phrase("Every net loses a fish."),
            bluffed=phrase("You swallowed the bait, hook and all."),
            won=phrase("Patience. That's all it takes."),
            lost=phrase("Well played. The sea gives, the sea takes."),
            drawn=phrase("Empty nets for both of us."),
        ),
    ),
    OpponentProfile(
        4,
        phrase("Merchant"),
        phrase("Counts before paying: tries out a few moves mentally, and believes your bluffs."),
        Voice(
            start=(
                phrase("Let's see what you have to offer."),
                phrase("A fair trade, I hope. Mostly for me."),
            ),
            trap=phrase("A bargain always has a catch."),
            taken=phrase("I'll write that one off."),
            bluffed=phrase("You bought it without looking inside."),
            won=phrase("A pleasure doing business with you."),
            lost=phrase("I overpaid. It won't happen again."),
            drawn=phrase("The books balance. How dull."),
        ),
    ),
    OpponentProfile(
        5,
        phrase("Musician"),
        phrase("Has an ear for your moves and is beginning to wonder who hides behind each mask."),
        Voice(
            start=(
                phrase("Ready? And one, two, three…"),
                phrase("Every mask has its tune. Let's listen."),
            ),
            trap=phrase("Did you hear that? A false note."),
            taken=phrase("A string snaps. I play on."),
            bluffed=phrase("You were dancing to my tune all along."),
            won=phrase("And that was the finale."),
            lost=phrase("Bravo! Encore?"),
            drawn=phrase("A duet, then."),
        ),
    ),
    OpponentProfile(
        6,
        phrase("Captain"),
        phrase("Holds a steady course and never misses a certain win."),
        Voice(
            start=(
                phrase("All hands on deck. Let's go."),
                phrase("The wind is fair. Show me your flag."),
            ),
            trap=phrase("You boarded the wrong ship."),
            taken=phrase("We're hit! Hold your course."),
            bluffed=phrase("False colours. The oldest trick at sea."),
            won=phrase("Strike your flag. You fought well."),
            lost=phrase("I go down with my ship. Well done."),
            drawn=phrase("Both ships still afloat. Good enough."),
        ),
    ),
    OpponentProfile(
        7,
        phrase("Ambassador"),
        phrase("Polite and watchful: remembers and weighs every step you take."),
        Voice(
            start=(
                phrase("An honour. I have heard so much about you."),
                phrase("Let us settle this like civilised people."),
            ),
            trap=phrase("How kind of you to accept my invitation."),
            taken=phrase("A regrettable incident."),
            bluffed=phrase("You read the letter, but not between the lines."),
            won=phrase("My compliments. You came very close."),
            lost=phrase("I shall report that I was outplayed."),
            drawn=phrase("An agreement both sides can live with."),
        ),
    ),
    OpponentProfile(
        8,
        phrase("Senator"),
        phrase("Sees your plan about as soon as you do. You will need a second one."),
        Voice(
            start=(phrase("The session is open."), phrase("I have read your file. Let's begin.")),
            trap=phrase("That was in the small print."),
            taken=phrase("Noted in the minutes."),
            bluffed=phrase("You voted for it yourself."),
            won=phrase("Motion carried."),
            lost=phrase("You have my vote."),
            drawn=phrase("The matter is adjourned."),
        ),
    ),
    OpponentProfile(
        9,
        phrase("Procurator"),
        phrase("Audits every mask on the square and forgives very little."),
        Voice(
            start=(
                phrase("I trust your masks are in order."),
                phrase("Sit down. I have been expecting you."),
            ),
            trap=phrase("That will be charged to your account."),
            taken=phrase("One mask missing. I have made a note."),
            bluffed=phrase("Next time, check the figures."),
            won=phrase("The audit is over. I found a few errors."),
            lost=phrase("Not one error. I checked twice."),
            drawn=phrase("The sums agree, to the last coin."),
        ),
    ),
    OpponentProfile(
        10,
        phrase("Doge"),
        phrase("The best the house has. Thinks longest, bluffs well and expects the same of you."),
        Voice(
            start=(
                phrase("You asked for an audience. Here I am."),
                phrase("Venice is watching. Choose well."),
            ),
            trap=phrase("Many have reached for her. Few returned."),
            taken=phrase("You dare. Good."),
            bluffed=phrase("You saw exactly what you wanted to see."),
            won=phrase("The throne stays where it is."),
            lost=phrase("The cap is yours. Wear it well."),
            drawn=phrase("Two heads, one crown. That won't do."),
        ),
    ),
)
DEFAULT_LEVEL = 3

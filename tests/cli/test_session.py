"""The conversation of a game: what is asked, told and refused."""

import re
from random import Random

import pytest

from tests.cli.conversation import RED_SETUP, WHITE_SETUP, Novice, Scripted, answers, converse
from volto.agents import Agent, Greedy
from volto.agents import Random as RandomAgent
from volto.cli.session import LEFT
from volto.rules import Deployment, Family, LadyRule, Move, Outcome, Reason, Ruleset

NOBLE_GOES = "a Noble goes one step forward, backward, left \nor right (R-6).\n"
"""Broken where the terminal of the tests ends."""


def script(*moves: str, deployment: Deployment = RED_SETUP) -> Scripted:
    return Scripted(deployment, [Move.parse(move) for move in moves])


def told(*lines: str, rival: Agent | None = None) -> str:
    """What White is told who types these lines."""
    return converse(answers(*lines), rival or script())[0]


def test_the_welcome_fits_a_screen() -> None:
    talk, _ = converse(answers(), script(), deployment=None)
    lines = talk.removesuffix(f"{LEFT}\n").splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert "your opponent captures your last Lady" in talk
    assert "100 turns without a capture" in talk


def test_the_welcome_tells_the_rules_of_this_game() -> None:
    ruleset = Ruleset(ladies=LadyRule.CAPTOR, quiet=0)
    talk, _ = converse(answers(), script(), ruleset=ruleset)
    assert "you capture the last rival Lady" in talk
    assert "without a capture" not in talk


def test_a_deployment_is_shown_before_it_is_agreed() -> None:
    talk, session = converse(answers("nnaal/lsnac", ""), script(), deployment=None)
    assert "2  N  N  A  A  L" in talk
    assert session.position is not None
    assert str(session.position) == "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"


def test_enter_deploys_at_random_and_r_once_more() -> None:
    talk, session = converse(answers("", "r", ""), script(), deployment=None)
    first, second = re.findall("Your deployment: (.*)", talk)
    assert first != second
    assert session.position is not None
    own = session.position.view(Family.WHITE).own
    assert own == Deployment.parse(second).placed(Family.WHITE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("NNAAQ/LSNAC", "'Q' is not a role (N A C S L)."),
        ("NNNNN/LSNAC", "A deployment has 3 of N, this one has 6."),
        ("NNAAL", "A deployment has 2 rows, this one has 1."),
    ],
)
def test_a_wrong_deployment_is_explained_and_asked_again(text: str, reason: str) -> None:
    talk, session = converse(answers(text, "NNAAL/LSNAC", ""), script(), deployment=None)
    assert reason in talk
    assert session.position is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Passing is not allowed (R-4)"),
        ("hello", "'hello' is not a move: a move is two cells, like b2b3."),
        ("b2z9", "'z' is not a column of this mat (a to e)."),
        ("b2b4", f"The Noble on b2 cannot go to b4: {NOBLE_GOES}"),
        ("b2a2", "a2 holds a mask of your own family (R-5)."),
        ("a7a6", "The mask on a7 is not yours: it is White's turn."),
        ("a4a5", "There is no mask on a4."),
        ("b2", "The Noble on b2 can go to b3."),
        ("e1", "The Candidate on e1 cannot move now."),
        ("a7", "You have no mask on a7."),
    ],
)
def test_what_is_no_move_is_explained_and_asked_again(text: str, reason: str) -> None:
    talk, session = converse(answers(text, "b2b3", "resign"), script("e6e5"))
    assert reason in talk.split("(? for help): ")[1]
    assert session.position is not None
    assert session.position.turns == 2


@pytest.mark.parametrize("text", ["b2b3", "B2B3", " b2 b3 ", "b2-b3", "b2xb3"])
def test_a_move_is_read_as_people_write_it(text: str) -> None:
    assert "Your Noble moved from b2 to b3." in told(text, rival=script("e6e5"))


@pytest.mark.parametrize("word", ["?", "moves", "help"])
def test_the_moves_are_listed_by_mask(word: str) -> None:
    listed = re.findall(r"^  (\w\d) (\w+) +(.*?) *$", told(word), re.MULTILINE)
    assert listed == [
        ("a2", "Noble", "a3"),
        ("b2", "Noble", "b3"),
        ("c2", "Advisor", "d3, b3"),
        ("d2", "Advisor", "e3, c3"),
        ("e2", "Lady", "e3, d3"),
    ]


def test_the_board_and_the_rules_are_shown_again() -> None:
    once, again = told(), told("board", "rules")
    assert again.count("White to move") == once.count("White to move") + 1
    assert again.count("House rules") == once.count("House rules") + 1


def test_what_both_did_is_told() -> None:
    talk = told("d2c3", "b2c3", rival=script("c6c3", "e6e5"))
    assert "Your Advisor moved from d2 to c3." in talk
    assert "Red's c6 captured your Advisor on c3." in talk
    assert f"The Noble on b2 cannot go to c3: {NOBLE_GOES}" in talk
    talk = told("d2c3", "b2b3", "b3c3", rival=script("c6c3", "e6e5", "e5d4"))
    assert "Red moved e6 to e5." in talk
    assert "Your Noble captured Red's Soldier on c3." in talk
    assert "Captured: White A, Red s" in talk


def test_both_masks_are_unmasked_when_the_rival_captures_a_lady() -> None:
    """R-13"""
    talk = told("e2d3", "d3d4", "d4d5", rival=script("a6b5", "b5a4", "d6d5"))
    assert "Red's d6 captured your Lady on d5: it was a Noble, and both leave the mat." in talk
    assert "Captured: White L, Red n" in talk


def test_both_masks_leave_when_a_lady_is_captured() -> None:
    """R-13"""
    soldier = Deployment.parse("NSAAL/LNNAC")
    ladies = Deployment.parse("ALSNA/LNNAC")
    talk, _ = converse(answers("b2b6"), script("a7b6", deployment=ladies), deployment=soldier)
    assert "Your Soldier captured Red's Lady on b6, and both leave the mat." in talk


def test_resigning_ends_the_game_and_unmasks_everyone() -> None:
    """H-4"""
    talk, session = converse(answers("resign"), script())
    assert session.position is not None
    assert session.position.outcome == Outcome(Family.RED, Reason.RESIGNED)
    end = talk.split("every mask is unmasked")[1]
    assert "7  l  n  n  a  c" in end
    assert "Red wins: White resigned (H-4). You lose." in end


@pytest.mark.parametrize("lines", [(), ("quit",), ("b2b3", "EXIT")])
def test_leaving_is_no_defeat(lines: tuple[str, ...]) -> None:
    talk, session = converse(answers(*lines), script("e6e5"))
    assert talk.endswith(f"{LEFT}\n")
    assert session.position is not None
    assert session.position.outcome is None


@pytest.mark.parametrize("seat", Family)
def test_the_mat_is_seen_from_the_own_side(seat: Family) -> None:
    talk, _ = converse(answers(), script(), seat=seat, first=seat)
    columns = "a  b  c  d  e" if seat is Family.WHITE else "e  d  c  b  a"
    own_palace = "L  S  N  A  C" if seat is Family.WHITE else "c  a  n  s  l"
    assert columns in talk
    assert talk.rindex(own_palace) > talk.index("x" if seat is Family.WHITE else "X")


@pytest.mark.parametrize("seed", range(20))
def test_a_novice_who_reads_only_the_screen_plays_to_the_end(seed: int) -> None:
    seat = Family.RED if seed % 2 else Family.WHITE
    rng = Random(seed)
    rival = Greedy(rng) if seed % 4 < 2 else RandomAgent(rng)
    talk, session = converse(Novice(Random(seed)), rival, seat=seat, deployment=WHITE_SETUP)
    assert session.position is not None
    assert session.position.outcome is not None
    assert "cannot go" not in talk
    assert "Game over" in talk

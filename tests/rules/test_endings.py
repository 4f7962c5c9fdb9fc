"""What a capture does, and how a game ends: R-11 to R-15, H-1, H-2, H-4."""

import pytest

from volto.rules import Family, IllegalMove, Position, Reason, Role, Ruleset, VoltoError
from volto.rules.masks import RED, WHITE
from volto.rules.outcome import RESULTS, SPOKEN

from .playing import OPENING, ending, played

both_lady_rules = pytest.mark.parametrize("ladies", ["owner", "captor"])


# Capturing


@pytest.mark.parametrize("letter", [*"nas"])
def test_a_captured_noble_advisor_or_soldier_is_unmasked_and_its_captor_stays_masked(
    letter: str,
) -> None:
    """R-11"""
    position = played(f"l3c/5/2{letter}2/2N2/5/5/L3C w 7 20", "c4c5")
    assert str(position) == "l3c/5/2N2/5/5/5/L3C r 0 21"
    assert str(position.history[-1]) == f"c4xc5={letter.upper()}"
    captor, taken = position.scene.moved, position.scene.taken
    assert captor is not None
    assert taken is not None
    for seat in (*Family, None):
        assert position.view(seat).role(taken) is Role(letter.upper())
    assert position.view(RED).role(captor) is None


@both_lady_rules
def test_whoever_captures_the_rival_candidate_wins(ladies: str) -> None:
    """R-12"""
    white = played("l4/5/2c2/2N2/5/5/L3C w 0 0", "c4c5", ladies=ladies)
    assert ending(white) == "1-0 candidate-captured"
    red = played("l3c/5/5/2a2/3C1/5/L4 r 0 0", "c4d3", ladies=ladies)
    assert ending(red) == "0-1 candidate-captured"


@both_lady_rules
def test_a_candidate_may_capture_the_rival_candidate_and_wins(ladies: str) -> None:
    """R-12"""
    position = played("l4/5/2c2/2C2/5/5/L4 w 0 0", "c4c5", ladies=ladies)
    assert ending(position) == "1-0 candidate-captured"


@pytest.mark.parametrize(("captor", "origin"), [("N", "c4"), ("A", "b4"), ("S", "c2")])
@both_lady_rules
def test_whoever_captures_a_lady_loses_the_captor_too(
    captor: str, origin: str, ladies: str
) -> None:
    """R-13"""
    rows = {"N": "2N2/5/5", "A": "1A3/5/5", "S": "5/5/2S2"}
    position = played(f"l3c/5/2l2/{rows[captor]}/L3C w 9 30", f"{origin}c5", ladies=ladies)
    assert str(position) == "l3c/5/5/5/5/5/L3C r 0 31"
    assert str(position.history[-1]) == f"{origin}xc5=L{captor}"
    lost = [mask for mask in position.scene.masks[:10] if mask.id == position.scene.moved]
    assert [mask.unmasked for mask in lost] == [Role(captor)]
    assert position.outcome is None


@both_lady_rules
def test_a_candidate_that_takes_a_lady_loses(ladies: str) -> None:
    """R-13"""
    position = played("l3c/5/2l2/2C2/5/5/L4 w 0 0", "c4c5", ladies=ladies)
    assert str(position) == "l3c/5/5/5/5/5/L4 r 0 1"
    assert ending(position) == "0-1 candidate-took-lady"


@both_lady_rules
def test_a_candidate_that_takes_the_last_lady_loses_in_both_variants(ladies: str) -> None:
    """R-13 comes before R-14."""
    position = played("4c/5/2l2/2C2/5/5/L4 w 0 0", "c4c5", ladies=ladies)
    assert ending(position) == "0-1 candidate-took-lady"
    position = played("l4/5/2c2/2L2/5/5/4C r 0 0", "c5c4", ladies=ladies)
    assert ending(position) == "1-0 candidate-took-lady"


# Ending


@pytest.mark.parametrize(("ladies", "end"), [("owner", "0-1 ladies"), ("captor", "1-0 ladies")])
def test_a_family_that_has_lost_both_ladies_wins_or_in_the_variant_loses(
    ladies: str, end: str
) -> None:
    """R-14: a Noble that captures the second Lady hands over the game."""
    first = played("4c/l4/2l2/2NN1/5/5/L3C w 0 0", "c4c5", ladies=ladies)
    assert first.outcome is None
    second = played("4c/5/5/5/lN3/5/L3C w 0 0", "b3a3", ladies=ladies)
    assert ending(second) == end


@pytest.mark.parametrize(("ladies", "end"), [("owner", "1-0 ladies"), ("captor", "0-1 ladies")])
def test_the_lady_rule_is_the_same_for_red(ladies: str, end: str) -> None:
    """R-14"""
    assert ending(played("l3c/5/2s2/5/2L2/5/4C r 0 0", "c5c3", ladies=ladies)) == end


@both_lady_rules
def test_a_candidate_that_steps_into_the_rival_palace_wins(ladies: str) -> None:
    """R-15"""
    white = played("l4/1C2c/5/5/5/5/L4 w 0 0", "b6b7", ladies=ladies)
    assert ending(white) == "1-0 palace"
    red = played("l4/5/5/5/5/c4/L3C r 0 0", "a2b1", ladies=ladies)
    assert ending(red) == "0-1 palace"


def test_a_candidate_at_home_in_its_own_palace_has_not_won() -> None:
    """R-15"""
    assert played("l3c/5/5/5/5/4C/L4 w 0 0", "e2e1").outcome is None


@both_lady_rules
@pytest.mark.parametrize(
    ("target", "end"),
    [
        ("b7", "1-0 palace"),
        ("c7", "0-1 candidate-took-lady"),
        ("d7", "1-0 candidate-captured"),
    ],
)
def test_what_a_candidate_captures_in_the_rival_palace_decides(
    target: str, end: str, ladies: str
) -> None:
    """R-15 for a Noble, R-13 for a Lady, R-12 for the Candidate"""
    position = played("lnlc1/2C2/5/5/5/5/L4 w 0 0", f"c6{target}", ladies=ladies)
    assert ending(position) == end


BLOCKADE = "l2c1/5/5/5/nnn2/LLaa1/CS3"


@both_lady_rules
def test_a_family_that_must_move_and_cannot_loses(ladies: str) -> None:
    """H-1: a Candidate in its corner behind two Ladies and a Soldier, the rival all round."""
    position = played(f"{BLOCKADE} r 3 40", "d2c1", ladies=ladies)
    assert str(position) == "l2c1/5/5/5/nnn2/LLa2/CSa2 w 4 41"
    assert ending(position) == "0-1 blocked"
    assert position.legal_moves() == []


def test_one_free_cell_is_enough_to_go_on() -> None:
    """H-1"""
    position = played(f"{BLOCKADE} r 3 40", "d2e1")
    assert [str(move) for move in position.legal_moves()] == ["b2c1"]


def test_a_game_is_drawn_after_100_turns_without_a_capture() -> None:
    """H-2"""
    position = played("l3c/5/5/5/5/5/L3C w 98 200", "e1e2")
    assert (position.quiet, ending(position)) == (99, "*")
    assert ending(played(str(position), "e7e6")) == "1/2-1/2 quiet"


def test_a_capture_starts_the_count_again() -> None:
    """H-2"""
    position = played("l3c/5/2n2/2N2/5/5/L3C w 99 200", "c4c5")
    assert (position.quiet, ending(position)) == (0, "*")


@pytest.mark.parametrize("limit", [1, 7, 250])
def test_the_quiet_limit_is_an_option(limit: int) -> None:
    """H-2"""
    text = f"l3c/5/5/5/5/5/L3C w {limit - 1} 500"
    assert ending(played(text, quiet=limit)) == "*"
    assert ending(played(text, "e1e2", quiet=limit)) == "1/2-1/2 quiet"


def test_a_quiet_limit_of_0_is_no_limit() -> None:
    """H-2"""
    assert ending(played("l3c/5/5/5/5/5/L3C w 5000 9000", "e1e2", quiet=0)) == "*"


@pytest.mark.parametrize(
    ("text", "move", "end"),
    [
        ("l4/1C2c/5/5/5/5/L4 w 99 200", "b6b7", "1-0 palace"),
        (f"{BLOCKADE} r 99 200", "d2c1", "0-1 blocked"),
        ("4c/5/5/5/lN3/5/L3C w 99 200", "b3a3", "0-1 ladies"),
    ],
)
def test_a_decisive_end_comes_before_a_draw(text: str, move: str, end: str) -> None:
    """H-1 and R-15 come before H-2 and the turn cap."""
    capped = Ruleset(turn_cap=201)
    assert ending(played(text, move, ruleset=capped)) == end


def test_players_may_agree_to_a_draw() -> None:
    """H-2"""
    assert ending(played(OPENING, "a2a3").agree_draw()) == "1/2-1/2 agreed"


def test_a_turn_cap_draws_any_game() -> None:
    """The cap is an option of the house, off in the box; the quiet limit is asked first."""
    capped = Ruleset(turn_cap=3)
    assert played(OPENING, "a2a3", "a6b5", ruleset=capped).outcome is None
    assert ending(played(OPENING, "a2a3", "a6b5", "a3a4", ruleset=capped)) == "1/2-1/2 turn-cap"
    quiet = Ruleset(turn_cap=3, quiet=3)
    assert ending(played(OPENING, "a2a3", "a6b5", "a3a4", ruleset=quiet)) == "1/2-1/2 quiet"


@pytest.mark.parametrize("loser", Family)
def test_a_player_may_resign_whosever_turn_it_is(loser: Family) -> None:
    """H-4"""
    for position in (played(OPENING), played(OPENING, "a2a3")):
        assert ending(position.resign(loser)) == f"{RESULTS[loser.rival]} resigned"


@pytest.mark.parametrize(
    ("winner", "reason"),
    [
        (None, Reason.AGREED),
        *((family, reason) for family in Family for reason in (Reason.RESIGNED, Reason.TIME)),
        *((winner, Reason.ABANDONED) for winner in (*Family, None)),
    ],
)
def test_a_game_may_end_by_word_or_clock(winner: Family | None, reason: Reason) -> None:
    """H-2, H-4"""
    for position in (played(OPENING), played(OPENING, "a2a3")):
        assert ending(position.end(winner, reason)) == f"{RESULTS[winner]} {reason}"


@pytest.mark.parametrize(
    ("winner", "reason", "sentence"),
    [
        *(
            (winner, reason, f"A game cannot end so: the mat does not show the end {reason}.")
            for winner in (*Family, None)
            for reason in Reason
            if reason not in SPOKEN
        ),
        *(
            (winner, Reason.AGREED, "A game cannot end so: an agreed game is a draw (1/2-1/2).")
            for winner in Family
        ),
        *(
            (None, reason, f"A game cannot end so: a game with the reason {reason} has a winner.")
            for reason in (Reason.RESIGNED, Reason.TIME)
        ),
    ],
)
def test_an_end_that_cannot_be_spoken_is_refused_and_the_game_goes_on(
    winner: Family | None, reason: Reason, sentence: str
) -> None:
    """H-2, H-4"""
    position = played(OPENING, "a2a3")
    with pytest.raises(VoltoError) as error:
        position.end(winner, reason)
    assert str(error.value) == sentence
    assert not isinstance(error.value, IllegalMove)
    assert position == played(OPENING, "a2a3")
    assert position.legal_moves() == played(OPENING, "a2a3").legal_moves() != []


@pytest.mark.parametrize(
    "over",
    [
        played("l4/1C2c/5/5/5/5/L4 w 0 0", "b6b7"),
        played(OPENING).resign(WHITE),
        played(OPENING).agree_draw(),
    ],
    ids=ending,
)
def test_when_a_game_has_ended_all_masks_are_unmasked_and_nothing_can_be_played(
    over: Position,
) -> None:
    """H-4"""
    assert over.outcome is not None
    for seat in (*Family, None):
        view = over.view(seat)
        assert tuple(view.role(mask.id) for mask in view.masks) == over.roles
        assert str(view) == str(over)
        assert view.legal_moves() == []
    assert over.legal_moves() == []
    with pytest.raises(IllegalMove, match=f"^The game is over: {over.outcome.reason}.$"):
        over.play(Position.parse(OPENING).legal_moves()[0])
    with pytest.raises(IllegalMove, match=r"^The game is over"):
        over.resign(WHITE)
    with pytest.raises(IllegalMove, match=r"^The game is over"):
        over.agree_draw()

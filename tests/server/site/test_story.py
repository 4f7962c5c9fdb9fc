"""The story of a game: what decided it and which bluff held, told from what was played."""

import re
from random import Random

import pytest

from tests.strategies import BOX, random_game
from volto.rules import LadyRule, Position, Reason
from volto.rules.masks import RED
from volto.server.site.i18n import LANGUAGES, Translator
from volto.server.site.story import (
    DECIDED,
    LADIES,
    UNDECIDED,
    Facts,
    cells_walked,
    sentences,
    story,
)

EN = Translator("en")


def told(white: str, red: str, first: str, moves: str, ladies: str = "owner") -> str:
    position = Position.start(white, red, first, ladies)
    for move in moves.split():
        position = position.play(move)
    return story(position.scene, EN)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (
            ("LANCN/AALSN", "AANAN/CLSNL", "red",
             "b6c5 d2e3 d6e5 c2d2 e7d6 e3e4 e6e7 e2e3 d6e6 e1e2 c6b6 a2b3 a6b5 e4d5 b6c6 d5d6 b5c4 "
             "d6c7"),
            "White’s Candidate reached Red’s palace on turn 18. Red could have captured it once on "
            "the way, but did not recognise it.",
        ),
        (
            ("NAANA/NLCSL", "ANACA/LLSNN", "white",
             "b2a3 d6d5 d2d3 d5d4 c2b3 d4d3 b1c2 d3e2 d1d5 b6b5 a1b1 b7b6 b1a1 b6b7 a3b4 e2d1"),
            "Red’s Candidate reached White’s palace on turn 16. White could have captured it twice "
            "on the way, but did not recognise it.",
        ),
        (
            ("NCNAA/ALNLS", "LANNL/SCNAA", "white",
             "b2a3 e6e5 a3a4 e5e6 a4b5 a6a5 b5c6 d6d5 c6d7"),
            "White’s Candidate reached Red’s palace on turn 9. It had given itself away on turn 7, "
            "but Red could no longer stop it.",
        ),
        (
            ("NSANC/LANLA", "LCNAN/LNAAS", "red",
             "a6b5 b2b4 c6c5 a2b2 d7c6 e2e3 b6a5 d2d3 a5b4 e3e2 c6d7 c2b3 c7b6 d3c3 c5d5 c3c4 b4a3 "
             "e2d2 a3b2 d2d3 d6c7 d1e2 b5c5 c4c3 b2c1"),
            "Red’s Candidate reached White’s palace on turn 25. Until its last step, nothing had "
            "given it away.",
        ),
        (
            ("ACNNN/SLLAA", "CLSAA/ALNNN", "red", "c6c3 b2c3 a6b5 c3c4 b6a5 e2e3 b5c4"),
            "Red captured White’s Candidate on turn 7. It had given itself away on turn 4.",
        ),
        (
            ("LNAAC/SNNLA", "LNNNS/AACAL", "red", "d6d5 e2e3 d5c5 c2d3 e6e3"),
            "Red captured White’s Candidate on turn 5. Red had let it go twice before "
            "without recognising it.",
        ),
        (
            ("NSACL/LNANA", "ALAAL/NSNNC", "white",
             "b2b6 d6e5 d2c3 c6d5 c3d2 e5d4 d2c3 d4c5 c3b4 c5d4 b4b5 d4c5 b5c6 d7d6 a2a3 d5e4 "
             "c6c7"),
            "White’s Candidate reached Red’s palace on turn 17. Red could have captured it 5 times "
            "on the way, but did not recognise it.",
        ),
        (
            ("ASNNC/ANALL", "LCSAA/NNLNA", "white", "b2b6"),
            "White captured Red’s Candidate on turn 1. Until then, nothing had given it away.",
        ),
        (
            ("ALNLN/NASCA", "AACNN/ALLSN", "white", "b2c3 c6c5 c3c4 c5c4"),
            "On turn 4 Red’s Candidate captured a Lady and had to leave with her. She had walked 2 "
            "cells, like any other mask.",
        ),
        (
            ("NCAAL/NSLNA", "SACAL/ANNNL", "white",
             "b2c3 a6a4 c3b4 d6c5 b4c5 c6d5 c5d6 d5e4 d6e7"),
            "On turn 9 White’s Candidate captured a Lady and had to leave with her. She had not "
            "moved once.",
        ),
        (
            ("LAACN/LNSNA", "ALLNN/CNASA", "white",
             "c2d3 c6b5 c1c5 d6d5 b2c3 b6c6 d1c1 d5e5 c5c6 b7b6 d3c4 a6b7 e2e3 d7d6 c4b5"),
            "On turn 15 White captured Red’s second Lady, and the trap closed. White’s masks that "
            "left with the Ladies: Soldier, Advisor.",
        ),
    ],
)  # fmt: skip
def test_a_game_is_told_by_what_decided_it_and_by_its_bluff(
    game: tuple[str, str, str, str], expected: str
) -> None:
    assert told(*game) == expected


def test_in_the_variant_no_trap_closes() -> None:
    game = (
        "NLNSA/NAACL", "ACSLA/ALNNN", "white",
        "e2d3 c6c5 a2a3 b6a5 d3e4 d6d5 d2d5 a7b6 e1e2 b7c6 c1d2 a5a4 b2b3 c6b5 c2c3 b5b4 e2e1 b4b5 "
        "b3b4 b5c4 c3c4", "captor",
    )  # fmt: skip
    assert told(*game).startswith("White captured Red’s second Lady on turn 21.")


def test_a_game_that_nobody_played_has_a_story_too() -> None:
    start = Position.start("NNAAL/LSNAC", "AASNL/LNNAC")
    assert story(start.resign("red").scene, EN) == "The game ended before the first turn."
    agreed = start.play("a2a3").agree_draw()
    assert story(agreed.scene, EN) == (
        "White and Red agreed to a draw after turn 1. Not a single mask was captured."
    )


def test_the_longest_walk_of_a_mask_that_was_never_unmasked_is_told() -> None:
    position = Position.start("NNAAL/LSNAC", "AASNL/LNNAC")
    for move in ("a2a3", "b6a5", "a3a4", "d6d5", "b2b3", "d5d4", "b3b4"):
        position = position.play(move)
    said = story(position.resign("red").scene, EN)
    assert said.startswith("Red resigned after turn 7. ")
    assert cells_walked(position.scene.trails[0]) == 2


def test_a_running_game_has_no_story() -> None:
    """Nothing may be told of it: its roles are hidden."""
    with pytest.raises(ValueError, match="before it is over"):
        story(Position.start("NNAAL/LSNAC", "AASNL/LNNAC").scene, EN)


def test_every_end_has_words() -> None:
    with_winner = {*DECIDED, Reason.LADIES}
    assert with_winner | set(UNDECIDED) == set(Reason)
    assert set(LADIES) == set(LadyRule)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_story_is_short_and_names_no_clause(language: str) -> None:
    words = Translator(language)
    for seed in range(12):
        rng = Random(seed)
        last = random_game(rng, BOX[seed % 2], 150).last
        if last.outcome is None:
            last = last.resign(last.to_move)
        said = story(last.scene, words)
        assert 20 < len(said) < 220
        assert not re.search(r"[{}]|[RH]-\d", said)


def test_a_story_is_public_knowledge() -> None:
    """It is told from the scene alone, which a spectator has; both seats and the truth agree."""
    last = random_game(Random(5), BOX[0], 400).last
    ended = last if last.outcome else last.resign(last.to_move)
    scenes = [ended.view(seat).scene for seat in (None, "white", "red")]
    assert len({tuple(sentences(Facts.of(scene))) for scene in scenes}) == 1


def test_a_candidate_is_known_once_all_else_that_it_could_be_is_lost() -> None:
    """It has captured and stepped straight, and the last of its Nobles falls on turn 52."""
    position = Position.start("ANCNN/LAALS", "CLNSN/ALAAN", "red")
    moves = (
        "c6c5 e2e3 c5c4 e1e2 a6a5 c2c3 d6d3 c3c2 c4c5 a2b3 c5b5 d2d3 b6c6 d3c3 c6d6 b3a4 d7c6 a4b5 "
        "c7b6 b5c4 d6e5 c4d5 a5b5 e3e4 b5a5 e4e5 c6b5 d5c6 e7d7 c6b5 b7c7 c2b3 e6e5 e2e4 d7e7 e4e5 "
        "c7c6 c3d3 c6d5 b5a4 d5e6 b3a2 e6d5 a2a3 d5c5 d1e1 a5a4 c1d2 c5b5 e5e6 b5a5 e6e7 a4b5 d2c1"
    )
    for move in moves.split():
        position = position.play(move)
    assert Facts.of(position.resign("red").scene).bluff(RED).known_since == 52

"""A seat that is only told the turns knows what a seat at the table would know."""

from random import Random

import pytest

from tests.strategies import BOX, MINI, random_game
from volto.agents.engine_seat import Seat, seen_end
from volto.notation.vei import NewGame
from volto.rules import STANDARD, Deployment, Family, Reason, Ruleset, VoltoError

RED_SEAT = Seat(NewGame(Family.RED)).deployed(Deployment.parse("AASNL/LNNAC"))


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("seed", range(12))
def test_it_has_the_view_of_its_seat_after_every_turn(seed: int, seat: Family) -> None:
    """H-3"""
    ruleset = (*BOX, *MINI)[seed]
    game = random_game(Random(seed), ruleset)
    told = Seat(NewGame(seat, game.positions[0].to_move, ruleset)).deployed(game.deployment(seat))
    for position in game.positions:
        told = told.at([str(turn) for turn in position.history])
        if position.outcome is None:
            assert told.view == position.view(seat)


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("ruleset", [*BOX, *MINI])
def test_it_sees_the_end_unless_a_mask_hides_it(ruleset: Ruleset, seat: Family) -> None:
    """R-12 to R-15, H-1, H-2"""
    for seed in range(6):
        game = random_game(Random(seed), ruleset)
        told = Seat(NewGame(seat, game.positions[0].to_move, ruleset)).deployed(
            game.deployment(seat)
        )
        for position in (*game.positions[:-1:9], game.last):
            view = told.at([str(turn) for turn in position.history]).view
            assert view is not None
            seen, outcome = seen_end(view), position.outcome
            if outcome is None or seen is not None:
                assert seen == outcome
            else:
                assert outcome.winner is seat.rival or outcome.reason is Reason.BLOCKED
                assert outcome.reason in (Reason.PALACE, Reason.BLOCKED)


def test_turns_told_before_are_not_played_again() -> None:
    once = RED_SEAT.at(["e2d3", "c6xc2=A"])
    assert once.view is not None
    scene = once.view.scene
    again = once.at(["e2d3", "c6xc2=A"])
    assert again.view is not None
    assert again.view.scene is scene


def test_another_game_begins_from_the_start() -> None:
    once = RED_SEAT.at(["e2d3", "c6xc2=A"])
    assert once.at(["e2e3"]) == RED_SEAT.at(["e2e3"])
    assert once.at(["e2d3"]) == RED_SEAT.at(["e2d3"])
    assert once.at([]) == RED_SEAT


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("e2d3 ?", "Turn 2, '?': '?' is not a move: a move is b2b3, b2xb3=N or"),
        ("e2e9", "Turn 1, 'e2e9': '9' is not a row of this mat (1 to 7)."),
        ("e2e5", None),  # a Soldier could
        ("e2d5", "Turn 1, e2d5: No mask of White can play e2d5."),
        ("e2d3 c3c4", "Turn 2, c3c4: No mask of Red can play c3c4."),
        ("e2xd3=N", "Turn 1, e2xd3=N: e2xd3=N is written as a capture, but d3 is empty."),
        ("e2d3 c6c2", "Turn 2, c6c2: c6c2 is written as a plain move, but c2 is taken."),
        ("e2d3 c6xc2=S b2xc2=S c7c6 d3d4 d6d5 d4xd5=S", "Turn 7, d4xd5=S: d4xd5=S shows S, but"),
        ("e2d3 a6a5", "Turn 2, a6a5: the engine's own masks forbid it."),
        ("e2d3 c6xc2=A b2xc2=N", "Turn 3, b2xc2=N: the engine's own masks forbid it."),
        ("e2d3 c6xc2=LN", "Turn 2, c6xc2=LN: No mask of Red can play c6xc2=LN."),
        ("e2d3 c6xc2=C a2a3", "Turn 3, a2a3: the game is over (candidate-captured)."),
    ],
)
def test_an_impossible_position_is_refused_and_names_the_turn(
    moves: str, reason: str | None
) -> None:
    if reason is None:
        RED_SEAT.at(moves.split())
        return
    with pytest.raises(VoltoError) as refused:
        RED_SEAT.at(moves.split())
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize("seed", range(6))
def test_refusals_do_not_name_what_the_engine_hides(seed: int) -> None:
    """R-2: the same sentence, whichever of its masks was meant to do the impossible."""
    rng = Random(seed)
    cells = list(STANDARD.mat)
    tried = [f"{rng.choice(cells)}{rng.choice(cells)}" for _ in range(300)]
    sentences: dict[str, set[str]] = {text: set() for text in tried}
    for _ in range(6):
        seat = Seat(NewGame(Family.RED)).deployed(Deployment.random(rng)).at(["e2d3"])
        for text in tried:
            try:
                seat.at(["e2d3", text])
            except VoltoError as error:
                sentences[text].add(str(error))
    assert all(len(said) <= 1 for said in sentences.values())
    assert any(said for said in sentences.values())


def test_a_deployment_comes_before_the_first_turn() -> None:
    with pytest.raises(VoltoError, match="The game has begun"):
        RED_SEAT.at(["e2d3"]).deployed(Deployment.parse("AASNL/LNNAC"))
    with pytest.raises(VoltoError, match="say setup first"):
        Seat(NewGame(Family.RED)).at([])


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("", "It is White's turn, not this engine's."),
        ("e2d3 c6xc2=C", "The game is over: candidate-captured."),
        ("e2d3 c6xc2=LS", "It is White's turn, not this engine's."),
    ],
)
def test_it_thinks_only_in_its_turn(moves: str, reason: str) -> None:
    with pytest.raises(VoltoError) as refused:
        RED_SEAT.at(moves.split()).to_think()
    assert str(refused.value) == reason

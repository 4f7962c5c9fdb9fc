import pytest

from volto.rules import Family, Outcome, Reason
from volto.rules.outcome import SPOKEN


def test_the_reasons_are_the_words_that_records_use() -> None:
    assert {str(reason) for reason in Reason} == {
        "candidate-captured",
        "candidate-took-lady",
        "ladies",
        "palace",
        "blocked",
        "quiet",
        "turn-cap",
        "agreed",
        "resigned",
        "time",
        "abandoned",
    }
    assert {"agreed", "resigned", "time", "abandoned"} == SPOKEN


def test_a_result_names_the_winner() -> None:
    assert Outcome(Family.WHITE, Reason.PALACE).result == "1-0"
    assert Outcome(Family.RED, Reason.PALACE).result == "0-1"
    assert Outcome(None, Reason.AGREED).result == "1/2-1/2"


WON = {
    **dict.fromkeys(set(Reason) - SPOKEN, "the mat does not show the end {}"),
    Reason.AGREED: "an agreed game is a draw (1/2-1/2)",
    Reason.RESIGNED: None,
    Reason.TIME: None,
    Reason.ABANDONED: None,
}
DRAWN = WON | {
    Reason.AGREED: None,
    Reason.RESIGNED: "a game with the reason {} has a winner",
    Reason.TIME: "a game with the reason {} has a winner",
}


@pytest.mark.parametrize("reason", Reason)
def test_only_some_ends_can_be_spoken(reason: Reason) -> None:
    """H-2, H-4: a draw is agreed, nobody resigns or runs out of time and draws."""
    for winner in (*Family, None):
        fault = (WON if winner else DRAWN)[reason]
        assert Outcome(winner, reason).spoken_fault() == (fault and fault.format(reason))

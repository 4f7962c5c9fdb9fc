"""The words of VEI: every line is read into a value that writes the same line."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import BOX, MINI
from volto.notation.vei import (
    BestMove,
    Go,
    Id,
    Info,
    NewGame,
    Option,
    PositionMoves,
    Refusal,
    SetOption,
    Setup,
    Signal,
    VeiError,
    read_answer,
    read_command,
)
from volto.rules import STANDARD, BadRuleset, Family, Ruleset, VoltoError

COMMANDS = {
    "vei": Signal.VEI,
    "setoption name Level value 10": SetOption("Level", "10"),
    "setoption name Opening Book value my book.txt": SetOption("Opening Book", "my book.txt"),
    "isready": Signal.ISREADY,
    "newgame family red first white ladies owner quiet 100": NewGame(Family.RED),
    "newgame family white first red ladies captor quiet 0": NewGame(
        Family.WHITE, Family.RED, STANDARD.but("captor", 0)
    ),
    "setup": Setup(),
    "setup AASNL/LNNAC": Setup("AASNL/LNNAC"),
    "position moves": PositionMoves(),
    "position moves e2d3 c6xc2=A b2xc2=S": PositionMoves(("e2d3", "c6xc2=A", "b2xc2=S")),
    "go": Go(),
    "go movetime 1000": Go(movetime=1000),
    "go nodes 4000": Go(nodes=4000),
    "go movetime 1000 nodes 4000": Go(1000, 4000),
    "stop": Signal.STOP,
    "quit": Signal.QUIT,
}

ANSWERS = {
    "id name Volto 1.0": Id("name", "Volto 1.0"),
    "id author Ada": Id("author", "Ada"),
    "option name Level type spin default 10 min 1 max 10": Option(
        "Level", "spin default 10 min 1 max 10"
    ),
    "veiok": Signal.VEIOK,
    "readyok": Signal.READYOK,
    "setup AASNL/LNNAC": Setup("AASNL/LNNAC"),
    "info nodes 400": Info(400),
    "info nodes 400 score 62 pv c6c2 b2c2": Info(400, 62, ("c6c2", "b2c2")),
    "bestmove c6c2": BestMove("c6c2"),
    "error There is no command 'x'.": Refusal("There is no command 'x'."),
}


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_is_read_and_written(line: str) -> None:
    assert read_command(f"  {line.replace(' ', chr(9) + ' ')}\r\n") == COMMANDS[line]
    assert str(COMMANDS[line]) == line


@pytest.mark.parametrize("line", ANSWERS)
def test_an_answer_is_read_and_written(line: str) -> None:
    assert read_answer(f"{line}\n") == ANSWERS[line]
    assert str(ANSWERS[line]) == line


def test_an_empty_line_says_nothing() -> None:
    assert read_command(" \n") is None
    assert read_answer("\n") is None


@pytest.mark.parametrize("family", Family)
@pytest.mark.parametrize("ruleset", [*BOX, *MINI])
def test_any_rules_can_be_told(ruleset: Ruleset, family: Family) -> None:
    game = NewGame(family, family.rival, ruleset)
    assert read_command(str(game)) == game


def test_a_smaller_game_is_told_in_three_more_words() -> None:
    (ruleset,) = (rules for rules in MINI if rules.turn_cap == 50 and rules.ladies == "owner")
    assert str(NewGame(Family.RED, ruleset=ruleset)) == (
        "newgame family red first white ladies owner quiet 20 mat 4x5 roster NCSL cap 50"
    )


def test_newgame_needs_a_family_and_takes_the_rest_as_in_the_box() -> None:
    assert read_command("newgame quiet 7 family red") == NewGame(
        Family.RED, ruleset=STANDARD.but(quiet=7)
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hello", "There is no command 'hello'."),
        ("VEI", "There is no command 'VEI'."),
        ("\x1b[2J", r"There is no command '\x1b[2J'."),
        ("x" * 99, f"There is no command '{'x' * 40}…'."),
        ("vei 2", "vei stands alone, without '2'."),
        ("stop now", "stop stands alone, without 'now'."),
        ("setoption", "An option is set so: setoption name Level value 10."),
        ("setoption Level 10", "An option is set so: setoption name Level value 10."),
        ("setoption name value 10", "An option is set so: setoption name Level value 10."),
        ("setoption name Level value", "An option is set so: setoption name Level value 10."),
        ("newgame", "newgame tells the engine its family: newgame family white …"),
        ("newgame first white", "newgame tells the engine its family: newgame family white …"),
        ("newgame family blue", "'blue' is not a family (white or red)."),
        ("newgame family", "newgame says family without a value."),
        ("newgame family red family red", "newgame says family twice."),
        (
            "newgame family red depth 3",
            "newgame does not take 'depth': family, first, ladies, quiet, mat, roster, cap.",
        ),
        (
            "newgame family red quiet -1",
            "Turns are a plain number, not '-1'.",
        ),
        (
            "newgame family red quiet ١",
            "Turns are a plain number, not '١'.",
        ),
        ("newgame family red mat 5", "A mat is columns x rows, like 5x7, not '5'."),
        ("newgame family red roster NQ", "'Q' is not a role (N A C S L)."),
        ("setup A B", "A deployment is one word, without 'B'."),
        ("position", "A position is told by its moves: position moves e2d3 …"),
        ("position startpos", "A position is told by its moves: position moves e2d3 …"),
        ("go infinite", "go does not take 'infinite': movetime, nodes."),
        (
            "go movetime 0",
            "movetime takes a plain number from 1, of at most nine digits, not '0'.",
        ),
    ],
)
def test_a_bad_command_is_refused_in_a_sentence(line: str, reason: str) -> None:
    with pytest.raises(VeiError) as refused:
        read_command(line)
    assert str(refused.value) == reason


@pytest.mark.parametrize("words", ["ladies both", "roster NNN", "mat 3x4", "roster NCL"])
def test_rules_that_do_not_fit_are_refused(words: str) -> None:
    with pytest.raises(BadRuleset):
        read_command(f"newgame family red {words}")


@pytest.mark.parametrize("line", ["bestmove", "bestmove a b", "setup", "veiok 1", "Hi!", "option"])
def test_an_answer_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(VeiError, match="is no answer in VEI"):
        read_answer(line)


@pytest.mark.parametrize(
    ("line", "info"),
    [
        ("info", Info()),
        ("info string all is well", Info()),
        ("info depth 7 nodes 12 score x pv", Info(12)),
        ("info score 40 time 3 nodes many pv a1a2", Info(None, 40, ("a1a2",))),
    ],
)
def test_strangers_may_say_more_in_info(line: str, info: Info) -> None:
    assert read_answer(line) == info


def test_a_refusal_is_one_line() -> None:
    assert str(Refusal("one\ntwo\r\n  three\x85four")) == "error one two three four"


WORDS = st.sampled_from(" ".join((*COMMANDS, *ANSWERS)).split()) | st.text(max_size=9)


@given(st.lists(WORDS, max_size=9).map(" ".join))
def test_whatever_is_read_can_be_written_and_read_again(line: str) -> None:
    for read in (read_command, read_answer):
        with suppress(VoltoError):
            value = read(line)
            assert value is None or read(str(value)) == value

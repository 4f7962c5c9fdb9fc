"""Reading is strict: every fault has a line, a column and a reason in words."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.notation.records import EXAMPLE, random_record, unfinished
from volto.notation import iter_records, read_file, read_records, write_records
from volto.rules import NotationError, Reason

STOPPED = unfinished(2)
"""`1. e2d3 c6xc2=A *`, moves on line 12."""

RESIGNED = STOPPED.replace('"*"]', '"0-1"]\n[Reason "resigned"]').replace("=A *", "=A 0-1")
AGREED = STOPPED.replace('"*"]', '"1/2-1/2"]\n[Reason "agreed"]').replace("=A *", "=A 1/2-1/2")


def fault(text: str) -> tuple[int | None, int, str]:
    with pytest.raises(NotationError) as caught:
        read_records(text)
    return caught.value.line, caught.value.column, caught.value.reason


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "reason"),
    [
        # setups
        ("NNAAL/", "NNAXL/", 5, 17, "'X' is not a role"),
        ("AASNL/", "AA\u017fNL/", 6, 14, "'\u017f' is not a role"),
        ("NNAAL/", "NNAA/", 5, 14, "a row of a deployment has 5 masks, this one has 4"),
        ("/LNNAC", "/LNNA", 6, 18, "this one has 4"),
        ("NNAAL/LSNAC", "NNAAL", 5, 14, "2 rows"),
        ("NNAAL/LSNAC", "NNNAL/LSNAC", 5, 22, "a deployment has 3 of N, this one has 4"),
        ("NNAAL/LSNAC", "", 5, 14, "this one has 0"),
        # missing, doubled and malformed tags
        ('[WhiteSetup "NNAAL/LSNAC"]\n', "", 1, 1, "no WhiteSetup tag"),
        ('[RedSetup "AASNL/LNNAC"]\n', "", 1, 1, "no RedSetup tag"),
        ('[Result "1-0"]\n', "", 1, 1, "no Result tag"),
        ('[Red "Doge 10"]', '[White "Doge 10"]', 4, 2, "White stands twice, first on line 3"),
        ('[Red "Doge 10"]', '[Red "Doge 10]', 4, 15, "no closing quote"),
        ('[Red "Doge 10"]', '[Red "Doge 10"', 4, 15, "no closing ]"),
        ('[Red "Doge 10"]', '[Red "Doge 10"] x', 4, 16, "nothing may follow"),
        ('[Red "Doge 10"]', '[Red "Doge" 10"]', 4, 12, "nothing may follow"),
        ('[Red "Doge 10"]', "[Red Doge 10]", 4, 5, "a tag is written"),
        ('[Red "Doge 10"]', '[ "Doge 10"]', 4, 2, "a tag has a name"),
        ('[Red "Doge 10"]', '[Red "Doge\\10"]', 4, 11, "backslash"),
        ('[Red "Doge 10"]', '[Red "Doge\t10"]', 4, 11, "control character"),
        ('[Red "Doge 10"]', '[Red "Doge\r10"]', 4, 11, "control character"),
        # values
        ('"white"', '"blue"', 7, 9, "'blue' is not a seat: a seat is white or red"),
        ('"owner"', '"nobody"', 8, 10, "The Lady rule is 'owner' or 'captor', not 'nobody'"),
        ('"100"', '"ten"', 9, 9, "plain number"),
        ('"100"', '"-1"', 9, 9, "plain number"),
        ('"100"', '"0100"', 9, 9, "plain number"),
        ('"100"', '"²"', 9, 9, "plain number"),
        ('"100"', '"1000000000"', 9, 9, "turns are at most 999999999"),
        ('"100"', f'"{"9" * 5000}"', 9, 9, "turns are at most 999999999"),
        ('"100"]', '"100"]\n[TurnCap "x"]', 10, 11, "plain number"),
        ('"100"]', '"100"]\n[TurnCap "1000000000"]', 10, 11, "turns are at most 999999999"),
        ('"100"]', '"100"]\n[Mat "5by7"]', 10, 7, "columns x rows"),
        ('"100"]', '"100"]\n[Mat "4x7"]', 10, 7, "do not fill whole rows"),
        ('"100"]', '"100"]\n[Roster "NNX"]', 10, 12, "'X' is not a role"),
        ('"100"]', '"100"]\n[Roster "NNN"]', 10, 10, "exactly one Candidate"),
        ('"1-0"', '"2-0"', 10, 10, "'2-0' is not a result (1-0, 0-1, 1/2-1/2 or *)"),
        ('"candidate-took-lady"', '"luck"', 11, 10, "'luck' is not a reason"),
        # moves
        ("\n\n1. ", "\n1. ", 12, 1, "an empty line is missing"),
        ("1. e2d3", "1.e2d3", 13, 1, "the move number 1. is missing here"),
        ("1. e2d3", "e2d3", 13, 1, "the move number 1. is missing here"),
        ("2. b2", "3. b2", 13, 17, "this is move 2, not 3"),
        ("2. b2", "2... b2", 13, 17, "the move number 2. is missing here"),
        ("c6xc2=A 2.", "2.", 13, 9, "a move of Red is missing before the number 2."),
        ("e2d3", "e2d9", 13, 7, "'9' is not a row"),
        ("e2d3", "z2d3", 13, 4, "'z' is not a column"),
        ("e2d3", "pass", 13, 4, "'p' is not a column"),
        ("e2d3", "{hm}", 13, 4, "not a column"),
        (
            "e2d3",
            "e2e5",
            13,
            4,
            "illegal move e2e5: The Lady on e2 cannot go to e5: "
            "a Lady goes one step in any direction (R-10)",
        ),
        ("e2d3", "e6d5", 13, 4, "it is White's turn"),
        ("e2d3", "e2d2", 13, 4, "holds a mask of your own family (R-5)"),
        ("e2d3", "e3e4", 13, 4, "There is no mask on e3"),
        ("e2d3", "e2xd3=N", 13, 6, "d3 is empty"),
        ("c6xc2=A", "c6xc2=N", 13, 15, "the mask on c2 was an Advisor: c6xc2=A"),
        ("c6xc2=A", "c6xc2=LS", 13, 15, "the mask on c2 was an Advisor: c6xc2=A"),
        ("c6xc2=A", "c6xc2=X", 13, 15, "'X' is not a role"),
        ("c6xc2=A", "c6xc2", 13, 9, "is not a move"),
        ("d6xc5=LC", "d6xc5=LN", 14, 32, "the captor was a Candidate: d6xc5=LC"),
        ("d6xc5=LC", "d6xc5=L", 14, 31, "shows her captor too"),
        ("a2a3 d6", "a2a3\N{NO-BREAK SPACE}d6", 14, 20, "is not a move"),
        # the end
        ("=LC 1-0", "=LC 7. a3a4 1-0", 14, 34, "the game is over (candidate-took-lady)"),
        ("=LC 1-0", "=LC", 14, 33, "no result after its moves"),
        ("=LC 1-0", "=LC 1-", 14, 34, "the game is over"),
        ("=LC 1-0", "=LC 0-1", 14, 34, "the moves end with 0-1, but the Result tag says 1-0"),
        ("6. a2a3 d6xc5=LC", "6.", 14, 20, "move 6 has a number and no move"),
        ("=LC 1-0", "=LC 1-0 *", 14, 38, "nothing may follow the result"),
        ("=LC 1-0", "=LC 1-0\n\nhm", 16, 1, "a game begins with its tags"),
        ("=LC 1-0", '=LC\n\n[Event "2"]', 16, 1, "no result after its moves"),
        ("candidate-took-lady", "palace", 11, 10, "on the mat the reason is candidate-took-lady"),
        ("candidate-took-lady", "resigned", 11, 10, "not resigned"),
    ],
)
def test_a_fault_is_named_with_its_place(
    old: str, new: str, line: int, column: int, reason: str
) -> None:
    assert old in EXAMPLE
    found = fault(EXAMPLE.replace(old, new, 1))
    assert found[:2] == (line, column)
    assert reason in found[2]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        (EXAMPLE.replace("1-0", "0-1"), 14, 34, "on the mat the game ended 1-0"),
        (EXAMPLE.replace("1-0", "*"), 14, 34, "on the mat the game ended 1-0"),
        (STOPPED.replace("*", "1-0"), 12, 17, "a Reason tag must explain it"),
        (RESIGNED.replace("resigned", "palace"), 11, 10, "the mat does not show the end palace"),
        (RESIGNED.replace("resigned", "quiet"), 11, 10, "the mat does not show the end quiet"),
        (RESIGNED.replace("resigned", "agreed"), 11, 10, "an agreed game is a draw"),
        (AGREED.replace("agreed", "resigned"), 11, 10, "reason resigned has a winner"),
        (AGREED.replace("agreed", "time"), 11, 10, "reason time has a winner"),
        (AGREED.replace("1/2-1/2", "*"), 11, 10, "an unfinished game (*) has no reason"),
        ("", 1, 1, "this holds no game"),
        (" \n\n", 1, 1, "this holds no game"),
        ("1. e2d3 *\n", 1, 1, "a game begins with its tags"),
        (' [Event "Casual"]\n', 1, 1, "a game begins with its tags"),
        ('[Event "Casual"]\n', 1, 17, "ends before the moves"),
        (EXAMPLE + "junk\n" + EXAMPLE, 15, 1, "a game begins with its tags"),
        (EXAMPLE + "\n" + EXAMPLE.replace("e2d3", "e2e5"), 28, 4, "illegal move e2e5"),
    ],
)
def test_a_faulty_text_is_named_with_its_place(
    text: str, line: int, column: int, reason: str
) -> None:
    found = fault(text)
    assert found[:2] == (line, column)
    assert reason in found[2]


def test_the_error_is_one_sentence_with_line_and_column() -> None:
    with pytest.raises(NotationError) as caught:
        read_records(EXAMPLE.replace("2. b2", "3. b2"))
    assert str(caught.value) == "line 13, column 17: this is move 2, not 3"


def test_a_capture_may_be_written_plainly_and_is_completed() -> None:
    plain = EXAMPLE
    for capture in ("c6xc2=A", "b2xc2=S", "b1xb7=N", "d6xc5=LC"):
        plain = plain.replace(capture, capture[:2] + capture[3:5])
    (record,) = read_records(plain)
    assert str(record) == EXAMPLE


def test_optional_tags_have_the_values_of_the_box() -> None:
    short = EXAMPLE
    for tag in ('[First "white"]\n', '[Ladies "owner"]\n', '[Quiet "100"]\n'):
        short = short.replace(tag, "")
    (record,) = read_records(short)
    assert str(record) == EXAMPLE


def test_a_missing_reason_follows_from_the_mat() -> None:
    (record,) = read_records(EXAMPLE.replace('[Reason "candidate-took-lady"]\n', ""))
    assert str(record) == EXAMPLE


def test_setups_are_read_in_either_case() -> None:
    (record,) = read_records(EXAMPLE.replace("AASNL/LNNAC", "aasnl/lnnac"))
    assert str(record) == EXAMPLE


def test_an_abandoned_game_may_be_won_or_drawn() -> None:
    for text in (RESIGNED, AGREED):
        old = Reason.RESIGNED if text is RESIGNED else Reason.AGREED
        (record,) = read_records(text.replace(old, "abandoned"))
        assert record.outcome is not None
        assert record.outcome.reason is Reason.ABANDONED


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE.replace("\n", "\r\n"),
        EXAMPLE.replace("\n", " \t\n"),
        EXAMPLE.rstrip(),
        "\ufeff" + EXAMPLE,
        "\n\n" + EXAMPLE + "\n\n",
        EXAMPLE.replace("1. ", "\n  1.   ").replace(" 3. ", "\n\n3.\n"),
    ],
    ids=["CRLF", "trailing blanks", "no last line end", "BOM", "empty lines", "other breaks"],
)
def test_line_ends_and_blanks_do_not_matter(text: str) -> None:
    (record,) = read_records(text)
    assert str(record) == EXAMPLE


def test_files_may_be_joined_end_to_end() -> None:
    records = read_records(EXAMPLE + STOPPED + EXAMPLE)
    assert write_records(records) == f"{EXAMPLE}\n{STOPPED}\n{EXAMPLE}"


def test_games_are_read_one_at_a_time() -> None:
    def lines() -> Iterator[str]:
        yield from EXAMPLE.splitlines(keepends=True)
        yield "\n"
        raise AssertionError("the second game is not asked for yet")

    assert str(next(iter_records(lines()))) == EXAMPLE


def test_a_file_is_read_as_utf8(tmp_path: Path) -> None:
    path = tmp_path / "games.volto"
    path.write_bytes(EXAMPLE.replace("Ada", "Zoë").encode())
    assert [record.tag("White") for record in read_file(path)] == ["Zoë"]


def test_bytes_that_are_not_utf8_are_a_fault_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "latin.volto"
    path.write_bytes(EXAMPLE.replace("Ada", "é").encode().replace("é".encode(), b"\xc3\xa9Zo\xeb"))
    with pytest.raises(NotationError, match="line 3, column 12: the byte 0xeb is not UTF-8"):
        list(read_file(path))


@pytest.mark.parametrize("text", [EXAMPLE, STOPPED, RESIGNED, AGREED])
def test_a_truncated_file_is_always_noticed(text: str) -> None:
    for end in range(len(text.rstrip())):
        with pytest.raises(NotationError) as caught:
            read_records(text[:end])
        assert caught.value.line is not None


@pytest.mark.parametrize("seed", range(8))
def test_a_truncated_random_game_is_always_noticed(seed: int) -> None:
    rng = Random(seed)
    text = str(random_record(rng)).rstrip()
    for end in rng.sample(range(len(text)), 25):
        with pytest.raises(NotationError):
            read_records(text[:end])


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_raises_anything_but_a_notation_error(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    text = write_records([random_record(rng), random_record(rng)]).encode()
    path = tmp_path / "damaged.volto"
    for _ in range(12):
        path.write_bytes(damaged(text, rng))
        try:
            records = list(read_file(path))
        except NotationError:
            continue
        assert read_records(write_records(records)) == records


def damaged(text: bytes, rng: Random) -> bytes:
    """A few bytes replaced, removed, doubled or swapped."""
    spoilt = bytearray(text)
    for _ in range(rng.randint(1, 3)):
        at, other = rng.randrange(len(spoilt)), rng.randrange(len(spoilt))
        match rng.randrange(5):
            case 0:
                spoilt[at] = rng.randrange(256)
            case 1:
                del spoilt[at : at + rng.randint(1, 9)]
            case 2:
                spoilt[at:at] = spoilt[other : other + rng.randint(1, 9)]
            case 3:
                spoilt[at], spoilt[other] = spoilt[other], spoilt[at]
            case 4:
                spoilt[at] = rng.choice(text)
    return bytes(spoilt)

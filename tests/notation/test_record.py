"""A record: what it holds, how it is written, and that nothing is lost on the way."""

import re
from itertools import pairwise
from random import Random

import pytest

from tests.notation.records import EXAMPLE, moves_of, random_record, unfinished
from volto.notation import Record, read_records, write_records
from volto.rules import (
    Deployment,
    Family,
    Mat,
    Move,
    Outcome,
    Position,
    Reason,
    Role,
    Ruleset,
    Turn,
    VoltoError,
)

WHITE, RED = (Deployment.parse(text) for text in ("NNAAL/LSNAC", "AASNL/LNNAC"))


def played(*moves: str, first: Family = Family.WHITE) -> Position:
    position = Position.start(WHITE, RED, first)
    for move in moves:
        position = position.play(Move.parse(move))
    return position


def test_the_example_is_written_as_it_was_read() -> None:
    (record,) = read_records(EXAMPLE)
    assert str(record) == EXAMPLE


def test_a_record_holds_the_game_as_values() -> None:
    (record,) = read_records(EXAMPLE)
    assert (record.white, record.red) == (WHITE, RED)
    assert record.first is Family.WHITE
    assert record.ruleset == Ruleset()
    assert record.outcome == Outcome(Family.WHITE, Reason.CANDIDATE_TOOK_LADY)
    assert len(record.turns) == 12
    assert record.turns[1] == Turn(Move.parse("c6c2"), Role.ADVISOR)
    assert record.tags[0] == ("Event", "Casual")
    assert record.tag("Red") == "Doge 10"
    assert record.tag("Round") is None


@pytest.mark.parametrize("seed", range(120))
def test_what_is_written_reads_back_the_same(seed: int) -> None:
    record = random_record(Random(seed))
    text = str(record)
    assert read_records(text) == [record]
    assert str(read_records(text)[0]) == text


@pytest.mark.parametrize("seed", range(20))
def test_a_record_can_be_made_again_from_its_last_position(seed: int) -> None:
    record = random_record(Random(seed))
    positions = list(record.positions())
    assert len(positions) == len(record.turns) + 1
    assert all(position.outcome is None for position in positions[:-1])
    assert positions[-1].outcome == record.outcome
    assert Record.of(positions[-1], record.tags) == record


def test_many_games_are_written_with_an_empty_line_between_them() -> None:
    records = [random_record(Random(seed)) for seed in range(5)]
    text = write_records(records)
    assert read_records(text) == records
    assert "\n\n[Event" in text
    assert write_records(read_records(text)) == text


def test_a_game_without_turns_can_be_written() -> None:
    text = str(Record.of(played().resign(Family.RED)))
    assert text.endswith('[Result "1-0"]\n[Reason "resigned"]\n\n1-0\n')
    assert len(read_records(text)) == 1


def test_an_unfinished_game_has_a_star_and_no_reason() -> None:
    text = str(Record.of(played("e2d3")))
    assert text.endswith('[Quiet "100"]\n[Result "*"]\n\n1. e2d3 *\n')


def test_numbers_count_the_turns_of_the_family_that_began() -> None:
    """R-4"""
    record = Record.of(played("b6a5", "e2d3", "d6d5", first=Family.RED))
    assert moves_of(str(record)) == "1. b6a5 e2d3 2. d6d5 *\n"
    assert read_records(str(record)) == [record]


@pytest.mark.parametrize("seed", range(10))
def test_lines_of_moves_break_between_pairs_within_72_columns(seed: int) -> None:
    lines = moves_of(str(random_record(Random(seed)))).splitlines()
    for line in lines:
        assert len(line) <= 72
        assert line == line.strip()
    for line, following in pairwise(lines):
        assert re.match(r"[0-9]+\. |1-0|0-1|1/2-1/2|\*", following)
        pair = re.match(r"[0-9]+\. \S+( [a-i]\S+)?|\S+", following)
        assert pair is not None
        assert len(line) + 1 + len(pair.group()) > 72


def test_the_rules_of_another_game_are_written_only_where_they_differ() -> None:
    mini = Ruleset(turn_cap=40, mat=Mat(3, 4), roster=tuple(map(Role, "LCN")))
    record = Record(Deployment.parse("NCL", mini), Deployment.parse("LCN", mini), ruleset=mini)
    tags = str(record).partition("\n\n")[0].splitlines()
    assert tags[4:] == [
        '[Quiet "100"]',
        '[Mat "3x4"]',
        '[Roster "NCL"]',
        '[TurnCap "40"]',
        '[Result "*"]',
    ]
    assert read_records(str(record)) == [record]


def test_known_tags_come_first_and_others_keep_their_order() -> None:
    tags = (("Zoo", "1"), ("Red", "R"), ("Arena", "2"), ("Event", "E"))
    record = Record(WHITE, RED, tags=tags)
    assert [name for name, _ in record.tags] == ["Event", "Red", "Zoo", "Arena"]
    text = str(record)
    assert text.index("[Red ") < text.index("[WhiteSetup")
    assert text.index("[Result") < text.index("[Zoo") < text.index("[Arena")
    assert read_records(text) == [record]


@pytest.mark.parametrize("value", ["", '"', "\\", '\\"', 'a "b" \\ c', "Doña Ángela 🎭", "[x]"])
def test_any_name_survives_in_a_tag(value: str) -> None:
    record = Record(WHITE, RED, tags=(("White", value),))
    assert read_records(str(record)) == [record]


@pytest.mark.parametrize(
    "tags",
    [
        (("No Space", "x"),),
        (("", "x"),),
        (("9th", "x"),),
        (("White", "two\nlines"),),
        (("White", "\x1b[31m"),),
        (("White", "\ud800"),),
        (("Result", "1-0"),),
        (("White", "a"), ("White", "b")),
    ],
)
def test_a_tag_that_could_not_be_read_again_is_refused(tags: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(VoltoError):
        Record(WHITE, RED, tags=tags)


def test_the_start_may_have_been_given_as_a_text() -> None:
    opening = Position.parse("lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0")
    assert Record.of(opening.play(Move.parse("e2d3"))) == Record.of(played("e2d3"))


@pytest.mark.parametrize(
    "text",
    [
        "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 3 0",
        "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 6",
        "lnnac/aasnl/5/5/4L/NNAA1/LSNAC r 1 1",
        "1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N r 2 31",
    ],
)
def test_a_position_set_up_in_mid_game_has_no_record(text: str) -> None:
    with pytest.raises(VoltoError, match="both deployments"):
        Record.of(Position.parse(text))


@pytest.mark.parametrize(
    ("turns", "outcome", "match"),
    [
        (("e2e3",), Outcome(Family.RED, Reason.PALACE), "mat does not show"),
        (("e2e3",), Outcome(Family.RED, Reason.AGREED), "draw"),
        (("e2e3",), Outcome(None, Reason.RESIGNED), "winner"),
        (("e2e5",), None, "cannot go"),
        (("e2xd3=N",), None, "on the mat it was e2d3"),
    ],
)
def test_a_record_that_contradicts_the_mat_cannot_be_replayed(
    turns: tuple[str, ...], outcome: Outcome | None, match: str
) -> None:
    record = Record(WHITE, RED, turns=tuple(map(Turn.parse, turns)), outcome=outcome)
    with pytest.raises(VoltoError, match=match):
        list(record.positions())


def test_a_record_cannot_leave_out_an_end_that_the_mat_shows() -> None:
    (finished,) = read_records(EXAMPLE)
    record = Record(finished.white, finished.red, turns=finished.turns)
    with pytest.raises(VoltoError, match="another end"):
        list(record.positions())


def test_a_stopped_game_is_the_beginning_of_the_whole_one() -> None:
    (whole,) = read_records(EXAMPLE)
    for turns in range(12):
        (part,) = read_records(unfinished(turns))
        assert part.turns == whole.turns[:turns]
        assert part.outcome is None

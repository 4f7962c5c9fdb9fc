"""Lessons teach by the rules: each can be solved, and a wrong move gets a sentence that helps."""

from collections import deque
from collections.abc import Iterator

import msgspec
import pytest

from tests.server.serving import Server
from volto.rules import Deployment, Family, IllegalMove, Reason, Role, VoltoError
from volto.server.errors import RequestError
from volto.server.site.i18n import LANGUAGES, Translator
from volto.server.site.lesson_book import CHAPTERS, LESSONS
from volto.server.site.lessons import (
    GOOD,
    LOST,
    OTHER_WIN,
    Attempt,
    Lesson,
    Progress,
    choices,
    played,
    progress,
    verdict,
)

ENGLISH = Translator("en")
every_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


def attempts(lesson: Lesson, most: int = 2) -> Iterator[tuple[str, ...]]:
    """Every sequence of legal moves of up to `most`, while the lesson goes on.

    When masks are placed, there are thousands: only those of two columns are tried.
    """
    waiting: deque[tuple[str, ...]] = deque([()])
    while waiting:
        moves = waiting.popleft()
        last = played(lesson, moves)[-1]
        if last.outcome or lesson.goal(last):
            continue
        for text in choices(lesson, last):
            if lesson.placing and set(text) - set("ab12"):
                continue
            yield (*moves, text)
            if len(moves) + 1 < min(most, lesson.turns):
                waiting.append((*moves, text))


@every_lesson
def test_a_lesson_can_be_solved_within_its_turns(lesson: Lesson) -> None:
    solved = [moves for moves in attempts(lesson) if lesson.goal(played(lesson, moves)[-1])]
    assert solved
    answer = progress(lesson, Attempt(solved[0]), ENGLISH)
    assert answer.code == "solved"
    assert answer.text == ENGLISH.text(lesson.praise)
    assert answer.snapshots[-1].moves == {}


@every_lesson
def test_a_lesson_is_not_solved_before_a_move_and_says_what_to_do(lesson: Lesson) -> None:
    assert not lesson.goal(played(lesson, ())[-1])
    answer = progress(lesson, Attempt(), ENGLISH)
    assert (answer.code, answer.text) == ("begin", ENGLISH.text(lesson.task))
    assert answer.snapshots[-1].moves
    assert len(answer.snapshots) == 1 + len(lesson.before)


@every_lesson
def test_whatever_is_tried_the_learner_hears_a_sentence(lesson: Lesson) -> None:
    heard = set()
    for moves in attempts(lesson):
        code, text = verdict(lesson, played(lesson, moves)[-1], len(moves))
        assert text
        heard.add(code)
        if code == "on":
            assert text in (lesson.nudge, GOOD)
        if code == "won":
            assert text == OTHER_WIN
    assert "solved" in heard


@every_lesson
def test_what_the_rules_forbid_is_refused_and_explained(lesson: Lesson) -> None:
    for move in ("a1a1", "e5e1", "z9z9"):
        with pytest.raises(RequestError) as refused:
            progress(lesson, Attempt((move,)), ENGLISH)
        assert refused.value.code == "illegal"
        assert "sign" in str(refused.value)


@every_lesson
def test_a_lesson_that_is_over_takes_no_more_moves(lesson: Lesson) -> None:
    moves = next(moves for moves in attempts(lesson) if lesson.goal(played(lesson, moves)[-1]))
    for move in ("a1a2", "c1c2", "b2b3", "e5e4"):
        with pytest.raises(VoltoError):
            played(lesson, (*moves, move))


@every_lesson
def test_a_lesson_shows_no_rival_role_that_was_not_unmasked(lesson: Lesson) -> None:
    for snapshot in progress(lesson, Attempt(), ENGLISH).snapshots:
        assert all(mask.role is None for mask in snapshot.masks if mask.family == "red")
        assert all(mask.role is not None for mask in snapshot.masks if mask.family == "white")


def test_the_rival_sees_the_lesson_from_the_other_side() -> None:
    (snapshot,) = progress(LESSONS["table"], Attempt(seat="red"), ENGLISH).snapshots
    assert {mask.family for mask in snapshot.masks if mask.role} == {"red"}
    assert snapshot.moves == {}


def test_each_role_each_capture_and_each_ending_has_its_lesson() -> None:
    goals = {"noble", "advisor", "candidate", "soldier", "lady"}
    assert goals <= {lesson.key for lesson in CHAPTERS[0].lessons}
    ends = set()
    for lesson in LESSONS.values():
        for moves in attempts(lesson):
            position = played(lesson, moves)[-1]
            if lesson.goal(position) and position.outcome:
                ends.add(position.outcome.reason)
    assert ends == {
        Reason.CANDIDATE_CAPTURED,
        Reason.CANDIDATE_TOOK_LADY,
        Reason.LADIES,
        Reason.PALACE,
        Reason.BLOCKED,
    }
    taken = {lesson.key: captured(lesson) for lesson in CHAPTERS[1].lessons}
    assert taken == {
        "unmask": Role.ADVISOR,
        "catch": Role.CANDIDATE,
        "company": Role.LADY,
        "never": Role.LADY,
    }


def captured(lesson: Lesson) -> Role | None:
    moves = next(moves for moves in attempts(lesson) if lesson.goal(played(lesson, moves)[-1]))
    return played(lesson, moves)[-1].history[-1].captured


def test_only_a_clause_outside_the_rulebooks_is_marked_as_a_house_ruling() -> None:
    assert [lesson.key for lesson in LESSONS.values() if lesson.house_ruling] == ["stuck"]


def test_in_the_lesson_of_the_guard_nothing_but_the_lady_stops_the_candidate() -> None:
    lesson = LESSONS["guard"]
    solved = set()
    for moves in attempts(lesson, lesson.turns):
        last = played(lesson, moves)[-1]
        if lesson.goal(last):
            solved.add(moves)
        elif last.outcome:
            assert last.outcome.winner is Family.RED, moves
        else:
            assert len(moves) < 2, moves
    assert solved == {("c1b2",), ("c1c2",), ("c1d2",)}


def test_the_learner_places_ten_masks_as_the_rules_allow() -> None:
    lesson = LESSONS["placing"]
    begun = progress(lesson, Attempt(), ENGLISH).snapshots[-1]
    home = {f"{column}{row}" for column in "abcde" for row in (1, 2)}
    assert {cell: {cell, *others} for cell, others in begun.moves.items()} == dict.fromkeys(
        home, home
    )
    halfway = progress(lesson, Attempt(("b2b1",)), ENGLISH)
    assert (halfway.code, halfway.text) == ("on", ENGLISH.text(GOOD))
    done = progress(lesson, Attempt(("b2b1", "a2a1")), ENGLISH)
    assert done.code == "solved"
    (snapshot,) = done.snapshots
    roles = {mask.cell: mask.role for mask in snapshot.masks if mask.family == "white"}
    placed = "".join(str(roles[f"{column}{row}"]) for row in (2, 1) for column in "abcde")
    assert Deployment.parse(f"{placed[:5]}/{placed[5:]}") == Deployment.parse("LSNAA/NCNAL")
    assert "cunning" in done.text


def test_a_mask_that_is_placed_elsewhere_keeps_its_number() -> None:
    before, after = (
        {
            mask.mask: mask.role
            for mask in progress(LESSONS["placing"], attempt, ENGLISH).snapshots[-1].masks
        }
        for attempt in (Attempt(), Attempt(("b2b1",)))
    )
    assert before == after


@pytest.mark.parametrize("swap", ["a1a3", "a7a1", "b2b2", "e6e7"])
def test_only_masks_of_ones_own_are_placed_and_only_on_ones_own_rows(swap: str) -> None:
    with pytest.raises(RequestError):
        progress(LESSONS["placing"], Attempt((swap,)), ENGLISH)


def test_a_step_on_the_way_is_praised_and_a_step_aside_is_not() -> None:
    lesson = LESSONS["noble"]
    assert progress(lesson, Attempt(("b2b3",)), ENGLISH).text == ENGLISH.text(GOOD)
    assert progress(lesson, Attempt(("b2b1",)), ENGLISH).text == ENGLISH.text(lesson.nudge)


def test_a_candidate_that_takes_the_lady_loses_the_lesson() -> None:
    answer = progress(LESSONS["never"], Attempt(("c2c3",)), ENGLISH)
    assert answer.code == "lost"
    assert answer.text == ENGLISH.text(LOST[Reason.CANDIDATE_TOOK_LADY])
    assert answer.snapshots[-1].end is not None


def test_the_reply_comes_as_a_snapshot_of_its_own() -> None:
    answer = progress(LESSONS["bait"], Attempt(("c2c3",)), ENGLISH)
    mine, theirs = answer.snapshots
    assert mine.to_move == "red"
    assert theirs.turns[-1].text == "c4xc3=LN"
    assert theirs.end is not None
    assert theirs.end.reason == "ladies"


def test_a_finished_game_is_not_played_on() -> None:
    with pytest.raises(IllegalMove):
        played(LESSONS["bait"], ("c2c3", "a1b2"))


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_house_answers_in_the_language_of_the_learner(
    server: Server, language: str
) -> None:
    async with server.client() as client:
        answer = await client.post(
            "/api/lessons/noble",
            json={"moves": ["b2b1"]},
            headers={"cookie": f"language={language}"},
        )
    assert answer.status_code == 200
    read = msgspec.json.decode(answer.content, type=Progress)
    assert read.code == "on"
    assert read.text == Translator(language).text(LESSONS["noble"].nudge)
    assert len(read.snapshots) == 2


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("lesson", "body", "status"),
    [
        ("nothing", {}, 404),
        ("noble", {"moves": ["b2c3"]}, 400),
        ("noble", {"moves": ["b2b3"] * 30}, 400),
        ("noble", {"moves": "b2b3"}, 400),
        ("noble", {"secret": 1}, 400),
        ("noble", {"seat": "blue"}, 400),
        ("noble", {"moves": ["b" * 5000]}, 413),
    ],
)
async def test_a_bad_attempt_is_refused_with_a_reason(
    server: Server, lesson: str, body: dict[str, object], status: int
) -> None:
    async with server.client() as client:
        answer = await client.post(f"/api/lessons/{lesson}", json=body)
    assert answer.status_code == status
    assert answer.json()["text"]


@pytest.mark.anyio
async def test_every_mat_of_a_lesson_is_drawn(server: Server) -> None:
    async with server.client() as client:
        html = (await client.get("/learn")).text
    for lesson in LESSONS.values():
        mat = lesson.start.ruleset.mat
        assert f'id="vb-mat-{mat}-white"' in html

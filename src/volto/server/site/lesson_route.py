"""The route of the lessons: an attempt comes in, what there is to see goes out."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from volto.rules import Family, VoltoError
from volto.server.errors import Refusal
from volto.server.site.i18n import Words, chosen, phrase
from volto.server.site.lesson_book import LESSONS
from volto.server.site.lessons import Code, Lesson, played, sights_of, verdict
from volto.server.wire.http_api import as_json, read
from volto.server.wire.messages import FamilyWord, MoveText, Plain, Sight

REFUSED = phrase("That mask cannot go there. Its sign shows where it may.")


class Attempt(Plain, frozen=True):
    """POST /api/lessons/{lesson}: the learner's moves so far, and whose eyes to use."""

    moves: Annotated[tuple[MoveText, ...], msgspec.Meta(max_length=20)] = ()
    seat: FamilyWord = "white"


class Progress(Plain, frozen=True):
    """How the attempt stands: a sight for each turn that is new, oldest first, and a sentence."""

    sights: tuple[Sight, ...]
    code: Code
    text: str


def progress(lesson: Lesson, attempt: Attempt, words: Words) -> Progress:
    """The answer to an attempt; raises a Refusal if a move cannot be played."""
    try:
        positions = played(lesson, attempt.moves)
    except VoltoError:
        raise Refusal("illegal", words.text(REFUSED)) from None
    known = len(played(lesson, attempt.moves[:-1])) if attempt.moves else 0
    sights = sights_of(positions, Family(attempt.seat))[known:]
    code, text = verdict(lesson, positions[-1], len(attempt.moves))
    if code not in ("begin", "on"):
        sights[-1] = msgspec.structs.replace(sights[-1], moves={})
    return Progress(tuple(sights), code, words.text(text))


async def answer(request: Request) -> Response:
    """The route."""
    lesson = LESSONS.get(request.path_params["lesson"])
    if lesson is None:
        raise Refusal("not-found", "There is no such lesson.")
    attempt = await read(request, Attempt)
    return as_json(progress(lesson, attempt, Words(chosen(request))))

"""The moves of a record, `1. e2d3 c6xc2=A 2. …  1-0`: played while they are read."""

import re
from collections.abc import Iterable, Iterator, Sequence

from volto.notation.header import RESULT_WORDS, UNFINISHED, WINNERS, Header
from volto.notation.tokens import Word
from volto.rules import IllegalMove, NotationError, Outcome, Position, Reason, Role, Turn

WIDTH = 72
"""Lines of moves are broken between pairs to stay within this many columns."""

_NUMBER = re.compile(r"[0-9]+\.")


def read_moves(header: Header, words: Iterable[Word]) -> tuple[Position, Word] | None:
    """Play the words up to the result; the final position and the result word, None without one."""
    position = header.start()
    numbered = False
    for word in words:
        pair, second = divmod(position.turns, 2)
        if word.text in RESULT_WORDS:
            if numbered:
                raise word.error(f"move {pair + 1} has a number and no move")
            return position, word
        if position.outcome is not None:
            over = position.outcome.reason
            raise word.error(f"the game is over ({over}): only its result can follow")
        if not second and not numbered:
            _check_number(word, pair + 1)
            numbered = True
        else:
            position = _play(position, word)
            numbered = False
    return None


def _check_number(word: Word, number: int) -> None:
    if word.text == f"{number}.":
        return
    if _NUMBER.fullmatch(word.text):
        raise word.error(f"this is move {number}, not {word.text[:-1]}")
    raise word.error(f"the move number {number}. is missing here, a word of its own")


def _play(position: Position, word: Word) -> Position:
    mover = position.to_move.title()
    if _NUMBER.fullmatch(word.text):
        raise word.error(f"a move of {mover} is missing before the number {word.text}")
    try:
        written = Turn.parse(word.text, position.ruleset.mat)
        played = position.play(written.move)
    except NotationError as error:
        raise word.error(error.reason, error.column) from None
    except IllegalMove as error:
        raise word.error(f"illegal move {word.text}: {str(error).rstrip('.')}") from None
    seen = played.history[-1]
    if written in (seen, Turn(seen.move)):  # the plain four letters will do for a capture
        return played
    if seen.captured is None:
        raise word.error(f"{seen.move.target} is empty, so {word.text} captures nothing", 3)
    if written.captured is not seen.captured:
        raise word.error(f"the mask on {seen.move.target} {_was(seen.captured)}: {seen}", 7)
    raise word.error(f"the captor {_was(seen.captor)}: {seen}", 8)


def _was(role: Role | None) -> str:
    if role is None:
        return "stays masked"
    return f"was {'an' if role is Role.ADVISOR else 'a'} {role.name.title()}"


def read_outcome(header: Header, position: Position, word: Word) -> Outcome | None:
    """How the game ended, when its tags, its result word and the mat agree."""
    if word.text != header.result.value:
        said = header.result.value
        raise word.error(f"the moves end with {word.text}, but the Result tag says {said}")
    shown, reason = position.outcome, header.reason
    if shown is not None:
        if word.text != shown.result:
            raise word.error(f"on the mat the game ended {shown.result} ({shown.reason})")
        if reason is not None and reason.value != shown.reason:
            raise reason.error(f"on the mat the reason is {shown.reason}, not {reason.value}")
        return shown
    if word.text == UNFINISHED:
        if reason is not None:
            raise reason.error("an unfinished game (*) has no reason")
        return None
    if reason is None:
        raise word.error("the mat does not show this result, so a Reason tag must explain it")
    outcome = Outcome(WINNERS[word.text], Reason(reason.value))
    fault = outcome.spoken_fault()
    if fault:
        raise reason.error(fault)
    return outcome


def write_moves(turns: Sequence[Turn], result: str) -> str:
    """The moves in numbered pairs and the result, in lines of at most 72 columns."""
    lines = [""]
    for part in (*_pairs(turns), result):
        if lines[-1] and len(lines[-1]) + 1 + len(part) > WIDTH:
            lines.append("")
        lines[-1] += f" {part}" if lines[-1] else part
    return "\n".join(lines)


def _pairs(turns: Sequence[Turn]) -> Iterator[str]:
    for at in range(0, len(turns), 2):
        yield " ".join((f"{at // 2 + 1}.", *map(str, turns[at : at + 2])))

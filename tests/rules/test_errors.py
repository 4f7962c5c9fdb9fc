import copy
import pickle

from volto.rules import BadRuleset, IllegalMove, NotationError, VoltoError


def test_every_error_of_the_book_is_one_kind_of_error() -> None:
    for kind in (IllegalMove, BadRuleset, NotationError):
        assert issubclass(kind, VoltoError)
    assert issubclass(VoltoError, ValueError)


def test_an_error_in_text_says_where_and_why() -> None:
    assert str(NotationError("too short")) == "column 1: too short"
    assert str(NotationError("too short", 4)) == "column 4: too short"
    assert str(NotationError("too short", 4, 2)) == "line 2, column 4: too short"


def test_an_error_in_a_part_is_told_from_the_whole() -> None:
    moved = NotationError("too short", 4).moved(10, line=3)
    assert (moved.column, moved.line, moved.reason) == (14, 3, "too short")


def test_an_error_survives_a_copy() -> None:
    error = NotationError("too short", 4, 2)
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (str(twin), twin.column, twin.line) == (str(error), 4, 2)

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import MINI, deployments, rulesets
from volto.rules import (
    STANDARD,
    Deployment,
    Family,
    Mat,
    NotationError,
    Position,
    Role,
    Ruleset,
    VoltoError,
)


def test_a_family_fills_its_palace_row_and_the_row_in_front_of_it() -> None:
    """R-3"""
    deployment = Deployment.parse("NNAAL/LSNAC")
    white = {str(c): role for c, role in deployment.placed(Family.WHITE).items()}
    red = {str(c): role for c, role in deployment.placed(Family.RED).items()}
    assert "".join(white) == "a2b2c2d2e2a1b1c1d1e1"
    assert "".join(red) == "a6b6c6d6e6a7b7c7d7e7"
    assert "".join(white.values()) == "".join(red.values()) == "NNAALLSNAC"


def test_columns_are_written_from_a_whichever_the_family() -> None:
    """R-3"""
    position = Position.start(Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"))
    assert str(position) == "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"


def test_there_are_50400_deployments() -> None:
    """R-3"""
    every = {str(deployment) for deployment in Deployment.every()}
    assert len(every) == Deployment.count() == 50_400


def test_deployments_are_numbered_in_their_order() -> None:
    every = list(Deployment.every())
    for number in (*range(0, 50_400, 997), 50_399):
        assert Deployment.numbered(number) == every[number]
        assert every[number].number() == number
    for number in (-1, 50_400):
        with pytest.raises(VoltoError, match="numbered 0 to 50399"):
            Deployment.numbered(number)


@pytest.mark.parametrize("ruleset", MINI[:5], ids=lambda ruleset: str(ruleset.mat))
def test_smaller_games_have_fewer_deployments(ruleset: Ruleset) -> None:
    every = list(Deployment.every(ruleset))
    assert len(set(every)) == len(every) == Deployment.count(ruleset)
    assert [Deployment.numbered(number, ruleset) for number in range(len(every))] == every
    for deployment in every:
        deployment.check(ruleset)


def test_a_random_deployment_is_any_of_them_and_repeats_from_its_seed() -> None:
    ruleset = Ruleset(mat=Mat(3, 4), roster=(Role.NOBLE, Role.CANDIDATE, Role.LADY))
    drawn = [Deployment.random(Random(seed), ruleset) for seed in range(100)]
    assert set(drawn) == set(Deployment.every(ruleset))
    assert drawn == [Deployment.random(Random(seed), ruleset) for seed in range(100)]


@given(rulesets.flatmap(lambda ruleset: st.tuples(st.just(ruleset), deployments(ruleset))))
def test_a_deployment_reads_back_as_it_is_written(drawn: tuple[Ruleset, Deployment]) -> None:
    ruleset, deployment = drawn
    assert Deployment.parse(str(deployment), ruleset) == deployment
    assert Deployment.parse(str(deployment).lower(), ruleset) == deployment
    assert deployment.mirrored().mirrored() == deployment


def test_a_mirror_exchanges_left_and_right() -> None:
    assert str(Deployment.parse("NNAAL/LSNAC").mirrored()) == "LAANN/CANSL"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "a row of a deployment has 5 masks, this one has 0"),
        ("NNAALLSNAC", 1, "a row of a deployment has 5 masks, this one has 10"),
        ("NNAAL/LSNA", 7, "a row of a deployment has 5 masks, this one has 4"),
        ("NNAAL/LSNAC/", 13, "a row of a deployment has 5 masks, this one has 0"),
        ("NNAAL", 1, "a deployment has 2 rows, this one has 1"),
        ("NNAAL/LSNQC", 10, "'Q' is not a role (N A C S L)"),
        ("NNAAL/L NAC", 8, "' ' is not a role (N A C S L)"),
        ("NNAAL/LXNAC", 8, "'X' is not a role (N A C S L)"),
        ("NNAAN/LSNAC", 9, "a deployment has 3 of N, this one has 4"),
        ("nnaan/lsnac", 9, "a deployment has 3 of N, this one has 4"),
        ("NNAAL/LLNAC", 8, "a deployment has 2 of L, this one has 3"),
        ("CNAAL/LSNAC", 11, "a deployment has 1 of C, this one has 2"),
        ("NNNNN/NNNNN", 4, "a deployment has 3 of N, this one has 10"),
    ],
)
def test_what_is_not_a_deployment_is_refused(text: str, column: int, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        Deployment.parse(text)
    assert (error.value.column, error.value.reason) == (column, reason)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("NNAAL/L\u017fNAC", 8),
        ("NNAAL/L\u00dfAC", 8),
        ("NNAAL/LSNA\u0421", 11),
        ("\uff2eNAAL/LSNAC", 1),
    ],
    ids=["long s", "sharp s", "Cyrillic", "full width"],
)
def test_a_letter_that_only_looks_like_a_role_is_refused(text: str, column: int) -> None:
    """A long s is no Soldier, and a sharp s no two of them."""
    with pytest.raises(NotationError) as error:
        Deployment.parse(text)
    assert error.value.column == column
    assert error.value.reason == f"{text[column - 1]!r} is not a role (N A C S L)"


def test_a_deployment_must_fit_the_rules_it_is_used_with() -> None:
    mini = Ruleset(mat=Mat(3, 4), roster=(Role.NOBLE, Role.CANDIDATE, Role.LADY))
    small, large = Deployment.parse("NCL", mini), Deployment.parse("NNAAL/LSNAC")
    with pytest.raises(VoltoError, match="does not fit a mat of 5x7"):
        Position.start(small, large)
    with pytest.raises(VoltoError, match="does not fit a mat of 3x4"):
        large.check(mini)
    with pytest.raises(NotationError) as error:
        Position.start(large, Deployment((Role.ADVISOR,) * 10), ruleset=STANDARD)
    assert str(error.value) == "column 4: a deployment has 3 of A, this one has 10"

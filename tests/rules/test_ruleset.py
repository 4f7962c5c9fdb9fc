import pytest
from hypothesis import given

from tests.strategies import rulesets
from volto.rules import (
    STANDARD,
    BadRuleset,
    Deployment,
    LadyRule,
    Mat,
    Position,
    Role,
    Ruleset,
    VoltoError,
)

from .playing import OPENING, ending, played


def roster(letters: str) -> tuple[Role, ...]:
    return tuple(map(Role, letters))


MINI = Ruleset(mat=Mat(3, 4), roster=roster("NCL"))
MINI_START = "ncl/3/3/NCL w 0 0"


def test_the_game_in_the_box() -> None:
    """R-1, R-2, R-14, H-2"""
    assert Ruleset(LadyRule.OWNER, 100, 0, Mat(5, 7), roster("NNNAAACSLL")) == STANDARD
    assert STANDARD.deployed_rows == 2


def test_the_lady_rule_and_the_quiet_limit_are_options_of_a_position() -> None:
    """R-14, H-2"""
    deployment = Deployment.parse("NNAAL/LSNAC")
    started = Position.start(deployment, deployment, ladies="captor", quiet=7).ruleset
    assert started == Position.parse(OPENING, ladies="captor", quiet=7).ruleset
    assert (started.ladies, started.quiet) == (LadyRule.CAPTOR, 7)
    assert Position.parse(OPENING, ruleset=started).ruleset == started
    assert STANDARD.but() is STANDARD
    assert started.but(quiet=0) == Ruleset(LadyRule.CAPTOR, 0)


def test_the_order_of_a_roster_does_not_count() -> None:
    assert Ruleset(mat=Mat(3, 4), roster=roster("LCN")) == MINI
    assert hash(Ruleset(mat=Mat(3, 4), roster=roster("LCN"))) == hash(MINI)


@pytest.mark.parametrize(
    ("letters", "mat", "reason"),
    [
        ("NAL", Mat(3, 4), "A roster has exactly one Candidate."),
        ("CCL", Mat(3, 4), "A roster has exactly one Candidate."),
        ("NNCL", Mat(3, 4), "4 masks a family do not fill whole rows"),
        ("NNNCLL", Mat(3, 3), "6 masks a family do not fill whole rows"),
    ],
)
def test_a_roster_fills_whole_rows_on_each_side(letters: str, mat: Mat, reason: str) -> None:
    with pytest.raises(BadRuleset, match=reason):
        Ruleset(mat=mat, roster=roster(letters))


@pytest.mark.parametrize("letters", ["XCL", "NCX", "nCL", "NC?"])
def test_a_roster_has_known_roles_only(letters: str) -> None:
    with pytest.raises(BadRuleset):
        Ruleset(mat=Mat(3, 4), roster=tuple(letters))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("quiet", "turn_cap"), [(-1, 0), (0, -1), (1_000_000_000, 0), (0, 1_000_000_000)]
)
def test_limits_are_neither_negative_nor_without_end(quiet: int, turn_cap: int) -> None:
    """H-2"""
    with pytest.raises(BadRuleset) as error:
        Ruleset(quiet=quiet, turn_cap=turn_cap)
    assert str(error.value) == "The quiet limit and the turn cap are 0 (off) to 999999999."


def test_limits_may_have_nine_digits() -> None:
    """H-2"""
    ruleset = Ruleset(quiet=999_999_999, turn_cap=999_999_999)
    assert (ruleset.quiet, ruleset.turn_cap) == (999_999_999, 999_999_999)


def test_an_unknown_lady_rule_is_refused() -> None:
    with pytest.raises(BadRuleset, match="'owner' or 'captor', not 'both'"):
        Position.parse(OPENING, ladies="both")


@pytest.mark.parametrize("ladies", LadyRule)
@pytest.mark.parametrize(
    ("moves", "owner", "captor"),
    [
        ("b1b2 a4a3 b2a3 c4c3 a3a4", "1-0 palace", "1-0 palace"),
        ("b1b2 a4a3 b2a3 b4a3", "0-1 candidate-captured", "0-1 candidate-captured"),
        ("b1b2 c4b3 b2b3", "0-1 candidate-took-lady", "0-1 candidate-took-lady"),
        ("a1a2 c4b3 a2b2 a4a3 b2b3", "0-1 ladies", "1-0 ladies"),
        ("a1a2 a4a3 a2b2 c4c3", "*", "*"),
    ],
)
def test_mini_volto_is_played_by_the_same_clauses(
    moves: str, owner: str, captor: str, ladies: LadyRule
) -> None:
    """R-12 to R-15; with one Lady in the roster, the first one lost is the last."""
    position = played(MINI_START, *moves.split(), ladies=ladies, ruleset=MINI)
    assert ending(position) == (owner if ladies is LadyRule.OWNER else captor)


def test_mini_volto_starts_like_the_large_game() -> None:
    """R-3"""
    row = Deployment.parse("ncl", MINI)
    assert Position.start(row, row, ruleset=MINI) == Position.parse(MINI_START, ruleset=MINI)


def test_a_game_without_ladies_does_not_end_for_want_of_them() -> None:
    """R-14"""
    ruleset = Ruleset(mat=Mat(2, 4), roster=roster("NC"))
    assert ending(played("nc/2/2/NC w 0 0", "b1b2", ruleset=ruleset)) == "*"
    end = ending(played("nc/2/2/NC w 0 0", "b1b2", "b4b3", "b2b3", ruleset=ruleset))
    assert end == "1-0 candidate-captured"


@given(rulesets)
def test_rules_are_read_as_they_are_written(ruleset: Ruleset) -> None:
    assert Ruleset.parse(str(ruleset)) == Ruleset.of(ruleset.words()) == ruleset
    assert eval(repr(ruleset)) == ruleset


def test_rules_are_told_in_words_and_what_is_left_out_is_standard() -> None:
    """H-2, R-14"""
    assert str(STANDARD) == "ladies owner quiet 100"
    assert str(MINI) == "ladies owner quiet 100 mat 3x4 roster NCL"
    assert Ruleset.parse("") == STANDARD
    assert Ruleset.parse("cap 60 ladies captor") == Ruleset(LadyRule.CAPTOR, turn_cap=60)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("depth 3", "'depth' is not a word of the rules (ladies, quiet, mat, roster, cap)"),
        ("ladies both", "The Lady rule is 'owner' or 'captor', not 'both'."),
        ("quiet 07", "turns are a plain number, not '07'"),
        ("cap 1234567890", "turns are at most 999999999"),
        ("mat 5", "a mat is columns x rows, like 5x7, not '5'"),
        ("roster NXL", "'X' is not a role (N A C S L)"),
        ("quiet", "rules are words with a value each, every word once: 'quiet'"),
        ("quiet 1 quiet 2", "rules are words with a value each, every word once"),
    ],
)
def test_rules_that_cannot_be_read_are_refused(text: str, reason: str) -> None:
    with pytest.raises(VoltoError) as error:
        Ruleset.parse(text)
    assert reason in str(error.value)

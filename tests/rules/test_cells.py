import pytest

from volto.rules import STANDARD, STANDARD_MAT, BadRuleset, Cell, Family, Mat, NotationError


def test_the_mat_has_five_columns_and_seven_rows() -> None:
    """R-1"""
    cells = [str(cell) for cell in STANDARD_MAT]
    assert cells == [f"{column}{row}" for row in range(1, 8) for column in "abcde"]


def test_row_1_is_the_palace_of_white_and_row_7_that_of_red() -> None:
    """R-1"""
    assert STANDARD.palace_row(Family.WHITE) == Cell.parse("a1").row
    assert STANDARD.palace_row(Family.RED) == Cell.parse("a7").row


def test_a_cell_lies_on_the_mat_or_not() -> None:
    assert Cell(4, 6) in STANDARD_MAT
    for outside in (Cell(5, 0), Cell(0, 7), Cell(-1, 0), Cell(0, -1)):
        assert outside not in STANDARD_MAT


def test_a_step_leads_from_cell_to_cell() -> None:
    assert str(Cell.parse("b3").step(1, -1)) == "c2"


@pytest.mark.parametrize("mat", [STANDARD_MAT, Mat(3, 4), Mat(9, 9), Mat(1, 2)], ids=str)
def test_every_cell_reads_back_as_it_is_written(mat: Mat) -> None:
    assert [Cell.parse(str(cell), mat) for cell in mat] == list(mat)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "'' is not a cell: a cell is a column and a row, like b3"),
        ("b33", 1, "'b33' is not a cell: a cell is a column and a row, like b3"),
        ("f3", 1, "'f' is not a column of this mat (a to e)"),
        ("B3", 1, "'B' is not a column of this mat (a to e)"),
        ("b0", 2, "'0' is not a row of this mat (1 to 7)"),
        ("b8", 2, "'8' is not a row of this mat (1 to 7)"),
        ("b²", 2, "'²' is not a row of this mat (1 to 7)"),
    ],
)
def test_what_is_not_a_cell_is_refused(text: str, column: int, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        Cell.parse(text)
    assert (error.value.column, error.value.reason) == (column, reason)


@pytest.mark.parametrize(("columns", "rows"), [(0, 7), (10, 7), (5, 1), (5, 10)])
def test_a_mat_has_one_to_nine_columns_and_two_to_nine_rows(columns: int, rows: int) -> None:
    with pytest.raises(BadRuleset, match=f"not {columns} by {rows}"):
        Mat(columns, rows)

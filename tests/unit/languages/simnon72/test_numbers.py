"""Every numbered message of 1972 is given, with its arrow at the right column."""

import re
from pathlib import Path

import pytest

from simnon.languages.simnon72 import MESSAGES
from simnon.source import Source
from tests.unit.languages.simnon72.descriptions import given, numbers, numbers_and_columns

CORPUS = Path(__file__).parents[3] / "corpus" / "simnon72"
CASES: list[tuple[tuple[str, ...], str, list[tuple[int, int]]]] = [
    ((), "5=A", [(0, 0)]),
    ((), "=A", [(0, 0)]),
    ((), "X1=5", [(1, 2)]),
    ((), "X1", [(1, 2)]),
    ((), "X1:A", [(2, 3)]),
    ((), "PAR:", [(2, 4)]),
    ((), "PAR:-", [(2, 5)]),
    ((), "X4:1,5", [(3, 4)]),
    ((), "PAR:1 2", [(3, 6)]),
    ((), "DX1:5", [(4, 3)]),
    ((), "U1 5", [(4, 3)]),
    ((), "Y1", [(4, 2)]),
    ((), "ALFA12=1", [(5, 0)]),
    ((), "A=ALFA12", [(5, 2)]),
    ((), "ALFA12:1", [(5, 0)]),
    ((), "A+1", [(6, 1)]),
    (("A=1",), "A:2", [(7, 0)]),
    (("A=B",), "B=2", [(8, 0)]),
    ((), "A=SIN+1", [(9, 5)]),
    ((), "A=FCN1", [(9, 6)]),
    ((), "A=1+.", [(10, 4)]),
    ((), "A=1;2", [(11, 3)]),
    ((), "A=1:2", [(11, 3)]),
    ((), "A=1+ö", [(12, 4)]),
    ((), "T=1", [(20, 0)]),
    ((), "SIN=1", [(20, 0)]),
    ((), "FCN1=1", [(20, 0)]),
    ((), "THEN=1", [(20, 0)]),
    ((), "A=1 2", [(30, 4)]),
    ((), "A=2(3)", [(30, 3)]),
    ((), "A=(2)SIN(3)", [(30, 5)]),
    ((), "A=1+NOT T", [(31, 4)]),
    ((), "A=1+IF T THEN 1 ELSE 2", [(32, 4)]),
    ((), "A=IF T THEN IF T THEN 1 ELSE 2 ELSE 3", [(32, 12)]),
    ((), "A=", [(33, 2)]),
    ((), "A=1+", [(33, 4)]),
    ((), "A=2*-3", [(33, 4)]),
    ((), "A=2↑-3", [(33, 4)]),
    ((), "A=()", [(33, 3)]),
    ((), "A=AND T", [(33, 2)]),
    ((), "A=SIN(,2)", [(33, 6)]),
    ((), "A=ATAN2(T)", [(34, 9)]),
    ((), "A=ATAN(X,Y)", [(35, 8)]),
    ((), "A=SIGN(X,Y,Z)", [(35, 10)]),
    ((), "A=FCN1(1,2,3)", [(35, 8)]),
    ((), "A=(1,2)", [(36, 4)]),
    ((), "A=1,2", [(36, 3)]),
    ((), "A=1)", [(36, 3)]),
    ((), "B=SQRT(2*(X1+X2)", [(36, 16)]),
    ((), "A=1<2<3", [(36, 5)]),
    ((), "A=IF T THEN 1", [(36, 13)]),
    ((), "A=1 THEN 2", [(36, 4)]),
    ((), "A=1 ELSE 2", [(36, 4)]),
    ((), "*FUN1", [(40, 1)]),
    ((), "*", [(40, 1)]),
    ((), "*FIN", [(40, 1)]),
    (("*FCN1",), "*END", [(40, 1)]),
    ((), "*FCN1 2", [(41, 6)]),
    ((), "*END A", [(41, 5)]),
    (("*FCN1",), "1 2 3", [(41, 4)]),
    (("*FCN1",), "A=2", [(42, 0)]),
    (("*FCN1",), "1", [(43, 1)]),
    (("*FCN1", "1 2"), "*FIN", [(44, 1)]),
    ((), "A=1.234567890123456789", [(50, 2)]),
    ((), "P:1E999", [(50, 2)]),
    ((), "A=1E-999", [(50, 2)]),
    (("A:1",), "A:2", [(52, 0)]),
    ((), "A=A+1", [(53, 2)]),
    ((), "A=X0", [(70, 2)]),
    ((), "X00:1", [(70, 0)]),
    ((), "A=FCN0(1)", [(70, 2)]),
    ((), "A=X11", [(71, 2)]),
    ((), "DX11=1", [(71, 0)]),
    ((), "A=X99999999999999999999", [(71, 2)]),
    ((), "DX1=DX1", [(72, 4)]),
    ((), "C=DX1+U2+Y3", [(72, 2), (74, 6), (76, 9)]),
    ((), "DX2=1", [(73, 0)]),
    ((), "A=U1", [(74, 2)]),
    ((), "U2=1", [(75, 0)]),
    ((), "A=Y1", [(76, 2)]),
    ((), "Y2=1", [(77, 0)]),
    ((), "*FCN0", [(90, 1)]),
    ((), "*FCN11", [(91, 1)]),
    ((), "*FCN2", [(92, 1)]),
    (("*FCN1", "0 0", "1 1", "*FIN"), "*FCN1", [(92, 1)]),
    (("*FCN1",), "1 1.234567890123456789", [(93, 2)]),
    (("*FCN1", "1 2"), "1 3", [(94, 0)]),
    (("A=P",), "*END", [(96, 1)]),
    (("A=X3", "DX1=1"), "*END", [(97, 1)]),
    (("X2:1",), "*END", [(97, 1)]),
    (("A=FCN2(T)",), "*END", [(98, 1)]),
    (("DX1=X2+FCN1(PAR*T)",), "*END", [(96, 1), (97, 1), (98, 1)]),
    ((), "ALFA12=X003003+SIN+...", [(5, 0), (71, 7), (9, 18), (10, 19), (10, 20), (10, 21)]),
]
OF_ROOM = {51, 54, 80, 95}


@pytest.mark.parametrize(("before", "line", "expected"), CASES, ids=[line for _, line, _ in CASES])
def test_a_line_gives_its_error_numbers(before: tuple[str, ...], line: str, expected: list[tuple[int, int]]) -> None:
    assert numbers_and_columns(given(*before), line) == expected


def test_the_lines_of_the_corpus_give_their_error_numbers() -> None:
    rows = [line for line in (CORPUS / "ERRORS.txt").read_text("utf-8").splitlines() if line and line[0] not in "#*"]
    for row in rows:
        line, expected = re.split(r"\s{2,}", row.partition("(OCR")[0].strip(), maxsplit=1)
        assert list(dict.fromkeys(numbers(given(), line))) == [int(number) for number in expected.split()]
    assert len(rows) == 5


def test_every_number_is_tested() -> None:
    tested = {number for _, _, expected in CASES for number, _ in expected}

    assert tested | OF_ROOM == set(MESSAGES)


def test_a_system_can_have_134_names() -> None:
    description = given(*(f"A{i}:{i}" for i in range(134)))

    assert numbers(description, "B:1") == [51]
    assert numbers(description, "C=A1") == [51]


def test_a_system_can_have_165_numbers_in_expressions_and_tables() -> None:
    description = given("*FCN1", *(f"{i} 0" for i in range(80)), "*FIN", "A=1+2+3+4+5")

    assert numbers(description, "B=5+6") == [54]
    assert numbers(description, "B=5+4") == []
    assert numbers(description, "*FCN2") == []
    assert numbers(description, "1 2") == [95]


def test_a_system_can_have_999_instructions() -> None:
    description = given(*("A=T",) * 333)

    assert numbers(description, "A=T") == [80]


def test_a_line_with_an_error_changes_nothing() -> None:
    description = given("A=1")
    before = description.accepted

    assert numbers(description, "B=C+FCN3(X9)+") == [33]

    assert description.accepted is before
    assert numbers(description, "*END") == []


def test_undefined_names_are_listed() -> None:
    description = given("DX1=X3+FCN2(PAR)+Q")
    from_end = description.take(_line("*END"), 1)

    assert [problem.names for problem in from_end] == [("PAR", "Q"), ("DX2", "DX3"), ("FCN1", "FCN2")]
    assert not description.accepted.is_ended


def _line(text: str) -> Source:
    return Source("line", text)

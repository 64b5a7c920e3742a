"""reader: statements become Systems; a line with a mistake gives one message and the rest is read."""

import pytest

from simnon.languages import DIALECTS
from simnon.model import Convention, Declared, Interpolation, Section, System, SystemKind, print_expression
from simnon.source import Report, Source


def read(text: str, report: Report | None = None) -> tuple[System, ...]:
    return DIALECTS[".t"](Source("t", text, "folder"), report or Report())


def one(*lines: str, kind: str = "CONTINUOUS") -> System:
    report = Report()
    (system,) = read("\n".join([f"{kind} SYSTEM s", *lines, "END"]) + "\n", report)
    assert report.diagnostics == ()
    return system


def codes(*lines: str, kind: str = "CONTINUOUS") -> list[str]:
    report = Report()
    read("\n".join([f"{kind} SYSTEM s", *lines, "END"]) + "\n", report)
    return [diagnostic.code for diagnostic in report.diagnostics]


def test_words_and_names_are_read_without_regard_to_case() -> None:
    (system,) = read("continuous system S\nState X\nder dX\nDX = x\nend\n")

    assert (system.name, system.kind) == ("S", SystemKind.CONTINUOUS)
    assert [d.name for d in system.declared(Declared.STATE)] == ["X"]
    assert print_expression(system.assignments[0].value) == "X"
    assert system.assignments[0].target.name == "dX"


def test_a_text_can_contain_several_systems() -> None:
    systems = read("CONTINUOUS SYSTEM a\nEND\nDISCRETE SYSTEM b\nEND\nCONNECTING SYSTEM c\nEND\n")

    assert [(s.name, s.kind.value) for s in systems] == [("a", "CONTINUOUS"), ("b", "DISCRETE"), ("c", "CONNECTING")]


def test_a_value_can_have_a_sign_and_a_unit() -> None:
    values = one("a: 1", "b: -2.5 [m/s]", "c: +3").values

    assert [(v.name, v.value, v.unit.text if v.unit else "") for v in values] == [
        ("a", 1, ""),
        ("b", -2.5, "m/s"),
        ("c", 3, ""),
    ]


def test_sections_are_remembered_with_each_equation() -> None:
    system = one("a = 1", "INITIAL", "b = 1", "OUTPUT", "c = 1", "DYNAMICS", "d = 1", "SORT", "e = 1")

    assert [a.section for a in system.assignments] == [
        Section.NONE,
        Section.INITIAL,
        Section.OUTPUT,
        Section.DYNAMICS,
        Section.SORT,
    ]


def test_output_with_names_declares_and_alone_opens_a_section() -> None:
    system = one("OUTPUT y z", "OUTPUT", "y = 1", "z = 2")

    assert [d.name for d in system.declared(Declared.OUTPUT)] == ["y", "z"]


def test_a_word_of_the_language_can_be_a_name_before_a_sign() -> None:
    system = one("time = 2", "end: 3", "input = end")

    assert [a.target.name for a in system.assignments] == ["time", "input"]
    assert [v.name for v in system.values] == ["end"]


def test_a_when_holds_its_equations() -> None:
    (when,) = one("WHEN a > 1 AND b < 2", "x = -PRE(x)", "h = 1", "END", "c = 1").whens

    assert print_expression(when.condition) == "a > 1 AND b < 2"
    assert [a.target.name for a in when.assignments] == ["x", "h"]


def test_a_stop_can_have_a_message() -> None:
    assert [
        (print_expression(s.condition), s.message) for s in one("STOP WHEN a > 1 'far'", "STOP WHEN b < 2").stops
    ] == [
        ("a > 1", "far"),
        ("b < 2", ""),
    ]


def test_a_requirement_can_have_a_message_and_a_for() -> None:
    (require,) = one("REQUIRE a < b 'wrong order' FOR k = 1..3").requires

    assert (print_expression(require.condition), require.message) == ("a < b", "wrong order")
    assert require.loop is not None
    assert require.loop.index == "k"


def test_a_function_has_parameters_and_a_body() -> None:
    (function,) = one("FUNCTION f(a, b) = a*b + p").functions

    assert (function.name, function.parameters, print_expression(function.body)) == ("f", ("a", "b"), "a*b + p")


@pytest.mark.parametrize(
    ("line", "symbol", "convention"),
    [
        ("FUNCTION f(x) FROM 'a.py'", "f", Convention.PYTHON),
        ("FUNCTION f(x) FROM 'a.py' AS g", "g", Convention.PYTHON),
        ("FUNCTION f(x) FROM 'lib.so' AS 'g_2'", "g_2", Convention.C),
        ("FUNCTION f(x) FROM FORTRAN 'lib.so'", "f", Convention.FORTRAN),
    ],
)
def test_a_function_can_come_from_a_file_beside_the_model(line: str, symbol: str, convention: Convention) -> None:
    (foreign,) = one(line).foreign

    assert (foreign.symbol, foreign.convention) == (symbol, convention)
    assert foreign.path.startswith("folder")


def test_a_table_of_one_argument_is_pairs() -> None:
    (table,) = one("TABLE f(x) SPLINE EXTRAPOLATED", "0, -1", "1 2", "2.5 +3", "END").tables

    assert (table.first, table.second, table.values) == ((0, 1, 2.5), (), (-1, 2, 3))
    assert (table.interpolation, table.is_extrapolated) == (Interpolation.SPLINE, True)


def test_a_table_of_two_arguments_is_a_grid() -> None:
    (table,) = one("TABLE f(x, y)", "10 20", "0 1 2", "1 3 4", "END").tables

    assert (table.first, table.second, table.values) == ((0, 1), (10, 20), (1, 2, 3, 4))


@pytest.mark.parametrize(
    "rows",
    [
        ("0 0",),
        ("0 0", "1"),
        ("0 0", "0 1"),
        ("1 0", "0 1"),
        ("0 0", "1 x"),
        (),
    ],
)
def test_malformed_tables_are_rejected(rows: tuple[str, ...]) -> None:
    assert codes("TABLE f(x)", *rows, "END") == ["unreadable-table"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("a b c", "unreadable-line"),
        ("= 1", "unreadable-line"),
        ("a: b", "number-expected"),
        ("a: 1 2", "unexpected-text"),
        ("a: 1 [meltre]", "unreadable-unit"),
        ("a: 1 [m", "unreadable-unit"),
        ("STATE", "empty-declaration"),
        ("NEW n", "wrong-section"),
        ("CONNECT", "wrong-section"),
        ("FUNCTION", "unreadable-line"),
        ("FUNCTION f", "unreadable-line"),
        ("FUNCTION f(", "unreadable-line"),
        ("FUNCTION f(1) = 2", "unreadable-line"),
        ("FUNCTION f(x", "unclosed-parenthesis"),
        ("FUNCTION f(x)", "unreadable-line"),
        ("FUNCTION f(x) FROM", "unreadable-line"),
        ("FUNCTION sin(x) = x", "duplicate-definition"),
        ("STOP a > 1", "unreadable-line"),
        ("STATE 1", "unexpected-text"),
        ("END now", "unexpected-text"),
        ("CONTINUOUS x", "wrong-section"),
    ],
)
def test_a_line_with_a_mistake_gives_one_message(line: str, code: str) -> None:
    assert codes(line)[:1] == [code]


def test_a_name_whose_equation_is_unreadable_counts_as_defined() -> None:
    (system,) = read("CONTINUOUS SYSTEM s\na = 1 +\nEND\n")

    assert system.unreadable == {"a"}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("CONTINUOUS SYSTEM s\na = 1\n", ["end-expected"]),
        ("CONTINUOUS SYSTEM s\nWHEN a > 1\n", ["end-expected", "end-expected"]),
        ("CONTINUOUS SYSTEM s\nTABLE f(x)\n0 0\n", ["end-expected", "end-expected"]),
        ("CONTINUOUS SYSTEM a\nCONTINUOUS SYSTEM b\nEND\n", ["end-expected"]),
        ("a = 1\nb = 2\n", ["heading-expected"]),
        ("CONTINUOUS SYSTEM\nEND\n", ["heading-expected"]),
        ("CONTINUOUS SYSTEM a b\nEND\n", ["unexpected-text"]),
        ("DISCRETE SYSTEM d\nWHEN a > 1\nx = 1\nEND\nEND\n", ["wrong-section"]),
        ("CONTINUOUS SYSTEM s\nWHEN a > 1\na: 1\nEND\nEND\n", ["wrong-section"]),
        ("", []),
    ],
)
def test_unclosed_constructs_are_reported(text: str, codes: list[str]) -> None:
    report = Report()

    read(text, report)

    assert [diagnostic.code for diagnostic in report.diagnostics] == codes

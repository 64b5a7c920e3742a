"""Instances: a type is defined once, values from above count, and each mistake is reported once."""

import pytest

from simnon.assembly import assemble, instances
from simnon.languages import DIALECTS
from simnon.model import Equation, FlatModel, Role, print_expression
from simnon.source import Report, Source, render_all
from tests.unit.assembly.test_assemble import codes_of, model_of

LAG = """
CONTINUOUS SYSTEM lag
INPUT u
STATE x
DER dx
dx = (u - x)/T
T: 2
END
"""


def starts_of(model: FlatModel) -> dict[str, float | None]:
    return {variable.name: variable.start for variable in model.variables if variable.role is Role.PARAMETER}


def test_paths_are_the_names_of_variables() -> None:
    model = model_of(LAG + "CONNECTING SYSTEM top\nSYSTEM a, b[1..2]: lag\na.u = 1\nb[k].u = a.x FOR k = 1..2\nEND\n")

    assert [v.name for v in model.variables if v.role is Role.STATE] == ["a.x", "b[1].x", "b[2].x"]
    assert model.parts == (("a", "lag"), ("b[1]", "lag"), ("b[2]", "lag"))


def test_the_value_given_at_the_highest_level_counts() -> None:
    inner = "CONNECTING SYSTEM inner\nSYSTEM a: lag\na.u = 1\na.T: 3\nEND\n"
    model = model_of(LAG + inner + "CONNECTING SYSTEM top\nSYSTEM i, j: inner\nj.a.T: 7\nEND\n")

    assert starts_of(model) == {"i.a.T": 3.0, "j.a.T": 7.0}


def test_a_name_with_an_equation_is_not_a_parameter() -> None:
    model = model_of(LAG + "CONNECTING SYSTEM top\nSYSTEM a: lag\na.u = 1\na.T = 2*T0\nT0: 4\nEND\n")

    assert starts_of(model) == {"T0": 4.0}


def test_a_mistake_in_a_type_is_reported_once() -> None:
    broken = LAG.replace("(u - x)/T", "(u - y)/T")

    assert codes_of(broken + "CONNECTING SYSTEM top\nSYSTEM a[1..50]: lag\na[k].u = 1 FOR k = 1..50\nEND\n") == [
        "undefined-name"
    ]


def test_a_value_that_nothing_reads_is_reported_once_for_all_parts() -> None:
    text = LAG.replace("T: 2\n", "T: 2\nspare: 1\n")

    assert codes_of(text + "CONNECTING SYSTEM top\nSYSTEM a[1..3]: lag\na[k].u = 1 FOR k = 1..3\nEND\n") == [
        "unused-value"
    ]


def test_choices_override_the_text() -> None:
    text = LAG + "CONNECTING SYSTEM top\nSYSTEM a[1..n]: lag\na[k].u = 1 FOR k = 1..n\nn: 2\nEND\n"
    report = Report()
    model = assemble(DIALECTS[".t"](Source("t", text), report), report, {"n": 5.0, "a[2].T": 9.0})

    assert model is not None, render_all(report.diagnostics)
    assert model.structural == ("n",)
    assert len(model.states) == 5
    assert starts_of(model)["a[2].T"] == 9.0


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"nn": 3.0}, "unknown-variable"),
        ({"a[9].T": 3.0}, "unknown-variable"),
        ({"n": "three"}, "number-expected"),
        ({"n": 2.5}, "bad-index"),
        ({"a[1].version": "old"}, "unknown-variable"),
    ],
)
def test_an_unknown_choice_is_always_reported(choices: dict[str, float | str], code: str) -> None:
    text = LAG + "CONNECTING SYSTEM top\nSYSTEM a[1..n]: lag\na[k].u = 1 FOR k = 1..n\nn: 2\nEND\n"
    report = Report()

    assert assemble(DIALECTS[".t"](Source("t", text), report), report, choices) is None
    assert code in [d.code for d in report.diagnostics]


def test_connected_systems_have_no_choices() -> None:
    report = Report()

    assert assemble(DIALECTS[".t"](Source("t", LAG + LAG.replace("lag", "other")), report), report, {"T": 1.0}) is None
    assert "unknown-variable" in [d.code for d in report.diagnostics]


def test_the_model_is_the_system_that_is_not_a_part() -> None:
    unused = "CONTINUOUS SYSTEM spare\nTERMINAL p: pin\np.v = 1\nEND\nTERMINAL pin\nACROSS v\nTHROUGH i\nEND\n"

    assert model_of(unused + "CONNECTING SYSTEM top\nSYSTEM a: lag\na.u = 1\nEND\n" + LAG).name == "top"


VALVE = """
CONTINUOUS SYSTEM valve
INPUT u
OUTPUT q
VERSION linear
q = u
VERSION square
q = u^2
END
"""


def assembled(text: str, choices: dict[str, float | str] | None = None) -> tuple[FlatModel | None, Report]:
    report = Report()
    return assemble(DIALECTS[".t"](Source("t", text), report), report, choices), report


@pytest.mark.parametrize("own", ["", "version: linear\n", "version: 1\n"])
def test_a_version_is_chosen_by_its_number(own: str) -> None:
    text = VALVE.replace("VERSION linear", f"{own}VERSION linear")
    top = "CONNECTING SYSTEM top\nSYSTEM a[1..3]: valve\na[k].u = 3 FOR k = 1..3\na[2].version: 2\nEND\n"
    model, _ = assembled(text + top, {"a[3].version": 2})

    assert model is not None
    assert [choice.chosen for choice in model.versions] == ["linear", "square", "square"]


@pytest.mark.parametrize(
    ("own", "above", "choices"),
    [
        ("version: 7\n", "", {}),
        ("", "a[2].version: 0\n", {}),
        ("", "a[2].version: 1.5\n", {}),
        ("", "", {"a[1].version": 3.0}),
    ],
)
def test_an_invalid_version_number_is_an_error(own: str, above: str, choices: dict[str, float | str]) -> None:
    text = VALVE.replace("VERSION linear", f"{own}VERSION linear")
    top = f"CONNECTING SYSTEM top\nSYSTEM a[1..3]: valve\na[k].u = 3 FOR k = 1..3\n{above}END\n"
    model, report = assembled(text + top, choices)

    assert model is None
    assert [(d.code, d.hint) for d in report.diagnostics] == [("unknown-version", "it has linear (1), square (2)")]


def test_a_version_of_a_system_without_versions_is_an_error() -> None:
    assert codes_of(LAG + "CONNECTING SYSTEM top\nSYSTEM a: lag\na.u = 1\na.version: 2\nEND\n") == ["unknown-variable"]


def test_an_invalid_version_number_in_a_when_is_an_error() -> None:
    text = VALVE.replace("VERSION linear", "WHEN u > 1\n  version = 7\nEND\nVERSION linear")

    assert codes_of(text + "CONNECTING SYSTEM top\nSYSTEM a: valve\na.u = 1\nEND\n") == ["unknown-version"]


def test_the_index_of_for_can_be_the_value() -> None:
    model = model_of(
        LAG + "CONNECTING SYSTEM top\nSYSTEM a[1..2]: lag\na[k].u = 1 FOR k = 1..2\na[K].T: k FOR K = 1..2\nEND\n"
    )

    assert starts_of(model) == {"a[1].T": 1.0, "a[2].T": 2.0}


def test_a_word_instead_of_a_number_is_an_error() -> None:
    assert codes_of(LAG + "CONNECTING SYSTEM top\nSYSTEM a: lag\na.u = 1\na.T: fast\nEND\n") == ["number-expected"]


CABLES = """
TERMINAL pin
ACROSS v
THROUGH i
FIXED size
END

TERMINAL cable
TERMINAL power: pin
END

CONTINUOUS SYSTEM end
TERMINAL c: cable
TERMINAL p: pin
c.power.v = 1
c.power.size: 3
p.v = 1
p.size: 3
END

"""


def messages_of(connect: str) -> list[tuple[str, str]]:
    _, report = assembled(CABLES + f"CONNECTING SYSTEM top\nSYSTEM a, b: end\n{connect}\nEND\n")
    return [(d.message, d.hint) for d in report.diagnostics]


def test_a_bad_connection_is_reported_with_the_nested_terminal() -> None:
    assert messages_of("b.c.power.size: 4\nCONNECT a.c b.c") == [
        ("'size' is 3 at 'a.c.power' and 4 at 'b.c.power'", "connect matching terminals, or put a part between them")
    ]
    assert messages_of("CONNECT a.p b.c") == [
        (
            "'b.c' is a terminal of type 'cable', 'a.p' one of type 'pin'",
            "connect the matching parts: CONNECT a.p b.c.power",
        )
    ]
    for ends, first in (
        ("a.p.v b.p.v", "'a.p.v' is the across variable of a terminal"),
        ("a.p b.p.v", "'a.p' is a terminal"),
    ):
        assert messages_of(f"CONNECT {ends}") == [
            (
                f"{first}, 'b.p.v' is the across variable of a terminal",
                "connect whole terminals, or an output to inputs",
            )
        ]
    assert messages_of("x = a.c.pover.v") == [("the terminal 'a.c' has no part 'pover'", "did you mean 'power'?")]


def test_nothing_flows_through_an_unconnected_nested_terminal() -> None:
    model, _ = assembled(CABLES + "CONNECTING SYSTEM top\nSYSTEM a, b: end\nCONNECT a.p b.c.power\nEND\n")

    assert model is not None
    assert sum(equation.target.startswith("relation") for equation in model.equations) == 2 * 2 + 2 + 2


def nested(levels: int, parts: str) -> str:
    """Types that each have `parts` of the next type."""
    above = [f"CONNECTING SYSTEM t{i}\nSYSTEM {parts}: t{i + 1}\nEND\n" for i in range(levels)]
    return "".join([*above, f"CONTINUOUS SYSTEM t{levels}\nOUTPUT y\ny = 1\nEND\n"])


def test_parts_that_double_forty_times_are_counted_before_they_are_created() -> None:
    report = Report()

    assert assemble(DIALECTS[".t"](Source("t", nested(40, "a, b")), report), report) is None
    (found,) = report.diagnostics
    assert found.code == "model-too-large"
    assert "2,199,023,255,551 parts with 1,099,511,627,776 variables" in found.message


def test_a_large_model_is_created_if_there_is_memory_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instances, "MANY_PARTS", 10)

    assert len(model_of(nested(4, "a, b")).parts) == 30


@pytest.mark.parametrize(("levels", "code"), [(99, []), (2000, ["nesting-too-deep"])])
def test_deep_nesting_is_not_reported_as_recursion(levels: int, code: list[str]) -> None:
    assert codes_of(nested(levels, "a")) == code


def test_an_output_is_connected_to_inputs() -> None:
    lag = LAG.replace("INPUT u", "INPUT u\nOUTPUT y\ny = x")
    model = model_of(lag + "CONNECTING SYSTEM top\nSYSTEM a, b, c: lag\nCONNECT a.y b.u c.u\na.u = 1\nEND\n")

    values = {part.targets[0]: part.value for part in model.computations if isinstance(part, Equation)}
    assert [print_expression(values[name]) for name in ("b.u", "c.u")] == ["a.y", "a.y"]

"""find_shapes and with_shapes: what declarations, values and targets state about arrays."""

import pytest

from simnon.assembly import assemble
from simnon.languages.simnon import read_systems
from simnon.model import FlatModel
from simnon.source import Report, Source


def assembled(*lines: str) -> tuple[FlatModel | None, list[tuple[str, str, str]]]:
    """The model, and the codes, messages and hints of its errors."""
    report = Report()
    text = "\n".join(("CONTINUOUS SYSTEM s", "STATE x", "DER dx", "dx = -x", *lines, "END", ""))
    model = assemble(read_systems(Source("s.t", text), report), report)
    return model, [(each.code, each.message, each.hint) for each in report.diagnostics]


def starts(*lines: str) -> dict[str, float | None]:
    model, _ = assembled(*lines)
    assert model is not None
    return {variable.name: variable.start for variable in model.variables if variable.array}


STATE = ("STATE y[2..3] [m, s]", "DER dy[2..3]", "dy[2] = 1", "dy[3] = 1")


def test_an_element_is_given_in_its_own_unit() -> None:
    assert starts(*STATE, "y[2]: 5 [km]", "y[3]: 7 [ms]") == {
        **dict.fromkeys(("dy[2]", "dy[3]")),
        "y[2]": 5000.0,
        "y[3]": 0.007,
    }


def test_elements_of_a_matrix_have_units_in_the_order_of_the_first_index() -> None:
    lines = ("STATE P[0..1, 2..3] [m, s, kg, K]", "DER dP[0..1, 2..3]", "dP = ZEROS(2, 2)")
    found = starts(*lines, "P[1,2]: 1 [ms]", "P[0,3]: 2 [g]", "P[1,3]: 3 [mK]", "P[0,2]: 4 [km]")

    assert [found[f"P[{i},{j}]"] for j in (2, 3) for i in (0, 1)] == [4000.0, 0.001, 0.002, 0.003]


def test_the_units_of_a_value_become_those_of_an_array_without_any() -> None:
    model, _ = assembled("k: [4, 5] [cm, ms]", "z = k[1]", "w = k[2]")

    assert model is not None
    assert [(v.start, v.unit and v.unit.text) for v in model.variables if v.array == "k"] == [(4.0, "cm"), (5.0, "ms")]


def test_one_unit_of_a_value_is_that_of_all_elements() -> None:
    model, _ = assembled("k: [4, 5] [cm]", "z = k[1] + k[2]")

    assert model is not None
    assert [(v.start, v.unit and v.unit.text) for v in model.variables if v.array == "k"] == [(4.0, "cm"), (5.0, "cm")]


def test_elements_are_given_one_by_one_after_the_whole() -> None:
    found = starts("INPUT k[1..4]", "z = SUM(k)", "k: 1", "k[3]: 7", "k[1..2]: [5, 6]")

    assert [found[f"k[{i}]"] for i in range(1, 5)] == [5.0, 6.0, 7.0, 1.0]


def test_a_shape_contains_all_elements_that_are_assigned_or_given() -> None:
    model, _ = assembled("z[i] = i FOR i = 3..4", "z[2] = 1", "w = SUM(z) + SUM(g)", "g[0]: 1", "g[1]: 2")

    assert model is not None
    assert [v.name for v in model.variables if v.array in ("z", "g")] == ["z[2]", "z[3]", "z[4]", "g[0]", "g[1]"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("z = SUM(k)\nk[1]: 1\nk[3]: 2", "'k[2]' has no value"),
        ("z = SUM(k)\nk[1]: 1\nk[2]: 2\nk[1]: 3", "'k[1]' is given a value twice"),
        ("OUTPUT k[1..2]\nk = [1, 2]\nk[3]: 2", "'k[3]' is outside k[1..2]"),
        ("OUTPUT k[1..2]\nk = [1, 2]\nk[0]: 2", "'k[0]' is outside k[1..2]"),
        ("OUTPUT k[1..2]\nk = [1, 2]\nk: [1, 2, 3]", "'k' is a vector of 2, but its value is a vector of 3"),
        ("z = SUM(k)\nk: [1, 2, 3] [m, s]", "'k' has 3 numbers, but 2 units"),
        ("OUTPUT k[1..3] [m, s]\nk = [1, 2, 3]", "'k' has 3 elements, but 2 units"),
        ("OUTPUT k[1..2000, 1..600]\nk = ZEROS(2)", "'k' would have 1,200,000 elements"),
    ],
)
def test_each_mistake_is_named(lines: str, message: str) -> None:
    _, found = assembled(*lines.split("\n"))

    assert message in [each[1] for each in found]

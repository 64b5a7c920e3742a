"""classic_order: warnings that the 1977 program, which did not sort, would have given."""

from simnon.analysis import note_classic_order
from simnon.source import Report, Severity
from tests.unit.analysis.small_models import assembled, text_of


def notes_of(text: str) -> list[str]:
    report = Report()
    note_classic_order(assembled(text), report)
    assert all(diagnostic.severity is Severity.NOTE for diagnostic in report.diagnostics)
    return [diagnostic.message for diagnostic in report.diagnostics]


def test_a_value_assigned_further_down_is_noted() -> None:
    assert notes_of(text_of("y = a", "a = 2*x")) == ["'y' reads 'a', which is assigned further down"]


def test_states_parameters_and_values_before_are_not_noted() -> None:
    assert notes_of(text_of("a = 2*x + p", "y = a", "p: 1")) == []


def test_a_later_section_counts_as_further_down() -> None:
    assert len(notes_of(text_of("OUTPUT", "y = a", "DYNAMICS", "a = 2*x"))) == 1


SYSTEMS = """
CONTINUOUS SYSTEM plant
INPUT u
OUTPUT y
STATE x
DER dx
OUTPUT
y = x
DYNAMICS
dx = u - x
END

CONTINUOUS SYSTEM controller
INPUT ref meas
OUTPUT u
OUTPUT
e = ref - meas
u = 2*e
END
"""


def notes_of_connections(*lines: str) -> list[str]:
    return notes_of(SYSTEMS + "\n".join(["CONNECTING SYSTEM loop", "TIME t", *lines, "END", ""]))


def test_connections_in_the_order_of_the_signals_are_not_noted() -> None:
    lines = ("ref[controller] = 1", "meas[controller] = y[plant]", "u[plant] = u[controller]")

    assert notes_of_connections(*lines) == []
    assert notes_of_connections("SORT", *reversed(lines)) == []


def test_an_output_read_before_its_inputs_are_connected_is_noted() -> None:
    found = notes_of_connections("ref[controller] = 1", "u[plant] = u[controller]", "meas[controller] = y[plant]")

    assert found == ["'u[plant]' reads 'u[controller]', which needs 'meas[controller]', not connected further up"]


def test_an_output_connected_to_an_input_that_it_needs_is_noted() -> None:
    lines = ("meas[controller] = u[controller]", "ref[controller] = 1", "u[plant] = y[plant]")

    (note,) = notes_of_connections(*lines)
    assert note.endswith("which needs 'ref[controller]', 'meas[controller]', not connected further up")


def test_a_variable_of_the_connecting_system_is_computed_before_it_is_read() -> None:
    lines = ("ref[controller] = r", "r = 2*t", "meas[controller] = y[plant]", "u[plant] = u[controller]")

    assert notes_of_connections(*lines) == ["'ref[controller]' reads 'r[loop]', which is assigned further down"]


def test_equations_after_sort_are_not_noted() -> None:
    assert notes_of(text_of("SORT", "y = a", "a = 2*x")) == []


def test_an_input_that_is_needed_twice_is_named_once_and_inputs_of_others_not_at_all() -> None:
    text = SYSTEMS.replace("e = ref - meas\n", "e = ref - meas + 0*e2\ne2 = ref*meas\n")
    lines = ("u[plant] = u[controller]", "ref[controller] = 1", "meas[controller] = y[plant]")

    (note, *_) = notes_of(text + "\n".join(["CONNECTING SYSTEM loop", "TIME t", *lines, "END", ""]))[-1:]
    assert note == (
        "'u[plant]' reads 'u[controller]', which needs 'ref[controller]', 'meas[controller]', not connected further up"
    )


def test_equations_within_a_system_are_no_connections() -> None:
    """`e` reads the input `ref` of its own system, which is connected further down in the connecting system."""
    lines = ("meas[controller] = y[plant]", "ref[controller] = 1", "u[plant] = u[controller]")

    assert notes_of_connections(*lines) == []


def test_models_with_parts_are_younger_than_the_order_of_connections() -> None:
    text = SYSTEMS + "\n".join(
        [
            "CONNECTING SYSTEM loop",
            "SYSTEM p: plant",
            "SYSTEM c: controller",
            "p.u = c.u",
            "c.ref = 1",
            "c.meas = p.y",
            "END",
            "",
        ]
    )

    assert notes_of(text) == []

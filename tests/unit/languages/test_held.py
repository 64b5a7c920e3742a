"""hold_partly_assigned: what only some paths assign keeps its last value."""

from simnon.languages.held import hold_partly_assigned
from simnon.languages.procedural import assigned_on_every_path
from simnon.languages.steps import Assign, Decision, Step
from simnon.model import Apply, Expression, Name, Number
from simnon.source import Report, Source, Span

SPAN = Span(Source("text", " "), 0, 1)


def when(condition: Expression, target: str, value: Expression) -> Decision:
    return Decision(condition, (Assign(target, value, SPAN),), (), SPAN)


def above(name: str, number: float) -> Expression:
    return Apply(">", (Name(name), Number(number)))


def held_in(*steps: Step) -> tuple[list[Step], list[str], list[str]]:
    report = Report()
    made, held = hold_partly_assigned(steps, report, lambda name, ending: f"{name}_{ending}")
    return made, [each.last for each in held], [diagnostic.code for diagnostic in report.diagnostics]


def test_a_variable_that_a_condition_assigns_has_a_value_on_every_path() -> None:
    steps, held, codes = held_in(when(above("x", 1.0), "z", Number(2.0)))

    assert (held, codes) == (["z_LAST"], [])
    assert "z" in assigned_on_every_path(steps)


def test_a_variable_that_every_path_assigns_is_left_alone() -> None:
    steps = (Assign("z", Number(0.0), SPAN), when(above("x", 1.0), "z", Number(2.0)))

    assert held_in(*steps) == (list(steps), [], [])


def test_a_variable_read_before_it_is_assigned_is_an_error() -> None:
    _, _, codes = held_in(Assign("y", Name("z"), SPAN), when(above("x", 1.0), "z", Number(2.0)))
    assert codes == ["maybe-unassigned"]

    _, _, codes = held_in(when(above("z", 1.0), "z", Number(2.0)))
    assert codes == ["maybe-unassigned"]


def test_a_variable_read_afterwards_is_none() -> None:
    _, held, codes = held_in(when(above("x", 1.0), "z", Number(2.0)), Assign("y", Name("z"), SPAN))

    assert (held, codes) == (["z_LAST"], [])

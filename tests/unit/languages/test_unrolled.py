"""unroll_backward_jumps: as many copies as the counter allows."""

from simnon.languages.procedural import Executed, VersionedAssignment
from simnon.languages.steps import Assign, Decision, Jump, Label, Step, all_steps
from simnon.languages.unrolled import MAX_COPIES, needed_versions, unroll_backward_jumps
from simnon.model import Apply, Expression, Name, Number
from simnon.source import Report, Source, Span

SPAN = Span(Source("text", " "), 0, 1)


def less(name: str, limit: Expression) -> Expression:
    return Apply("<", (Name(name), limit))


def plus(name: str, number: float) -> Expression:
    return Apply("+", (Name(name), Number(number)))


def loop(limit: Expression, *body: Step) -> list[Step]:
    return [
        Assign("n", Number(0.0), SPAN),
        Label("10", SPAN),
        *body,
        Assign("n", plus("n", 1.0), SPAN),
        Decision(less("n", limit), (Jump("10", SPAN),), (), SPAN),
    ]


def unrolled(steps: list[Step], **known: float) -> tuple[list[Step], list[str]]:
    report = Report()
    made = unroll_backward_jumps(steps, known, report)
    return made, [diagnostic.code for diagnostic in report.diagnostics]


def values_of(steps: list[Step], name: str) -> list[Expression]:
    return [step.value for step in all_steps(steps) if isinstance(step, Assign) and step.target == name]


def test_a_counter_ends_the_loop() -> None:
    steps, codes = unrolled(loop(Number(3.0), Assign("y", plus("y", 2.0), SPAN)))

    assert codes == []
    assert len(values_of(steps, "y")) == 3
    assert values_of(steps, "n") == [Number(0.0), Number(1.0), Number(2.0), Number(3.0)]


def test_a_parameter_is_a_limit() -> None:
    steps, codes = unrolled(loop(Name("most"), Assign("y", plus("y", 2.0), SPAN)), most=5.0)

    assert (len(values_of(steps, "y")), codes) == (5, [])


def test_what_a_copy_computes_again_is_left_out() -> None:
    steps, _ = unrolled(loop(Number(4.0), Assign("y", plus("x", 2.0), SPAN)))

    assert len(values_of(steps, "y")) == 1


def test_a_loop_without_an_end_is_reported() -> None:
    assert unrolled(loop(Name("x")))[1] == ["jump-backwards"]
    assert unrolled(loop(Number(MAX_COPIES + 1.0)))[1] == ["jump-backwards"]
    assert unrolled(loop(Number(float(MAX_COPIES))))[1] == []


def test_no_backward_jump_leaves_the_steps_as_they_are() -> None:
    steps: list[Step] = [Jump("10", SPAN), Assign("y", Number(1.0), SPAN), Label("10", SPAN)]

    assert unrolled(steps) == (steps, [])


def test_only_the_last_of_several_versions_is_needed() -> None:
    """Of a counter that nobody reads, no version; of a result, the last one and what it reads."""
    made = {
        "n_1": Number(0.0),
        "n_2": plus("n_1", 1.0),
        "y_1": plus("n_1", 2.0),
        "y_2": plus("y_1", 3.0),
        "z": Number(4.0),
    }
    versions = tuple(VersionedAssignment(name, value, SPAN) for name, value in made.items())
    executed = Executed(versions, ("n", "y", "z"), frozenset(), {"n": "n_2", "y": "y_2", "z": "z"})

    assert [each.name for each in needed_versions(executed, {"y"})] == ["n_1", "y_1", "y_2", "z"]
    assert [each.name for each in needed_versions(executed, {"n", "y"})] == list(made)

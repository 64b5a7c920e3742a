"""Check one WHEN: assignments from its own new values must have an order."""

from collections.abc import Collection, Mapping, Sequence

from simnon.model import Apply, Equation, Expression, Name, When
from simnon.source import Related, Report, Span


def check_when(when: When, report: Report) -> None:
    """A name on the right that the same WHEN assigns is its new value; a cycle has none."""
    needs: dict[str, set[str]] = {}
    for assignment in when.assignments:
        name = assignment.target.name
        if assignment.target.path:
            report.error(
                "misplaced-reference",
                f"a WHEN cannot assign '{name}[{assignment.target.owner}]'",
                assignment.span,
                "move the WHEN to the system that owns the variable",
            )
        if assignment.places:
            continue
        if name in needs:
            first = next(a for a in when.assignments if a.target.name == name)
            report.error(
                "duplicate-definition",
                f"this WHEN assigns '{name}' twice",
                assignment.span,
                "keep one of them",
                (Related("first assigned here", first.span),),
            )
        needs[name] = new_values_in(assignment.value)
    for assignment in when.assignments:
        _check_order(assignment.target.name, needs, assignment.span, report)


def check_elements(equations: Sequence[Equation], elements: Collection[str], report: Report) -> None:
    """The same for the elements of arrays, whose indices are known when they have been expanded."""
    needs = {equation.target: new_values_in(equation.value) for equation in equations}
    for equation in equations:
        if equation.target in elements:
            _check_order(equation.target, needs, equation.span, report)


def _check_order(name: str, needs: Mapping[str, set[str]], span: Span | None, report: Report) -> None:
    if name in needs and name in _reached(name, needs):
        report.error(
            "needs-own-value",
            f"the new value of '{name}' depends on itself",
            span,
            f"write PRE({name}) for the value just before the event",
        )


def new_values_in(expression: Expression) -> set[str]:
    """The names whose value at the event is read, except those inside PRE."""
    names: set[str] = set()
    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, Name):
            names.add(node.name)
        elif isinstance(node, Apply) and node.function != "pre":
            stack.extend(node.arguments)
    return names


def _reached(name: str, needs: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    stack = list(needs[name])
    while stack:
        needed = stack.pop()
        if needed in needs and needed not in reached:
            reached.add(needed)
            stack.extend(needs[needed])
    return reached

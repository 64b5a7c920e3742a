"""Each element of an array has one equation: overlaps and gaps are reported with the names of the elements."""

from collections.abc import Iterable, Mapping, Sequence

from simnon.model import Equation, Role, Variable
from simnon.source import Related, Report

_DECLARED = (Role.OUTPUT, Role.DERIVATIVE, Role.NEW, Role.INPUT)
_DETERMINED_BY_EQUATIONS = (*_DECLARED, Role.AUXILIARY, Role.CONSTANT)
Elements = Mapping[str, Sequence[str]]
"""The names of the elements by that of their array."""


def check_once(equations: Iterable[Equation], elements: Elements, report: Report) -> None:
    """An element has one equation; whole names are checked with the system."""
    first: dict[str, Equation] = {}
    array_of_name = {name: array for array, names in elements.items() for name in names}
    reported: set[str] = set()
    for equation in equations:
        earlier = first.setdefault(equation.target, equation)
        array = array_of_name.get(equation.target, "")
        if earlier is equation or array in reported:
            continue
        reported.add(array)
        report.error(
            "duplicate-definition",
            f"'{equation.target}' is assigned twice",
            equation.span,
            "make the ranges of the equations disjoint",
            (Related("first assigned here", earlier.span),) if earlier.span is not None else (),
        )


def absent_elements(
    equations: tuple[Equation, ...], elements: Elements, variables: Mapping[str, Variable], report: Report
) -> set[str]:
    """Elements that have no equation, and that nothing reads, are left out; others are reported."""
    given = {equation.target for equation in equations}
    read = {name for equation in equations for name in equation.reads}
    absent: set[str] = set()
    for array, names in elements.items():
        variable = variables[array]
        if variable.role not in _DETERMINED_BY_EQUATIONS:
            continue
        missing = [name for name in names if name not in given]
        needed = [name for name in missing if variable.role in _DECLARED or name in read]
        absent.update(missing)
        if needed:
            others = f" and {len(needed) - 1} more have" if len(needed) > 1 else " has"
            report.error(
                "missing-equation",
                f"'{needed[0]}'{others} no equation",
                variable.span,
                f"write {needed[0]} = expression, or extend the range of FOR",
            )
    return absent

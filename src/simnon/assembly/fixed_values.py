"""FIXED values of connected terminals: compared during assembly, and before each run if parameters can change them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from simnon.model import Equation, FixedSet, Role, Variable
from simnon.source import Report

from .loops import known_value


def check_fixed(
    sets: Sequence[FixedSet], variables: Sequence[Variable], equations: Sequence[Equation], report: Report
) -> list[FixedSet]:
    """The sets with the values that follow from parameters; a difference in the text is an error."""
    if not sets:
        return []
    values = _Values({v.name: v for v in variables}, {equation.target: equation for equation in equations})
    found = []
    for each in sets:
        known = [
            (terminal, name) for terminal, name in zip(each.terminals, each.names, strict=True) if values.has(name)
        ]
        if len(known) < 2:
            continue
        terminals, names = zip(*known, strict=True)
        parameters = frozenset[str]().union(*(values.parameters_of(name) or frozenset() for name in names))
        kept = replace(each, terminals=terminals, names=names, parameters=parameters)
        found.append(kept)
        numbers = [(terminal, values.number(name)) for terminal, name in known]
        known_numbers = [(terminal, number) for terminal, number in numbers if number is not None]
        message = replace(each, terminals=tuple(t for t, _ in known_numbers)).disagreement(
            [number for _, number in known_numbers]
        )
        if message:
            report.error(
                "improper-connection", message, each.span, "connect matching terminals, or put a part between them"
            )
    return found


class _Values:
    """The values known before a run."""

    def __init__(self, variable_of_name: Mapping[str, Variable], equation_of_name: Mapping[str, Equation]) -> None:
        self._variables = variable_of_name
        self._equations = equation_of_name
        self._parameters: dict[str, frozenset[str] | None] = {}
        self._numbers: dict[str, float | None] = {}

    def has(self, name: str) -> bool:
        return self.parameters_of(name) is not None

    def parameters_of(self, name: str) -> frozenset[str] | None:
        """The parameters it follows from; None if it depends on anything else, or has no value."""
        if name not in self._parameters:
            self._parameters[name] = None
            variable, equation = self._variables.get(name), self._equations.get(name)
            if equation is not None:
                below = [self.parameters_of(read) for read in equation.reads]
                known = [each for each in below if each is not None]
                self._parameters[name] = frozenset[str]().union(*known) if len(known) == len(below) else None
            elif variable is not None and variable.role is Role.PARAMETER and variable.start is not None:
                self._parameters[name] = frozenset({name})
        return self._parameters[name]

    def number(self, name: str) -> float | None:
        """Its value in the text; None if that depends on more than numbers in the text."""
        if name not in self._numbers:
            variable, equation = self._variables.get(name), self._equations.get(name)
            self._numbers[name] = None
            if equation is not None:
                numbers = {read.casefold(): self.number(read) for read in equation.reads}
                known = {read: number for read, number in numbers.items() if number is not None}
                self._numbers[name] = known_value(equation.value, known)
            elif variable is not None:
                self._numbers[name] = variable.start
        return self._numbers[name]

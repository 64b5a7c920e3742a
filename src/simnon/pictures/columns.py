"""Expressions -> columns: a number, or one for each moment, for all moments at once.

The session computes with the same table (`EXACT_FUNCTIONS`), whose functions round as a model does; pictures also use
the elementary functions of numpy, which are faster and can differ in the last bit.
"""

from collections.abc import Callable, Mapping

import numpy as np

from simnon.figures import Array
from simnon.model import Apply, Expression, Name, Number, meaning_of
from simnon.source import Report, UserError

Numbers = float | Array
ColumnOf = Callable[[str], Numbers]


def _if(*parts: Numbers) -> Numbers:
    value = parts[-1]
    for condition, then in reversed(list(zip(parts[:-1:2], parts[1:-1:2], strict=True))):
        value = np.where(condition, then, value)
    return value


def _fold(function: Callable[[Numbers, Numbers], Numbers]) -> Callable[..., Numbers]:
    def folded(first: Numbers, *others: Numbers) -> Numbers:
        for other in others:
            first = function(first, other)
        return first

    return folded


EXACT_FUNCTIONS: Mapping[str, Callable[..., Numbers]] = {
    "+": _fold(np.add),
    "neg": np.negative,
    "*": _fold(np.multiply),
    "/": np.true_divide,
    "sqrt": np.sqrt,
    "abs": np.abs,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "=": np.equal,
    "<>": np.not_equal,
    "and": _fold(np.logical_and),
    "or": _fold(np.logical_or),
    "not": np.logical_not,
    "if": _if,
}
"""Functions that numpy rounds as a model does; the others are applied to a column number by number."""

FAST_FUNCTIONS: Mapping[str, Callable[..., Numbers]] = {
    **EXACT_FUNCTIONS,
    "^": np.power,
    "exp": np.exp,
    "ln": np.log,
    "log": np.log10,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "arcsin": np.arcsin,
    "arccos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "min": _fold(np.minimum),
    "max": _fold(np.maximum),
}


class Evaluator:
    """The columns of expressions, each once; what is unknown is reported, and is nan."""

    def __init__(self, column_of: ColumnOf, report: Report) -> None:
        self._column_of = column_of
        self._report = report
        self._known: dict[str, Numbers] = {}

    def evaluate(self, expression: Expression, indices: Mapping[str, float]) -> Numbers:
        """`indices` are the numbers of the FOR loops around, by their names in lower case."""
        with np.errstate(all="ignore"):
            return self._evaluate(expression, indices)

    def _evaluate(self, expression: Expression, indices: Mapping[str, float]) -> Numbers:
        match expression:
            case Number(value):
                return value
            case Name():
                return self._named(expression, indices)
            case Apply(function, arguments):
                return self._applied(expression, function, [self._evaluate(each, indices) for each in arguments])

    def _named(self, name: Name, indices: Mapping[str, float]) -> Numbers:
        if not name.path and name.name.casefold() in indices:
            return indices[name.name.casefold()]
        full = self.full_name(name, indices)
        if full not in self._known:
            try:
                self._known[full] = self._column_of(full)
            except UserError as error:
                if not name.path and name.name.casefold() == "pi":
                    return float(np.pi)
                self._report.error("undefined-name", error.message, name.span, error.hint)
                self._known[full] = float("nan")
        return self._known[full]

    def full_name(self, name: Name, indices: Mapping[str, float]) -> str:
        """With the members of arrays that the loops mean: `tray[k].T` is `tray[3].T`."""
        steps = []
        for step in name.path:
            number = None if step.number is None else self._evaluate(step.number, indices)
            steps.append(step.name if number is None else f"{step.name}[{float(np.ravel(number)[0]):g}]")
        return ".".join((*steps, name.name))

    def _applied(self, node: Apply, function: str, values: list[Numbers]) -> Numbers:
        meaning = meaning_of(node)
        if meaning is None:
            hint = "a picture can use the functions of models that depend on their arguments alone"
            self._report.error("undefined-function", f"there is no function '{function}'", node.span, hint)
            return float("nan")
        if not any(isinstance(value, np.ndarray) for value in values):
            try:
                return float(meaning(*values))
            except (ArithmeticError, ValueError):
                return float("nan")
        on_columns = FAST_FUNCTIONS.get(function) or np.frompyfunc(meaning, len(values), 1)
        return np.asarray(on_columns(*values), dtype=np.float64)

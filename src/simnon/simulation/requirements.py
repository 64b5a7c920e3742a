"""Parameters -> whether they meet every REQUIRE: of one run, or of all members of a study at once."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simnon.model import BUILTINS, Apply, Expression, Kind, Name, Number, Requirements, meaning_of
from simnon.program import Array
from simnon.source import UserError

Column = float | Array | NDArray[np.bool_]
_OF_COLUMNS: dict[str, Callable[..., Column]] = {
    "+": np.add,
    "*": np.multiply,
    "/": np.divide,
    "neg": np.negative,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "=": np.equal,
    "<>": np.not_equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
}
"""Functions that are the same in numpy, to the last bit; the others are applied to one number after the other."""


def check_requirements(requirements: Requirements, value_of_parameter: Mapping[str, float]) -> None:
    """Raise if the parameters do not meet a REQUIRE."""
    for requirement, message in requirements.failures(value_of_parameter):
        span = requirement.span
        place = "" if span is None else f" in line {span.line} of {span.source.name}"
        raise UserError("requirement-not-met", message, f"change the parameters together; see REQUIRE{place}")


def check_requirements_of_members(
    requirements: Requirements, value_of_parameter: Mapping[str, float], names: Sequence[str], numbers: Array
) -> None:
    """The same for a row of `numbers` for each member, a column for each name; the other parameters are equal."""
    columns: dict[str, Column] = {**value_of_parameter, **dict(zip(names, numbers.T, strict=True))}
    is_met: NDArray[np.bool_] = np.ones(len(numbers), bool)
    with np.errstate(all="ignore"):
        for step in requirements.steps:
            columns[step.target] = _column(step.value, columns)
        for requirement in requirements.conditions:
            is_met &= np.asarray(_column(requirement.condition, columns), bool)
    if not is_met.all():
        first = numbers[int(is_met.argmin())].tolist()
        check_requirements(requirements, {**value_of_parameter, **dict(zip(names, first, strict=True))})


def _column(expression: Expression, columns: Mapping[str, Column]) -> Column:
    match expression:
        case Number(value):
            return value
        case Name(name):
            return columns[name]
        case Apply(function, arguments):
            given = [_column(argument, columns) for argument in arguments]
            whole = _OF_COLUMNS.get(function)
            if whole is not None:
                return whole(given[0]) if len(given) == 1 else reduce(whole, given)
            meaning = meaning_of(expression)
            assert meaning is not None, "requirements: a condition must follow from parameters"
            found: Any = np.frompyfunc(meaning, len(given), 1)(*given)
            kind = bool if BUILTINS[function].gives is Kind.CONDITION else float
            return np.asarray(found, kind)

"""Expressions in commands -> numbers: macro variables, values of the model, and results of runs.

A variable of the model has its current value: that at the end of the last run, or its start value. Inside a function
over a run (MAX(H), MEAN(ABS(H - HREF)), AT(H, 20)) it is the whole curve.
"""

import math
import re
from collections.abc import Callable, Mapping

import numpy as np

from simnon.figures import Array
from simnon.languages import Unreadable, read_expression
from simnon.model import BUILTINS, ELEMENT, MATRIX, SPAN, VECTOR, Apply, Expression, Name, Number, meaning_of
from simnon.model import LAST as LAST_INDEX
from simnon.pictures import EXACT_FUNCTIONS, Numbers
from simnon.simulation import Trajectory, values_at
from simnon.source import UserError, arguments, did_you_mean, nearest

from .running import values_at_start
from .workspace import LAST, Workspace

CurveFunction = Callable[[Array, Array, list[float]], float]


def _integral(t: Array, y: Array, _more: list[float]) -> float:
    return float(np.sum(np.diff(t) * (y[1:] + y[:-1]) / 2))


def _mean(t: Array, y: Array, more: list[float]) -> float:
    span = float(t[-1] - t[0])
    return _integral(t, y, more) / span if span else float(y[-1])


def _at(t: Array, y: Array, more: list[float]) -> float:
    """The value after a discontinuity at that time; a time outside the run is refused."""
    (time,) = more
    if not t[0] <= time <= t[-1]:
        raise UserError("outside-run", f"t = {time:g} is outside the run from {t[0]:g} to {t[-1]:g}")
    return float(values_at(np.array([time]), t, y)[0])


CURVE_FUNCTIONS: Mapping[str, tuple[int, str, CurveFunction]] = {
    "max": (1, "the largest value", lambda _t, y, _m: float(np.max(y))),
    "min": (1, "the smallest value", lambda _t, y, _m: float(np.min(y))),
    "tmax": (1, "the time of the largest value", lambda t, y, _m: float(t[np.argmax(y)])),
    "tmin": (1, "the time of the smallest value", lambda t, y, _m: float(t[np.argmin(y)])),
    "mean": (1, "the mean over time", _mean),
    "rms": (1, "the root of the mean square over time", lambda t, y, m: math.sqrt(_mean(t, y * y, m))),
    "integral": (1, "the integral over time", _integral),
    "first": (1, "the value at the start", lambda _t, y, _m: float(y[0])),
    "final": (1, "the value at the end", lambda _t, y, _m: float(y[-1])),
    "at": (2, "the value at a time", _at),
}
"""By name: the number of arguments, the meaning, and the function."""


def evaluate(workspace: Workspace, text: str) -> float:
    """The value of the text; a UserError if it has none."""
    value = value_of(workspace, text)
    if not math.isfinite(value):
        raise UserError("bad-expression", f"'{text.strip()}' is {value:g}", "the value must be finite")
    return value


def evaluate_literal(workspace: Workspace, text: str) -> Array:
    """The numbers of `[1, 2; 3, 4]`, each of which can be an expression."""
    try:
        literal = read_expression(text)
    except Unreadable as error:
        raise UserError("bad-expression", f"'{text.strip()}': {error}", error.hint) from None
    if not isinstance(literal, Apply) or literal.function not in (VECTOR, MATRIX):
        raise UserError("bad-expression", f"'{text.strip()}' is not an array", "write [1, 2, 3] or [1, 2; 3, 4]")
    rows = [literal.arguments]
    if literal.function == MATRIX:
        rows = [row.arguments for row in literal.arguments if isinstance(row, Apply)]
    if len({len(row) for row in rows}) > 1:
        raise UserError("bad-expression", f"the rows of '{text.strip()}' differ in length", "make them equal")
    calculator = _Calculator(workspace)
    numbers = np.array([[float(calculator.number(entry)) for entry in row] for row in rows])
    return numbers if literal.function == MATRIX else numbers[0]


def evaluate_integer(workspace: Workspace, text: str, name: str) -> int:
    """The integer value of the text for `name`; a number of runs is at least 1."""
    lower = 1 if name == "RUNS" else -arguments.LARGEST_INTEGER
    return arguments.integer(evaluate(workspace, text), name, lower)


def value_of(workspace: Workspace, text: str) -> float:
    """The same, but infinite or nan if the expression is."""
    try:
        expression = read_expression(_without_dotted(workspace, text))
    except Unreadable as error:
        raise UserError("bad-expression", f"'{text.strip()}': {error}", error.hint) from None
    with np.errstate(all="ignore"):
        return float(_Calculator(workspace).number(expression))


def curve_of(workspace: Workspace, text: str, column: Callable[[str], Array]) -> Numbers:
    """An expression at each record of a run, of whose variables `column` gives the values."""
    try:
        expression = read_expression(_without_dotted(workspace, text))
    except Unreadable as error:
        raise UserError("bad-expression", f"'{text.strip()}': {error}", error.hint) from None
    with np.errstate(all="ignore"):
        return _Calculator(workspace).curve(expression, column)


def _without_dotted(workspace: Workspace, text: str) -> str:
    """Replace session variables with a dot in their names, which the model language does not allow, by their values."""
    dotted = {name.casefold(): value for name, value in workspace.variables.items() if "." in name}
    for name in sorted(dotted, key=len, reverse=True) if "." in text else ():
        value = dotted[name]
        if isinstance(value, float):
            pattern = rf"(?<![\w.]){re.escape(name)}(?![\w.])"
            text = re.sub(pattern, f"({value!r})", text, flags=re.IGNORECASE)
    return text


def names_read(workspace: Workspace, expression: Expression) -> list[str]:
    """The variables of the model that the expression reads: names, and elements of arrays."""
    match expression:
        case Name(name):
            is_own = not expression.path and find_variable(workspace, name) is not None
            return [] if is_own else [full_name(expression)]
        case Apply(function, _) if function == ELEMENT:
            return [_Calculator(workspace).element(expression)]
        case Apply(_, arguments):
            return [name for argument in arguments for name in names_read(workspace, argument)]
        case _:
            return []


class _Calculator:
    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def number(self, expression: Expression) -> Numbers:
        match expression:
            case Number(value):
                return value
            case Name():
                return self._present(expression)
            case Apply(function, _) if function == ELEMENT:
                return present_value(self.workspace, self.element(expression))
            case Apply(function, arguments):
                known = CURVE_FUNCTIONS.get(function.casefold())
                if known is not None and len(arguments) == known[0]:
                    return self._over_run(function.casefold(), arguments)
                return apply_to(expression, [self.number(argument) for argument in arguments])

    def _over_run(self, function: str, arguments: tuple[Expression, ...]) -> float:
        curve, *others = arguments
        run = self.workspace.run_named(LAST)
        values = self.curve(curve, lambda name: self._column(name, run))
        if isinstance(values, float) and function in ("max", "min"):
            return values
        if not len(run.t):
            raise UserError("no-run", "the run recorded nothing", "STORE chooses what to record; then SIMU again")
        column = np.broadcast_to(np.asarray(values, dtype=np.float64), run.t.shape)
        return CURVE_FUNCTIONS[function][2](run.t, column, [float(self.number(other)) for other in others])

    def curve(self, expression: Expression, column: Callable[[str], Numbers]) -> Numbers:
        """The expression at each record of a run, of whose variables `column` gives the values."""
        match expression:
            case Number(value):
                return value
            case Name(name):
                variable = self._variable(name) if not expression.path else None
                return variable if variable is not None else column(full_name(expression))
            case Apply(function, _) if function == ELEMENT:
                return column(self.element(expression))
            case Apply(_, arguments):
                return apply_to(expression, [self.curve(argument, column) for argument in arguments])

    def element(self, node: Apply) -> str:
        """`x[2]`, `x[2][plant]`: the name of an element, whose indices are numbers."""
        base, *places = node.arguments
        assert isinstance(base, Name)
        numbers = [self._place(place) for place in places]
        system = f"[{base.owner}]" if base.path else ""
        return f"{base.name}[{','.join(numbers)}]{system}"

    def _place(self, place: Expression) -> str:
        if isinstance(place, Apply) and place.function in (SPAN, LAST_INDEX):
            raise UserError("bad-expression", "an expression reads single elements", "write x[2], with a number")
        number = float(self.number(place))
        if not number.is_integer():
            raise UserError("bad-expression", f"{number:g} is not an index", "an index is an integer")
        return str(int(number))

    def _column(self, name: str, run: Trajectory) -> Numbers:
        if run.lookup.find(name) not in run.columns and self._is_parameter(name):
            return value_of(self.workspace, name)
        return run[name]

    def _variable(self, name: str) -> float | None:
        value = find_variable(self.workspace, name)
        if isinstance(value, str):
            raise UserError("bad-expression", f"'{name}' is the word '{value}', not a number")
        return value

    def _is_parameter(self, name: str) -> bool:
        system = self.workspace.loaded
        return system is not None and system.names.find(name) in system.model.parameters

    def _present(self, name: Name) -> float:
        variable = self._variable(name.name) if not name.path else None
        if variable is not None:
            return variable
        try:
            return present_value(self.workspace, full_name(name))
        except UserError as error:
            if error.code in ("unknown-variable", "no-model") and name.name.casefold() == "pi" and not name.path:
                return math.pi
            hint = did_you_mean(full_name(name), [*(self.workspace.local or {}), *self.workspace.variables])
            if hint and error.code in ("unknown-variable", "no-model"):
                raise UserError("unknown-variable", f"there is no variable '{full_name(name)}'", hint) from None
            raise


def apply_to(node: Apply, arguments: list[Numbers]) -> Numbers:
    """The function of the node for numbers and curves."""
    meaning = meaning_of(node)
    if meaning is None:
        raise _unusable(node)
    if not any(isinstance(argument, np.ndarray) for argument in arguments):
        return float(meaning(*arguments))
    over_curves = EXACT_FUNCTIONS.get(node.function) or np.frompyfunc(meaning, len(arguments), 1)
    return np.asarray(over_curves(*arguments), dtype=np.float64)


def _unusable(node: Apply) -> UserError:
    name = node.function.casefold()
    known = [function for function, builtin in BUILTINS.items() if builtin.evaluate is not None]
    if name in CURVE_FUNCTIONS and name not in known:
        count, meaning, _ = CURVE_FUNCTIONS[name]
        arguments = "a variable" if count == 1 else "a variable and a time"
        return UserError("bad-expression", f"{name.upper()} takes {arguments}: {meaning}")
    if name in known:
        return UserError("bad-expression", f"{name.upper()} does not take {len(node.arguments)} arguments")
    near = nearest(name, [*known, *CURVE_FUNCTIONS])
    hint = f"did you mean '{near}'?" if near else ""
    return UserError("bad-expression", f"'{node.function}' is not a function that commands can use", hint)


def full_name(name: Name) -> str:
    return f"{name.owner}.{name.name}" if name.path else name.name


def find_variable(workspace: Workspace, name: str) -> float | str | None:
    """A variable of the running macro, or else of the session, regardless of case."""
    for scope in (workspace.local, workspace.variables):
        for known, value in (scope or {}).items():
            if known.casefold() == name.casefold():
                return value
    return None


def present_value(workspace: Workspace, name: str) -> float:
    """The current value of a variable: as given for parameters, else at the end of the last run, else at the start."""
    system = workspace.system
    flat = system.names.find(name)
    model = system.model
    if flat in model.parameters:
        return workspace.given.parameters.get(flat, model.parameters[flat])
    run = workspace.runs.get(LAST)
    is_current = run is not None and run.lookup is model.names
    if run is not None and is_current and flat in run.final:
        return run.final[flat]
    if flat == model.analysed.declared.time:
        return run.stop.time if run is not None and is_current else workspace.settings.start
    return values_at_start(workspace)[flat]

"""Inputs over time from users: arrays, formulas or functions -> signals for the compiler."""

import math
import numbers
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from simnon.compiler import Signal
from simnon.doors import loaded_on_use
from simnon.model import Interpolation, Role
from simnon.program import Array
from simnon.source import UserError, arguments, did_you_mean

from .names import by_full_name
from .simulator import Simulator

with loaded_on_use(__name__):
    from simnon.compiler import Formula, PythonFunction, Samples

    from .arrays import read_array

Input: TypeAlias = (
    str | Callable[[float], float] | tuple[Sequence[float] | Array, Sequence[float] | Array] | tuple[Any, Any, str]
)
"""A formula of `t`, a function of the time, or times and values, followed by "linear", "hold" or "spline"."""
_EXPECTED = "times and values, a formula, or a function"
_WAYS = tuple(way.value.lower() for way in Interpolation)


def read_inputs(model: Simulator, inputs: Mapping[str, Input]) -> dict[str, Signal]:
    """By full names; only parameters, which include unconnected inputs, can be driven."""
    given = by_full_name(model.names, arguments.by_name(inputs, "inputs", "of names and signals"), "inputs")
    declared = model.analysed.declared
    roles = {variable.name: variable.role for variable in declared.variables}
    for name in given:
        argument = f"inputs: '{name}'"
        if name in model.analysed.inputs:
            raise UserError(
                "given-twice", f"{argument} is driven already", "give the signals to the model without inputs"
            )
        if roles[name] is not Role.PARAMETER:
            hint = "an input that is not connected, and any parameter, can be driven"
            raise UserError("not-a-parameter", f"{argument} is computed by the model", hint)
        is_fixed = any(name in each.parameters for each in declared.fixed_sets)
        if is_fixed or name in declared.structural or name in declared.requirements.parameters:
            hint = "structural parameters, those of connected terminals, and those that a REQUIRE reads are constant"
            raise UserError("structural-parameter", f"{argument} cannot change with time", hint)
    return {name: _signal(value, f"inputs: '{name}'") for name, value in given.items()}


def _signal(value: Any, argument: str) -> Signal:
    if isinstance(value, str):
        return Formula(value)
    if isinstance(value, tuple | list) and len(value) in (2, 3):
        way = arguments.text(value[2], f"{argument}, interpolation") if len(value) == 3 else _WAYS[0]
        if way not in _WAYS:
            hint = did_you_mean(way, _WAYS, f"choose one of {', '.join(_WAYS)}")
            raise UserError("bad-argument", f"{argument}: unknown interpolation '{way}'", hint)
        return _samples(value[0], value[1], Interpolation[way.upper()], argument)
    if callable(value) and not isinstance(value, type):
        return _function(value, argument)
    is_number = isinstance(value, numbers.Real)
    raise arguments.refusal(argument, _EXPECTED, value, "give a constant in parameters=" if is_number else "")


def _function(body: Callable[[float], Any], argument: str) -> PythonFunction:
    """Called once, so that an unsuitable function is rejected before the run."""
    try:
        found = body(0.0)
    except Exception as error:
        message = f"{argument}: the function fails at t = 0: {type(error).__name__}: {error}"
        raise UserError("bad-argument", message, "it must return a number when called with the time") from error
    if isinstance(found, bool) or not isinstance(found, numbers.Real):
        raise arguments.refusal(f"{argument} at t = 0", "a number", found)
    return PythonFunction(body)


def _samples(times: object, values: object, way: Interpolation, argument: str) -> Samples:
    t, y = (read_array(each, argument, "lists of times and values") for each in (times, values))
    if t.ndim != 1 or t.shape != y.shape or len(t) < 2:
        message = f"{argument}: expected as many values as times, at least two, found {t.shape} and {y.shape}"
        raise UserError("bad-argument", message, "give (times, values)")
    if not (np.isfinite(t).all() and np.isfinite(y).all()):
        raise UserError("bad-argument", f"{argument}: expected finite numbers", "leave out missing values")
    steps = np.diff(t)
    if (steps < 0).any():
        raise UserError("bad-argument", f"{argument}: the times go back at {t[1:][steps < 0][0]:g}", "sort them")
    is_jump = steps == 0
    if (is_jump[1:] & is_jump[:-1]).any() or (is_jump.any() and way is Interpolation.SPLINE):
        hint = "two values at one time are a jump, which a spline cannot have"
        raise UserError("bad-argument", f"{argument}: too many values at t = {t[1:][is_jump][0]:g}", hint)
    # Of two values at one time, the first holds until just before it.
    t[:-1][is_jump] = np.nextafter(t[:-1][is_jump], -math.inf)
    return Samples(tuple(t.tolist()), tuple(y.tolist()), way)

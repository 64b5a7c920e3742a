"""Matrices or polynomials -> a linear model."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simnon.source import UserError, arguments

from .linear_model import LinearModel
from .opened import numbered
from .realisation import Array, matrix


def state_space(
    A: Any,
    B: Any,
    C: Any,
    D: Any = None,
    *,
    states: Sequence[str] | None = None,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    period: float = 0.0,
) -> LinearModel:
    """A linear model from its matrices; names are x1, x2, ... u1, ... y1, ... unless they are given."""
    a, b, c = (matrix(value, name) for value, name in ((A, "A"), (B, "B"), (C, "C")))
    count = len(a)
    if a.shape != (count, count) or b.shape[0] != count or c.shape[1] != count:
        shapes = f"A {a.shape}, B {b.shape}, C {c.shape}"
        raise UserError("bad-matrix", f"the matrices do not fit: {shapes}", "A is n by n, B n by m, C p by n")
    d = np.zeros((c.shape[0], b.shape[1])) if D is None else matrix(D, "D", (c.shape[0], b.shape[1]))
    length = arguments.number(period, "period", "the sampling period in seconds, or 0")
    if not 0.0 <= length < float("inf"):
        raise arguments.refusal("period", "a number that is not negative", period)
    return LinearModel(
        a,
        b,
        c,
        d,
        _names(states, "states", "x", count),
        _names(inputs, "inputs", "u", b.shape[1]),
        _names(outputs, "outputs", "y", c.shape[0]),
        length,
    )


def transfer_function(
    numerator: Sequence[float], denominator: Sequence[float], *, delay: float = 0.0, period: float = 0.0
) -> LinearModel:
    """A model with one input and one output from its polynomials, highest power first, in controllable form."""
    top, bottom = (_polynomial(each, name) for each, name in ((numerator, "numerator"), (denominator, "denominator")))
    if not len(bottom):
        raise arguments.refusal("denominator", "coefficients that are not all zero", denominator)
    order = len(bottom) - 1
    if len(top) > len(bottom):
        message = f"the numerator has degree {len(top) - 1}, the denominator {order}"
        raise UserError("improper", message, "a state-space model has no pure derivatives; add a filter")
    b = np.concatenate((np.zeros(order + 1 - len(top)), top)) / bottom[0]
    a = bottom[1:] / bottom[0]
    A = np.vstack((-a[None], np.eye(order)[:-1])) if order else np.zeros((0, 0))
    B, C = np.eye(order, 1), (b[1:] - b[0] * a)[None]
    model = state_space(A, B.reshape(order, 1), C, [[b[0]]], states=numbered("x", order), period=period)
    return model.delayed(delay)


def _polynomial(values: object, name: str) -> Array:
    row = matrix(values, name)
    if len(row) != 1:
        raise arguments.refusal(name, "a list of coefficients", values)
    return np.asarray(np.trim_zeros(row[0], "f"))


def _names(given: Sequence[str] | None, argument: str, stem: str, count: int) -> tuple[str, ...]:
    names = numbered(stem, count) if given is None else arguments.names(given, argument)
    if len(names) != count or len({name.casefold() for name in names}) != count:
        raise arguments.refusal(argument, f"{count} different names", given)
    return names

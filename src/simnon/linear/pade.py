"""A continuous model with delays -> one without, each delay approximated by a rational function (Padé)."""

import math

import numpy as np

from simnon.source import UserError, arguments

from .opened import Opened, closed, linalg, opened
from .realisation import Array, Model
from .shift_registers import absorbed, with_shift_registers

HIGHEST_ORDER = 20


def without_delays(model: Model, order: int | None) -> Model:
    """Continuous: all-pass functions of the given order. Sampled: exact, with a state for each sample of delay."""
    if model.is_sampled:
        if order is not None:
            raise UserError("bad-argument", "order: the delays of a sampled model are exact states and have no order")
        return with_shift_registers(model)
    if order is None:
        raise UserError("bad-argument", "order: expected the order of the approximation", "3 is a common choice")
    length = arguments.integer(order, "order", 1, HIGHEST_ORDER)
    if not model.delays:
        return model
    form = opened(model)
    parts = [approximation(lag, length) for lag in form.lags]
    diagonal = linalg().block_diag
    names = [f"delay{i + 1}_{k + 1}" for i in range(len(parts)) for k in range(length)]
    A, B, C, D = (diagonal(*(getattr(part, name) for part in parts)) for name in "ABCD")
    return closed(model, absorbed(form, A, B, C, D), (*model.states, *names))


def approximation(lag: float, order: int) -> Opened:
    """A chain of all-pass sections of first and second order, which keeps numbers of like size."""
    size = [
        math.factorial(2 * order - k) / (math.factorial(k) * math.factorial(order - k)) for k in range(order, -1, -1)
    ]
    roots = np.roots(size) / lag
    sections = [_second_order(-2 * root.real, abs(root) ** 2) for root in roots if root.imag > 1e-9 * abs(root)]
    sections += [_first_order(-root.real) for root in roots if abs(root.imag) <= 1e-9 * abs(root)]
    whole = sections[0]
    for section in sections[1:]:
        whole = _after(whole, section)
    return whole


def _first_order(rate: float) -> Opened:
    """(rate - s)/(rate + s)"""
    return _form([[-rate]], [[2 * rate]], [[1.0]], [[-1.0]])


def _second_order(damping: float, square: float) -> Opened:
    """(s^2 - damping s + square)/(s^2 + damping s + square)"""
    frequency = math.sqrt(square)
    return _form([[-damping, -frequency], [frequency, 0.0]], [[-2 * damping], [0.0]], [[1.0, 0.0]], [[1.0]])


def _form(*values: list[list[float]]) -> Opened:
    A, B, C, D = (np.array(value) for value in values)
    return Opened(A, B, C, D, 1, 1)


def _after(one: Opened, other: Opened) -> Opened:
    zero: Array = np.zeros((len(one.A), len(other.A)))
    A = np.block([[one.A, zero], [other.B @ one.C, other.A]])
    return Opened(A, np.vstack((one.B, other.B @ one.D)), np.hstack((other.D @ one.C, other.C)), other.D @ one.D, 1, 1)

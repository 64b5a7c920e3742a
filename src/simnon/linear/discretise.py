"""A continuous model <-> the sampled one that has its values at the samples."""

import math
from dataclasses import replace

import numpy as np

from simnon.source import UserError, arguments

from .opened import Opened, closed, linalg, opened
from .realisation import Array, Model, positive
from .sampled_delays import exponential, sampled_with_delays
from .shift_registers import with_shift_registers

METHODS = ("zoh", "foh", "tustin")


def discretise(model: Model, period: float, method: str, prewarp: float | None) -> Model:
    """Exact for inputs that are held (`zoh`) or change linearly (`foh`) between samples; `tustin` is an approximation.

    Delays at inputs and outputs become states: any with `zoh`, multiples of the period with the others.
    """
    length = positive(period, "period", "a positive time")
    _check_method(method, prewarp)
    if model.is_sampled:
        raise UserError("already-sampled", f"the model is sampled every {model.period:g} s already")
    form = opened(model)
    if method == "zoh" and form.lags:
        return sampled_with_delays(model, length)
    with np.errstate(over="ignore", invalid="ignore"):
        if method == "zoh":
            converted = _held(form, length)
        elif method == "foh":
            converted = _linear_between(form, length)
        else:
            converted = _bilinear(form, _tustin_rate(length, prewarp))
    if not all(np.isfinite(part).all() for part in (converted.A, converted.B, converted.D)):
        raise UserError(
            "no-sampled-model", f"over a period of {length:g} s the model has no finite values", "choose a shorter one"
        )
    return with_shift_registers(replace(closed(model, converted, model.states), period=length))


def to_continuous(model: Model, method: str, prewarp: float | None) -> Model:
    """The continuous model that `discretise` would turn into this one."""
    _check_method(method, prewarp)
    if not model.is_sampled:
        raise UserError("not-sampled", "the model is continuous already")
    model = with_shift_registers(model)
    form = opened(model)
    if method == "tustin":
        rate = _tustin_rate(model.period, prewarp)
        if len(form.A) and np.abs(np.linalg.eigvals(form.A) + 1.0).min() < 1e-12:
            raise UserError("no-continuous-model", "a pole at -1 would lie at infinity", "use zoh for this model")
        # The inverse of s = rate (z - 1)/(z + 1) has the same form.
        inverse = np.linalg.inv(np.eye(len(form.A)) + form.A)
        A, B, C = rate * inverse @ (form.A - np.eye(len(form.A))), inverse @ form.B, 2 * rate * form.C @ inverse
        converted = Opened(A, B, C, form.D - form.C @ inverse @ form.B, form.input_count, form.output_count)
    else:
        converted = _from_held(form, model.period) if method == "zoh" else _from_linear(form, model.period)
    return replace(closed(model, converted, model.states), period=0.0)


def _held(form: Opened, period: float) -> Opened:
    A, B = exponential(form.A, form.B, period)
    return Opened(A, B, form.C, form.D, form.input_count, form.output_count, form.lags)


def _linear_between(form: Opened, period: float) -> Opened:
    A, first, second = _ramps(form.A, form.B, period)
    # The ramp begins one sample early; shifting the state by the present input makes it causal.
    B = first + A @ second - second
    return Opened(A, B, form.C, form.D + form.C @ second, form.input_count, form.output_count, form.lags)


def _ramps(A: Array, B: Array, period: float) -> tuple[Array, Array, Array]:
    """e^(A h), and the responses of the state after h to an input of 1 and to one that rises from 0 to 1."""
    n, m = B.shape
    whole = np.zeros((n + 2 * m, n + 2 * m))
    whole[:n, :n], whole[:n, n : n + m] = A * period, B * period
    whole[n : n + m, n + m :] = np.eye(m)
    found = linalg().expm(whole)
    return found[:n, :n], found[:n, n : n + m], found[:n, n + m :]


def _bilinear(form: Opened, rate: float) -> Opened:
    """s = rate (z - 1)/(z + 1)"""
    size = len(form.A)
    matrix = rate * np.eye(size) - form.A
    if size and np.linalg.cond(matrix) > 1e14:
        raise UserError("no-sampled-model", f"a pole at {rate:g} would lie at infinity", "choose another period")
    inverse = np.linalg.inv(matrix)
    A, B = inverse @ (rate * np.eye(size) + form.A), 2 * rate * inverse @ form.B
    return Opened(
        A, B, form.C @ inverse, form.D + form.C @ inverse @ form.B, form.input_count, form.output_count, form.lags
    )


def _from_held(form: Opened, period: float) -> Opened:
    n, m = form.B.shape
    whole = np.eye(n + m)
    whole[:n, :n], whole[:n, n:] = form.A, form.B
    found = _logarithm(whole, form.A) / period
    return Opened(found[:n, :n], found[:n, n:], form.C, form.D, form.input_count, form.output_count)


def _from_linear(form: Opened, period: float) -> Opened:
    A = _logarithm(form.A, form.A) / period
    power, first, second = _ramps(A, np.eye(len(A)), period)
    B: Array = np.linalg.solve(first + power @ second - second, form.B).astype(np.float64)
    return Opened(A, B, form.C, form.D - form.C @ second @ B, form.input_count, form.output_count)


def _logarithm(matrix: Array, A: Array) -> Array:
    poles = np.linalg.eigvals(A) if len(A) else np.zeros(0)
    bad = poles[(np.abs(poles.imag) < 1e-10) & (poles.real < 1e-10)]
    if len(bad):
        raise UserError(
            "no-continuous-model",
            f"a pole at {bad[0].real:.5g} is that of no continuous model of this order",
            "use tustin, which is an approximation",
        )
    return np.asarray(np.real(linalg().logm(matrix)))


def _tustin_rate(period: float, prewarp: float | None) -> float:
    if prewarp is None:
        return 2.0 / period
    frequency = positive(prewarp, "prewarp", "a positive frequency in rad/s")
    if frequency >= math.pi / period:
        raise arguments.refusal("prewarp", f"less than the Nyquist frequency {math.pi / period:g} rad/s", prewarp)
    return frequency / math.tan(frequency * period / 2)


def _check_method(method: str, prewarp: float | None) -> None:
    if method not in METHODS:
        raise arguments.refusal("method", f"one of {', '.join(METHODS)}", method)
    if prewarp is not None and method != "tustin":
        raise UserError("bad-argument", f"prewarp: {method} has no frequency to keep", "use method='tustin'")

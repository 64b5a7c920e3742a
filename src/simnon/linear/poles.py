"""Realisation -> its poles, with time constant, natural frequency and damping, and whether it is stable."""

import math

import numpy as np

from simnon.source import frozen, table_html

from .delayed_poles import has_delays_in_loops, rightmost_poles
from .opened import opened
from .realisation import ComplexArray, Realisation
from .shift_registers import with_shift_registers


@frozen
class Mode:
    """One pole; for a sampled model, the other numbers are those of the continuous pole that gives it."""

    pole: complex
    natural_frequency: float
    """In rad/s."""
    damping: float
    """1 for a stable real pole, -1 for an unstable one, nan for an integrator."""
    time_constant: float
    """In seconds: how long e^(-t/T) takes to fall, negative if it grows."""
    is_stable: bool


@frozen
class Modes:
    """The poles of a model, slowest first; prints as a table."""

    rows: tuple[Mode, ...]
    is_sampled: bool = False

    def __str__(self) -> str:
        lines = [_HEADS, *(_cells(row) for row in self.rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(_HEADS))]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
        )

    def _repr_html_(self) -> str:
        return table_html("Poles", _HEADS, [_cells(row) for row in self.rows])


_HEADS = ("pole", "natural frequency", "damping", "time constant", "")


def poles(model: Realisation, count: int = 20) -> ComplexArray:
    """The poles, slowest first.

    A loop through a delay has infinitely many: then the `count` rightmost ones, each refined until its equation holds.
    """
    if model.is_sampled:
        found: ComplexArray = np.linalg.eigvals(with_shift_registers(model).A).astype(np.complex128)
        return _sorted(found, model.period)
    form = opened(model)
    if form.lags and has_delays_in_loops(form):
        return _sorted(rightmost_poles(form, count), 0.0)
    return _sorted(np.linalg.eigvals(form.A).astype(np.complex128), 0.0)


def modes(model: Realisation) -> Modes:
    return modes_of_poles(poles(model), model.period)


def modes_of_poles(found: ComplexArray, period: float) -> Modes:
    """Slowest first."""
    return Modes(tuple(mode_of(complex(pole), period) for pole in _sorted(found, period)), period > 0.0)


def mode_of(pole: complex, period: float = 0.0) -> Mode:
    s = _continuous(pole, period)
    frequency = abs(s)
    damping = math.nan if frequency == 0.0 else 0.0 - s.real / frequency if math.isfinite(frequency) else 1.0
    constant = math.inf if s.real == 0.0 else 0.0 if math.isinf(s.real) else -1.0 / s.real
    is_stable = abs(pole) < 1.0 if period else pole.real < 0.0
    return Mode(pole, frequency, damping, constant, is_stable)


def is_stable(model: Realisation) -> bool:
    """Whether all poles lie left of the imaginary axis, or inside the unit circle if it is sampled."""
    return all(mode_of(complex(pole), model.period).is_stable for pole in poles(model))


def _continuous(pole: complex, period: float) -> complex:
    if not period:
        return pole
    return complex(np.log(complex(pole))) / period if pole != 0 else complex(-math.inf, 0.0)


def _sorted(found: ComplexArray, period: float) -> ComplexArray:
    def key(pole: complex) -> tuple[float, float, float]:
        s = _continuous(complex(pole), period)
        size = abs(s)
        # The two of a pair differ by rounding only.
        return (float(f"{size:.10e}") if math.isfinite(size) else math.inf, float(f"{s.real:.10e}"), -s.imag)

    return np.array(sorted((complex(pole) for pole in found), key=key), dtype=np.complex128)


def _cells(row: Mode) -> tuple[str, ...]:
    imaginary = f" {'+' if row.pole.imag >= 0 else '-'} {abs(row.pole.imag):.5g}j" if row.pole.imag else ""
    constant = "" if not math.isfinite(row.time_constant) else f"{row.time_constant:.5g} s"
    damping = "" if math.isnan(row.damping) else f"{row.damping:.4g}"
    state = "" if row.is_stable else "not stable"
    return f"{row.pole.real:.5g}{imaginary}", f"{row.natural_frequency:.5g} rad/s", damping, constant, state

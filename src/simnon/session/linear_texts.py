"""Linear models -> the replies of EQUIL, LINEAR and the commands that draw them."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from simnon.figures import Array
from simnon.linear import LinearModel, Modes
from simnon.source import UserError, listed

from .outcome import Noted, Outcome, Printed, Tabulated, Valued, ValueRow
from .tables import DIGITS

_SMALL = 1e-12
"""An imaginary part of this fraction is rounding."""

CURES = {
    "several-signals": "LINEAR with one input and one output makes such a model",
    "has-delays": "LINEAR ... PADE:order approximates the delays",
}
"""In a session, for errors whose usual cure is a method of Python."""


def modes_of(model: LinearModel) -> Iterator[Outcome]:
    """The poles, slowest first, one row for a complex pair; then whether all of them are stable."""
    yield from table_of(model.modes())
    if model.delays and len(model.poles()) > len(model.states):
        yield Noted("a loop through a delay has infinitely many poles; these are the rightmost ones")
    sampled = f", sampled every {model.period:g}" if model.is_sampled else ""
    yield Printed(f"{'stable' if model.is_stable() else 'not stable'}{sampled}")


def table_of(found: Modes) -> Iterator[Outcome]:
    """One row for a complex pair; nothing if there are no poles."""
    modes = [mode for mode in found.rows if mode.pole.imag >= 0.0]
    columns = {
        "RE": [mode.pole.real for mode in modes],
        "IM": [mode.pole.imag for mode in modes],
        "TIME CONSTANT": [mode.time_constant for mode in modes],
        "FREQUENCY": [mode.natural_frequency for mode in modes],
        "DAMPING": [mode.damping for mode in modes],
    }
    if modes:
        values = tuple(np.array(column) for column in columns.values())
        yield Tabulated(tuple(columns), ("",) * len(columns), values, has_gaps=True)


def multipliers_table(multipliers: npt.NDArray[np.complex128]) -> Iterator[Outcome]:
    """One row for a complex pair; nothing if there are none."""
    shown = multipliers[multipliers.imag >= 0.0]
    if len(shown):
        columns = shown.real.copy(), shown.imag.copy(), np.abs(shown)
        yield Tabulated(("MULTIPLIER RE", "IM", "SIZE"), ("", "", ""), columns)


def summary_of(model: LinearModel) -> Iterator[Outcome]:
    """States, poles, zeros and static gains."""
    count = len(model.states)
    states = f"{count} state{'' if count == 1 else 's'}" + (f": {listed(model.states)}" if count else "")
    delays = f"; delays {listed([f'{lag:g}' for lag in model.delays])}" if model.delays else ""
    yield Printed(f"{', '.join(model.inputs)} -> {', '.join(model.outputs)}, {states}{delays}")
    yield from modes_of(model)
    yield Printed(f"zeros: {_zeros(model)}")
    gains = model.static_gain()
    yield Valued(
        tuple(
            ValueRow("static gain", f"{target}/{source}", float(gains[i, j]))
            for i, target in enumerate(model.outputs)
            for j, source in enumerate(model.inputs)
        )
    )
    for note in model.notes:
        yield Noted(note)


def _zeros(model: LinearModel) -> str:
    try:
        found = [complex(zero) for zero in model.zeros()]
    except UserError as error:
        if error.code != "has-delays":
            raise
        return "not computed, as there are delays inside the model"
    shown = []
    for zero in found:
        if abs(zero.imag) <= _SMALL * abs(zero):
            shown.append(f"{zero.real:.{DIGITS}g}")
        elif zero.imag > 0.0:
            shown.append(f"{zero.real:.{DIGITS}g} ± {zero.imag:.{DIGITS}g}j")
    return ", ".join(shown) or "none"


def matrices_text(model: LinearModel) -> str:
    """Every matrix with the names of its rows and columns."""
    states, inputs, outputs = model.states, model.inputs, model.outputs
    parts: list[tuple[str, Array, Sequence[str], Sequence[str]]] = [
        ("A", model.A, states, states),
        ("B", model.B, states, inputs),
        ("C", model.C, outputs, states),
        ("D", model.D, outputs, inputs),
    ]
    channels = model.channels
    if channels is not None:
        left = [f"delayed {lag:g}" for lag in channels.lags]
        entered = [f"before {lag:g}" for lag in channels.lags]
        parts += [
            ("B of delays", channels.B, states, left),
            ("C of delays", channels.C, entered, states),
            ("D from delays", channels.to_outputs, outputs, left),
            ("D to delays", channels.from_inputs, entered, inputs),
            ("D of delays", channels.D, entered, left),
        ]
    return "\n\n".join(_matrix_text(*part) for part in parts if part[1].size)


def _matrix_text(title: str, matrix: Array, rows: Sequence[str], columns: Sequence[str]) -> str:
    lines = [[title, *columns]]
    lines += [
        [name, *(f"{value:.{DIGITS}g}" for value in row)] for name, row in zip(rows, matrix.tolist(), strict=True)
    ]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]
        )
        for line in lines
    )


def margins_of(label: str, model: LinearModel) -> Iterator[Outcome]:
    """Of the loop with negative feedback; nothing for a model that cannot be one."""
    if len(model.inputs) == len(model.outputs) == 1:
        title = f"{label}:\n" if label else ""
        yield Printed(f"{title}{model.margins()}")

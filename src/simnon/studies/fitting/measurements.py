"""Tables of measurements, from files, dictionaries or DataFrames -> columns of variables over sorted times."""

import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np

from simnon.program import Array
from simnon.simulation import Simulator, Trajectory, in_unit_of, read_table
from simnon.source import UserError, arguments, frozen, has_same_fields, listed, no_hash

_TIMES = ("t", "time")
TOO_LARGE = 1e150
"""The squares of larger numbers could not be added."""
_SIGMA = re.compile(r"sigma\((.+)\)", re.IGNORECASE)


@frozen
class Measurements:
    """The values of variables, by full name, at sorted times; nan where nothing was measured.

    Rows at the same time are several measurements of one instant.
    `sigmas` are the standard deviations of the values of some variables.
    """

    times: Array
    columns: Mapping[str, Array]
    sigmas: Mapping[str, Array] = field(default_factory=dict)

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def instants(self) -> Array:
        """The times, each once."""
        return np.unique(self.times)

    @property
    def count(self) -> int:
        """How many values were measured."""
        return int(sum(np.isfinite(column).sum() for column in self.columns.values()))


def read_measurements(model: Simulator, data: Any) -> Measurements:
    """`data` is a file (.csv, .parquet, .nc), a run, a dictionary of columns with the times as `t`, or a DataFrame
    with them as a column or as its index. A column `sigma(x)` has the standard deviations of that of `x`."""
    times, columns, units = _columns(data)
    order = np.argsort(times, kind="stable")
    if not np.isfinite(times).all():
        raise UserError("bad-data", "some times of the data are missing or infinite", "give each row its time")
    found: dict[str, Array] = {}
    deviations: dict[str, Array] = {}
    for name, column in columns.items():
        of = _SIGMA.fullmatch(name)
        full = model.names.find(of[1] if of else name)
        if full not in model.recordable:
            raise UserError("bad-data", f"'{name}' does not change during a run", "name its column after a variable")
        if np.isinf(column).any():
            raise UserError("bad-data", f"'{name}' has infinite values", "leave gaps as nan")
        if np.nanmax(np.abs(column), initial=0.0) > TOO_LARGE:
            raise UserError(
                "bad-data", f"'{name}' has values above {TOO_LARGE:g}, whose squares are no numbers", "use larger units"
            )
        unit = model.unit_of_name.get(full)
        factor = in_unit_of(1.0, units[name], full, unit) if name in units and unit is not None else 1.0
        (deviations if of else found)[full] = factor * column[order]
    if not found or not any(np.isfinite(column).any() for column in found.values()):
        raise UserError("bad-data", "the data have no measured values", "give a column for a variable of the model")
    for name, column in deviations.items():
        _check_deviations(name, column, found)
    return Measurements(times[order], found, deviations)


def _check_deviations(name: str, deviations: Array, columns: Mapping[str, Array]) -> None:
    if name not in columns:
        raise UserError(
            "bad-data", f"sigma({name}) is there, but no column {name}", f"the data have {listed(list(columns))}"
        )
    needed = deviations[np.isfinite(columns[name])]
    if not (needed > 0.0).all():
        raise UserError("bad-data", f"sigma({name}) is not positive everywhere", "give one for each measured value")


def _columns(data: Any) -> tuple[Array, dict[str, Array], Mapping[str, str]]:
    if isinstance(data, str | Path):
        table = read_table(data)
        return table.t, dict(table.columns), table.units
    if isinstance(data, Trajectory):
        return data.t, dict(data.columns), data.units
    if not isinstance(data, Mapping) and not (hasattr(data, "columns") and hasattr(data, "index")):
        raise arguments.refusal("data", "a file, a dictionary of columns or a DataFrame", data)
    columns = {str(name): _numbers(data[name], str(name)) for name in data}
    named = [name for name in columns if name.casefold() in _TIMES]
    if named:
        times = columns.pop(named[0])
    elif hasattr(data, "index"):
        times = _numbers(data.index, "the index")
    else:
        known = f"their columns are {listed(list(columns))}" if columns else "they have no columns"
        raise UserError("bad-data", f"the data have no times: {known}", "name one t")
    for name, column in columns.items():
        if column.shape != times.shape:
            raise UserError(
                "bad-data", f"'{name}' has {len(column)} values for {len(times)} times", "give one for each"
            )
    return times, columns, {}


def _numbers(values: Any, name: str) -> Array:
    if getattr(getattr(values, "dtype", None), "kind", "") in ("m", "M"):
        hint = "give numbers: the seconds since the start of the run, as (times - times[0]).total_seconds() has them"
        raise UserError("bad-data", f"'{name}' has dates or durations, whose unit is not that of the model", hint)
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise UserError("bad-data", f"'{name}' has values that are not numbers", "leave gaps as nan") from None
    if found.ndim != 1:
        raise UserError("bad-data", f"'{name}' is not a column of numbers", "give one number for each time")
    return found

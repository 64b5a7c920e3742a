"""Tables of numbers over time <-> tables of other libraries and files: CSV, Parquet, NetCDF, MATLAB, Simnon's text."""

import csv
import io
import math
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np

from simnon.program import Array
from simnon.source import UserError, atomic_file, frozen, nearest, read_text, reading, require

from .extensions import TABLE_EXTENSIONS
from .json_texts import read_words
from .mat_file import mat_bytes
from .netcdf_trial import try_netcdf
from .selections import Selection

TIME = "t"
_COMMENT, _UNITS = '"', "units:"
_SHOWN = 40
"""Characters of what should be a number."""
_TEXT_HINT = 'the first line is " t x y ..., the lines after it are numbers'


@frozen
class Table:
    """Columns over time, their units, and a description in words and JSON."""

    t: Array
    columns: Mapping[str, Array]
    units: Mapping[str, str]
    description: Mapping[str, str]
    arrays: Mapping[str, Selection] = field(default_factory=dict)
    """The columns that are the elements of an array, by its name."""


def to_pandas(table: Table) -> Any:
    """A DataFrame with the time as index; its `attrs` hold the units and the provenance."""
    pandas = require("pandas", "to_pandas")
    frame = pandas.DataFrame(dict(table.columns), index=pandas.Index(table.t, name=TIME))
    frame.attrs.update(table.description)
    return frame


def to_xarray(table: Table) -> Any:
    """A Dataset over the coordinate `t`; each variable has its unit, the Dataset its provenance."""
    xarray = require("xarray", "to_xarray")
    array_of_name = {name: array for array, selection in table.arrays.items() for name in selection.names}
    variables: dict[str, tuple[Any, Array, dict[str, str]]] = {}
    for name, column in table.columns.items():
        units = {"units": table.units[name]} if name in table.units else {}
        array = array_of_name.get(name, "")
        if not array:
            variables[name] = (TIME, column, units)
        elif array not in variables:
            selection = table.arrays[array]
            dimensions = [f"{array}_{number + 1}" for number in range(len(selection.counts))]
            variables[array] = ([TIME, *dimensions], selection.gathered(table.columns, len(table.t)), units)
    of_time = {"units": table.units[TIME]} if TIME in table.units else {}
    return xarray.Dataset(variables, coords={TIME: (TIME, table.t, of_time)}, attrs=dict(table.description))


def write_table(table: Table, path: str | Path, *, force: bool = False) -> None:
    """Write a file of the type given by its extension; the old file remains until the new one is complete."""
    path = Path(path)
    writer = _chosen(_WRITERS, path)
    with atomic_file(path, force=force) as place:
        writer(table, place)


def read_table(path: str | Path) -> Table:
    """Read what `write_table` wrote, or any table whose first column is the time."""
    path = Path(path)
    reader: Callable[[Path], Table] = _chosen(_READERS, path)
    with reading(path, "a table over time", _HINTS[path.suffix.lower()]):
        table = reader(path)
        columns = {name: _numbers(column, len(table.t)) for name, column in table.columns.items()}
        return Table(_numbers(table.t), columns, table.units, table.description)


def _numbers(column: Array, count: int | None = None) -> Array:
    """As plain numbers; a ValueError if they are not."""
    if column.dtype.kind in "mM":
        raise ValueError("a column has dates or durations; give numbers in the unit of the model's time")
    numbers = np.asarray(column, dtype=np.float64)
    if numbers.ndim != 1 or len(numbers) != (len(numbers) if count is None else count):
        raise ValueError("a column does not have one number for each time")
    return numbers


def _chosen(choices: Mapping[str, Callable[..., Any]], path: Path) -> Callable[..., Any]:
    kind = choices.get(path.suffix.lower())
    if kind is None:
        near = nearest(path.suffix, choices)
        hint = f"did you mean '{near}'?" if near else f"use one of {', '.join(choices)}"
        raise UserError("unknown-file-type", f"unknown file type '{path.suffix}'", hint)
    return kind


def _write_csv(table: Table, path: Path) -> None:
    """Every number with as many digits as it needs to read back exactly."""
    names = [f"{name} [{table.units[name]}]" if name in table.units else name for name in table.columns]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([f"{TIME} [{table.units[TIME]}]" if TIME in table.units else TIME, *names])
        for row in zip(table.t.tolist(), *(column.tolist() for column in table.columns.values()), strict=True):
            writer.writerow(map(repr, row))


def _read_csv(path: Path) -> Table:
    rows = csv.reader(io.StringIO(read_text(path), newline=""))
    try:
        named = [_name_and_unit(head.strip()) for head in next(rows, [])]
        names = [name for name, _ in named]
        numbers = [_numbers_in(row, names, f"{path.name}, line {rows.line_num}") for row in rows if row]
    except csv.Error as error:
        message = f"{path.name}, line {rows.line_num}: {error}"
        raise UserError("bad-file", message, "each line after the first is numbers") from None
    return _table(path, names, numbers, {name: unit for name, unit in named if unit})


def _numbers_in(row: list[str], names: list[str], place: str) -> list[float]:
    """The numbers of a line; nothing is a gap."""
    if len(row) != len(names):
        hint = "give each line a value for each name in the first one; a gap is nothing between two commas"
        raise UserError("bad-file", f"{place} has {len(row)} values for {len(names)} columns", hint)
    try:
        return [float(text) if text.strip() else math.nan for text in row]
    except ValueError:
        column, text = next((i, text) for i, text in enumerate(row) if text.strip() and not _is_number(text))
        shown = text.strip() if len(text) < _SHOWN else f"{text.strip()[:_SHOWN]}..."
        hint = "each line after the first is numbers with a decimal point; leave gaps empty"
        raise UserError(
            "bad-file", f"{place}, column {column + 1} ({names[column]}): '{shown}' is not a number", hint
        ) from None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _table(path: Path, names: list[str], rows: list[list[float]], units: Mapping[str, str]) -> Table:
    """A table from rows of numbers, the time first."""
    if not names or any(len(row) != len(names) for row in rows):
        raise UserError("bad-file", f"{path.name} is not a table", "the first line has a name for each column")
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise UserError("bad-file", f"{path.name} has two columns '{twice}'", "give each column its own name")
    cells = np.array(rows).reshape(len(rows), len(names))
    return Table(cells[:, 0], {name: cells[:, i] for i, name in enumerate(names) if i}, units, {})


def _name_and_unit(head: str) -> tuple[str, str]:
    """`level[tank] [m]` is a name with a unit, `level[tank]` one without."""
    name, bracket, unit = head.rpartition(" [")
    return (name, unit.rstrip("]")) if bracket else (head, "")


def _write_text(table: Table, path: Path) -> None:
    """The format of earlier versions of Simnon: `" t x y`, then columns; to them the units are a comment."""
    words = {name: "".join(name.split()) for name in table.columns}
    heads = [f"{_COMMENT} {' '.join([TIME, *words.values()])}"]
    units = [f"{words[name]}={unit.replace(' ', '*')}" for name, unit in table.units.items() if name in words]
    heads += [f"{_COMMENT} {_UNITS} {' '.join(units)}"] if units else []
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{head}\n" for head in heads)
        for row in zip(table.t.tolist(), *(column.tolist() for column in table.columns.values()), strict=True):
            file.write(" ".join(map(repr, row)) + "\n")


def _read_text(path: Path) -> Table:
    """Lines that begin with a quote are comments; the first of them, at the top, has the names."""
    lines = read_text(path).splitlines()
    rows: list[list[float]] = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith(_COMMENT):
            try:
                rows.append([float(word) for word in line.replace(",", " ").split()])
            except ValueError as error:
                raise UserError("bad-file", f"{path.name}, line {number}: {error}", _TEXT_HINT) from None
    comments = [line.lstrip().removeprefix(_COMMENT).split() for line in lines if line.lstrip().startswith(_COMMENT)]
    if not comments or not lines[0].lstrip().startswith(_COMMENT):
        raise UserError("bad-file", f"{path.name} does not name its columns", _TEXT_HINT)
    noted = next((words[1:] for words in comments[1:] if words[:1] == [_UNITS]), [])
    units = dict(word.split("=", 1) for word in noted if "=" in word)
    return _table(path, comments[0], rows, units)


def _write_parquet(table: Table, path: Path) -> None:
    require("pyarrow", "Parquet")
    to_pandas(table).reset_index().to_parquet(path, engine="pyarrow")


def _read_parquet(path: Path) -> Table:
    require("pyarrow", "Parquet")
    frame = require("pandas", "Parquet").read_parquet(path, engine="pyarrow")
    if frame.index.name is not None:
        frame = frame.reset_index()
    columns = {str(name): frame.iloc[:, i].to_numpy() for i, name in enumerate(frame.columns) if i}
    description = {str(key): str(value) for key, value in frame.attrs.items()}
    return Table(frame.iloc[:, 0].to_numpy(), columns, read_words(description.get("units", "{}")), description)


def _write_netcdf(table: Table, path: Path) -> None:
    require("h5netcdf", "NetCDF")
    # In memory first: the library crashes the process if a disk is full.
    path.write_bytes(to_xarray(table).to_netcdf(None, engine="h5netcdf"))


def _read_netcdf(path: Path) -> Table:
    require("h5netcdf", "NetCDF")
    try_netcdf(path)
    with require("xarray", "NetCDF").open_dataset(path, engine="h5netcdf", decode_times=False) as dataset:
        columns = {name: column for each in dataset.data_vars for name, column in _elements_in(dataset[each])}
        units = {str(n): str(dataset[n].attrs["units"]) for n in dataset.variables if "units" in dataset[n].attrs}
        return Table(dataset[TIME].to_numpy(), columns, units, {str(k): str(v) for k, v in dataset.attrs.items()})


def _elements_in(variable: Any) -> list[tuple[str, Array]]:
    """A variable of a Dataset by columns: those of an array are numbered from 1 if it has no coordinates."""
    values, name = variable.to_numpy(), str(variable.name)
    if values.ndim == 1 or variable.dims[1] != f"{name}_1":
        return [(name, values)]
    places = [*np.ndindex(values.shape[1:])]
    return [(f"{name}[{','.join(str(i + 1) for i in place)}]", values[(slice(None), *place)]) for place in places]


def _write_mat(table: Table, path: Path) -> None:
    path.write_bytes(mat_bytes({TIME: table.t, **table.columns}))


_WRITERS: dict[str, Callable[[Table, Path], None]] = {
    ".csv": _write_csv,
    ".dat": _write_text,
    ".mat": _write_mat,
    ".parquet": _write_parquet,
    ".nc": _write_netcdf,
}
_READERS: dict[str, Callable[[Path], Table]] = dict(
    zip(TABLE_EXTENSIONS, (_read_csv, _read_text, _read_parquet, _read_netcdf), strict=True)
)
_HINTS = {
    ".csv": "the first line has a name for each column, all others are numbers",
    ".dat": _TEXT_HINT,
    ".parquet": "write it again; the first column is the time",
    ".nc": "write it again; its dimension is t",
}

"""Results of many runs -> xarray Datasets and files of them (NetCDF, Zarr, Parquet), and back."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simnon.program import Array
from simnon.simulation import STOPS, read_names, read_words, try_netcdf
from simnon.source import UserError, atomic_file, atomic_folder, did_you_mean, nearest, reading, require

from .designs import Design, Grid, Listed
from .results import MemberNumbers, Results
from .storage import GRID, MEMBER, MESSAGES, STOP, STOP_TIME, TIME

RECORD = "record"
EXTENSIONS = (".nc", ".zarr", ".parquet")


def to_dataset(results: Results) -> Any:
    """The parameters are coordinates: dimensions for a grid, otherwise along `member`."""
    xarray = require("xarray", "a Dataset")
    design, stored = results.design, results.stored
    along: tuple[str, ...] = design.names if isinstance(design, Grid) else (MEMBER,)
    shape = results.shape
    variables: dict[str, Any] = {
        STOP: (along, stored.stops.reshape(shape), {"reasons": json.dumps(STOPS)}),
        STOP_TIME: (along, stored.times.reshape(shape), {}),
    }
    for label, values in stored.reduced.items():
        variables[label] = (along, values.reshape(shape), _unit(results.unit_of(label)))
    for name, values in stored.curves.items():
        variables[name] = ((*along, TIME), np.asarray(values[:]).reshape(*shape, -1), _unit(results.unit_of(name)))
    if stored.records:
        for i, name in enumerate((TIME, *results.recorded)):
            variables[name] = ((*along, RECORD), _padded(stored, i).reshape(*shape, -1), _unit(results.unit_of(name)))
    return xarray.Dataset(variables, coords=_coordinates(results), attrs=_description_of(results))


def description(
    provenance: Mapping[str, str], messages: Mapping[str, str], units: Mapping[str, str], recorded: Sequence[str] = ()
) -> dict[str, str]:
    """Everything but the numbers."""
    return {
        **provenance,
        "stop_messages": json.dumps(dict(messages)),
        "variable_units": json.dumps(dict(units)),
        "recorded": json.dumps(tuple(recorded)),
    }


def _description_of(results: Results) -> dict[str, str]:
    return description(results.provenance, results.messages, results.units, results.recorded)


def write_results(results: Results, path: Path, *, force: bool = False) -> None:
    """Write a file of the type given by its extension; the old one remains until the new one is complete."""
    match path.suffix.lower():
        case ".nc":
            require("h5netcdf", "NetCDF")
            with atomic_file(path, force=force) as temporary:
                # In memory first: the library crashes the process if a disk is full.
                temporary.write_bytes(to_dataset(results).to_netcdf(None, engine="h5netcdf"))
        case ".zarr":
            require("zarr", "Zarr")
            with atomic_folder(path, force=force) as temporary:
                to_dataset(results).to_zarr(temporary, mode="w", consolidated=False)
        case ".parquet":
            with atomic_file(path, force=force) as temporary:
                _write_parquet(results, temporary)
        case extension:
            near = nearest(extension, EXTENSIONS)
            hint = f"did you mean '{near}'?" if near else f"use one of {', '.join(EXTENSIONS)}"
            raise UserError("unknown-file-type", f"ensembles cannot be written to '{extension}'", hint)


def read_results(path: Path) -> Results:
    """What `write_results` wrote, or what was streamed to a file; not Parquet, which is for other programs."""
    xarray = require("xarray", "reading an ensemble")
    extension = path.suffix.lower()
    if extension not in (".nc", ".zarr"):
        hint = did_you_mean(extension, (".nc", ".zarr"), "use .nc or .zarr")
        raise UserError("unknown-file-type", f"ensembles cannot be read from '{path.suffix}'", hint)
    # Undecoded: a member that has not run has the stop reason 0, which is a valid number.
    as_it_stands: dict[str, Any] = {"mask_and_scale": False}
    with reading(path, "an ensemble", "create it again"):
        if extension == ".nc":
            try_netcdf(path)
            opened = xarray.open_dataset(path, engine="h5netcdf", **as_it_stands)
        else:
            opened = xarray.open_zarr(path, consolidated=False, chunks=None, **as_it_stands)
        with opened as dataset:
            return _checked(_from_dataset(dataset.load()))


def _from_dataset(dataset: Any) -> Results:
    attributes = {str(key): str(value) for key, value in dataset.attrs.items()}
    messages = read_words(attributes.pop(MESSAGES, "{}"))
    if MESSAGES in dataset:
        messages |= read_words(dataset[MESSAGES].to_numpy().astype(np.uint8).tobytes())
    units = read_words(attributes.pop("variable_units", "{}"))
    recorded = read_names(attributes.pop("recorded", "[]"))
    design = _design(dataset, attributes)
    count = len(design)
    reduced: dict[str, Array] = {}
    curves: dict[str, Any] = {}
    for name, variable in dataset.data_vars.items():
        if TIME in variable.dims:
            curves[str(name)] = variable.to_numpy().reshape(count, -1)
        elif name not in (STOP, STOP_TIME, MESSAGES, *design.names) and RECORD not in variable.dims:
            reduced[str(name)] = variable.to_numpy().reshape(count)
    records = _records(dataset, recorded, count) if RECORD in dataset.dims else ()
    stops, times = (dataset[name].to_numpy().reshape(count) for name in (STOP, STOP_TIME))
    t = dataset[TIME].to_numpy() if TIME in dataset.dims else np.zeros(0)
    return Results(
        design,
        MemberNumbers(stops.astype(np.int8), times, reduced, curves, records),
        t,
        recorded,
        messages,
        units,
        attributes,
    )


def _checked(results: Results) -> Results:
    """Check what the rest of the program relies on; a ValueError reports the fault."""
    stored, count = results.stored, len(results.design)
    if len(stored.stops) != count or not ((stored.stops >= 0) & (stored.stops < len(STOPS))).all():
        raise ValueError("some members have an unknown stop reason")
    kept = read_names(results.provenance.get("kept", "[]"))
    gone = [name for name in kept if name not in (*stored.reduced, *stored.curves, *results.recorded)]
    if gone:
        raise ValueError(f"{gone[0]} is missing")
    numbers = [stored.times, results.t, *stored.reduced.values(), *map(np.asarray, stored.curves.values())]
    if not all(np.issubdtype(each.dtype, np.floating) for each in [*numbers, *stored.records]):
        raise ValueError("the numbers are of the wrong type")
    return results


def _design(dataset: Any, attributes: dict[str, str]) -> Design:
    names = read_names(attributes["parameters"])
    lengths = attributes.pop(GRID, "")
    if lengths:
        return Grid(names, tuple(np.array(axis, dtype=np.float64) for axis in json.loads(lengths)))
    if MEMBER not in dataset.dims:
        return Grid(names, tuple(dataset[name].to_numpy() for name in names))
    rows = np.stack([dataset[name].to_numpy() for name in names], axis=1)
    return Listed(names, rows, attributes.get("design", "listed"))


def _records(dataset: Any, recorded: tuple[str, ...], count: int) -> tuple[Array, ...]:
    columns = [dataset[name].to_numpy().reshape(count, -1) for name in (TIME, *recorded)]
    records = np.stack(columns, axis=2)
    return tuple(rows[np.isfinite(rows[:, 0])] for rows in records)


def _padded(stored: MemberNumbers, column: int) -> Array:
    longest = max(len(rows) for rows in stored.records)
    padded = np.full((len(stored.records), longest), np.nan)
    for i, rows in enumerate(stored.records):
        if len(rows):
            padded[i, : len(rows)] = rows[:, column]
    return padded


def _coordinates(results: Results) -> dict[str, Any]:
    design = results.design
    coordinates: dict[str, Any] = {}
    if isinstance(design, Grid):
        for name, axis in zip(design.names, design.axes, strict=True):
            coordinates[name] = (name, axis, _unit(results.unit_of(name)))
    else:
        for name in design.names:
            coordinates[name] = (MEMBER, design.column(name), _unit(results.unit_of(name)))
    if len(results.t):
        coordinates[TIME] = (TIME, results.t)
    return coordinates


def _unit(unit: str) -> Mapping[str, str]:
    return {"units": unit} if unit else {}


def _write_parquet(results: Results, path: Path) -> None:
    """A row for each member; a curve is a list in its cell, and its times are in the description."""
    arrow = require("pyarrow", "Parquet")
    parquet = require("pyarrow.parquet", "Parquet")
    design, stored = results.design, results.stored
    columns: dict[str, Any] = {name: design.column(name) for name in design.names}
    columns |= dict(stored.reduced)
    columns |= {STOP: np.array(STOPS)[stored.stops], STOP_TIME: stored.times}
    for name, values in stored.curves.items():
        curves = np.asarray(values[:])
        offsets = np.arange(0, curves.size + 1, curves.shape[1], dtype=np.int64)
        columns[name] = arrow.LargeListArray.from_arrays(offsets, curves.reshape(-1))
    for i, name in enumerate((TIME, *results.recorded) if stored.records else ()):
        columns[name] = [rows[:, i].tolist() if len(rows) else [] for rows in stored.records]
    table = arrow.table(columns)
    metadata = {**_description_of(results), "times": json.dumps(results.t.tolist())}
    parquet.write_table(table.replace_schema_metadata(metadata), path)

"""A run of a model with LOGGER -> the file that LOGGER writes: its connected inputs at each of its samples."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from simnon.model import Name
from simnon.simulation import Simulator, Table, Trajectory, write_table
from simnon.source import UserError, check_replaceable

from .files import path_to_write
from .outcome import Failed, Noted, Outcome, Wrote
from .standard_systems import is_connected, variables_of
from .workspace import Workspace

LOGGER = "LOGGER"
_COLUMNS = 8


def logged_variables(model: Simulator) -> tuple[str, ...]:
    """What must be recorded for the file: the number of the sample, then the sampled values; none without LOGGER."""
    own = variables_of(model, LOGGER)
    numbers = [i for i in range(1, _COLUMNS + 1) if f"U{i}" in own and is_connected(model, own[f"U{i}"])]
    return (own["SAMPLE"], *(own[f"Y{i}"] for i in numbers)) if numbers and "SAMPLE" in own else ()


def check_log(workspace: Workspace) -> None:
    """Check before the run, which would otherwise be wasted, that no file of the user is in the way."""
    if logged_variables(workspace.model):
        path = path_to_write(LOGGER, workspace.folder, ".csv", workspace.allowed)
        try:
            check_replaceable(path)
        except UserError as error:
            raise UserError(error.code, f"{LOGGER} cannot write: {error.message}", f"move {path.name} away") from None


def write_log(workspace: Workspace, run: Trajectory, *, is_continued: bool) -> Iterator[Outcome]:
    """Write the file, completely or not at all."""
    model = workspace.model
    names = logged_variables(model)
    if not names:
        return
    options = run.provenance.options
    if options.spacing is not None:
        if is_continued:
            yield Noted(f"{LOGGER} cannot log a continued run with a spacing; omit the spacing")
            return
        # A record on a grid may have no rows at the samples; without it the run is the same, bit for bit.
        again = model.begin(replace(options, spacing=None, points=0, store=names, stop=run.stop.time))
        run = model.trajectory(again, again.resume())
    number, *values = (run[name] for name in names)
    samples = np.flatnonzero(np.diff(number, prepend=0.0))
    columns = {_heading(model, name): column[samples] for name, column in zip(names[1:], values, strict=True)}
    units = {heading: model.units[heading] for heading in columns if heading in model.units}
    path = path_to_write(LOGGER, workspace.folder, ".csv", workspace.allowed)
    try:
        write_table(Table(run.t[samples], columns, units, {}), path)
    except UserError as error:
        # The run itself is complete, and is kept.
        yield Failed(error.code, f"the run is kept, but {LOGGER} could not write it: {error.message}", error.hint)
    else:
        yield Wrote(path)


def _heading(model: Simulator, output: str) -> str:
    """What is connected to the input, if that is a variable; else the name of the input."""
    own = variables_of(model, LOGGER)
    source = next(name for local, name in own.items() if local.startswith("U") and own.get(f"Y{local[1:]}") == output)
    for equation in model.analysed.declared.equations:
        if equation.target == source and isinstance(equation.value, Name):
            return equation.value.name
    return source

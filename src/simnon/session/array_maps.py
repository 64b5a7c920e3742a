"""An array of a run -> a map: a vector over time and its index, a matrix over its indices at the end."""

import numpy as np

from simnon.figures import Area, Axis, Cells, Figure
from simnon.simulation import Trajectory, values_at
from simnon.source import UserError

MOST_TIMES = 400
"""The most columns of a map over time."""


def map_of_array(run: Trajectory, name: str) -> Figure:
    values = run[name]
    if not len(run.t) or values.shape[1] == 0:
        raise UserError("no-run", f"nothing is recorded of '{name}'", "SIMU runs the model")
    unit = run.units.get(run.lookup.select(name).names[0], "")
    if values.ndim > 3:
        raise UserError(
            "bad-command", f"'{name}' has {values.ndim - 1} indices", "a map shows one or two: x[.., .., 1]"
        )
    if values.ndim == 3:
        last = values[-1]
        rows, columns = (np.arange(1.0, count + 1.0) for count in last.shape)
        cells = Cells(name, columns, rows, last, unit)
        return Figure(areas=(Area(Axis("second index"), Axis("first index"), cells=cells, has_axes=True),))
    count = min(MOST_TIMES, len(run.t))
    times = np.linspace(run.t[0], run.t[-1], max(count, 2))
    table = np.stack([values_at(times, run.t, values[:, i]) for i in range(values.shape[1])])
    numbers = np.arange(1.0, values.shape[1] + 1.0)
    area = Area(
        Axis("t", run.units.get("t", "")), Axis("index"), cells=Cells(name, times, numbers, table, unit), has_axes=True
    )
    return Figure(areas=(area,))

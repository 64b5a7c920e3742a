"""A periodic orbit -> the linear periodic system around it: its linear models along a period, and the monodromy.

The monodromy matrix is the derivative of the states after a period by those at its beginning, from a run with
sensitivities: it goes through events and samples as they do.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simnon.linear import LinearModel
from simnon.program import Array
from simnon.simulation import RunOptions, Simulator, StopKind, Table, Trajectory, trajectory_of
from simnon.source import UserError, frozen, has_same_fields, no_hash

from .linearize import linearize
from .point import Point, point_at

RTOL, ATOL = 1e-10, 1e-12
CLOSED = 1e-3
"""An orbit is closed if its ends are this near, relative to how far it goes."""


@frozen
class PeriodicLinearModel:
    """The linear model at each of `times`, from the beginning of the orbit on, and the map of a whole period."""

    period: float
    times: Array
    models: tuple[LinearModel, ...]
    states: tuple[str, ...]
    monodromy: Array

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def multipliers(self) -> npt.NDArray[np.complex128]:
        """The eigenvalues of the monodromy matrix, largest first; one is 1 if nothing drives the model."""
        found = np.linalg.eigvals(self.monodromy).astype(np.complex128)
        return found[np.argsort(-np.abs(found), kind="stable")]

    @property
    def matrices(self) -> Array:
        """The matrices A by time, row and column."""
        return np.array([model.A for model in self.models])

    def trajectory(self) -> Trajectory:
        """The entries of the matrices over the period, as a table: `A(x,y)` is that of x' by y; without zero ones."""
        first = self.models[0]
        names = {"A": (first.states, first.states), "B": (first.states, first.inputs)}
        names |= {"C": (first.outputs, first.states), "D": (first.outputs, first.inputs)}
        columns = {
            f"{letter}({row},{column})": np.array([getattr(model, letter)[i, j] for model in self.models])
            for letter, (rows, across) in names.items()
            for i, row in enumerate(rows)
            for j, column in enumerate(across)
        }
        found = {name: column for name, column in columns.items() if column.any()}
        return trajectory_of(Table(self.times, found, {}, {}))

    def __repr__(self) -> str:
        return f"PeriodicLinearModel(period {self.period:g}, {len(self.times)} times, {len(self.states)} states)"


def linearize_orbit(
    simulator: Simulator, point: Point, signals: tuple[Sequence[str], Sequence[str]], period: float, count: int
) -> PeriodicLinearModel:
    """Around the orbit that begins at the point; `signals` are inputs and outputs."""
    hybrid = simulator.analysed.model
    if hybrid.samplers or hybrid.delays:
        what = "samples" if hybrid.samplers else "delays"
        raise UserError("no-orbit", f"the orbit of a model with {what} has no periodic linear model", "remove them")
    parameters = {name: point.values[name] for name in simulator.parameters}
    initial = {name: point.values[name] for name in simulator.states if name in simulator.initial_names}
    options = RunOptions(point.time, point.time + period, parameters, initial, rtol=RTOL, atol=ATOL)
    run = simulator.whole_run(options)
    _check_closed(simulator, run)
    times = np.linspace(point.time, point.time + period, count + 1)[:-1]
    partials = simulator.partials(*signals)
    models = tuple(linearize(partials, point_at(simulator, run, float(time))) for time in times)
    return PeriodicLinearModel(period, times, models, tuple(simulator.integrated), _monodromy(simulator, options))


def _monodromy(simulator: Simulator, options: RunOptions) -> Array:
    states = simulator.integrated
    if not states:
        return np.zeros((0, 0))
    final = simulator.with_sensitivities(states, ()).whole_run(options).final
    return np.array([[final[f"d({state})/d(INIT({by}))"] for by in states] for state in states])


def _check_closed(simulator: Simulator, run: Trajectory) -> None:
    if run.stop.kind is StopKind.FAILURE:
        raise UserError("no-orbit", f"the run over a period failed: {run.stop.message}", "choose a different point")
    for state in simulator.integrated:
        first, last = float(run[state][0]), float(run[state][-1])
        if abs(last - first) > CLOSED * float(np.ptp(run[state])):
            message = f"the orbit is not closed: {state} goes from {first:g} to {last:g}"
            raise UserError("no-orbit", message, "begin on the orbit, and give its period")

"""Runs with steps of one length, whatever the method: for measuring convergence orders."""

from dataclasses import dataclass

import numpy as np

from simnon import Model
from simnon.kernels import METHODS
from simnon.program import Array
from simnon.simulation import RunOptions, Trajectory
from simnon.simulation.prepared_run import PreparedRun
from simnon.simulation.run import Run

ANYTHING = 1e9
"""An absolute tolerance that accepts every step."""


@dataclass(frozen=True, slots=True)
class Errors:
    """The largest error at the end of runs, and anywhere in them, for each length of the steps."""

    steps: list[float]
    at_end: list[float]
    anywhere: list[float]

    def order_at_end(self) -> float:
        return _slope(self.steps, self.at_end)

    def order_anywhere(self) -> float:
        return _slope(self.steps, self.anywhere)


def run_with_steps(model: Model, method: str, stop: float, h: float, spacing: float | None = None) -> Trajectory:
    """A run from 0 to `stop` in steps of `h`, without regard to errors."""
    options = RunOptions(
        0.0,
        stop,
        method=method,
        rtol=0.5,
        atol=ANYTHING,
        spacing=spacing,
        largest_step=h,
        step=h if METHODS[method].is_fixed else None,
    )
    run = Run(
        PreparedRun(
            model._simulator,
            model._simulator._code,
            options,
            model._simulator.start_values(options),
            model._simulator._stored(None),
        ),
        options,
    )
    run.buffers.control.step = h
    return model._simulator.trajectory(run, run.resume())


def _slope(steps: list[float], errors: list[float]) -> float:
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0])


def largest_difference(found: Trajectory, exact: dict[str, Array]) -> float:
    return max(float(np.max(np.abs(found[name] - values))) for name, values in exact.items())

"""The model at given times -> a trajectory: nothing is integrated, the states keep their current values."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from simnon.simulation import Trajectory

from .calculator import present_value
from .outcome import Advanced
from .running import settings_of_run
from .workspace import Workspace

_POINTS_BETWEEN_REPORTS = 200


def compute_point(workspace: Workspace, time: float) -> Trajectory:
    """A run that ends where it starts."""
    states = {name: present_value(workspace, name) for name in workspace.model.states}
    model = workspace.model
    common = settings_of_run(workspace)
    common["initial"] = states
    return model.run(model.options(time, time, **common))


def compute_points(workspace: Workspace, first: float, last: float, intervals: int) -> Iterator[Advanced | Trajectory]:
    """The progress, and at the end the trajectory, whose final values are those at the last time."""
    times = [first + (last - first) * k / intervals for k in range(intervals)] + [last]
    finals: list[Mapping[str, float]] = []
    for k, time in enumerate(times):
        point = compute_point(workspace, time)
        finals.append(point.final)
        if k % _POINTS_BETWEEN_REPORTS == _POINTS_BETWEEN_REPORTS - 1:
            yield Advanced(time, first, last)
        if workspace.is_interrupted:
            break
    columns = {name: np.array([final[name] for final in finals]) for name in point.final}
    yield replace(point, t=np.array(times[: len(finals)]), columns=columns)

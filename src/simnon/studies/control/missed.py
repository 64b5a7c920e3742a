"""A run with the controls of a search -> the conditions it does not meet, and by how much."""

import numpy as np

from simnon.program import Array
from simnon.simulation import StopKind, Trajectory

from .problem import ControlProblem, Range

MET = 1e-3
"""A condition counts as met if it is missed by less, relative to its size."""


def missed_conditions(problem: ControlProblem, run: Trajectory, nodes: Array) -> list[str]:
    """End conditions in the order given, then those of the path where they are missed most."""
    if run.stop.kind is not StopKind.END:
        return []
    found = []
    for name, limits in problem.end.items():
        value = run.final[name]
        found.append((_distance(value, limits), name, value, limits, "at the end"))
    for name, limits in problem.path.items():
        values = np.interp(nodes, run.t, run.columns[name]) if name in run.columns else np.array([])
        distances = [_distance(value, limits) for value in values.tolist()]
        if distances:
            k = int(np.argmax(np.abs(distances)))
            found.append((distances[k], name, float(values[k]), limits, f"at t = {nodes[k]:.4g}"))
    return [
        f"{name} is {value:.6g} {place}, {abs(distance):.3g} {_side(distance, limits)}"
        for distance, name, value, limits, place in found
        if abs(distance) > MET * max(MET, *(abs(end) for end in limits if np.isfinite(end)))
    ]


def _distance(value: float, limits: Range) -> float:
    """Positive above the upper limit, negative below the lower one."""
    return max(value - limits[1], 0.0) + min(value - limits[0], 0.0)


def _side(distance: float, limits: Range) -> str:
    return f"above {limits[1]:g}" if distance > 0.0 else f"below {limits[0]:g}"

"""A run with the derivatives of its states by all their initial values -> how small differences grow, step by step.

After each interval the directions are made orthogonal again (Benettin et al., 1980): everything that was differentiated
is linear in them, so all of it is multiplied by the same matrix.
"""

import math

import numpy as np

from simnon.program import Array
from simnon.simulation import RunOptions, Simulator, StopReason

LOST = 1e-15
"""A direction of which less than this is left has vanished."""


class Tangents:
    """The directions while the run goes on."""

    def __init__(self, model: Simulator, options: RunOptions) -> None:
        self.names = tuple(model.states)
        self.model = model.with_sensitivities(self.names, ())
        self.run = self.model.begin(options)
        slot_of_name, count = self.model.slot_of_name, len(self.names)
        labels = [f"INIT({name})" for name in self.names]
        ends = tuple(f")/d({label})" for label in labels)
        groups: dict[str, list[int]] = {}
        for name in slot_of_name:
            if name.startswith("d(") and name.endswith(ends[0]):
                variable = name[: -len(ends[0])]
                slots = [slot_of_name.get(f"{variable}{end}", -1) for end in ends]
                groups[variable] = slots if -1 not in slots else []
        self._groups = np.array([slots for slots in groups.values() if slots], dtype=np.int64).reshape(-1, count)
        self._rows = np.array([slot_of_name[f"d({name}{end}"] for name in self.names for end in ends])
        layout = self.model.layout
        index_of_name = {state.name: state.index for state in layout.states}
        directions = [[index_of_name.get(f"d({name}{end}", -1) for end in ends] for name in self.names]
        self._is_integrated = np.array([-1 not in row for row in directions])
        self._states = np.array([row for row in directions if -1 not in row], dtype=np.int64).reshape(-1, count)

    def advance(self, time: float) -> StopReason:
        self.run.extend(time)
        while (reason := self.run.advance()) is None:
            """Twenty times a second, so that Ctrl-C is noticed."""
        return reason

    def orthogonalise(self) -> Array:
        """Make the directions orthonormal; the logarithms of how much each has grown.

        By Gram and Schmidt, without sums whose order depends on the machine: a chaotic run would show it.
        """
        buffers, count = self.run.buffers, len(self.names)
        directions = self.run.final_values()[self._rows].reshape(count, count)
        values, states = buffers.values[self._groups], buffers.states[self._states]
        growth = np.empty(count)
        for j in range(count):
            before = _length(directions[:, j])
            for i in range(j):
                share = math.fsum((directions[:, i] * directions[:, j]).tolist())
                for each in (directions, values, states):
                    each[:, j] -= share * each[:, i]
            after = _length(directions[:, j])
            growth[j] = math.log(after) if after > LOST * before else -math.inf
            for each in (directions, values, states):
                each[:, j] = each[:, j] / after if after > LOST * before else 0.0
            if not after > LOST * before:
                directions[:, j] = _perpendicular(directions[:, :j])
        buffers.values[self._groups] = values
        buffers.values[self._rows] = directions.ravel()
        buffers.states[self._states] = directions[self._is_integrated]
        self.run.continue_from_changes()
        return growth


def _length(vector: Array) -> float:
    return math.sqrt(math.fsum((vector * vector).tolist()))


def _perpendicular(others: Array) -> Array:
    """A unit vector at right angles to orthonormal ones: what is left of the axis that they cover least."""
    axis = np.zeros(len(others))
    axis[int(np.argmin((others * others).sum(axis=1)))] = 1.0
    for other in others.T:
        axis -= math.fsum((other * axis).tolist()) * other
    return axis / _length(axis)

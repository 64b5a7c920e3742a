"""DATA: the best controls, what they lead to, and what the constraints cost."""

from collections.abc import Mapping
from dataclasses import field

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, Shape, with_chosen_ends
from simnon.linear import SystemText
from simnon.program import Array
from simnon.simulation import Trajectory
from simnon.source import frozen, has_same_fields, no_hash

_DIGITS = 12


@frozen
class OptimalControl:
    """Controls over the nodes `t`, the run with them, and the multipliers of the constraints."""

    criterion: float
    t: Array = field(repr=False)
    """The nodes: where intervals begin and end."""
    controls: Mapping[str, Array] = field(repr=False)
    """At each node; a control that is constant over each interval has its last value at the end too."""
    free: Mapping[str, float]
    """What else was chosen: parameters, initial values of states."""
    run: Trajectory = field(repr=False)
    states: Mapping[str, Array] = field(repr=False)
    """At the nodes, as the search found them."""
    costates: Mapping[str, Array] = field(repr=False)
    """How much the criterion changes if a state is moved at the end of an interval, one for each interval."""
    end_multipliers: Mapping[str, float]
    """How much the criterion changes if the value of an end constraint is raised by 1."""
    is_linear: bool
    is_optimal: bool
    why: str
    violation: float
    """The largest violation of an equation, relative to the size of its variable."""
    iterations: int = 0
    runs: int = 0
    """Of single intervals."""
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def stop(self) -> float:
        """The end of the run."""
        return float(self.t[-1])

    def report(self) -> str:
        """The criterion, what was free, the multipliers, and why the search ended."""
        count = f"{self.iterations} iteration{'' if self.iterations == 1 else 's'}"
        lines = [f"criterion {self.criterion:.8g} after {count} ({self.runs} runs of intervals)"]
        lines += [f"{name}  {value:.6g}" for name, value in self.free.items()]
        if self.end_multipliers and self.is_optimal:
            shown = ", ".join(f"{name} {value:.6g}" for name, value in self.end_multipliers.items())
            lines.append(f"multipliers of the end: {shown}")
        return "\n".join((*lines, f"the search ended: {self.why}", *self.notes))

    def text(self, name: str = "steering") -> str:
        """A continuous system whose outputs are the controls, as tables over the time."""
        text = SystemText("CONTINUOUS", name, "controls found by optimal control, as tables over the time")
        time = text.name("t")
        outputs = text.names(self.controls)
        tables = text.names(f"{output}_table" for output in outputs)
        text.declare("OUTPUT", outputs)
        text.line(f"TIME {time}")
        for table, values in zip(tables, self.controls.values(), strict=True):
            text.line(f"TABLE {table}(a) {'LINEAR' if self.is_linear else 'HOLD'}")
            for at, value in zip(self.t.tolist(), values.tolist(), strict=True):
                text.line(f"  {at:.{_DIGITS}g}  {value:.{_DIGITS}g}")
            text.line("END")
        for output, table in zip(outputs, tables, strict=True):
            text.line(f"{output} = {table}({time})")
        return text.finish()

    def plot(self) -> Figure:
        """The controls above, the states below."""
        shape = Shape.LINES if self.is_linear else Shape.STEPS
        units = self.run.units
        controls = [
            Curve(name, self.t, values, units.get(name, ""), shape=shape) for name, values in self.controls.items()
        ]
        states = [
            Curve(name, self.run.t, self.run.columns[name], units.get(name, ""))
            for name in self.states
            if name in self.run.columns
        ]
        return Figure(2, 1, tuple(_area(curves) for curves in (controls, states)))


def _area(curves: list[Curve]) -> Area:
    return with_chosen_ends(Area(Axis("t"), Axis(), tuple(curves), has_axes=True))


def at_nodes(values: Array, *, is_linear: bool) -> Array:
    return values if is_linear else np.append(values, values[-1])

"""A model at rest or in motion -> its vector field with exact derivatives, at many points at once.

Comparisons (IF, MAX) have at each point the results that hold there. Time stands still: a model that depends on it is
seen at the time of the point from which the field is made.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.analysis import find_gradients
from simnon.compiler import compile_sensitivities
from simnon.kernels import Sheet, points
from simnon.program import Array, GuardSlot, rows_and_columns
from simnon.simulation import Partials, Simulator
from simnon.source import UserError, listed

from .point import Point, place

POINT_COUNT, WIDTH, WANTED, RECORDED_COUNT = map(Sheet.offset, ("point_count", "width", "wanted", "recorded_count"))


class Field:
    """The derivatives of the states of a model, as functions of its states and of some parameters.

    `parameters` are parameters, or variables that an equation assigns: the model is opened there. Everything else has
    its value at `point`.
    """

    def __init__(self, simulator: Simulator, parameters: Sequence[str], point: Point) -> None:
        self.partials: Partials = simulator.partials(tuple(parameters), ())
        groups = self.partials.groups
        _check_continuous(self.partials)
        self.states, self.parameters = groups.states, tuple(parameters)
        self.point = point
        self.recordable = tuple(name for name in simulator.recordable if name in self.partials.slot_of_name)
        self._values = place(self.partials, point).values
        self._code = self.partials.points
        layout = self._code.layout
        self._entries = rows_and_columns(layout.jacobian)
        self._unused = max(len(layout.states), len(layout.modes), layout.conditions, 1)
        self._slots = self._tables()

    def depends_on_time(self) -> bool:
        """Whether the time itself occurs in the derivatives."""
        analysed = self.partials.model.analysed
        time = analysed.model.time
        return bool(
            find_gradients(analysed.model, analysed.schedule, self.partials.groups.derivatives, (time,)).entries
        )

    def _tables(self) -> Array:
        """The first numbers of a sheet of the kernel `points`, and its tables of slots."""
        layout, slot_of_name = self.partials.layout, self.partials.slot_of_name
        assert tuple(state.name for state in layout.states) == self.states, "field: states are in a different order"
        parameters = [slot_of_name[name] for name in self.partials.groups.inputs]
        states = [state.value for state in layout.states]
        varied = {*parameters, *states}
        kept = [s for s in self.partials.independent_slots(is_start=self.point.is_start) if s not in varied]
        guesses = [slot for loop in layout.loops for slot in loop.guesses]
        residuals = [loop.residual for loop in layout.loops]
        numbers = {
            "state_count": len(states),
            "parameter_count": len(parameters),
            "mode_count": len(layout.modes),
            "kept_count": len(kept),
            "loop_count": len(residuals),
            "first_guess": min(guesses, default=0),
            "guess_count": len(guesses),
        }
        tables = (parameters, states, layout.modes, kept, self._values[kept], residuals)
        head = np.zeros(points.SHEET_HEAD)
        head[[Sheet.offset(name) for name in numbers]] = list(numbers.values())
        return np.concatenate([head, *(np.asarray(table, dtype=np.float64) for table in tables)])

    def with_direction(self) -> "Field":
        """The field (f, J v) of the states and of a vector v: its derivatives have those of J v by the states."""
        opened = self.partials.model
        extended = Simulator.of(compile_sensitivities(opened, (), self.states[:1], ()))
        added = [state for state in extended.integrated if state not in self.states]
        values = {**self.point.values, **self.partials.input_values(self.point.values), **dict.fromkeys(added, 0.0)}
        return Field(extended, self.partials.groups.inputs, replace(self.point, values=values))

    def values(self, states: Array, parameters: Array) -> Array:
        """The derivatives at m points: states (m, n) and parameters (m, k) -> (m, n); nan if a loop has no solution."""
        return self._at(states, parameters, points.DERIVATIVES, len(self.states))

    def derivatives(self, states: Array, parameters: Array) -> Array:
        """Their derivatives by states and parameters at m points: (m, n, n + k)."""
        count = len(self.states)
        entries = self._at(states, parameters, points.JACOBIAN, max(1, self._code.layout.jacobian_size))
        found = np.zeros((len(states), count, count + len(self.parameters)))
        rows, columns = self._entries
        found[:, rows, columns] = entries[:, : len(rows)]
        return found

    def others(self, names: Sequence[str], states: Array, parameters: Array) -> Array:
        """The values of other variables at m points: (m, number of names)."""
        slots = [self.partials.slot_of_name[name] for name in names]
        negated = self.partials.layout.negated()
        signs = np.array([-1.0 if name in negated else 1.0 for name in names])
        return np.asarray(self._at(states, parameters, points.RECORD, len(names), slots) * signs, dtype=np.float64)

    @property
    def guards(self) -> tuple[str, ...]:
        """The comparisons of the model, as they are written."""
        return tuple(slot.span.text if slot.span else slot.name for slot in self.partials.layout.guards)

    def margins(self, states: Array, parameters: Array) -> Array:
        """The values whose signs the results of comparisons are: (m, guards)."""
        return self._at(states, parameters, points.GUARDS, len(self.partials.layout.guards))

    @property
    def ends_of_domains(self) -> tuple[str, ...]:
        """Why a branch ends where one of the functions with a limited domain leaves it."""
        texts = [slot.span.text if slot.span else slot.limits.upper() for slot in self._limited]
        return tuple(f"{text} has no value beyond" for text in texts)

    def inside(self, states: Array, parameters: Array) -> Array:
        """How far their arguments are inside their domains, negative outside: (m, functions)."""
        if not self._limited:
            return np.zeros((len(states), 0))
        return self.margins(states, parameters)[:, [slot.index for slot in self._limited]]

    @property
    def _limited(self) -> tuple[GuardSlot, ...]:
        return tuple(slot for slot in self.partials.layout.guards if slot.limits)

    def _at(self, states: Array, parameters: Array, wanted: int, width: int, recorded: Sequence[int] = ()) -> Array:
        """A row of numbers for each point, by the kernel `points`."""
        count, size = len(states), len(self.states)
        first = len(self._slots) + len(recorded)
        sheet = np.empty(first + count * (size + len(self.parameters)) + 1)
        sheet[: len(self._slots)] = self._slots
        sheet[len(self._slots) : first] = recorded
        sheet[POINT_COUNT], sheet[WIDTH], sheet[WANTED], sheet[RECORDED_COUNT] = count, width, wanted, len(recorded)
        rows = sheet[first:-1].reshape(count, size + len(self.parameters))
        rows[:, :size], rows[:, size:] = states, parameters
        out = np.empty(count * width + self._unused)
        self._code.call("points", self.point.time, sheet, self._values, out)
        return out[: count * width].reshape(count, width)


def _check_continuous(partials: Partials) -> None:
    """Raise if more moves than the states of differential equations."""
    if partials.groups.delayed:
        raise UserError(
            "cannot-continue-branch",
            "a model with DELAY has no continuation",
            "replace the DELAY by a Padé approximation",
        )
    samplers = [sampler.name for sampler in partials.layout.samplers]
    if samplers:
        raise UserError(
            "cannot-continue-branch",
            f"{listed(samplers)} is sampled: continuation needs a model with continuous systems only",
            "replace it by a continuous one",
        )

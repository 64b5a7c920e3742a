"""The partial derivatives of a model at an instant, by formulas, from which linear models are made."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from simnon.compiler import (
    CompiledModel,
    closed_name,
    compile_formulas,
    compile_gradients,
    compile_opened,
    compile_points,
    input_name,
)
from simnon.model import HybridModel, Role
from simnon.program import Array, Executable, Layout, rows_and_columns
from simnon.source import UserError, frozen

from .instant import Instant


@frozen
class Groups:
    """The variables of the rows and columns, in this order.

    Rows: the derivatives, the new states of discrete systems, what their samples hold, the outputs, the sources of
    delays. Columns: the states, the discrete states, what samples hold, the inputs, the delayed values.
    """

    states: tuple[str, ...]
    derivatives: tuple[str, ...]
    sampled: tuple[str, ...]
    new: tuple[str, ...]
    held: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    delayed: tuple[str, ...]
    sources: tuple[str, ...]
    lags: tuple[str, ...]
    """The variables with the times that the delays look up."""

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return (self.derivatives, self.new, self.held, self.outputs, self.sources)

    @property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        return (self.states, self.sampled, self.held, self.inputs, self.delayed)


class Partials:
    """A model opened at `inputs` and at its delays, with the derivatives of `outputs` and of all that moves.

    Inputs are parameters or variables that an equation assigns; an output that is also an input is its equation's
    value, before the opening.
    """

    def __init__(self, model: CompiledModel, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        roles = {variable.name: variable.role for variable in model.analysed.declared.variables}
        self.opened = tuple(name for name in inputs if roles[name] is not Role.PARAMETER)
        self.model, delays = compile_opened(model, self.opened)
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        hybrid = self.model.analysed.model
        alias_of_name = dict((*hybrid.aliases, *hybrid.negatives))
        negated = {name for name, _ in hybrid.negatives}
        names = [closed_name(name) if name in self.opened else name for name in outputs]
        self._signs = np.array([-1.0 if name in negated else 1.0 for name in names])
        self.groups = Groups(
            tuple(state for state, _ in hybrid.states),
            tuple(derivative for _, derivative in hybrid.states),
            tuple(state for sampler in hybrid.samplers for state, _ in sampler.states),
            tuple(new for sampler in hybrid.samplers for _, new in sampler.states),
            _read_elsewhere(hybrid, [delay.source for delay in delays]),
            tuple(input_name(name, roles[name]) if name in self.opened else name for name in inputs),
            tuple(alias_of_name.get(name, name) for name in names),
            tuple(delay.name for delay in delays),
            tuple(delay.source for delay in delays),
            tuple(delay.at for delay in delays),
        )
        rows = [name for group in self.groups.rows for name in group]
        columns = [name for group in self.groups.columns for name in group]
        self._gradients = compile_gradients(self.model.analysed, rows, columns)
        self._formulas = compile_formulas(self.model, self._gradients)
        self._shape = len(rows), len(columns)
        self.slot_of_name = self.layout.slot_of_name()

    @cached_property
    def points(self) -> Executable:
        """The code that evaluates the model and its gradients at many points, compiled on first use."""
        return compile_points(self.model, self._gradients)

    @property
    def layout(self) -> Layout:
        return self.model.program.layout

    def independent_slots(self, *, is_start: bool) -> list[int]:
        """The slots of everything that does not follow from other values.

        After the start these include what INITIAL has computed, and what samples hold.
        """
        hybrid = self.model.analysed.model
        computed = {name for part in hybrid.computations for name in part.targets}
        lasting = () if is_start else (Role.CONSTANT,)
        return [
            self.slot_of_name[variable.name]
            for variable in hybrid.variables
            if variable.name in self.slot_of_name
            and (
                variable.role in (Role.STATE, Role.HELD, *lasting)
                or (variable.sampler and not is_start)
                or (variable.name not in computed and variable.role is Role.PARAMETER)
            )
        ]

    def input_values(self, values: Mapping[str, float]) -> dict[str, float]:
        """What the inputs have if the model is not opened, by the names they have in the opened model."""
        return {inner: values[name] for inner, name in zip(self.groups.inputs, self.inputs, strict=True)}

    def instant(self, values: Array) -> Instant:
        return Instant(self.model.executable, values)

    def matrix(self, instant: Instant) -> Array:
        """Rows and columns as in `groups`."""
        found = np.zeros(self._shape)
        rows, columns = rows_and_columns(self._formulas.layout.jacobian)
        found[rows, columns] = instant.gradients(self._formulas)[: len(rows)]
        first = sum(map(len, self.groups.rows[:3]))
        found[first : first + len(self.outputs)] *= self._signs[:, None]
        if not np.isfinite(found).all():
            row, column = (int(i[0]) for i in np.nonzero(~np.isfinite(found)))
            names = [[name for group in groups for name in group] for groups in (self.groups.rows, self.groups.columns)]
            raise UserError(
                "derivative-not-finite",
                f"the derivative of {names[0][row]} by {names[1][column]} is {found[row, column]} at this point",
                "choose a different point",
            )
        return found

    def values_of(self, names: Sequence[str], instant: Instant) -> Array:
        """The values of variables after `record`; those of continuous states are in the instant itself."""
        return instant.values[[self.slot_of_name[name] for name in names]]

    def numbers_in(self, values: Array, names: Sequence[str]) -> list[float]:
        """The values of the names, from the values of all slots."""
        negated = self.layout.negated()
        return [float(-values[self.slot_of_name[n]] if n in negated else values[self.slot_of_name[n]]) for n in names]

    def output_values(self, instant: Instant) -> Array:
        """After `record`."""
        return self._signs * self.values_of(self.groups.outputs, instant)


def _read_elsewhere(model: HybridModel, delayed: Sequence[str]) -> tuple[str, ...]:
    """What samples compute and something outside their discrete system reads, or a DELAY does, in source order."""
    sampler_of_name = {variable.name: variable.sampler for variable in model.variables}
    states = {name for sampler in model.samplers for pair in sampler.states for name in pair}
    computed = {name for part in model.computations for name in part.targets if sampler_of_name.get(name)} - states
    read = {
        name
        for part in model.computations
        for name in part.reads
        if name in computed and sampler_of_name.get(part.targets[0], "") != sampler_of_name[name]
    }
    read |= computed.intersection(delayed)
    return tuple(variable.name for variable in model.variables if variable.name in read)

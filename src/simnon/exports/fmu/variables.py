"""Simulator -> the variables of an FMU: their references, causality, variability and start values."""

from collections.abc import Sequence
from functools import cached_property

from simnon.kernels import fmu
from simnon.model import Role, Unit, Variable
from simnon.simulation import Simulator, initial_slots
from simnon.source import UserError, frozen

INDEPENDENT, PARAMETER, INPUT, OUTPUT, LOCAL = "independent", "parameter", "input", "output", "local"
TIME_REFERENCE = 0
_DISCRETE = (Role.NEW, Role.NEXT_SAMPLE, Role.HELD)


@frozen
class Scalar:
    """One variable of the description; `start` is None if it is computed."""

    name: str
    reference: int
    causality: str
    variability: str
    start: float | None
    unit: Unit | None
    description: str
    derivative_of: str = ""
    low: float | None = None
    high: float | None = None


class Variables:
    """`inputs` are parameters that become inputs, besides those the text leaves open; `outputs` become outputs."""

    def __init__(self, simulator: Simulator, inputs: Sequence[str], outputs: Sequence[str] | None) -> None:
        self.simulator = simulator
        self.inputs = [simulator.names.find(name) for name in inputs]
        self.outputs = None if outputs is None else [simulator.names.find(name) for name in outputs]
        parameters = {variable.name for variable in simulator.variables if variable.role is Role.PARAMETER}
        for name in self.inputs:
            if name not in parameters:
                raise UserError("not-a-parameter", f"'{name}' cannot be an input: it is computed", "choose a parameter")

    @cached_property
    def scalars(self) -> tuple[Scalar, ...]:
        """The time first, then in the order of the text."""
        found = [Scalar("time", TIME_REFERENCE, INDEPENDENT, "continuous", None, self._time_unit(), "the time")]
        taken = {"time"}
        for variable in self.simulator.variables:
            if variable.role is not Role.TIME and variable.name in self.simulator.slot_of_name:
                scalar = self._scalar(variable)
                if scalar.name not in taken:
                    taken.add(scalar.name)
                    found.append(scalar)
        return tuple(found)

    def _time_unit(self) -> Unit | None:
        return next((v.unit for v in self.simulator.variables if v.role is Role.TIME), None)

    def _scalar(self, variable: Variable) -> Scalar:
        simulator, name = self.simulator, variable.name
        slot = simulator.slot_of_name[name]
        is_negated = name in simulator.negated
        causality = self._causality(variable)
        has_start = causality in (PARAMETER, INPUT) or (slot in self._initial and not is_negated)
        limit = self._limits.get(name)
        return Scalar(
            name,
            slot + 1 + (fmu.NEGATED if is_negated else 0),
            causality,
            self._variability(variable, causality),
            self._start(variable, slot) if has_start else None,
            variable.unit,
            self._descriptions.get(name, ""),
            self._state_of_derivative.get(name, ""),
            None if limit is None else limit[0],
            None if limit is None else limit[1],
        )

    def _start(self, variable: Variable, slot: int) -> float:
        return self.simulator.parameters.get(variable.name, float(self.simulator.layout.slots[slot].start))

    def _causality(self, variable: Variable) -> str:
        if variable.role is Role.PARAMETER:
            return INPUT if variable.is_free_input or variable.name in self.inputs else PARAMETER
        return OUTPUT if variable.name in self._output_names else LOCAL

    def _variability(self, variable: Variable, causality: str) -> str:
        if causality == PARAMETER:
            return "tunable"
        if variable.role is Role.CONSTANT:
            return "fixed" if causality == LOCAL else "discrete"
        return "discrete" if variable.sampler or variable.role in _DISCRETE else "continuous"

    @cached_property
    def _output_names(self) -> frozenset[str]:
        if self.outputs is not None:
            return frozenset(self.outputs)
        declared = [v.name for v in self.simulator.variables if v.role is Role.OUTPUT]
        return frozenset(declared or self.simulator.states)

    @cached_property
    def _initial(self) -> dict[int, str]:
        return initial_slots(self.simulator)

    @cached_property
    def _state_of_derivative(self) -> dict[str, str]:
        return {state.derivative: state.name for state in self.simulator.layout.states}

    @cached_property
    def _descriptions(self) -> dict[str, str]:
        return dict(self.simulator.descriptions)

    @cached_property
    def _limits(self) -> dict[str, tuple[float, float]]:
        return {limit.name: (limit.low, limit.high) for limit in self.simulator.analysed.declared.limits}

    def by_name(self) -> dict[str, Scalar]:
        return {scalar.name: scalar for scalar in self.scalars}

"""Simulator -> the variables of an FMU: their references, causality, variability and start values."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from simnon.kernels import fmu
from simnon.model import Role, Unit, Variable, VersionChoice
from simnon.simulation import Simulator, initial_slots
from simnon.source import Span, UserError, frozen

INDEPENDENT, PARAMETER, INPUT, OUTPUT, LOCAL = "independent", "parameter", "input", "output", "local"
CALCULATED, STRUCTURAL = "calculatedParameter", "structuralParameter"
REAL, WHOLE, ENUMERATION = "real", "whole", "enumeration"
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
    kind: str = REAL
    items: tuple[str, ...] = ()
    """The names of the values of an enumeration, from 1 on."""
    place: str = ""
    """Where the text declares it."""
    clocks: tuple[int, ...] = ()
    """The references of the clocks at whose ticks it is read or computed."""


class Variables:
    """`inputs` are parameters that become inputs, besides those the text leaves open; `outputs` become outputs.

    `given` are values that replace those of the text.
    """

    def __init__(
        self,
        simulator: Simulator,
        inputs: Sequence[str],
        outputs: Sequence[str] | None,
        *,
        given: Mapping[str, float],
        has_clocks: bool = False,
    ) -> None:
        self.simulator, self.given, self.has_clocks = simulator, given, has_clocks
        self.inputs = [simulator.names.find(name) for name in inputs]
        self.outputs = None if outputs is None else [simulator.names.find(name) for name in outputs]
        parameters = {variable.name for variable in simulator.variables if variable.role is Role.PARAMETER}
        for name in self.inputs:
            if name not in parameters or name in self._structural:
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
        states = [state for state in self.simulator.layout.states if state.name not in taken]
        found += [
            Scalar(state.name, state.value + 1, LOCAL, "continuous", None, None, "a state that the analysis chose")
            for state in states
        ]
        return (*found, *self._chosen_versions(taken))

    def _chosen_versions(self, taken: set[str]) -> list[Scalar]:
        """Versions that no WHEN changes are compiled in: they can be read."""
        return [
            Scalar(
                each.name, fmu.CHOICES + i, LOCAL, "constant", float(each.known.index(each.chosen) + 1), None,
                "the version", kind=ENUMERATION, items=each.known,
            )
            for i, each in enumerate(self._versions.values())
            if each.name not in taken
        ]  # fmt: skip

    @property
    def choices(self) -> tuple[float, ...]:
        """The numbers of the versions, by their references."""
        return tuple(float(each.known.index(each.chosen) + 1) for each in self._versions.values())

    @cached_property
    def _versions(self) -> dict[str, VersionChoice]:
        return {each.name: each for each in self.simulator.analysed.declared.versions}

    def _time_unit(self) -> Unit | None:
        return next((v.unit for v in self.simulator.variables if v.role is Role.TIME), None)

    def _scalar(self, variable: Variable) -> Scalar:
        simulator, name = self.simulator, variable.name
        slot = simulator.slot_of_name[name]
        is_negated = name in simulator.negated
        causality = self._causality(variable)
        is_initial = slot in self._initial and not is_negated and causality != CALCULATED
        has_start = is_initial or causality in (PARAMETER, STRUCTURAL, INPUT)
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
            self._kind(variable),
            self._versions[name].known if name in self._versions else (),
            _place(variable.span),
            self._clocks(variable),
        )

    def _kind(self, variable: Variable) -> str:
        if variable.name in self._versions:
            return ENUMERATION
        is_whole = variable.start is not None and variable.start >= 0 and variable.start == int(variable.start)
        return WHOLE if variable.name in self._structural and is_whole else REAL

    def _clocks(self, variable: Variable) -> tuple[int, ...]:
        """Only of a model whose samples an importer schedules; an input has those of its system."""
        if not self.has_clocks:
            return ()
        samplers = [sampler.name for sampler in self.simulator.layout.samplers]
        name = variable.sampler or (variable.owner if variable.is_free_input else "")
        return (fmu.CLOCKS + samplers.index(name),) if name in samplers else ()

    def _start(self, variable: Variable, slot: int) -> float:
        usual = float(self.simulator.layout.slots[slot].start)
        return self.given.get(variable.name, self.simulator.parameters.get(variable.name, usual))

    def _causality(self, variable: Variable) -> str:
        if variable.role is Role.PARAMETER and variable.name in self._structural:
            return STRUCTURAL
        if variable.role is Role.PARAMETER:
            return INPUT if variable.is_free_input or variable.name in self.inputs else PARAMETER
        if variable.name in self._output_names:
            return OUTPUT
        return CALCULATED if variable.role is Role.CONSTANT else LOCAL

    def _variability(self, variable: Variable, causality: str) -> str:
        if causality in (PARAMETER, CALCULATED):
            return "tunable"
        if causality == STRUCTURAL:
            return "fixed"
        if variable.role is Role.CONSTANT:
            return "discrete"
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
    def _structural(self) -> frozenset[str]:
        return frozenset(self.simulator.analysed.declared.structural)

    @cached_property
    def _descriptions(self) -> dict[str, str]:
        return dict(self.simulator.descriptions)

    @cached_property
    def _limits(self) -> dict[str, tuple[float, float]]:
        return {limit.name: (limit.low, limit.high) for limit in self.simulator.analysed.declared.limits}

    def by_name(self) -> dict[str, Scalar]:
        return {scalar.name: scalar for scalar in self.scalars}


def _place(span: Span | None) -> str:
    return "" if span is None else f"{span.source.name}:{span.line}"

"""FlatModel -> FlatModel: an input of a discrete system is sampled and held between samples.

The signal connected to it continues to change in its own variable, which the equations of the system read: at a sample
both are equal, and PRE and EVENT see the signal itself. All others read the held input.
"""

from dataclasses import replace

from simnon.model import (
    Before,
    Equation,
    Event,
    Expression,
    FlatModel,
    Name,
    Role,
    Stage,
    Variable,
    substitute,
)
from simnon.source import Report

from .find_stages import find_stages
from .hold_arrays import RUNNING, hold_arrays


def hold_inputs(model: FlatModel, report: Report) -> FlatModel:
    del report
    if model.whole:
        arrays = _Holding(model)
        model = hold_arrays(model, arrays.sampler_around, arrays.follows)
    holding = _Holding(model)
    return holding.held_model() if holding.signal_of_input else model


class _Holding:
    """`signal_of_input` are the variables that hold the connected signals."""

    def __init__(self, model: FlatModel) -> None:
        self._model = model
        self._variable_of_name = model.by_name()
        self._sampler_of_owner = {v.owner: v.sampler for v in model.variables if v.sampler}
        stage_of_name = find_stages(model) if self._sampler_of_owner else {}
        self._constants = {name for name, stage in stage_of_name.items() if stage <= Stage.INITIAL}
        self.signal_of_input = {e.target: f"{e.target} {RUNNING}" for e in model.equations if self._is_connected(e)}
        self._input_of_before = {b.name: b.of for b in model.befores if b.of in self.signal_of_input}

    def _is_connected(self, equation: Equation) -> bool:
        """Whether it connects an input to a signal that can change between samples."""
        variable, sampler = self._variable_of_name[equation.target], self.sampler_around(equation.target)
        return variable.role is Role.INPUT and not variable.shape and sampler != "" and self.follows(equation, sampler)

    def follows(self, equation: Equation, sampler: str) -> bool:
        others = [name for name in equation.reads if name not in self._constants]
        return any(self._variable_of_name[name].sampler != sampler for name in others)

    def sampler_around(self, name: str) -> str:
        """The sampler of the discrete system the variable belongs to; empty for others."""
        return self._sampler_of_owner.get(self._variable_of_name[name].owner, "")

    def held_model(self) -> FlatModel:
        model = self._model
        before = {_before(self.signal_of_input[name]): name for name in self._input_of_before.values()}
        variables = [self._with_sampler(variable) for variable in model.variables]
        variables += [
            replace(self._variable(name, signal, Role.INTERMEDIATE), signal_of=name)
            for name, signal in self.signal_of_input.items()
        ]
        variables += [self._variable(name, made, Role.BEFORE) for made, name in before.items()]
        return replace(
            model,
            variables=tuple(variables),
            equations=tuple(part for equation in model.equations for part in self._parts(equation)),
            initial_equations=tuple(map(self._seen, model.initial_equations)),
            events=tuple(map(self._event, model.events)),
            befores=(*model.befores, *(Before(made, self.signal_of_input[name]) for made, name in before.items())),
        )

    def _with_sampler(self, variable: Variable) -> Variable:
        is_input = variable.name in self.signal_of_input
        return replace(variable, sampler=self.sampler_around(variable.name)) if is_input else variable

    def _variable(self, input_: str, name: str, role: Role) -> Variable:
        return replace(self._variable_of_name[input_], name=name, local=name, role=role, start=None)

    def _parts(self, equation: Equation) -> list[Equation]:
        seen = self._seen(equation)
        signal = self.signal_of_input.get(equation.target)
        if signal is None:
            return [seen]
        return [replace(seen, target=signal), replace(equation, value=Name(signal, equation.value.span))]

    def _event(self, event: Event) -> Event:
        return replace(event, equations=tuple(map(self._seen, event.equations)))

    def _seen(self, equation: Equation) -> Equation:
        """The equation with the signals of its own system's inputs in place of the held values."""
        sampler = self.sampler_around(equation.target)
        signals: dict[str, Expression] = {}
        for name in equation.reads if sampler else ():
            input_ = self._input_of_before.get(name, name)
            if input_ in self.signal_of_input and self.sampler_around(input_) == sampler:
                signal = self.signal_of_input[input_]
                signals[name] = Name(signal if input_ == name else _before(signal))
        return replace(equation, value=substitute(equation.value, signals)) if signals else equation


def _before(signal: str) -> str:
    return f"PRE({signal})"

"""Compiled model -> one Modelica model: parameters, variables, equations; samples and WHEN are `when` equations."""

from collections.abc import Callable, Iterator
from functools import reduce

from simnon.compiler import CompiledModel
from simnon.model import Equation, Role, Unit, Variable, print_number
from simnon.version import __version__

from ..c import identifier
from .equations import Equations, equations_of, refuse
from .notation import Notation, called

LANGUAGE = "Modelica"
_INFIX = {
    "or": (10, " or "),
    "and": (20, " and "),
    "<": (40, " < "),
    "<=": (40, " <= "),
    ">": (40, " > "),
    ">=": (40, " >= "),
    "=": (40, " == "),
    "<>": (40, " <> "),
    "*": (60, "*"),
    "/": (60, "/"),
    "^": (80, "^"),
}
_NAMES = {"ln": "log", "log": "log10", "arcsin": "asin", "arccos": "acos", "mod": "mod", "int": "integer"}
_SAME = ("sqrt", "exp", "sin", "cos", "tan", "atan", "atan2", "sinh", "cosh", "tanh", "abs", "sign", "pre")
_KEYWORDS = (
    "algorithm and annotation block break class connect connector constant constrainedby der discrete "
    "each else elseif elsewhen encapsulated end enumeration equation expandable extends external false "
    "final flow for function if import impure in initial inner input loop model not operator or outer "
    "output package parameter partial protected public pure record redeclare replaceable return stream "
    "then time true type when while within"
)
_RESERVED = frozenset(_KEYWORDS.split(" "))


def _folded(name: str) -> Callable[[list[str]], str]:
    """MIN and MAX of several arguments: of two, of that and the next, and so on."""

    def call(arguments: list[str]) -> str:
        return reduce(lambda text, each: f"{name}({text}, {each})", arguments)

    return call


def write_modelica(compiled: CompiledModel) -> str:
    found = equations_of(compiled)
    model = found.model
    refuse(
        LANGUAGE,
        (
            ("table of values", model.tables),
            ("function of a file", model.foreign),
            ("random numbers", model.randoms),
            ("delay of this kind", model.delays),
        ),
    )
    return "\n".join(_Writer(compiled, found).lines()) + "\n"


class _Writer:
    def __init__(self, compiled: CompiledModel, found: Equations) -> None:
        self.compiled, self.found, self.model = compiled, found, found.model
        self.name = identifier(self.model.name)
        self.names = {self.model.time: "time"}
        self.notation = Notation(LANGUAGE, _number, self._name, _INFIX, _functions(), _choice)
        self.derivatives = {derivative: state for state, derivative in self.model.states}

    def _name(self, name: str) -> str:
        known = self.names.get(name)
        if known is None:
            wanted = identifier(name)
            wanted = f"{wanted}_" if wanted in _RESERVED else wanted
            while wanted in self.names.values() or wanted == self.name:
                wanted += "_"
            known = self.names[name] = wanted
        return known

    def lines(self) -> Iterator[str]:
        yield f'model {self.name} "written by Simnon {__version__}"'
        yield from self._declarations()
        yield from self._initial()
        yield "equation"
        for state, derivative in self.model.states:
            yield f"  der({self._name(state)}) = {self._name(derivative)};"
        for equation in self.found.continuous:
            yield self._equation(equation)
        yield from self._samples()
        yield from self._events()
        yield f"end {self.name};"

    def _declarations(self) -> Iterator[str]:
        for variable in self.model.variables:
            if variable.role not in (Role.TIME, Role.RESIDUAL):
                kind = "Boolean" if variable.is_condition or variable.role is Role.CONDITION else "Real"
                start = self._start(variable) if kind == "Real" else ""
                yield f"  {self._prefix(variable)}{kind} {self._name(variable.name)}{start};"

    def _prefix(self, variable: Variable) -> str:
        if variable.is_free_input:
            return "input "
        if variable.role is Role.PARAMETER:
            return "parameter "
        is_discrete = variable.sampler or variable.role in (Role.HELD, Role.CONSTANT)
        prefix = "discrete " if is_discrete else ""
        return f"{prefix}output " if variable.role is Role.OUTPUT and not is_discrete else prefix

    def _start(self, variable: Variable) -> str:
        found = _unit(variable.unit) if variable.unit is not None else ""
        unit = f'unit="{found}"' if found else ""
        number = variable.start
        if variable.role is Role.PARAMETER:
            value = f" = {_number(number or 0.0)}" if not variable.is_free_input else ""
            modifier = [unit, f"start={_number(number or 0.0)}" if variable.is_free_input else ""]
        else:
            has_start = variable.role in (Role.STATE, Role.HELD) or variable.sampler
            modifier = [unit, f"start={_number(number or 0.0)}" if has_start else ""]
            is_fixed = variable.role is Role.STATE and not variable.sampler
            modifier.append("fixed=true" if is_fixed and not self.model.initial_equations else "")
            value = ""
        text = ", ".join(each for each in modifier if each)
        return f"({text}){value}" if text else value

    def _initial(self) -> Iterator[str]:
        if self.model.initial_equations:
            yield "initial equation"
            yield from map(self._equation, self.model.initial_equations)

    def _equation(self, equation: Equation) -> str:
        target = self.model.by_name().get(equation.target)
        left = "0" if target is None or target.role is Role.RESIDUAL else self._name(equation.target)
        return f"  {left} = {self.notation.text(equation.value)};{_place(equation)}"

    def _samples(self) -> Iterator[str]:
        """At a sample the states take their new values first, then everything is computed in the order of the text."""
        for sampler in self.model.samplers:
            conditions = ["initial()"]
            if sampler.next_sample is not None:
                conditions.append(f"time >= pre({self._name(sampler.next_sample)})")
            conditions += [self._name(trigger) for trigger in sampler.triggers]
            yield f"  when {{{', '.join(conditions)}}} then"
            for state, new in sampler.states:
                yield f"    {self._name(state)} = pre({self._name(new)});"
            for equation in self.found.sampled[sampler.name]:
                yield f"  {self._equation(equation)}"
            yield "  end when;"

    def _events(self) -> Iterator[str]:
        for event in self.model.events:
            yield f"  when {self._name(event.condition)} then"
            for equation in event.equations:
                variable = self.model.by_name().get(equation.target)
                text = self.notation.text(equation.value)
                if variable is not None and variable.role is Role.STATE:
                    yield f"    reinit({self._name(equation.target)}, {text});{_place(equation)}"
                else:
                    yield f"    {self._name(equation.target)} = {text};{_place(equation)}"
            yield "  end when;"


def _functions() -> dict[str, Callable[[list[str]], str]]:
    found: dict[str, Callable[[list[str]], str]] = {name: called(name) for name in _SAME}
    found |= {name: called(other) for name, other in _NAMES.items()}
    return found | {"min": _folded("min"), "max": _folded("max")}


def _unit(unit: Unit) -> str:
    """As Modelica spells it: `m/s2`, `J/(kg.K)`; empty for a unit that it has no words for."""
    if any(exponent.denominator != 1 or not name.isalpha() for name, exponent in unit.factors):
        return ""
    above = [_power(name, int(exponent)) for name, exponent in unit.factors if exponent > 0]
    below = [_power(name, -int(exponent)) for name, exponent in unit.factors if exponent < 0]
    text = ".".join(above) or "1"
    if not below:
        return text
    return f"{text}/{below[0]}" if len(below) == 1 else f"{text}/({'.'.join(below)})"


def _power(name: str, exponent: int) -> str:
    return name if exponent == 1 else f"{name}{exponent}"


def _number(value: float) -> str:
    return print_number(value)


def _choice(parts: list[str]) -> str:
    words = [f"if {parts[i]} then {parts[i + 1]} else " for i in range(0, len(parts) - 1, 2)]
    return f"{''.join(words)}{parts[-1]}"


def _place(equation: Equation) -> str:
    span = equation.span
    return f" // {span.source.name}:{span.line}" if span is not None and span.source.name else ""

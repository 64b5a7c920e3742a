"""Expressions, models and Schedule -> text that a control engineer can read, always the same for the same model."""

from collections.abc import Sequence
from math import copysign
from typing import assert_never

from .arrays import ARRAY_PREFIX, EACH, ELEMENT, LAST, MATRIX, SPAN, WRITTEN_ARRAYS
from .element_variables import scalars_of
from .equation import Equation, Iteration, LinearSystem, Solution
from .expression import Apply, Expression, Name, Number
from .families import in_families
from .flat_model import AnyModel, FlatModel
from .function import BUILTINS, NOW, RELATIONS
from .hybrid_model import HybridModel
from .schedule import Schedule, Stage
from .variable import ADDED_ROLES, Variable

_INFIX = {
    "or": (10, " OR "),
    "and": (20, " AND "),
    "<": (40, " < "),
    "<=": (40, " <= "),
    ">": (40, " > "),
    ">=": (40, " >= "),
    "=": (40, " = "),
    "<>": (40, " <> "),
    "+": (50, " + "),
    "*": (60, "*"),
    "/": (60, "/"),
    "^": (80, "^"),
}
_BRACKETS = frozenset({*WRITTEN_ARRAYS, SPAN, LAST})
_NOT, _NEGATIVE, _ATOM = 30, 60, 100


def print_number(value: float) -> str:
    """The shortest text that reads back as the same number, without a needless '.0'."""
    text = repr(value)
    return text[:-2] if text.endswith(".0") else text


def print_expression(expression: Expression) -> str:
    return _printed(expression)[0]


def _printed(expression: Expression) -> tuple[str, int]:
    """The text and its binding strength."""
    match expression:
        case Number(value):
            return print_number(value), _NEGATIVE if copysign(1.0, value) < 0 else _ATOM
        case Name(name, _, path):
            return (f"{name}[{expression.owner}]" if path else name), _ATOM
        case Apply("if", arguments):
            return _printed_if(arguments), 0
        case Apply("neg", (argument,)):
            return f"-{_inside(argument, _NEGATIVE + 1)}", _NEGATIVE
        case Apply("not", (argument,)):
            return f"NOT {_inside(argument, _NOT)}", _NOT
        case Apply("+", arguments):
            return _printed_sum(arguments), 50
        case Apply(function, arguments) if function in _BRACKETS:
            return _printed_brackets(function, arguments), _ATOM
        case Apply(function, arguments, span) if function.endswith(NOW):
            return _printed(Apply(function.removesuffix(NOW), arguments, span))
        case Apply(function, arguments) if function in _INFIX:
            power, sign = _INFIX[function]
            first, *rest = arguments
            texts = [
                _inside(first, power + (function in RELATIONS)),
                *(_inside(argument, power + 1) for argument in rest),
            ]
            return sign.join(texts), power
        case Apply(function, arguments):
            name = function.upper() if function in BUILTINS else function
            if function.startswith(ARRAY_PREFIX):
                name = function.removeprefix(ARRAY_PREFIX).upper()
            return f"{name}({', '.join(print_expression(a) for a in arguments)})", _ATOM


def _printed_brackets(function: str, arguments: tuple[Expression, ...]) -> str:
    """Literals, elements, ranges and FOR as they are written."""
    if function == EACH:
        return _printed_each(arguments)
    texts = [print_expression(argument) for argument in arguments]
    if function == MATRIX:
        return "[" + "; ".join(text[1:-1] for text in texts) + "]"
    if function == ELEMENT:
        base = arguments[0]
        system = f"[{base.owner}]" if isinstance(base, Name) and base.path else ""
        name = base.name if isinstance(base, Name) else texts[0]
        return f"{name}[{', '.join(texts[1:])}]{system}"
    if function == SPAN:
        return "..".join(texts) or ".."
    return "END" if function == LAST else f"[{', '.join(texts)}]"


def _printed_each(arguments: tuple[Expression, ...]) -> str:
    """Ranges within each other are separated by commas, the outermost first."""
    ranges = []
    while True:
        index, first, last = (print_expression(argument) for argument in arguments[:3])
        ranges.append(f"{index.removeprefix('FOR ')} = {first}..{last}")
        body = arguments[3]
        if not isinstance(body, Apply) or body.function != EACH:
            return f"{print_expression(body)} FOR {', '.join(ranges)}"
        arguments = body.arguments


def _printed_if(arguments: tuple[Expression, ...]) -> str:
    branches = [
        f"IF {_inside(arguments[i], 1)} THEN {_inside(arguments[i + 1], 1)} ELSE "
        for i in range(0, len(arguments) - 1, 2)
    ]
    return "".join(branches) + _inside(arguments[-1], 1)


def _printed_sum(arguments: tuple[Expression, ...]) -> str:
    text = _inside(arguments[0], 50)
    for argument in arguments[1:]:
        if isinstance(argument, Apply) and argument.function == "neg":
            text += f" - {_inside(argument.arguments[0], 51)}"
        else:
            text += f" + {_inside(argument, 51)}"
    return text


def _inside(expression: Expression, power: int) -> str:
    text, own = _printed(expression)
    return text if own >= power else f"({text})"


def print_equation(equation: Equation) -> str:
    return f"{equation.target} = {print_expression(equation.value)}"


def _printed_part(part: Equation | Solution) -> list[str]:
    match part:
        case Equation():
            return [print_equation(part)]
        case LinearSystem():
            return [f"loop {line}" for line in _printed_rows(part)]
        case Iteration(unknowns=unknowns, equations=equations, values=values, marks=marks):
            closing = [
                f"{'0' if is_zero else unknown} = {print_expression(value)}"
                for unknown, value, is_zero in zip(unknowns, values, marks, strict=True)
            ]
            return [f"loop {line}" for line in (*map(print_equation, equations), *closing)]
        case _:
            assert_never(part)


def _printed_rows(system: LinearSystem) -> list[str]:
    lines = []
    for unknowns, right in zip(system.unknowns, system.right, strict=True):
        for row, value in zip(system.matrix, right, strict=True):
            terms = [f"{_inside(entry, 60)}*{name}" for entry, name in zip(row, unknowns, strict=True)]
            lines.append(f"{' + '.join(terms)} = {print_expression(value)}")
    return lines


def print_model(model: AnyModel) -> str:
    """Everything in the model, in source order."""
    lines = [f"MODEL {model.name}"]
    lines += [_printed_variable(variable) for variable in model.variables]
    if isinstance(model, HybridModel):
        lines += [f"  alias {alias} is {name}" for alias, name in model.aliases]
        lines += [f"  alias {alias} is -{name}" for alias, name in model.negatives]
    lines += _printed_parts(model)
    for initial in model.initial_computations:
        lines += [f"  initially {line}" for line in _printed_part(initial)]
    for part in model.computations:
        lines += [f"  {line}" for line in _printed_part(part)]
    if isinstance(model, HybridModel):
        lines += [f"  in derivatives {print_equation(equation)}" for equation in model.in_derivatives]
    return "\n".join(lines) + "\n"


def _printed_variable(variable: Variable) -> str:
    text = f"  {variable.role.value} {variable.name}"
    if variable.start is not None:
        text += f": {print_number(variable.start)}"
    if variable.unit is not None:
        text += f" [{variable.unit.text}]"
    if variable.sampler:
        text += f" sampled by {variable.sampler}"
    return text + (" (a condition)" if variable.is_condition else "")


def _printed_parts(model: AnyModel) -> list[str]:
    lines = []
    for sampler in model.samplers:
        at = " or ".join(filter(None, (sampler.next_sample, *(f"when {trigger}" for trigger in sampler.triggers))))
        lines.append(f"  sampler {sampler.name} at {at}")
        lines += [f"    {state} becomes {new}" for state, new in sampler.states]
    for event in model.events:
        lines.append(f"  event {event.name} when {event.condition}")
        lines += [f"    {print_equation(equation)}" for equation in event.equations]
    lines += [f"  stop when {stop.condition} '{stop.message}'" for stop in model.stops]
    for function in model.functions if isinstance(model, FlatModel) else ():
        lines.append(
            f"  function {function.name}({', '.join(function.parameters)}) = {print_expression(function.body)}"
        )
    if isinstance(model, FlatModel):
        for each in model.requirements.conditions:
            lines.append(f"  require {print_expression(each.condition)} '{each.message}'")
    lines += [f"  table {table.name}({', '.join(table.parameters)})" for table in model.tables]
    lines += [f"  foreign {foreign.name}({', '.join(foreign.parameters)})" for foreign in model.foreign]
    lines += [f"  delay {delay.name} of {delay.source} at {delay.at}" for delay in model.delays]
    lines += [f"  random {stream.name} {stream.distribution.value}" for stream in model.randoms]
    lines += [f"  before {before.name} of {before.of}" for before in model.befores]
    return lines + (_printed_events(model) if isinstance(model, HybridModel) else [])


def _printed_events(model: HybridModel) -> list[str]:
    lines = [
        f"  mode {mode.name} is {print_expression(mode.value)} watched by {', '.join(mode.guards)}"
        for mode in model.modes
    ]
    lines += [f"  domain of {domain.function.upper()} is {domain.guard} >= 0" for domain in model.domains]
    return lines + [f"  time event {event.guard} at {print_expression(event.at)}" for event in model.time_events]


def print_schedule(model: HybridModel, schedule: Schedule) -> str:
    """The sorted equations under the stage at which they are computed."""
    lines = [f"SCHEDULE {model.name}"]
    if schedule.initial:
        lines.append("  initially")
        lines += [f"    {line}" for part in schedule.initial for line in _printed_part(part)]
    heading = ""
    initial = {target for part in schedule.initial for target in part.targets}
    for block in schedule.blocks:
        if block.stage <= Stage.INITIAL and block.targets[0] in initial:
            continue
        title = f"sample {block.sampler}" if block.sampler else block.stage.name.lower()
        if title != heading:
            lines.append(f"  {title}")
            heading = title
        lines += [f"    {line}" for line in _printed_part(block.part)]
    if model.in_derivatives:
        lines.append("  in derivatives")
        lines += [f"    {print_equation(equation)}" for equation in model.in_derivatives]
    return "\n".join(lines) + "\n"


def shown_variables(model: FlatModel) -> Sequence[Variable]:
    """The variables the user wrote, without those that analysis added."""
    counts = {limit.count for limit in model.limits}
    shown = tuple(
        variable
        for variable in model.variables
        if variable.role not in ADDED_ROLES and not variable.stands_for and variable.name not in counts
    )
    return scalars_of(model, in_families(shown))

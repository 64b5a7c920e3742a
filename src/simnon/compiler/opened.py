"""Compiled model -> the same model opened: what reads the opened variables sees independent inputs instead.

A DELAY is always opened: its value is an input, and the variable it delays is an output.
"""

from collections.abc import Sequence
from dataclasses import replace

from simnon.analysis import make_hybrid, order_equations
from simnon.lowering import ELEMENTARY_LIBRARY
from simnon.model import Delay, Equation, FlatModel, HybridModel, Name, Role, Variable
from simnon.source import Report, UserError

from .compile import Analysed, lower
from .compile_model import CompiledModel
from .garbage import paused_collection


def compile_opened(model: CompiledModel, names: Sequence[str]) -> tuple[CompiledModel, tuple[Delay, ...]]:
    """The model opened at `names` and at its delays, and the delays; the model itself if nothing is to be opened."""
    with paused_collection():
        analysed = open_variables(model.analysed, names) if names else model.analysed
        delays = analysed.model.delays
        if delays:
            hybrid = _without_delays(analysed.model)
            analysed = replace(analysed, model=hybrid, schedule=order_equations(hybrid))
        if analysed is model.analysed:
            return model, ()
        program = lower(analysed)
        executable = model.target.build(program, ELEMENTARY_LIBRARY)
    return replace(model, analysed=analysed, program=program, executable=executable), delays


def _without_delays(model: HybridModel) -> HybridModel:
    """Delayed values are parameters; what is delayed, and since when, is computed as if the user had named it."""
    delayed = {delay.name for delay in model.delays}
    shown = {name for delay in model.delays for name in (delay.source, delay.at)}

    def opened(variable: Variable) -> Variable:
        if variable.name in delayed:
            return replace(variable, role=Role.PARAMETER, start=0.0)
        is_hidden = variable.name in shown and variable.role is Role.INTERMEDIATE
        return replace(variable, role=Role.AUXILIARY) if is_hidden else variable

    return replace(
        model,
        variables=tuple(map(opened, model.variables)),
        equations=tuple(equation for equation in model.equations if equation.target not in delayed),
        delays=(),
    )


_NEEDED = frozenset({Role.DERIVATIVE, Role.NEW, Role.NEXT_SAMPLE})


def closed_name(name: str) -> str:
    """The variable that has the value of an opened one by its own equation."""
    return f"{name} before its opening"


def input_name(name: str, role: Role) -> str:
    """The parameter that takes the place of an opened variable; what a run needs by its role keeps its own name."""
    return f"{name} as an input" if role in _NEEDED else name


def open_variables(analysed: Analysed, names: Sequence[str]) -> Analysed:
    """Each of the names becomes a parameter; its equation computes a variable that nothing in the model reads."""
    declared = analysed.declared
    assigned = {equation.target for equation in declared.equations}
    for name in names:
        if name not in assigned:
            raise not_assigned(name, declared)
    opened = _opened(declared, frozenset(names))
    report = Report()
    model = make_hybrid(opened, report)
    if model is None:
        raise UserError(
            "cannot-open",
            f"the model cannot be opened at {', '.join(names)}: {report.diagnostics[0].message}",
            "choose a variable that is assigned, or a parameter",
        )
    return replace(analysed, declared=opened, model=model, schedule=order_equations(model))


def _opened(declared: FlatModel, names: frozenset[str]) -> FlatModel:
    variables: list[Variable] = []
    equations: list[Equation] = []
    for variable in declared.variables:
        if variable.name not in names:
            variables.append(variable)
            continue
        given = input_name(variable.name, variable.role)
        variables.append(replace(variable, name=given, role=Role.PARAMETER, start=0.0, sampler=""))
        if given != variable.name:
            variables.append(variable)
            equations.append(Equation(variable.name, Name(given), variable.span))
        role = variable.role if variable.role is Role.OUTPUT else Role.AUXILIARY
        variables.append(replace(variable, name=closed_name(variable.name), role=role))
    for equation in declared.equations:
        is_opened = equation.target in names
        equations.append(replace(equation, target=closed_name(equation.target)) if is_opened else equation)
    return replace(declared, variables=tuple(variables), equations=tuple(equations))


def not_assigned(name: str, declared: FlatModel) -> UserError:
    role = declared.by_name()[name].role
    if role in (Role.STATE, Role.TIME):
        return UserError(
            "cannot-open", f"the {role.value} '{name}' cannot be an input", "a derivative, or a parameter, can"
        )
    return UserError(
        "cannot-open",
        f"'{name}' cannot be an input: no equation assigns it, relations determine it together with others",
        "choose a variable that is assigned, or a parameter",
    )

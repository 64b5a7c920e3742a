"""Compiled model -> the same model with the derivatives of its variables by parameters and initial values."""

from collections.abc import Sequence
from dataclasses import replace

from simnon.analysis import add_sensitivities, initial_label, order_equations, sensitivity_name
from simnon.lowering import ELEMENTARY_LIBRARY
from simnon.model import Role, Variable

from .compile import lower
from .compile_model import CompiledModel
from .garbage import paused_collection


def compile_sensitivities(
    model: CompiledModel, parameters: Sequence[str], initial: Sequence[str], of: Sequence[str]
) -> CompiledModel:
    """Variables `d(x)/d(p)` for all states and the variables `of`."""
    analysed = model.analysed
    with paused_collection():
        of = tuple(dict.fromkeys((*model.states, *of)))
        hybrid = add_sensitivities(analysed.model, analysed.schedule, parameters, initial, of)
        labels = (*parameters, *map(initial_label, initial))
        own = {variable.name: variable for variable in hybrid.variables}
        names = [sensitivity_name(name, by) for name in of for by in labels]
        added = tuple(_shown(own[name]) for name in names if name in own)
        declared = replace(analysed.declared, variables=(*analysed.declared.variables, *added))
        extended = replace(analysed, declared=declared, model=hybrid, schedule=order_equations(hybrid))
        program = lower(extended)
        executable = model.target.build(program, ELEMENTARY_LIBRARY)
    return replace(
        model, variables=(*model.variables, *added), analysed=extended, program=program, executable=executable
    )


def _shown(variable: Variable) -> Variable:
    """Its role is that of a result: no run can be given its initial value."""
    return replace(variable, role=Role.AUXILIARY)

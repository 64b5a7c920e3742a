"""Analysed model -> programs in which the unknowns of algebraic loops are DAE variables; compiled on request."""

from dataclasses import replace

from simnon.analysis import expose_loops, loops_to_expose, order_equations
from simnon.lowering import lower_model
from simnon.program import Program
from simnon.source import frozen

from .compile import Analysed
from .garbage import paused_collection
from .jacobian import compile_jacobian


@frozen
class ExposedPrograms:
    """The model whose states include the unknowns of its loops: `times` and `derivatives`, and `jacobian`."""

    equations: Program
    jacobian: Program


def largest_exposed(analysed: Analysed) -> int:
    """The number of unknowns of the largest loop that can be exposed; 0 if there is none.

    A model with DELAY keeps its loops, because the history belongs to the run, and so does one with foreign functions,
    which have no formulas for derivatives.
    """
    model = analysed.model
    if not model.states or model.delays or model.foreign:
        return 0
    return max((len(iteration.unknowns) for iteration in loops_to_expose(model)), default=0)


def compile_exposed(analysed: Analysed) -> ExposedPrograms | None:
    """None if no loop can be exposed, or differences do better than formulas."""
    if not largest_exposed(analysed):
        return None
    with paused_collection():
        model = expose_loops(analysed.model)
        exposed = replace(analysed, model=model, schedule=order_equations(model))
        jacobian = compile_jacobian(exposed)
        if jacobian is None:
            return None
        equations = lower_model(
            model, exposed.schedule, exposed.foreign_texts, exposed.mathematics, requested=("times", "derivatives")
        )
    return ExposedPrograms(equations, jacobian)

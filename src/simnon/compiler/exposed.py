"""Analysed model -> the programs of the model with its algebraic loops opened; made when a method asks for them."""

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
    """The model whose states are its own and the unknowns of its loops: `times` and `derivatives`, and `jacobian`."""

    equations: Program
    jacobian: Program


def largest_exposed(analysed: Analysed) -> int:
    """How many unknowns the largest loop has that can be opened; 0 if there is none.

    What a DELAY remembers is the run's own, and a foreign function has no formulas.
    """
    model = analysed.model
    if not model.states or model.delays or model.foreign:
        return 0
    return max((len(iteration.unknowns) for iteration in loops_to_expose(model)), default=0)


def compile_exposed(analysed: Analysed) -> ExposedPrograms | None:
    """None if there is nothing to open, or differences do better than formulas."""
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

"""Analysed model -> the program of its Jacobian; made only when a method asks for it."""

from simnon.analysis import differentiate
from simnon.lowering import lower_jacobian
from simnon.program import Program

from .compile import Analysed


def compile_jacobian(analysed: Analysed) -> Program | None:
    """The program with the entry `jacobian`, or None where an algebraic loop is in the way."""
    jacobian = differentiate(analysed.model, analysed.schedule)
    if jacobian is None:
        return None
    return lower_jacobian(
        analysed.model,
        analysed.schedule,
        analysed.foreign_texts,
        jacobian.equations,
        jacobian.variable_of_target,
        jacobian.entries,
        jacobian.by_time,
    )

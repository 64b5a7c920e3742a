"""Analysed model -> the program of its Jacobian; made only when a method asks for it."""

from simnon.analysis import differentiate
from simnon.lowering import lower_jacobian
from simnon.program import Program

from .compile import Analysed


def compile_jacobian(analysed: Analysed) -> Program:
    """The program with the entry `jacobian`."""
    jacobian = differentiate(analysed.model, analysed.schedule)
    return lower_jacobian(
        analysed.model,
        analysed.schedule,
        analysed.foreign_texts,
        jacobian.equations,
        jacobian.variable_of_target,
        jacobian.entries,
        jacobian.by_time,
    )

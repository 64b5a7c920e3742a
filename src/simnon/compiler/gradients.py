"""Analysed model -> the program of the partial derivatives of some variables by others; compiled on request."""

from collections.abc import Sequence

from simnon.analysis import find_gradients
from simnon.lowering import ELEMENTARY_LIBRARY, lower_gradients, points_program
from simnon.program import Executable, Program

from .compile import Analysed
from .compile_model import CompiledModel
from .garbage import paused_collection


def compile_gradients(analysed: Analysed, of: Sequence[str], by: Sequence[str]) -> Program:
    """The program with the entry `jacobian`: a row for each variable `of`, a column for each variable `by`.

    A sampled variable keeps its row and its column apart: its row is what the next sample makes of it.
    """
    with paused_collection():
        model, schedule = analysed.model, analysed.schedule
        found = find_gradients(model, schedule, of, by)
        return lower_gradients(
            model,
            schedule,
            analysed.foreign_texts,
            found.equations,
            found.variable_of_target,
            found.entries,
            analysed.mathematics,
        )


def compile_points(model: CompiledModel, gradients: Program) -> Executable:
    """The entry `points`: the model and its gradients at many points in one call."""
    with paused_collection():
        return model.target.build(points_program(model.program, gradients), ELEMENTARY_LIBRARY)

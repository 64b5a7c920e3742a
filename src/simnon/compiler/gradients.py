"""Analysed model -> the program of the partial derivatives of some variables by others; compiled on request."""

from collections.abc import Sequence

from simnon.analysis import find_gradients
from simnon.lowering import lower_gradients
from simnon.program import Program

from .compile import Analysed
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

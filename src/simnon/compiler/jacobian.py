"""Analysed model -> the program of its Jacobian; compiled only when a method requests it."""

from typing import assert_never

from simnon.analysis import Band, Fill, GradientCount, choose_matrix, count_gradients, differentiate
from simnon.lowering import fuse_model, lower_jacobian
from simnon.program import BandSlots, Program, SparseSlots

from .compile import Analysed
from .garbage import paused_collection

MANY_GRADIENTS = 30_000
FULL_SHARE = 0.25
"""Above both limits (size and fraction of nonzeros), differences are faster than compiling the Jacobian."""
TOO_MANY_GRADIENTS = 200_000
TOO_MANY_A_STATE = 50
"""And above these: many intermediate gradients per entry, as of a sum over all states built term by term."""


def compile_jacobian(analysed: Analysed) -> Program | None:
    """The program with the entry `jacobian`; None if differences do better than formulas."""
    with paused_collection():
        count = count_gradients(analysed.model, analysed.schedule)
        if _is_too_large(count, len(analysed.model.states)):
            return None
        jacobian = differentiate(analysed.model, analysed.schedule)
        form = choose_matrix(len(analysed.model.states), [(row, column) for row, column, _ in jacobian.entries])
        program = lower_jacobian(
            analysed.model,
            analysed.schedule,
            analysed.foreign_texts,
            jacobian.equations,
            jacobian.variable_of_target,
            jacobian.entries,
            jacobian.by_time,
            _slots(form),
            analysed.mathematics,
        )
        return fuse_model(program) if analysed.is_fused else program


def _is_too_large(count: GradientCount, states: int) -> bool:
    is_full = count.on_the_way > MANY_GRADIENTS and count.in_jacobian > FULL_SHARE * states**2
    return is_full or count.on_the_way > max(TOO_MANY_GRADIENTS, TOO_MANY_A_STATE * states)


def _slots(form: Band | Fill | None) -> BandSlots | SparseSlots | None:
    match form:
        case Band(order, below, above):
            return BandSlots(order, below, above)
        case Fill():
            return _sparse_slots(form)
        case None:
            return None
        case _:
            assert_never(form)


def _sparse_slots(fill: Fill) -> SparseSlots:
    """The pattern by rows: left of the diagonal what earlier unknowns fill, right of it what this one fills."""
    earlier: list[list[int]] = [[] for _ in fill.order]
    for pivot, later in enumerate(fill.later):
        for row in later:
            earlier[row].append(pivot)
    starts, columns, diagonals = [0], list[int](), list[int]()
    for pivot, later in enumerate(fill.later):
        diagonals.append(len(columns) + len(earlier[pivot]))
        columns += [*earlier[pivot], pivot, *later]
        starts.append(len(columns))
    return SparseSlots(fill.order, tuple(starts), tuple(columns), tuple(diagonals))

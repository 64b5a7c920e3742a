"""Analysed model -> the program of its Jacobian; compiled only when a method requests it."""

from collections.abc import Callable, Sequence
from math import isqrt
from typing import assert_never

from simnon.analysis import (
    Band,
    Dense,
    Fill,
    GradientCount,
    best_band,
    choose_matrix,
    cost_of_band,
    count_gradients,
    differentiate,
    differentiate_whole,
    find_tangents,
    is_narrowest,
    tangent_name,
)
from simnon.kernels import MAX_STATES_OF_SMALL
from simnon.lowering import fuse_model, lower_jacobian, lower_tangents, lower_whole_jacobian
from simnon.model import NotWhole
from simnon.program import (
    BandSlots,
    MatrixSlots,
    Pattern,
    Program,
    SparseSlots,
    is_bandwidth_at_least,
    rows_and_columns,
)

from .compile import Analysed
from .garbage import paused_collection
from .runs import MAX_EXPANDED_STATES

MANY_GRADIENTS = 30_000
FULL_SHARE = 0.25
"""Above both limits (size and fraction of nonzeros), differences are faster than compiling the Jacobian."""
TOO_MANY_GRADIENTS = 200_000
TOO_MANY_A_STATE = 50
"""And above these: many intermediate gradients per entry, as of a sum over all states built term by term."""
MIN_STATES_OF_KRYLOV = 5_000
MAX_PRODUCTS = 500_000_000
"""With that many states, a band whose factors take more products is not used: an iteration is faster."""


def compile_jacobian(analysed: Analysed) -> Program | None:
    """The program with the entry `jacobian`; None if differences do better than formulas."""
    with paused_collection():
        if analysed.model.whole:
            return _of_whole_arrays(analysed, lambda found: _slots_of_pattern(analysed.model.state_count, found))
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


def is_matrix_too_large(analysed: Analysed) -> bool:
    """Whether factoring a band of the states costs more than iterations that need no matrix.

    Raise `NotWhole` if that cannot be told without the elements of arrays.
    """
    size = analysed.model.state_count
    if size < MIN_STATES_OF_KRYLOV:
        return False
    entries = _entries_of(analysed)
    if entries is None:
        return True
    rows, columns = rows_and_columns(entries)
    if abs(rows - columns).max(initial=0) <= 1:
        return False
    # The cost of a band grows with the square of its width.
    if is_bandwidth_at_least(isqrt(MAX_PRODUCTS // (2 * size)) + 1, size, entries):
        return True
    return cost_of_band(best_band(size, list(zip(rows.tolist(), columns.tolist(), strict=True)))) > MAX_PRODUCTS


def _entries_of(analysed: Analysed) -> Sequence[tuple[int, int]] | None:
    """The pattern of the Jacobian; None if it is too dense for formulas."""
    model, schedule = analysed.model, analysed.schedule
    if not model.whole:
        if _is_too_large(count_gradients(model, schedule), len(model.states)):
            return None
        return [(row, column) for row, column, _ in differentiate(model, schedule).entries]
    try:
        program = _of_whole_arrays(analysed, lambda _: None)
    except Dense:
        return None
    except NotWhole:
        if model.state_count > MAX_EXPANDED_STATES:
            return None
        raise
    return None if program is None else program.layout.jacobian


def compile_tangents(analysed: Analysed) -> Program | None:
    """The program that multiplies the Jacobian by a direction; None if a loop must be solved, as in differences."""
    with paused_collection():
        try:
            tangents = find_tangents(analysed.model, analysed.schedule)
        except NotWhole:
            return None
        program = lower_tangents(
            analysed.model,
            analysed.schedule,
            analysed.foreign_texts,
            tangents.equations,
            {name: tangent_name(name) for name in sorted(tangents.moving)},
            analysed.mathematics,
        )
        return fuse_model(program) if analysed.is_fused else program


def _of_whole_arrays(analysed: Analysed, choose: Callable[[Pattern], MatrixSlots | None]) -> Program | None:
    """Raise `NotWhole` if it needs the elements of arrays."""
    model, states = analysed.model, analysed.model.state_count
    if states <= MAX_STATES_OF_SMALL:
        raise NotWhole("they are small")
    jacobian = differentiate_whole(model, analysed.schedule)
    program = lower_whole_jacobian(
        model,
        analysed.schedule,
        analysed.foreign_texts,
        jacobian,
        choose,
        analysed.mathematics,
    )
    if _is_too_large(GradientCount(jacobian.count, len(program.layout.jacobian)), states):
        return None
    return fuse_model(program) if analysed.is_fused else program


def _slots_of_pattern(states: int, pattern: Pattern) -> BandSlots | SparseSlots | None:
    """As for the same entries one by one, without them if the band is narrow."""
    rows, columns = rows_and_columns(pattern)
    distances = rows - columns
    below, above = (int(max(0, way.max(initial=0))) for way in (distances, -distances))
    if is_narrowest(Band((), below, above)):
        return BandSlots(range(states), below, above)
    return _slots(choose_matrix(states, list(zip(rows.tolist(), columns.tolist(), strict=True))))


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

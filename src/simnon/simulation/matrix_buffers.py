"""Layout of a Jacobian -> the workspaces of a linearly implicit method, at the end of `work`."""

from collections.abc import Sequence
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import MAX_STATES_OF_SMALL, small_matrix_offsets
from simnon.kernels import control as codes
from simnon.program import BandSlots, Layout, SparseSlots, rows_and_columns

from .run_buffers import RunBuffers


def add_jacobian(buffers: RunBuffers, count: int, jacobian: Layout | None) -> None:
    """Append a workspace to `work` for a Jacobian and the matrix of a linearly implicit method.

    Without formulas, every entry of the Jacobian is computed by differences. Small models have the workspace already.
    """
    control = buffers.control
    entries = count * count if jacobian is None else len(jacobian.jacobian)
    size = entries + count if jacobian is None else jacobian.jacobian_size
    control.jacobian_size = entries
    control.has_jacobian = jacobian is not None
    control.jacobian_mark = 0.0
    if count <= MAX_STATES_OF_SMALL:
        for workspace, start in small_matrix_offsets(count).items():
            setattr(control, workspace, start)
        if size > entries + count:
            _add_workspace(buffers, {"jacobian": size})
        return
    matrix = None if jacobian is None else jacobian.matrix
    _add_workspace(buffers, {"jacobian": size, "pivots": count + 1})
    rows, columns = _full_pattern(count) if jacobian is None else rows_and_columns(jacobian.jacobian)
    _add_numbers(buffers, "entries_in_full", rows * count + columns)
    match matrix:
        case BandSlots():
            _add_band(buffers, matrix, rows, columns)
        case SparseSlots():
            _add_sparse(buffers, matrix, rows, columns)
        case None:
            control.matrix_form = codes.FULL
            control.matrix_size = count * count
            control.jacobian_offsets = control.entries_in_full
        case _:
            assert_never(matrix)
    _add_workspace(buffers, {"matrix": control.matrix_size})


Indices = NDArray[np.int64]


def _full_pattern(count: int) -> tuple[Indices, Indices]:
    rows, columns = np.indices((count, count))
    return rows.reshape(-1), columns.reshape(-1)


def _add_band(buffers: RunBuffers, band: BandSlots, rows: Indices, columns: Indices) -> None:
    control, count, rim = buffers.control, len(band.states), band.below + band.above
    width = rim + band.below + 1
    control.matrix_form = codes.BANDED
    control.matrix_size = (count + rim) * width
    control.diagonals_below, control.diagonals_above = band.below, band.above
    control.is_in_order = bool(np.array_equal(band.states, np.arange(count)))
    unknown_of_state = np.argsort(band.states)
    rows, columns = unknown_of_state[rows], unknown_of_state[columns]
    _add_numbers(buffers, "jacobian_offsets", columns * width + rim + rows - columns)
    _add_numbers(buffers, "unknown_states", band.states)
    _add_workspace(buffers, {"unknowns": count + 2 * rim})


def _add_sparse(buffers: RunBuffers, sparse: SparseSlots, rows: Indices, columns: Indices) -> None:
    control, count = buffers.control, len(sparse.states)
    control.matrix_form = codes.SPARSE
    control.matrix_size = len(sparse.columns)
    unknown_of_state = np.argsort(sparse.states)
    row_of_place = np.repeat(np.arange(count), np.diff(sparse.starts))
    offsets = np.searchsorted(
        row_of_place * count + np.array(sparse.columns), unknown_of_state[rows] * count + unknown_of_state[columns]
    )
    _add_numbers(buffers, "jacobian_offsets", offsets)
    _add_numbers(buffers, "unknown_states", sparse.states)
    _add_numbers(buffers, "columns", sparse.columns)
    _add_numbers(buffers, "row_starts", sparse.starts)
    _add_numbers(buffers, "diagonals", sparse.diagonals)
    _add_workspace(buffers, {"unknowns": count})


def _add_workspace(buffers: RunBuffers, size_of_workspace: dict[str, int]) -> None:
    """Extend `work` by workspaces of these sizes, and note where each begins."""
    for workspace, size in size_of_workspace.items():
        setattr(buffers.control, workspace, len(buffers.work))
        buffers.work = np.concatenate([buffers.work, np.zeros(size)])


def _add_numbers(buffers: RunBuffers, workspace: str, numbers: Indices | Sequence[int]) -> None:
    setattr(buffers.control, workspace, len(buffers.work))
    buffers.work = np.concatenate([buffers.work, np.asarray(numbers, dtype=np.float64)])

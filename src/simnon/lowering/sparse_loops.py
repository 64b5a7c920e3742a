"""A large loop -> the functions that solve it: one that iterates, and the pieces that evaluate its equations.

All its numbers are in `values`: the caller stores there what it reads (`loops.call_loop`), and takes the solution from
there. The matrix is stored by columns; only its variable entries are computed at each point.
"""

from itertools import accumulate

from simnon.kernels import newton
from simnon.model import Expression, Iteration, Number
from simnon.program import (
    ArrayName,
    Call,
    Constant,
    ConstantArray,
    Do,
    Function,
    Load,
    Local,
    LoopSlots,
    Operation,
    Parameter,
    Statement,
    Type,
    While,
)
from simnon.program import Expression as Lowered

from .expressions import BOOL, FLOAT, INT
from .functions import KERNEL_PREFIX, Library
from .layout import LoopWorkspace, make_loop_workspace
from .loops import IS_KEPT, VALUES, loop_name
from .steps import Step, Surroundings, make_entry
from .whole_arrays import Element

_VALUES_PARAMETER = Parameter(VALUES, Type.ARRAY, is_written=True)


def sparse_loop_functions(
    iteration: Iteration, slots: LoopSlots, conditions: frozenset[str], library: Library, called: set[str]
) -> list[Function]:
    """The last is the loop itself; their callees are added to `called`, the pattern to the library."""
    workspace = make_loop_workspace(iteration, slots.workspace)
    columns = _columns(iteration)
    name = f"{loop_name(iteration)}.values"
    around = Surroundings(_elements(iteration, workspace).__getitem__, "", conditions, library, called)
    pieces = make_entry(name, _steps(iteration, workspace, columns), around, (_VALUES_PARAMETER,))
    entries = [entry for column in columns for _, entry in column]
    arrays = {
        "marks": [float(is_zero) for is_zero in iteration.marks],
        "numbers": [entry.value if isinstance(entry, Number) else 0.0 for entry in entries],
        "starts": list(map(float, accumulate(map(len, columns), initial=0))),
        "rows": [float(row) for column in columns for row, _ in column],
        "order": list(map(float, _order(iteration))),
    }
    for stem, numbers in arrays.items():
        array = _array_name(iteration, stem)
        library.constants[array] = ConstantArray(array, tuple(numbers))
        called.add(array)
    return [*pieces, _loop(iteration, slots, workspace, called)]


def _order(iteration: Iteration) -> tuple[int, ...]:
    assert iteration.elimination is not None
    return iteration.elimination.order


def _columns(iteration: Iteration) -> list[list[tuple[int, Expression]]]:
    """The matrix by columns, in the order of elimination: the rows and values of the nonzero entries."""
    columns: list[list[tuple[int, Expression]]] = [[] for _ in iteration.unknowns]
    for row, entries in enumerate(iteration.matrix):
        for column, entry in entries:
            columns[column].append((row, entry))
    return [columns[column] for column in _order(iteration)]


def _elements(iteration: Iteration, workspace: LoopWorkspace) -> dict[str, Element]:
    elements = {name: Element(VALUES, workspace.inputs + i) for i, name in enumerate(workspace.reads)}
    elements |= {e.target: Element(VALUES, workspace.equations + i) for i, e in enumerate(iteration.equations)}
    point = workspace.work + newton.POINT
    return elements | {unknown: Element(VALUES, point + i) for i, unknown in enumerate(iteration.unknowns)}


def _steps(iteration: Iteration, workspace: LoopWorkspace, columns: list[list[tuple[int, Expression]]]) -> list[Step]:
    """The equations, the values, and the variable entries of the matrix; row by row, since a row reads the same
    variables."""
    steps = [Step(equation.value, equation.target) for equation in iteration.equations]
    offset_of_entry: dict[tuple[int, int], int] = {}
    for column, entries in zip(_order(iteration), columns, strict=True):
        for row, _ in entries:
            offset_of_entry[row, column] = workspace.matrix + len(offset_of_entry)
    values = workspace.work + newton.POINT + 4 * len(iteration.unknowns)
    for row, (value, own) in enumerate(zip(iteration.values, iteration.matrix, strict=True)):
        steps.append(Step(value, "", Element(VALUES, values + row)))
        for column, entry in own:
            if not isinstance(entry, Number):
                steps.append(Step(entry, "", Element(VALUES, offset_of_entry[row, column])))
    return steps


def _loop(iteration: Iteration, slots: LoopSlots, workspace: LoopWorkspace, called: set[str]) -> Function:
    count = Constant(len(iteration.unknowns), INT)
    assert iteration.elimination is not None
    space_for_factors = Constant(iteration.elimination.capacity, INT)
    entries = Constant(workspace.factors - workspace.matrix, INT)
    guesses, residual = _slice_from(slots.guesses[0]), _slice_from(slots.residual)
    work, matrix, factors = _slice_from(workspace.work), _slice_from(workspace.matrix), _slice_from(workspace.factors)
    marks, numbers, starts, rows, order = (
        ArrayName(_array_name(iteration, stem)) for stem in ("marks", "numbers", "starts", "rows", "order")
    )

    def kernel(name: str, *arguments: Lowered | ArrayName) -> Statement:
        called.add(f"{KERNEL_PREFIX}{name}")
        return Do(Call(f"{KERNEL_PREFIX}{name}", arguments, None))

    evaluate = Do(Call(f"{loop_name(iteration)}.values", (ArrayName(VALUES),), None))
    step = kernel("sparse_newton_step", count, space_for_factors, work, matrix, starts, rows, order, factors)
    status = Load(VALUES, Constant(workspace.work + newton.STATUS, INT))
    is_iterating = Operation("==", (status, Constant(newton.ITERATING, FLOAT)), BOOL)
    body = (
        kernel("sparse_newton_begin", count, entries, guesses, marks, numbers, work, matrix),
        While((), is_iterating, (evaluate, step)),
        kernel("newton_end", count, work, guesses, residual, _slice_from(workspace.solution), Local(IS_KEPT, BOOL)),
    )
    return Function(loop_name(iteration), (_VALUES_PARAMETER, Parameter(IS_KEPT, BOOL)), None, body)


def _slice_from(first: int) -> ArrayName:
    return ArrayName(VALUES, Constant(first, INT))


def _array_name(iteration: Iteration, stem: str) -> str:
    return f"{stem} of {loop_name(iteration)}"

"""The remaining algebraic loops -> statements: linear equations, and functions that iterate.

An iteration is a separate function; every entry that needs its unknowns calls it with all that the loop reads. It
starts from the last solution, which is kept in slots. Recording evaluates between steps and keeps none, so that the
answer does not depend on what is recorded.
"""

from collections.abc import Sequence

from simnon.kernels import newton
from simnon.model import Expression, Iteration, LinearSystem, full_row
from simnon.program import (
    Allocate,
    ArrayName,
    Call,
    Constant,
    Do,
    Function,
    Load,
    Local,
    LoopSlots,
    Operation,
    Parameter,
    Set,
    Store,
    Type,
    While,
)
from simnon.program import Expression as Lowered

from .expressions import BOOL, FLOAT, INT, ZERO, Scope, as_float, lower, type_of
from .functions import KERNEL_PREFIX, Library
from .layout import make_loop_workspace

VALUES, WORK, SOLUTION, IS_KEPT = "values", "work of the loop", "solution", "is kept"
_OWN_NAMES = frozenset({VALUES, WORK, SOLUTION, IS_KEPT})


def solve_linear(system: LinearSystem, scope: Scope) -> list[Lowered]:
    """The solutions of the linear equations, column by column."""
    count = len(system.matrix)
    if count == 1:
        divisor = scope.shared(lower(system.matrix[0][0], scope))
        return [Operation("/", (lower(column[0], scope), divisor), FLOAT) for column in system.right]
    matrix, pivots, right = (_array_name(scope, stem) for stem in ("matrix", "pivots", "right"))
    sizes = {matrix: count * count, pivots: count, right: count * len(system.right)}
    scope.statements += [Allocate(array, size) for array, size in sizes.items()]
    _store_rows(matrix, system.matrix, scope)
    _store_rows(right, system.right, scope)
    counts = (_integer(count), _integer(len(system.right)))
    _do_kernel("solve_linear", (*counts, ArrayName(matrix), ArrayName(pivots), ArrayName(right)), scope)
    return [Load(right, _integer(i)) for i in range(count * len(system.right))]


def call_loop(iteration: Iteration, is_kept: bool, workspace: int, scope: Scope) -> list[Lowered]:
    """The unknowns of a loop, found by its function."""
    if iteration.elimination is not None:
        return _call_large(iteration, is_kept, workspace, scope)
    solution = _array_name(scope, SOLUTION)
    scope.statements.append(Allocate(solution, len(iteration.unknowns)))
    arguments = (ArrayName(VALUES), ArrayName(solution), Constant(is_kept, BOOL))
    inputs = tuple(scope.meaning(name) for name in iteration.reads)
    scope.statements.append(Do(Call(loop_name(iteration), (*arguments, *inputs), None)))
    scope.called.add(loop_name(iteration))
    return [Load(solution, _integer(i)) for i in range(len(iteration.unknowns))]


def _call_large(iteration: Iteration, is_kept: bool, first: int, scope: Scope) -> list[Lowered]:
    """Store all that the loop reads in its workspace, where the solution is found."""
    workspace = make_loop_workspace(iteration, first)
    for i, name in enumerate(workspace.reads):
        scope.statements.append(Store(VALUES, _integer(workspace.inputs + i), as_float(scope.meaning(name))))
    scope.statements.append(Do(Call(loop_name(iteration), (ArrayName(VALUES), Constant(is_kept, BOOL)), None)))
    scope.called.add(loop_name(iteration))
    return [Load(VALUES, _integer(workspace.solution + i)) for i in range(len(iteration.unknowns))]


def loop_name(iteration: Iteration) -> str:
    return f"loop.{iteration.number}"


def loop_function(
    iteration: Iteration, slots: LoopSlots, conditions: frozenset[str], library: Library, called: set[str]
) -> Function:
    """The function that solves a loop: it evaluates the equations at the points Newton's method chooses."""
    count = len(iteration.unknowns)
    local_of_name = {name: Local(_own_name(name), BOOL if name in conditions else FLOAT) for name in iteration.reads}
    inputs = tuple(Parameter(local.name, local.type) for local in local_of_name.values())
    scope = Scope(local_of_name.__getitem__, library, called=called)
    guesses = ArrayName(VALUES, _integer(slots.guesses[0]))
    size, work = _integer(count), ArrayName(WORK)
    scope.statements.append(Allocate(WORK, newton.POINT + newton.VECTORS * count + count * count))
    marks = newton.POINT + 6 * count
    for i, is_zero in enumerate(iteration.are_zero):
        if is_zero:
            scope.statements.append(Store(WORK, _integer(marks + i), Constant(1.0, FLOAT)))
    _do_kernel("newton_begin", (size, guesses, work), scope)
    body = scope.inner()
    _evaluate(iteration, local_of_name, body)
    _do_kernel("newton_step", (size, work), body)
    is_iterating = Operation("==", (Load(WORK, _integer(newton.STATUS)), Constant(newton.ITERATING, FLOAT)), BOOL)
    scope.statements.append(While((), is_iterating, tuple(body.statements)))
    residual = ArrayName(VALUES, _integer(slots.residual))
    _do_kernel("newton_end", (size, work, guesses, residual, ArrayName(SOLUTION), Local(IS_KEPT, BOOL)), scope)
    arrays = (Parameter(VALUES, Type.ARRAY, is_written=True), Parameter(SOLUTION, Type.ARRAY, is_written=True))
    parameters = (*arrays, Parameter(IS_KEPT, BOOL), *inputs)
    return Function(loop_name(iteration), parameters, None, tuple(scope.statements))


def _evaluate(iteration: Iteration, local_of_name: dict[str, Local], scope: Scope) -> None:
    """Compute the values of the unknowns and the matrix at the point."""
    count = len(iteration.unknowns)
    for i, unknown in enumerate(iteration.unknowns):
        _set(unknown, Load(WORK, _integer(newton.POINT + i)), local_of_name, scope)
    for equation in iteration.equations:
        _set(equation.target, lower(equation.value, scope), local_of_name, scope)
    _store_rows(WORK, (iteration.values,), scope, newton.POINT + 4 * count)
    matrix = [full_row(row, count) for row in iteration.matrix]
    _store_rows(WORK, matrix, scope, newton.POINT + newton.VECTORS * count, is_new=False)


def _set(name: str, value: Lowered, local_of_name: dict[str, Local], scope: Scope) -> None:
    local = local_of_name[name] = Local(_own_name(name), type_of(value))
    scope.statements.append(Set(local.name, value))


def _store_rows(
    array: str, rows: Sequence[Sequence[Expression]], scope: Scope, start: int = 0, is_new: bool = True
) -> None:
    """Store the numbers one after the other; a new array already has its zeros."""
    for i, entry in enumerate(entry for row in rows for entry in row):
        value = lower(entry, scope)
        if not is_new or value != ZERO:
            scope.statements.append(Store(array, _integer(start + i), value))


def _do_kernel(kernel: str, arguments: tuple[Lowered | ArrayName, ...], scope: Scope) -> None:
    name = f"{KERNEL_PREFIX}{kernel}"
    scope.called.add(name)
    scope.statements.append(Do(Call(name, arguments, None)))


def _array_name(scope: Scope, stem: str) -> str:
    return f"{stem}{scope.temporary(FLOAT).name}"


def _own_name(name: str) -> str:
    return f"{name} of the model" if name in _OWN_NAMES else name


def _integer(number: int) -> Constant:
    return Constant(number, INT)

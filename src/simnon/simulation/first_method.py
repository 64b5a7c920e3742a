"""Model + the requested method -> the method a run begins with, and a note about it."""

from collections.abc import Callable

from simnon.compiler import CompiledModel, MethodCode
from simnon.doors import loaded_on_use
from simnon.kernels import METHODS, Method
from simnon.program import Layout
from simnon.source import frozen, is_installed

with loaded_on_use(__name__):
    from simnon.compiler import largest_exposed

FIRST_CHOICE, STIFF_CHOICE, KRYLOV_CHOICE, LOOP_CHOICE = "dopri5", "rodas5p", "cvode", "ida"
"""What `auto` begins with, what it switches to if the system is stiff, the same if its matrix would be too large, and
what it uses if loops are large."""
MANY_UNKNOWNS = 200
"""With more unknowns, solving an algebraic loop in every evaluation costs more than everything else."""

CodeOfMethod = Callable[[str], MethodCode]


@frozen
class FirstMethod:
    method: Method
    note: str = ""


def uses_jacobian(name: str) -> bool:
    """Whether the method uses derivatives of the equations."""
    method = METHODS.get(name)
    return method is not None and (method.has_jacobian or method.has_library_steps)


def first_method(name: str, model: CompiledModel, layout: Layout, code_of_method: CodeOfMethod) -> FirstMethod:
    """Without states a solver library has nothing to solve for; the run loop then steps through time by itself."""
    if name != "auto":
        method = METHODS[name]
        return FirstMethod(method if layout.states or not method.has_library_steps else METHODS[FIRST_CHOICE])
    count = _unknowns_of_large_loop(model, layout)
    if not count:
        return FirstMethod(METHODS[FIRST_CHOICE])
    loop = f"an algebraic loop has {count} unknowns"
    if not is_installed("sksundae"):
        note = f"{loop}, solved again in every evaluation: install simnon[sundials], whose method ida is faster"
        return FirstMethod(METHODS[FIRST_CHOICE], note)
    if code_of_method(LOOP_CHOICE).exposed is None:
        return FirstMethod(METHODS[FIRST_CHOICE])
    return FirstMethod(METHODS[LOOP_CHOICE], f"{loop}: {LOOP_CHOICE}, which solves for them together with the states")


def _unknowns_of_large_loop(model: CompiledModel, layout: Layout) -> int:
    """The number of unknowns of the largest loop, if exposing it saves more than restarts at events cost; else 0."""
    if not layout.states or all(len(loop.unknowns) <= MANY_UNKNOWNS for loop in layout.loops):
        return 0
    count = largest_exposed(model.analysed)
    return count if count > MANY_UNKNOWNS else 0

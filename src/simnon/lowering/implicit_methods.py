"""Linearly implicit methods for small models -> Programs, compiled for a number of states or for one model.

Code for a number of states is compiled once on a machine; only the smallest models gain more than a tenth from having
their equations inside the step, which must then be compiled at every edit.
"""

from collections.abc import Mapping
from functools import cache

from simnon.doors import loaded_on_use
from simnon.kernels import MAX_STATES_OF_SMALL, METHODS, control, small_matrix_offsets
from simnon.program import ENTRIES, Function, Layout, Program

from .functions import public_names
from .python_subset import Signature, signatures
from .run_kernels import (
    KEPT_ENTRIES,
    MAX_UNROLLED_STATEMENTS,
    external_signatures,
    imported,
    inner_entries,
    method_program,
)
from .specialize import specialize

with loaded_on_use(__name__):
    from .matrix_kernels import inlined_matrix_functions, known_fields

MAX_STATES_WITH_MODEL = 3


def has_code_of_count(jacobian: Program | None, count: int) -> bool:
    """True if the step can be compiled for the number of states: the Jacobian then has a fixed offset."""
    is_small = 0 < count <= MAX_STATES_OF_SMALL
    return is_small and jacobian is not None and jacobian.layout.jacobian_size == count * count + count


@cache
def implicit_for_count(method: str, count: int, *, is_fused: bool = False) -> Program:
    """The entry `step` for models with this many states, which calls the entries of the model."""
    return Program(
        f"{method} for {count}",
        _steps(method, count, {}, is_fused=is_fused),
        ("step",),
        Layout(),
        method_program(method, is_complete=True, is_fused=is_fused).constants,
        (),
        imported(_called(method)),
    )


def implicit_for_model(method: str, model: Program, jacobian: Program) -> Program | None:
    """The same with the model inlined; None if it is too large to gain much."""
    count = len(model.layout.states)
    inner = inner_entries(model) | {f.name: f for f in jacobian.functions if f.name == "jacobian"}
    size = sum(len(function.body) for function in inner.values())
    if count > MAX_STATES_WITH_MODEL or size > MAX_UNROLLED_STATEMENTS:
        return None
    general = method_program(method, is_complete=True, is_fused=model.is_fused)
    of_model = {f.name: f for program in (model, jacobian) for f in program.functions if f.name not in ENTRIES}
    constants = {c.name: c for program in (general, model, jacobian) for c in program.constants}
    foreign = {f.name: f for program in (model, jacobian) for f in program.foreign}
    return Program(
        f"{method} of {model.name}",
        (*_steps(method, count, inner, is_fused=model.is_fused), *of_model.values()),
        ("step",),
        Layout(),
        tuple(constants.values()),
        tuple(foreign.values()),
        imported(_called(method)),
    )


def _steps(method: str, count: int, entries: Mapping[str, Function], *, is_fused: bool) -> tuple[Function, ...]:
    """The functions of the method for a known number of states; calls of `entries` are inlined."""
    general = method_program(method, is_complete=True, is_fused=is_fused)
    functions = [f for f in general.functions if f.name not in KEPT_ENTRIES]
    numbers = {
        "state_count": count,
        "order": METHODS[method].order,
        "matrix_form": control.FULL,
        "has_jacobian": 1,
        "jacobian_size": count * count,
        **small_matrix_offsets(count),
    }
    inner = {**inlined_matrix_functions(is_fused=is_fused), **entries} | {
        f.name: f for f in functions if f.name == "prepare_jacobian"
    }
    own = public_names(METHODS[method].module)
    return tuple(specialize(f, inner, known_fields(numbers)) if f.name in own else f for f in functions)


def _called(method: str) -> dict[str, Signature]:
    """What the step calls: entries of the model, and the functions of the method that are the same for all models."""
    kept = signatures(f for f in method_program(method, is_complete=True).functions if f.name in KEPT_ENTRIES)
    return external_signatures(method) | kept

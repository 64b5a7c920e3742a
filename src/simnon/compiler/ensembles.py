"""Compiled model + method -> code for the members of an ensemble."""

from collections.abc import Iterable
from functools import partial

from simnon.kernels import Control
from simnon.lowering import ensemble_kernel, ensemble_program
from simnon.program import EnsembleProgram, Fixed, Program, print_program

from .compile_model import CompiledModel
from .runs import named

LOOPS = {"run": {"work": frozenset[int](), "control": frozenset(map(Control.offset, ("time", "culprit", "steps")))}}
"""What is read of a run's arrays after it has returned; of `states` and `values`, any element."""
SHARED_ARRAYS = ("job", "members", "template", "results", "curves", "plan")


def program_of_ensemble(
    model: CompiledModel, method: str, fixed: Fixed, same: Iterable[str], jacobian: Program | None = None
) -> EnsembleProgram:
    """The program for members side by side; `same` are the fields of `control` that are the same in all of them."""
    texts = (model.program,) if jacobian is None else (model.program, jacobian)
    method_name = named(method, is_fused=model.program.is_fused)
    return EnsembleProgram(
        ensemble_kernel(),
        partial(ensemble_program, method, model.program, fixed, jacobian),
        "\n".join([method_name, repr(sorted(fixed.items())), *map(print_program, texts)]),
        SHARED_ARRAYS,
        {"control": frozenset(map(Control.offset, same))},
        LOOPS,
    )

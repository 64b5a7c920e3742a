"""Compiled model + method -> code for the members of an ensemble."""

from collections.abc import Iterable

from simnon.kernels import Control
from simnon.lowering import ensemble_program
from simnon.program import EnsembleCode, EnsembleProgram, Fixed, Program

from .compile_model import CompiledModel

LOOPS = {"run": {"work": frozenset[int](), "control": frozenset(map(Control.offset, ("time", "culprit", "steps")))}}
"""What is read of a run's arrays after it has returned; of `states` and `values`, any element."""
SHARED_ARRAYS = ("job", "members", "template", "results", "curves", "plan")


def compile_ensemble(
    model: CompiledModel, method: str, fixed: Fixed, same: Iterable[str], width: int, jacobian: Program | None = None
) -> EnsembleCode:
    """`same` are the fields of `control` that are the same in all members."""
    whole = ensemble_program(method, model.program, fixed, jacobian)
    ensemble = EnsembleProgram(whole, SHARED_ARRAYS, {"control": frozenset(map(Control.offset, same))}, LOOPS)
    return model.target.build_ensemble(ensemble, width)

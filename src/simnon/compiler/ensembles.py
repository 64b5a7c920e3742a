"""HybridModel + method -> machine code for the members of an ensemble, in lanes; kept on disk."""

import hashlib
from collections.abc import Iterable

from simnon.kernels import Control
from simnon.lowering import ensemble_program
from simnon.program import Program
from simnon.targets import (
    SHARED,
    Effort,
    LaneConvention,
    LaneProgram,
    PerLane,
    lane_objects,
    link_lanes,
)

from .object_cache import MODEL, keep_objects, kept_objects, with_sound_objects
from .runs import Fixed

LOOPS = {"run": {"work": frozenset[int](), "control": frozenset(map(Control.place, ("time", "culprit", "steps")))}}
"""What is read of a run's arrays when it has returned; `states` and `values` may be read at any place."""
SHARED_ARRAYS = ("job", "members", "template", "results", "curves", "plan")


def compile_ensemble(
    program: Program, method: str, fixed: Fixed, same: Iterable[str], width: int, jacobian: Program | None = None
) -> LaneProgram:
    """`same` are the fields of `control` that are the same in all members."""
    places = frozenset(map(Control.place, same))
    whole = ensemble_program(method, program, fixed, jacobian)
    kinds = dict.fromkeys(SHARED_ARRAYS, SHARED)
    convention = LaneConvention(kinds | {"control": PerLane(places)}, LOOPS)
    digest = hashlib.sha256(f"{width} {sorted(places)} {whole!r}".encode()).hexdigest()[:32]
    name = f"{MODEL}lanes-{digest}"

    def link() -> LaneProgram:
        code = kept_objects(name)
        if code is None:
            code = lane_objects(whole, width, convention, Effort.THOROUGH)
            keep_objects(name, code)
        return link_lanes((code,), whole, width, convention)

    return with_sound_objects(link)

"""EnsembleProgram -> machine code for its members in lanes; cached on disk."""

import hashlib
from collections.abc import Callable

from simnon.program import ENSEMBLE, Array, EnsembleProgram, print_program
from simnon.source import frozen

from . import lanes
from .cache import MODEL, keep_objects, kept_objects, with_sound_objects
from .engine import Effort


@frozen
class CompiledEnsemble:
    """Calls release Python's lock, so threads run in parallel."""

    program: "lanes.LaneProgram"

    @property
    def width(self) -> int:
        return self.program.width

    def prepared(self, *arrays: Array) -> Callable[[], None]:
        return self.program.prepared(ENSEMBLE, (1 << self.width) - 1, *arrays)


def build_ensemble(ensemble: EnsembleProgram, width: int) -> CompiledEnsemble:
    program = ensemble.program
    kinds = {name: lanes.PerLane(same) for name, same in ensemble.same.items()}
    convention = lanes.LaneConvention(kinds | dict.fromkeys(ensemble.shared, lanes.SHARED), ensemble.loops)
    same = {name: sorted(elements) for name, elements in ensemble.same.items()}
    digest = hashlib.sha256(f"{width} {same} {print_program(program)}".encode())
    name = f"{MODEL}lanes-{digest.hexdigest()[:32]}"

    def link() -> CompiledEnsemble:
        code = kept_objects(name)
        if code is None:
            code = lanes.lane_objects(program, width, convention, Effort.THOROUGH)
            keep_objects(name, code)
        return CompiledEnsemble(lanes.link_lanes((code,), program, width, convention))

    return with_sound_objects(link)

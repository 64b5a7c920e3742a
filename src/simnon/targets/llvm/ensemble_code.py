"""EnsembleProgram -> machine code for members in lanes, cached on disk; or its kernel around that of single runs."""

import ctypes
import hashlib
from collections.abc import Callable
from dataclasses import field
from functools import partial

from simnon.program import ENSEMBLE, Array, EnsembleProgram, RunCode, SharedProgram
from simnon.source import frozen

from . import lanes
from .cache import MODEL, keep_objects, kept_objects, with_sound_objects
from .compile import ObjectCode, address_of, exported
from .engine import Effort, MachineCode
from .run import machine_of
from .run_code import CompiledRun, shared_objects


@frozen
class CompiledEnsemble:
    """Calls release Python's lock, so threads run in parallel."""

    program: "lanes.LaneProgram"

    @property
    def width(self) -> int:
        return self.program.width

    def prepared(self, *arrays: Array) -> Callable[[], None]:
        return self.program.prepared(ENSEMBLE, (1 << self.width) - 1, *arrays)


@frozen
class CompiledMembers:
    """Members one after another; Python's lock is released here too."""

    _function: Callable[..., None] = field(repr=False)
    _machine: MachineCode = field(repr=False)
    width: int = 1

    def prepared(self, *arrays: Array) -> Callable[[], None]:
        return partial(self._function, *map(address_of, arrays))


def link_members(run: RunCode, kernel: SharedProgram) -> CompiledMembers:
    assert isinstance(run, CompiledRun), "llvm: members must be linked with a run of this target"

    def link() -> CompiledMembers:
        code = shared_objects(kernel)
        machine = machine_of((code, *run.parts()), (ENSEMBLE,))
        (function,) = (f for f in kernel.make().functions if f.name == ENSEMBLE)
        prototype = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(function.parameters))
        return CompiledMembers(prototype(machine.address_of_symbol[exported(ENSEMBLE)]), machine)

    return with_sound_objects(link, shared_objects.cache_clear)


def cached_ensemble(ensemble: EnsembleProgram, width: int) -> CompiledEnsemble | None:
    def link() -> CompiledEnsemble | None:
        code = kept_objects(_name(ensemble, width))
        return None if code is None else _linked(ensemble, width, code)

    return with_sound_objects(link)


def build_ensemble(ensemble: EnsembleProgram, width: int) -> CompiledEnsemble:
    name = _name(ensemble, width)

    def link() -> CompiledEnsemble:
        code = kept_objects(name)
        if code is None:
            code = lanes.lane_objects(ensemble.make(), width, _convention(ensemble), Effort.THOROUGH)
            keep_objects(name, code)
        return _linked(ensemble, width, code)

    return with_sound_objects(link)


def _name(ensemble: EnsembleProgram, width: int) -> str:
    same = {name: sorted(elements) for name, elements in ensemble.same.items()}
    digest = hashlib.sha256(f"{width} {same} {ensemble.key}".encode())
    return f"{MODEL}lanes-{digest.hexdigest()[:32]}"


def _convention(ensemble: EnsembleProgram) -> "lanes.LaneConvention":
    kinds = {name: lanes.PerLane(same) for name, same in ensemble.same.items()}
    return lanes.LaneConvention(kinds | dict.fromkeys(ensemble.shared, lanes.SHARED), ensemble.loops)


def _linked(ensemble: EnsembleProgram, width: int, code: ObjectCode) -> CompiledEnsemble:
    return CompiledEnsemble(lanes.link_lanes((code,), ensemble.kernel, width, _convention(ensemble)))

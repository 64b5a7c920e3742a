"""Programs -> machine code for the processor this runs on."""

from simnon.doors import loaded_on_use
from simnon.program import EnsembleProgram, Program, RunCode, RunParts, SharedProgram

from .compile import CompiledProgram, compile_program, llvm_text
from .engine import target_description
from .run_code import CompiledRun, link_run, ready_for

with loaded_on_use(__name__):
    from . import lanes
    from .ensemble_code import CompiledEnsemble, CompiledMembers, build_ensemble, cached_ensemble, link_members


class MachineCodeTarget:
    """Code that many models share is compiled once and cached on disk."""

    has_threads = True
    slowness = 1.0

    @property
    def description(self) -> str:
        return target_description()

    def width(self, states: int) -> int:
        return lanes.natural_width(states)

    def text(self, program: Program) -> str:
        return llvm_text(program)

    def build(self, program: Program, library: SharedProgram | None = None) -> CompiledProgram:
        return compile_program(program, ready_for(program, library))

    def link_run(self, parts: RunParts) -> CompiledRun:
        return link_run(parts)

    def link_members(self, run: RunCode, kernel: SharedProgram) -> CompiledMembers:
        return link_members(run, kernel)

    def cached_ensemble(self, ensemble: EnsembleProgram, width: int) -> CompiledEnsemble | None:
        return cached_ensemble(ensemble, width)

    def build_ensemble(self, ensemble: EnsembleProgram, width: int) -> CompiledEnsemble:
        return build_ensemble(ensemble, width)

"""Programs -> plain Python: slow, bit-identical to machine code, and open to every debugger."""

import platform

from simnon.doors import loaded_on_use
from simnon.program import EnsembleProgram, Program, RunCode, RunParts, SharedProgram

with loaded_on_use(__name__):
    from .interpret import InterpretedProgram, interpret, translate
    from .run_code import InterpretedEnsemble, InterpretedRun, build_ensemble, link_members, link_run


class InterpreterTarget:
    has_threads = False
    slowness = 1000.0

    @property
    def description(self) -> str:
        return f"{platform.python_implementation()} {platform.python_version()} {platform.machine()}"

    def width(self, states: int) -> int:  # noqa: ARG002  members of any size run one after another
        return 1

    def text(self, program: Program) -> str:
        return translate(program).source

    def build(self, program: Program, library: SharedProgram | None = None) -> InterpretedProgram:  # noqa: ARG002
        return interpret(program)

    def link_run(self, parts: RunParts) -> InterpretedRun:
        return link_run(parts)

    def link_members(self, run: RunCode, kernel: SharedProgram) -> InterpretedEnsemble:
        return link_members(run, kernel)

    def cached_ensemble(self, ensemble: EnsembleProgram, width: int) -> None:
        """Nothing is cached."""

    def build_ensemble(self, ensemble: EnsembleProgram, width: int) -> InterpretedEnsemble:
        return build_ensemble(ensemble, width)

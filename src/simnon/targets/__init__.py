"""Program -> Executable: the interpreter, which is the oracle, and machine code through LLVM."""

from collections.abc import Callable

from simnon.program import Executable, Program

from .foreign import ForeignError
from .interpreter import InterpretedProgram, interpret
from .llvm import (
    PER_LANE,
    SHARED,
    UNIFORM,
    VARYING,
    CompiledProgram,
    CompiledRun,
    Effort,
    LaneConvention,
    LaneProgram,
    LinkError,
    ObjectCode,
    PerLane,
    ReadyFunctions,
    compile_lanes,
    compile_objects,
    compile_program,
    lane_objects,
    lanes_text,
    link_lanes,
    link_run,
    llvm_text,
    make_ready,
    natural_width,
    target_description,
)

TARGETS: dict[str, Callable[[Program], Executable]] = {
    "interpreter": interpret,
    "llvm": compile_program,
}

__all__ = [
    "PER_LANE",
    "SHARED",
    "TARGETS",
    "UNIFORM",
    "VARYING",
    "CompiledProgram",
    "CompiledRun",
    "Effort",
    "ForeignError",
    "InterpretedProgram",
    "LaneConvention",
    "LaneProgram",
    "LinkError",
    "ObjectCode",
    "PerLane",
    "ReadyFunctions",
    "compile_lanes",
    "compile_objects",
    "compile_program",
    "interpret",
    "lane_objects",
    "lanes_text",
    "link_lanes",
    "link_run",
    "llvm_text",
    "make_ready",
    "natural_width",
    "target_description",
]

"""Program -> Executable of machine code, through LLVM."""

from .compile import (
    CompiledProgram,
    ObjectCode,
    ReadyFunctions,
    compile_objects,
    compile_program,
    llvm_text,
    make_ready,
)
from .engine import Effort, LinkError, target_description
from .lanes import (
    PER_LANE,
    SHARED,
    UNIFORM,
    VARYING,
    LaneConvention,
    LaneProgram,
    PerLane,
    compile_lanes,
    lane_objects,
    lanes_text,
    link_lanes,
    natural_width,
)
from .run import CompiledRun, link_run

__all__ = [
    "PER_LANE",
    "SHARED",
    "UNIFORM",
    "VARYING",
    "CompiledProgram",
    "CompiledRun",
    "Effort",
    "LaneConvention",
    "LaneProgram",
    "LinkError",
    "ObjectCode",
    "PerLane",
    "ReadyFunctions",
    "compile_lanes",
    "compile_objects",
    "compile_program",
    "lane_objects",
    "lanes_text",
    "link_lanes",
    "link_run",
    "llvm_text",
    "make_ready",
    "natural_width",
    "target_description",
]

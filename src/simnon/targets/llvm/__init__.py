"""Programs -> machine code, through LLVM."""

from simnon.doors import front_door

with front_door(__name__):
    from .compile import CompiledProgram, ObjectCode, compile_objects, compile_program, llvm_text, make_ready
    from .engine import target_description
    from .fmu import build_alternatives, build_libraries
    from .lanes import (
        PER_LANE,
        SHARED,
        UNIFORM,
        VARYING,
        LaneConvention,
        LaneProgram,
        PerLane,
        compile_lanes,
        natural_width,
    )
    from .run_code import CompiledRun
    from .target import MachineCodeTarget

__all__ = [
    "PER_LANE",
    "SHARED",
    "UNIFORM",
    "VARYING",
    "CompiledProgram",
    "CompiledRun",
    "LaneConvention",
    "LaneProgram",
    "MachineCodeTarget",
    "ObjectCode",
    "PerLane",
    "build_alternatives",
    "build_libraries",
    "compile_lanes",
    "compile_objects",
    "compile_program",
    "llvm_text",
    "make_ready",
    "natural_width",
    "target_description",
]

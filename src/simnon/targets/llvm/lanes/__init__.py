"""Program -> machine code that runs many members of an ensemble at once, one a lane of the processor's vectors."""

from .compile import LaneProgram, compile_lanes, lane_objects, lanes_text, link_lanes, natural_width
from .kinds import PER_LANE, SHARED, UNIFORM, VARYING, LaneConvention, PerLane

__all__ = [
    "PER_LANE",
    "SHARED",
    "UNIFORM",
    "VARYING",
    "LaneConvention",
    "LaneProgram",
    "PerLane",
    "compile_lanes",
    "lane_objects",
    "lanes_text",
    "link_lanes",
    "natural_width",
]

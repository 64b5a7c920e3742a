"""Program -> machine code that runs many members of an ensemble at once, one in each lane of the vector registers."""

from simnon.doors import front_door

with front_door(__name__):
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

"""Branches of solutions of a model as a parameter varies."""

from simnon.doors import front_door

with front_door(__name__):
    from .branch import NAME_OF_KIND, Branch, SpecialPoint
    from .branches import Branches
    from .continuation import BranchSettings, continue_branches
    from .cycles import Cycle, CycleBranch, CyclePoint, cycle_point, find_cycle
    from .kinds import KINDS, BranchKind
    from .request import BranchRequest
    from .walk import Observation, Problem, Solve, Walk, WalkPoint, WalkSettings, correct, find_tangent, length, walk

__all__ = [
    "KINDS",
    "NAME_OF_KIND",
    "Branch",
    "BranchKind",
    "BranchRequest",
    "BranchSettings",
    "Branches",
    "Cycle",
    "CycleBranch",
    "CyclePoint",
    "Observation",
    "Problem",
    "Solve",
    "SpecialPoint",
    "Walk",
    "WalkPoint",
    "WalkSettings",
    "continue_branches",
    "correct",
    "cycle_point",
    "find_cycle",
    "find_tangent",
    "length",
    "walk",
]

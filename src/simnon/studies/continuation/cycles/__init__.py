"""Periodic orbits: one of them, and branches over a parameter."""

from .branch import CycleBranch, CyclePoint, cycle_point
from .branches import follow_cycles
from .cycle import Cycle
from .equations import Orbit
from .find import find_cycle
from .follow import FollowedCycles, FoundCycle, follow
from .multipliers import Floquet
from .problem import CycleSettings, Limit
from .profile import Profile
from .starting import HopfPoint, Start, from_doubling, from_hopf, from_orbit, hopf_near

__all__ = [
    "Cycle",
    "CycleBranch",
    "CyclePoint",
    "CycleSettings",
    "Floquet",
    "FollowedCycles",
    "FoundCycle",
    "HopfPoint",
    "Limit",
    "Orbit",
    "Profile",
    "Start",
    "cycle_point",
    "find_cycle",
    "follow",
    "follow_cycles",
    "from_doubling",
    "from_hopf",
    "from_orbit",
    "hopf_near",
]

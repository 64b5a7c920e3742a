"""Controls over time -> those that minimise a criterion, by direct multiple shooting."""

from simnon.doors import front_door

with front_door(__name__):
    from .reading import ControlKeywords, ControlSettings, Limits, optimal_control
    from .result import OptimalControl

__all__ = ["ControlKeywords", "ControlSettings", "Limits", "OptimalControl", "optimal_control"]

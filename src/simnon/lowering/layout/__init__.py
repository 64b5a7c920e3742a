"""HybridModel -> Layout: what stands where in the numbers of a run."""

from .loop_workspaces import LoopWorkspace, make_loop_workspace
from .make_layout import make_layout
from .number_slots import (
    condition_names,
    count_name,
    guard_names,
    guess_name,
    history_name,
    is_long,
    iterations_of,
    next_name,
)

__all__ = [
    "LoopWorkspace",
    "condition_names",
    "count_name",
    "guard_names",
    "guess_name",
    "history_name",
    "is_long",
    "iterations_of",
    "make_layout",
    "make_loop_workspace",
    "next_name",
]

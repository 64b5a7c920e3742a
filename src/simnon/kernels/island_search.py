"""The search for events in a step of a model with islands (see `islands`)."""

from .control import Control
from .islands import is_incomplete, wake_islands, wake_postponed
from .location import check_guards, locate_event
from .subset import Array, Integers


def search_islands(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """End the step at the first event within it, with the islands that can have it, if that is certain; else with
    all that can have one."""
    wake_islands(control, plan, states, values, work)
    check_guards(control, plan, states, values, work)
    locate_event(control, states, values, work)
    if is_incomplete(control):
        wake_postponed(control, plan, states, values, work)
        check_guards(control, plan, states, values, work)
        locate_event(control, states, values, work)

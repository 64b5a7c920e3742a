"""Model -> Model and Schedule: the passes, in order."""

from collections.abc import Callable

from simnon.model import Model
from simnon.source import Report

from .bands import Band
from .check_kinds import check_kinds
from .check_units import check_units
from .choose_matrix import choose_matrix
from .classic_order import note_classic_order
from .count_gradients import GradientCount, count_gradients
from .differentiate import Jacobian, differentiate
from .eliminate_aliases import eliminate_aliases
from .expand_functions import expand_functions
from .fill import Fill
from .find_time_events import find_time_events
from .fold_constants import fold_constants
from .hoist_invariants import hoist_invariants
from .hold_inputs import hold_inputs
from .make_events_explicit import make_events_explicit
from .numbers_of import number_of
from .open_loops import loops_to_open, open_loops
from .order_equations import order_equations
from .order_events import order_events
from .recognise_periods import recognise_periods
from .relations import solve_relations
from .separate_memories import separate_memories
from .take_reciprocals import take_reciprocals
from .tear_loops import tear_loops

Pass = Callable[[Model, Report], Model]

PASSES: tuple[Pass, ...] = (
    expand_functions,  # FUNCTION bodies where they are called
    separate_memories,  # PRE, DELAY, RECT, NORM become variables
    check_kinds,  # conditions and numbers
    check_units,  # sums, comparisons and assignments
    hold_inputs,  # inputs of discrete systems between their samples
    solve_relations,  # equations that say which variable they give
    eliminate_aliases,  # connections that only rename
    fold_constants,  # arithmetic on numbers
    recognise_periods,  # TSAMP equations that add a period
    make_events_explicit,  # comparisons and corners become guards and modes
    tear_loops,  # values that need each other are found together
    find_time_events,  # guards whose time is known in advance
    hoist_invariants,  # parts that change less often than the whole
    take_reciprocals,  # divisors of derivatives that do not change within a step
    order_events,  # within a WHEN, new values before what reads them
)
"""Model -> Model, one after the other; `order_equations` then makes the Schedule."""

__all__ = [
    "PASSES",
    "Band",
    "Fill",
    "GradientCount",
    "Jacobian",
    "Pass",
    "choose_matrix",
    "count_gradients",
    "differentiate",
    "loops_to_open",
    "note_classic_order",
    "number_of",
    "open_loops",
    "order_equations",
]

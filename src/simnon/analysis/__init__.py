"""FlatModel -> HybridModel and Schedule: the passes, in order."""

from collections.abc import Callable, Iterator

from simnon.doors import front_door
from simnon.model import AnyModel, FlatModel, HybridModel
from simnon.source import Report

from .check_kinds import check_kinds
from .check_units import check_units
from .eliminate_aliases import eliminate_aliases
from .expand_functions import expand_functions
from .find_time_events import find_time_events
from .fold_constants import fold_constants
from .hoist_invariants import hoist_invariants
from .hold_inputs import hold_inputs
from .make_events_explicit import make_events_explicit
from .order_equations import order_equations
from .order_events import order_events
from .recognise_periods import recognise_periods
from .relations import solve_relations
from .separate_remembered_values import separate_remembered_values
from .take_reciprocals import take_reciprocals
from .tear_loops import tear_loops
from .workbench import StagedModel

with front_door(__name__):
    from .add_sensitivities import add_sensitivities, initial_label, sensitivity_name
    from .bands import Band
    from .check_whole import check_whole
    from .choose_matrix import best_band, choose_matrix, cost_of_band, is_narrowest
    from .classic_order import note_classic_order
    from .contracts import check_flat, check_hybrid
    from .count_gradients import GradientCount, count_gradients
    from .differentiate import Jacobian, differentiate
    from .estimates import estimate
    from .expose_loops import expose_loops, loops_to_expose
    from .families import Generalised, Sample, Starts, generalise, tear_parts
    from .fill import Fill
    from .gradients import Gradients, find_gradients
    from .tangents import Tangents, find_tangents, tangent_name
    from .whole_gradients import Dense, differentiate_whole

FlatPass = Callable[[FlatModel, Report], FlatModel]
HybridPass = Callable[[HybridModel, Report], HybridModel]

FLAT_PASSES: tuple[FlatPass, ...] = (
    expand_functions,  # FUNCTION bodies where they are called
    separate_remembered_values,  # PRE, DELAY, RECT, NORM become variables
    check_kinds,  # conditions and numbers
    check_units,  # sums, comparisons and assignments
    hold_inputs,  # inputs of discrete systems between their samples
)
HYBRID_PASSES: tuple[HybridPass, ...] = (
    eliminate_aliases,  # connections that only rename
    fold_constants,  # arithmetic on numbers
    recognise_periods,  # TSAMP equations that add a period
    make_events_explicit,  # comparisons and corners become guards and modes
    tear_loops,  # equations that need each other are solved together
    find_time_events,  # guards whose time is known in advance
    hoist_invariants,  # subexpressions that change less often than the whole
    take_reciprocals,  # divisors of derivatives that are constant within a step
    order_events,  # within a WHEN, new values before what reads them
)
"""Between the two, `solve_relations` decides which variable each equation determines."""

PASS_NAMES = tuple(each.__name__ for each in (*FLAT_PASSES, solve_relations, *HYBRID_PASSES))


def run_passes(flat: FlatModel, report: Report) -> Iterator[AnyModel]:
    """Yield the model after each pass, in the order of `PASS_NAMES`, up to the first pass that reports an error."""
    last = flat
    for last in _after_each(FLAT_PASSES, flat, report):
        yield last
    model = None if report.has_errors else solve_relations(last, report)
    if model is not None:
        yield model
        yield from _after_each(HYBRID_PASSES, model, report)


def complete_hybrid(model: HybridModel, report: Report) -> HybridModel | None:
    """A model whose relations are solved after all passes; None if there are errors, which are all reported."""
    *_, last = [model, *_after_each(HYBRID_PASSES, model, report)]
    return None if report.has_errors else last


def solve_flat(flat: FlatModel, report: Report) -> HybridModel | None:
    """The model after its relations are solved; None if there are errors, which are all reported."""
    *_, last = [flat, *_after_each(FLAT_PASSES, flat, report)]
    return None if report.has_errors else solve_relations(last, report)


def _after_each(
    passes: tuple[Callable[[StagedModel, Report], StagedModel], ...], model: StagedModel, report: Report
) -> Iterator[StagedModel]:
    for each in passes:
        model = each(model, report)
        if report.has_errors:
            return
        yield model


def make_hybrid(flat: FlatModel, report: Report) -> HybridModel | None:
    """The model after all passes; None if there are errors, which are all reported."""
    last: AnyModel = flat
    for model in run_passes(flat, report):
        last = model
    return last if isinstance(last, HybridModel) and not report.has_errors else None


__all__ = [
    "FLAT_PASSES",
    "HYBRID_PASSES",
    "PASS_NAMES",
    "Band",
    "Dense",
    "Fill",
    "FlatPass",
    "Generalised",
    "GradientCount",
    "Gradients",
    "HybridPass",
    "Jacobian",
    "Sample",
    "Starts",
    "Tangents",
    "add_sensitivities",
    "best_band",
    "check_flat",
    "check_hybrid",
    "check_whole",
    "choose_matrix",
    "complete_hybrid",
    "cost_of_band",
    "count_gradients",
    "differentiate",
    "differentiate_whole",
    "estimate",
    "expand_functions",
    "expose_loops",
    "find_gradients",
    "find_tangents",
    "generalise",
    "initial_label",
    "is_narrowest",
    "loops_to_expose",
    "make_hybrid",
    "note_classic_order",
    "order_equations",
    "run_passes",
    "sensitivity_name",
    "solve_flat",
    "solve_relations",
    "tangent_name",
    "tear_parts",
]

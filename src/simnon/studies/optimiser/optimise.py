"""A loss computed from a run -> the parameters that minimise it, within bounds and under constraints.

If runs come with derivatives, sequential quadratic programming uses them. Otherwise losses of simulations are smooth
only down to the tolerance of the runs, so quadratic models of loss and constraints are built from widely spaced points
(COBYQA, Ragonneau 2022). The other methods are the simplex of Nelder and Mead for losses with corners, sequential
quadratic programming on central differences for many parameters and precise runs, differential evolution for losses
with many valleys, and the multiplier method, which also gives the multipliers of the constraints.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from simnon.program import Array
from simnon.source import UserError, require

from .methods import auto, global_, gradient, quadratic, simplex
from .multipliers import multiplier
from .problem import Interrupted, Measured, Optimum, Problem, SearchOptions, check_problem
from .search import Enough, Search

_SEARCHES: dict[str, Callable[[Any, Search], bool]] = {
    "auto": auto,
    "quadratic": quadratic,
    "simplex": simplex,
    "gradient": gradient,
    "global": global_,
    "multiplier": multiplier,
}


def optimise(measure: Callable[[Array], Measured], problem: Problem, options: SearchOptions | None = None) -> Optimum:
    """Search from the start of the problem; `measure` performs one run."""
    options = options or SearchOptions()
    check_problem(problem, options)
    search = Search(measure, problem, options)
    optimize = require("scipy.optimize", "the optimiser", "studies")
    try:
        search.at(np.zeros(len(problem.start)))
        if not math.isfinite(search.trials[0].measured.loss):
            raise UserError("no-loss", "there is no loss at the starting point", "start from different values")
        search.choose_units()
        is_converged = _SEARCHES[options.method](optimize, search)
        why = f"the steps became smaller than {options.tolerance:g} of the first ones"
        if not is_converged:
            why = "no better point could be found"
    except Enough:
        is_converged, why = False, f"the limit of {options.most_runs} runs was reached"
    except Interrupted:
        if not search.trials:
            raise UserError("interrupted", "the search was interrupted in its first run") from None
        is_converged, why = False, "it was interrupted"
    return search.optimum(is_converged=is_converged, why=why)

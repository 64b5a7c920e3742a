"""The multiplier method of constrained optimisation: a search without constraints for each estimate of the multipliers.

The augmented Lagrangian adds to the loss, for each constraint z = 0 with multiplier l and penalty r, l z + r z²/2; for
each constraint c <= 0, (max(0, l + r c)² - l²)/2r. At its minimum the multipliers become l + r z and max(0, l + r c),
and the next search begins there. The penalties grow only if the constraints do not improve enough, so that they stay
moderate and the minima easy to find (Hestenes 1969, Powell 1969, Rockafellar 1973; Glad, Report TFRT-1011, Lund 1976;
Glad and Polak 1979 on the growth of penalties).
"""

import math
from typing import Any

import numpy as np

from .lagrangian import Lagrangian
from .quasi_newton import QuasiNewton
from .search import NEARLY, Search

_ENOUGH = 0.25
"""The penalties grow unless the largest violation falls to this fraction of the last one, or as far as steps allow."""
_GROWTH = 10.0
_MOST = 1e8
"""Larger penalties, compared with the first ones, show that the constraints cannot be satisfied."""


def multiplier(optimize: Any, search: Search) -> bool:
    """Whether the last search converged to a point that satisfies the constraints as precisely as its steps can."""
    tolerance = search.options.tolerance
    lagrangian = Lagrangian(search)
    newton = QuasiNewton(optimize, lagrangian, np.zeros(len(search.start)))
    last, change, growth = 1.0, math.inf, 1.0
    while growth <= _MOST:
        last = 0.1 * last if search.problem.constraints and last > 20.0 * tolerance else tolerance
        needed = _ENOUGH * (change or math.inf)
        is_converged = newton.descend(last)
        change, fraction = lagrangian.update_multipliers(newton.steps)
        if last == tolerance and (fraction <= NEARLY or needed < change <= last):
            return is_converged
        if not change <= max(needed, last):
            lagrangian.penalty *= _GROWTH
            growth *= _GROWTH
    return False

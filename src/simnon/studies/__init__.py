"""Many runs: sweeps and samples, and the optimiser."""

from .designs import Design, Grid, Listed, grid_design, sampled_design, zipped_design
from .distributions import (
    Distribution,
    distribution_named,
    lognormal,
    loguniform,
    normal,
    triangular,
    uniform,
)
from .engines import Engine, Threads, choose_engine
from .ensemble import Ensemble, read_ensemble
from .fitting import Fit, FitSettings, fit
from .model import Model, load
from .optimiser import (
    METHODS,
    Interrupted,
    Measured,
    Optimum,
    Problem,
    SearchOptions,
    Trial,
    ask,
    check_problem,
    optimise,
)
from .points import (
    Equilibrium,
    Point,
    end_point,
    find_equilibrium,
    linearize,
    read_request,
    start_point,
)
from .study import Study, leave
from .sweep import make_study, with_labels

__all__ = [
    "METHODS",
    "Design",
    "Distribution",
    "Engine",
    "Ensemble",
    "Equilibrium",
    "Fit",
    "FitSettings",
    "Grid",
    "Interrupted",
    "Listed",
    "Measured",
    "Model",
    "Optimum",
    "Point",
    "Problem",
    "SearchOptions",
    "Study",
    "Threads",
    "Trial",
    "ask",
    "check_problem",
    "choose_engine",
    "distribution_named",
    "end_point",
    "find_equilibrium",
    "fit",
    "grid_design",
    "leave",
    "linearize",
    "load",
    "lognormal",
    "loguniform",
    "make_study",
    "normal",
    "optimise",
    "read_ensemble",
    "read_request",
    "sampled_design",
    "start_point",
    "triangular",
    "uniform",
    "with_labels",
    "zipped_design",
]

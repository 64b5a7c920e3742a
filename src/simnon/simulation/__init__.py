"""One run: options, initialise, run, record, Trajectory."""

from .ensemble import Ensemble, run_ensemble, run_part
from .ensemble_plan import EnsemblePlan, Keep
from .json_texts import read_names, read_words
from .member_stops import END, LOOP_FAILED, NOT_RUN, STOPS, have_results, mark_not_finite, number_of_stop
from .model import Model, load
from .names import Names
from .netcdf_trial import try_netcdf
from .options import LEAST_ABSOLUTE, METHOD_CHOICES, RunOptions
from .outcome import EventEntry, Statistics, StopKind, StopReason
from .quantities import Quantity, in_unit_of, number_of
from .reductions import ALWAYS_THERE, COMPARED, FINAL, FUNCTIONS, Reduction, reduce_rows
from .run import Run
from .tables import TABLE_EXTENSIONS, Table, read_table, write_table
from .trajectory import Provenance, Trajectory, read_trajectory

__all__ = [
    "ALWAYS_THERE",
    "COMPARED",
    "END",
    "FINAL",
    "FUNCTIONS",
    "LEAST_ABSOLUTE",
    "LOOP_FAILED",
    "METHOD_CHOICES",
    "NOT_RUN",
    "STOPS",
    "TABLE_EXTENSIONS",
    "Ensemble",
    "EnsemblePlan",
    "EventEntry",
    "Keep",
    "Model",
    "Names",
    "Provenance",
    "Quantity",
    "Reduction",
    "Run",
    "RunOptions",
    "Statistics",
    "StopKind",
    "StopReason",
    "Table",
    "Trajectory",
    "have_results",
    "in_unit_of",
    "load",
    "mark_not_finite",
    "number_of",
    "number_of_stop",
    "read_names",
    "read_table",
    "read_trajectory",
    "read_words",
    "reduce_rows",
    "run_ensemble",
    "run_part",
    "try_netcdf",
    "write_table",
]

"""One run: options, initialise, run, record, Trajectory."""

from simnon.doors import front_door

with front_door(__name__):
    from .corners import notes_on_corners
    from .data_systems import data_system, data_system_text, is_data_file, with_data_systems
    from .ensemble import MemberResults, run_members, run_slice
    from .ensemble_plan import EnsemblePlan, MemberOutputs
    from .event_log import EventLog
    from .extensions import TABLE_EXTENSIONS, TEXT_TABLES
    from .inputs import Input, read_inputs
    from .instances import Instance, initial_slots, make_instance, offsets_of_own, time_offset
    from .instant import Instant
    from .interpolation import values_at
    from .json_texts import read_names, read_words
    from .member_stops import ARRIVED, END, LOOP_FAILED, NOT_RUN, STOPS, have_results, mark_not_finite, number_of_stop
    from .names import NamedValues, NameTable
    from .netcdf_trial import try_netcdf
    from .options import (
        FOREIGN_METHODS,
        METHOD_CHOICES,
        MIN_ABSOLUTE,
        Destination,
        MemberKeywords,
        OrbitKeywords,
        RunKeywords,
        RunOptions,
        Watching,
        check_names,
        read_values,
        shows_options,
        unknown_method,
    )
    from .outcome import EventEntry, Statistics, StopKind, StopReason
    from .partials import Groups, Partials
    from .quantities import Quantity, in_unit_of, number_of
    from .reductions import ALWAYS_THERE, COMPARED, FINAL, FUNCTIONS, Reduction, reduce_rows
    from .repeated_run import RepeatedRun
    from .run import Progress, Run
    from .simulator import Simulator
    from .stepped_run import SteppedRun
    from .tables import Table, read_table, write_table
    from .trajectory import Provenance, Trajectory, read_trajectory, trajectory_of

__all__ = [
    "ALWAYS_THERE",
    "ARRIVED",
    "COMPARED",
    "END",
    "FINAL",
    "FOREIGN_METHODS",
    "FUNCTIONS",
    "LOOP_FAILED",
    "METHOD_CHOICES",
    "MIN_ABSOLUTE",
    "NOT_RUN",
    "STOPS",
    "TABLE_EXTENSIONS",
    "TEXT_TABLES",
    "Destination",
    "EnsemblePlan",
    "EventEntry",
    "EventLog",
    "Groups",
    "Input",
    "Instance",
    "Instant",
    "MemberKeywords",
    "MemberOutputs",
    "MemberResults",
    "NameTable",
    "NamedValues",
    "OrbitKeywords",
    "Partials",
    "Progress",
    "Provenance",
    "Quantity",
    "Reduction",
    "RepeatedRun",
    "Run",
    "RunKeywords",
    "RunOptions",
    "Simulator",
    "Statistics",
    "SteppedRun",
    "StopKind",
    "StopReason",
    "Table",
    "Trajectory",
    "Watching",
    "check_names",
    "data_system",
    "data_system_text",
    "have_results",
    "in_unit_of",
    "initial_slots",
    "is_data_file",
    "make_instance",
    "mark_not_finite",
    "notes_on_corners",
    "number_of",
    "number_of_stop",
    "offsets_of_own",
    "read_inputs",
    "read_names",
    "read_table",
    "read_trajectory",
    "read_values",
    "read_words",
    "reduce_rows",
    "run_members",
    "run_slice",
    "shows_options",
    "time_offset",
    "trajectory_of",
    "try_netcdf",
    "unknown_method",
    "values_at",
    "with_data_systems",
    "write_table",
]

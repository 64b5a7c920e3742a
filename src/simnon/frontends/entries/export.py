"""`simnon export`: a model as a file of another program: an FMU, C code, Modelica, SBML, LaTeX, Graphviz."""

import argparse
import re
import sys
from pathlib import Path

from simnon.compiler import compile_model
from simnon.exports import FORMATS, ExportOptions, FmuOptions, export_model, format_of
from simnon.simulation import Simulator
from simnon.source import UserError

from ..options import folders_of
from ..printing import print_diagnostics

_RANGE = re.compile(r"([^=]+)=(.+)\.\.(.+)")


def execute(arguments: argparse.Namespace) -> int:
    simulator = Simulator.of(
        compile_model(*arguments.files, open_folders=folders_of(arguments.allow), open_inputs=True, arrays="expanded")
    )
    print_diagnostics(simulator.diagnostics, sys.stderr)
    name = _format(arguments)
    path = arguments.output or Path(arguments.files[0]).with_suffix(FORMATS[name].extension).name
    for written in export_model(simulator, Path(path), name, _options(simulator, arguments), force=arguments.force):
        print(written)
    return 0


def _format(arguments: argparse.Namespace) -> str:
    if arguments.fmi is not None or arguments.scheduled or arguments.choose:
        return "fmu"
    if arguments.c:
        return "c"
    if arguments.latex:
        return "latex"
    if arguments.to:
        return str(arguments.to)
    found = format_of(Path(arguments.output)) if arguments.output else None
    if found is None:
        raise UserError("bad-option", "the format is not given", f"give --to with one of {', '.join(FORMATS)}")
    return found.name


def _options(simulator: Simulator, arguments: argparse.Namespace) -> ExportOptions:
    stop = end_of_experiment(simulator) if arguments.stop is None else arguments.stop
    is_fixed_step = arguments.method is not None and _format(arguments) == "c"
    run = simulator.options(0.0, stop, method=arguments.method or "auto", step=stop if is_fixed_step else None)
    ranges = dict(_range(simulator, text) for text in arguments.range)
    fmu = FmuOptions(
        arguments.fmi or 3,
        tuple(arguments.input),
        tuple(arguments.variable) or None,
        choices=tuple(arguments.choose),
        is_scheduled=arguments.scheduled,
    )
    return ExportOptions(run, arguments.number, ranges, fmu, arguments.comments, arguments.pil)


def end_of_experiment(simulator: Simulator) -> float:
    """As the text gives it; 1 otherwise."""
    experiment = simulator.analysed.declared.experiment
    return experiment.stop if experiment is not None and experiment.stop is not None else 1.0


def _range(simulator: Simulator, text: str) -> tuple[str, tuple[float, float]]:
    found = _RANGE.fullmatch(text)
    try:
        if found is not None:
            return simulator.names.find(found[1].strip()), (float(found[2]), float(found[3]))
    except ValueError:
        pass
    raise UserError("bad-option", f"'{text}' is not a range", "write it as y=0..4")

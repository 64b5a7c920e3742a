"""`simnon convert`: a model in any language as Simnon text, or in another language or format.

A text goes to standard output, unless `-o` names a file; an FMU and C code are files.
"""

import argparse
import sys
from pathlib import Path

from simnon.compiler import compile_model, convert, read_sources
from simnon.exports import FORMATS, ExportOptions, Format, export_model
from simnon.simulation import Simulator
from simnon.source import Report, UserError, atomic_file

from ..options import folders_of
from ..printing import print_diagnostics
from .export import end_of_experiment


def execute(arguments: argparse.Namespace) -> int:
    if arguments.to in FORMATS:
        return _export(arguments, FORMATS[arguments.to])
    report = Report()
    sources = read_sources(arguments.files, report, folders_of(arguments.allow))
    text = None if report.has_errors else convert(sources, report)
    print_diagnostics(report.diagnostics, sys.stderr)
    if text is not None and arguments.output:
        with atomic_file(Path(arguments.output)) as temporary:
            temporary.write_text(text, encoding="utf-8")
        print(arguments.output)
    elif text is not None:
        print(text, end="")
    return int(report.has_errors)


def _export(arguments: argparse.Namespace, found: Format) -> int:
    simulator = Simulator.of(
        compile_model(*arguments.files, open_folders=folders_of(arguments.allow), open_inputs=True)
    )
    print_diagnostics(simulator.diagnostics, sys.stderr)
    if found.text is not None and not arguments.output:
        print(found.text(simulator, keeps=arguments.comments), end="")
        return 0
    if not arguments.output:
        raise UserError("bad-option", f"{found.name} is written to a file", "name the file with -o")
    options = ExportOptions(simulator.options(0.0, end_of_experiment(simulator)), keeps=arguments.comments)
    for written in export_model(simulator, Path(arguments.output), found.name, options):
        print(written)
    return 0

"""`simnon convert`: a model in any language as Simnon text, or in another language, on standard output."""

import argparse
import sys

from simnon.compiler import compile_model, convert, read_sources
from simnon.exports import FORMATS
from simnon.source import Report

from ..options import folders_of
from ..printing import print_diagnostics


def execute(arguments: argparse.Namespace) -> int:
    write = FORMATS[arguments.to].text if arguments.to in FORMATS else None
    if write is not None:
        model = compile_model(*arguments.files, open_folders=folders_of(arguments.allow), open_inputs=True)
        print_diagnostics(model.diagnostics, sys.stderr)
        print(write(model), end="")
        return 0
    report = Report()
    sources = read_sources(arguments.files, report, folders_of(arguments.allow))
    text = None if report.has_errors else convert(sources, report)
    print_diagnostics(report.diagnostics, sys.stderr)
    if text is not None:
        print(text, end="")
    return int(report.has_errors)

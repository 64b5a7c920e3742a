"""`simnon show`: a model after a stage of the compiler."""

import argparse
import sys

from simnon.compiler import explain, explain_arrays, read_sources
from simnon.source import Report

from ..options import folders_of
from ..printing import print_diagnostics


def execute(arguments: argparse.Namespace) -> int:
    report = Report()
    sources = read_sources(arguments.files, report, folders_of(arguments.allow))
    text = None if report.has_errors else explain(sources, report, arguments.after)
    print_diagnostics(report.diagnostics, sys.stderr)
    if text is not None:
        print(text, end="")
        for line in explain_arrays(sources) if arguments.after == "order" else ():
            print(line)
    return int(report.has_errors)

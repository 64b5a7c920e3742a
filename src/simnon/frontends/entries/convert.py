"""`simnon convert`: a model in any language as Simnon text, on standard output."""

import argparse
import sys

from simnon.compiler import convert, read_sources
from simnon.source import Report

from ..options import folders_of
from ..printing import print_diagnostics


def execute(arguments: argparse.Namespace) -> int:
    report = Report()
    sources = read_sources(arguments.files, report, folders_of(arguments.allow))
    text = None if report.has_errors else convert(sources, report)
    print_diagnostics(report.diagnostics, sys.stderr)
    if text is not None:
        print(text, end="")
    return int(report.has_errors)

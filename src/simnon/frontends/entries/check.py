"""`simnon check`: report what is wrong with a model."""

import argparse
import sys
from pathlib import Path

from simnon.compiler import analyse, lower, note_code_not_run, read_sources
from simnon.source import UNIT_CODES, Diagnostic, Report, Severity, as_json, require

from ..options import folders_of
from ..printing import print_diagnostics

DATA_FILES = (".csv", ".dat", ".parquet", ".nc", ".fmu")


def execute(arguments: argparse.Namespace) -> int:
    report = Report(UNIT_CODES if arguments.units else frozenset())
    data = [path for path in map(Path, arguments.files) if path.suffix.lower() in DATA_FILES]
    texts = [name for name in arguments.files if Path(name) not in data]
    sources = read_sources(texts, report, folders_of(arguments.allow))
    if data:
        # Editors check at each keystroke: what reads data is loaded only if there are some.
        systems = require("simnon.simulation", "a data file")
        sources = (*sources, *map(systems.data_system, data))
    if not report.has_errors:
        analysed = analyse(sources, report, is_classic=arguments.classic)
        if analysed is not None and analysed.model.foreign:
            note_code_not_run(analysed.model, lower(analysed), report)
    if arguments.json:
        print(as_json(report.diagnostics))
    else:
        print_diagnostics(report.diagnostics, sys.stdout)
        print(_summary(report.diagnostics))
    return int(report.has_errors)


def _summary(diagnostics: tuple[Diagnostic, ...]) -> str:
    counts = [(sum(d.severity is severity for d in diagnostics), severity.value) for severity in Severity]
    found = [f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count]
    return ", ".join(found) if found else "no errors"

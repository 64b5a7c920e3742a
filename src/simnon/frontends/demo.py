"""`simnon demo`: the level control of a tank, compiled and shown."""

import sys
from pathlib import Path

from simnon.compiler import explain, read_sources
from simnon.source import Report

from .terminal import print_diagnostics

FILES = ("tank.t", "regulator.t", "level.t")


def run_demo() -> int:
    folder = examples_folder()
    report = Report()
    sources = read_sources((folder / name for name in FILES), report)
    print("A tank whose level a sampled PI regulator controls, from the files")
    for source in sources:
        print(f"  {source.name}")
    text = explain(sources, report)
    print_diagnostics(report.diagnostics, sys.stderr)
    if text is None:
        return 1
    print("\nIts equations, sorted by need, under the moment at which each is computed:\n")
    print(text)
    return 0


def examples_folder() -> Path:
    """In an installed package beside the code, in a checkout at its root."""
    package = Path(__file__).parent.parent
    installed = package / "examples"
    return installed if installed.is_dir() else package.parent.parent / "examples"

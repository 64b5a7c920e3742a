"""`simnon demo`: the level control of a tank, compiled, shown and run."""

import sys
from pathlib import Path

from simnon.compiler import explain, read_sources
from simnon.simulation import load
from simnon.source import Report

from .terminal import print_diagnostics

FILES = ("tank.t", "regulator.t", "level.t")
STOP, EVERY = 200.0, 20.0


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
    run = load(*(folder / name for name in FILES)).simulate(0, STOP, spacing=EVERY, store=["level[tank]", "u"])
    print(f"A run from 0 to {STOP:g} seconds:\n\n     t   level       u")
    for t, level, u in zip(run.t.tolist(), run["level[tank]"].tolist(), run["u"].tolist(), strict=True):
        print(f"{t:6g}{level:8.3f}{u:8.3f}")
    statistics = run.statistics
    print(f"\n{run.stop.message}; {statistics.steps} steps, {statistics.samples} samples, {len(run.events)} event")
    return 0


def examples_folder() -> Path:
    """In an installed package beside the code, in a checkout at its root."""
    package = Path(__file__).parent.parent
    installed = package / "examples"
    return installed if installed.is_dir() else package.parent.parent / "examples"

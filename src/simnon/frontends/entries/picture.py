"""`simnon picture`: the block diagram of a model as a file."""

import argparse
import sys
from pathlib import Path

from simnon.compiler import analyse, gather_systems, loops_of, read_sources
from simnon.diagrams import (
    MAX_LEVEL,
    TEXT_SIZE,
    Scene,
    draw_scene,
    equation_graph,
    read_view,
    scene_of,
)
from simnon.graphics import DARK, LIGHT, known_type, write_drawing
from simnon.source import Report, Source, UserError

from ..options import folders_of
from ..printing import print_diagnostics


def execute(arguments: argparse.Namespace) -> int:
    if not 1 <= arguments.level <= MAX_LEVEL:
        raise UserError("bad-argument", f"there is no level {arguments.level}", f"give a number from 1 to {MAX_LEVEL}")
    path = arguments.output or Path(arguments.files[0].stem + ".svg")
    known_type(path)
    report = Report()
    sources = read_sources(arguments.files, report, folders_of(arguments.allow))
    scene = None if report.has_errors else _scene(sources, report, is_graph=arguments.graph)
    if scene is None:
        print_diagnostics(report.diagnostics, sys.stderr)
        return 1
    view = read_view(arguments.files[0].with_suffix(".view"))
    drawing, size = draw_scene(scene, arguments.level, DARK if arguments.dark else LIGHT, view, arguments.files)
    write_drawing(path, drawing, size, TEXT_SIZE, dark=arguments.dark, force=arguments.force)
    print(path)
    return 0


def _scene(sources: tuple[Source, ...], report: Report, *, is_graph: bool) -> Scene | None:
    """A text with errors has no picture: it would show a different model."""
    if not is_graph:
        systems, _ = gather_systems(sources, report)
        return None if report.has_errors else scene_of(systems)
    analysed = analyse(sources, report)
    if analysed is None:
        return None
    loops = [members for members, _ in loops_of(analysed)]
    graph = equation_graph(analysed.declared, analysed.model, analysed.schedule, loops)
    return Scene(graph.type, {graph.type.casefold(): graph})

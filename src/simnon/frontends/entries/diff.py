"""`simnon diff`: what differs between two models, and a picture of it."""

import argparse
import sys
from pathlib import Path

from simnon.compiler import gather_systems, read_sources
from simnon.diagrams import TEXT_SIZE, differences, draw_scene, mark_changes, print_differences, read_view, scene_of
from simnon.graphics import DARK, LIGHT, known_type, write_drawing
from simnon.source import Report

from ..options import folders_of
from ..printing import print_diagnostics


def execute(arguments: argparse.Namespace) -> int:
    if arguments.output is not None:
        known_type(arguments.output)
    report = Report()
    texts = [read_sources([path], report, folders_of(arguments.allow)) for path in (arguments.before, arguments.after)]
    before, after = (gather_systems(sources, report)[0] for sources in texts)
    if report.has_errors:
        print_diagnostics(report.diagnostics, sys.stderr)
        return 1
    print(print_differences(differences(before, after)))
    if arguments.output is not None:
        view = read_view(Path(arguments.after).with_suffix(".view"))
        scene = mark_changes(scene_of(before), scene_of(after))
        drawing, size = draw_scene(scene, arguments.level, DARK if arguments.dark else LIGHT, view)
        write_drawing(arguments.output, drawing, size, TEXT_SIZE, dark=arguments.dark, force=arguments.force)
        print(arguments.output)
    return 0

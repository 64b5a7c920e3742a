"""`simnon animate`: a model or a table of measurements, and a picture -> a still or moving file."""

import argparse
import sys
from pathlib import Path

from simnon.session import Session
from simnon.source import UserError

from ..options import folders_of, working_folder
from ..printer import Printer
from ..script import ScriptLine
from .run import execute_lines

TABLES = (".csv", ".dat", ".parquet", ".nc")


def execute(arguments: argparse.Namespace) -> int:
    *models, picture, output = arguments.files
    if not models:
        raise UserError(
            "bad-command",
            "the model, the picture and the file to write are needed",
            "simnon animate MODEL PICTURE FILE",
        )
    folders = {path.resolve().parent for path in (*models, picture, output)}
    session = Session(working_folder(), allowed=(*folders_of(arguments.allow), *sorted(folders)), is_interactive=False)
    lines = _lines(models, picture, output, arguments)
    return execute_lines(session, lines, Printer(sys.stdout, session.workspace.folder, False))


def _lines(models: list[Path], picture: Path, output: Path, arguments: argparse.Namespace) -> list[ScriptLine]:
    is_table = len(models) == 1 and models[0].suffix.lower() in TABLES
    names = " ".join(_quoted(path) for path in models)
    first = [f"IMPORT {names} /measured"] if is_table else [f"SYST {names}", f"SIMU {arguments.start} {arguments.stop}"]
    settings = {"AT": arguments.at, "SPEED": arguments.speed, "RATE": arguments.rate, "WIDTH": arguments.width}
    given = " ".join(f"{name}: {value}" for name, value in settings.items() if value is not None)
    options = f"{'-DARK ' if arguments.dark else ''}{'-FORCE' if arguments.force else ''}"
    run = " /measured" if is_table else ""
    last = f"ANIMATE {_quoted(picture)} {_quoted(output)}{run} {given} {options}"
    return [ScriptLine(line, "") for line in (*first, last)]


def _quoted(path: Path) -> str:
    return f"'{path.resolve()}'"

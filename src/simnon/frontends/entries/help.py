"""`simnon help`: how to call simnon, or what a word or a command means."""

import argparse
import sys
from pathlib import Path

from simnon.session import Session

from ..command_line import HANDLERS, make_parser
from ..printer import Printer
from ..script import ScriptLine
from .run import execute_lines


def execute(arguments: argparse.Namespace) -> int:
    word = arguments.name
    if not word:
        make_parser().print_help()
        print("\nsimnon help SIMU explains a command of the session, simnon help HELP lists all of them.")
        return 0
    if word in HANDLERS:
        make_parser().parse_args([word, "--help"])
    # The text does not depend on the working folder, which may have been removed.
    session = Session(Path(), is_interactive=False)
    line = "HELP" if word.upper() == "HELP" else f"HELP {word}"
    return execute_lines(session, [ScriptLine(line, "")], Printer(sys.stdout, Path(), False))

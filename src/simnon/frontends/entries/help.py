"""`simnon help`: how simnon is called, or what a word or a command means."""

import argparse
import sys
from pathlib import Path

from simnon.session import Session

from ..command_line import HANDLERS, make_parser
from ..printer import Printer
from ..script import ScriptLine
from .run import obey_lines


def obey(arguments: argparse.Namespace) -> int:
    word = arguments.name
    if not word:
        make_parser().print_help()
        print("\nsimnon help SIMU says what a command of the session does, simnon help HELP lists them all.")
        return 0
    if word in HANDLERS:
        make_parser().parse_args([word, "--help"])
    # What it says is the same everywhere, and wherever the working folder has gone.
    session = Session(Path(), is_interactive=False)
    line = "HELP" if word.upper() == "HELP" else f"HELP {word}"
    return obey_lines(session, [ScriptLine(line, "")], Printer(sys.stdout, Path(), False))

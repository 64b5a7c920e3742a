"""The words after `simnon` on a command line -> what they ask for, and an exit status."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from simnon.compiler import STAGES, analyse, explain, read_sources
from simnon.source import Diagnostic, Report, Severity, UserError, as_json
from simnon.version import __version__

from .demo import run_demo
from .terminal import print_diagnostics

Handler = Callable[[argparse.Namespace], int]


def main(words: Sequence[str] | None = None) -> int:
    """0 where all went well, 1 where the model or the request has an error."""
    arguments = _parser().parse_args(words)
    handler: Handler = arguments.handler
    try:
        return handler(arguments)
    except UserError as error:
        hint = f"\n  hint: {error.hint}" if error.hint else ""
        print(f"error[{error.code}]: {error}{hint}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("simnon", description="A simulator for nonlinear systems, continuous and sampled.")
    parser.add_argument("--version", action="version", version=f"simnon {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    check = commands.add_parser("check", help="say what is wrong with a model")
    _add_files(check)
    check.add_argument("--json", action="store_true", help="write the diagnostics as JSON")
    check.add_argument("--classic", action="store_true", help="note where the 1977 program would warn about the order")
    check.set_defaults(handler=_check)

    show = commands.add_parser("show", help="show a model, its sorted equations, its program")
    _add_files(show)
    show.add_argument("--after", default="order", metavar="STAGE", help=f"one of {', '.join(STAGES)}")
    show.set_defaults(handler=_show)

    demo = commands.add_parser("demo", help="compile the tank example and show its sorted equations")
    demo.set_defaults(handler=lambda _arguments: run_demo())
    return parser


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files of the systems")


def _check(arguments: argparse.Namespace) -> int:
    report = Report()
    sources = read_sources(arguments.files, report)
    if not report.has_errors:
        analyse(sources, report, is_classic=arguments.classic)
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


def _show(arguments: argparse.Namespace) -> int:
    report = Report()
    sources = read_sources(arguments.files, report)
    text = None if report.has_errors else explain(sources, report, arguments.after)
    print_diagnostics(report.diagnostics, sys.stderr)
    if text is not None:
        print(text, end="")
    return int(report.has_errors)

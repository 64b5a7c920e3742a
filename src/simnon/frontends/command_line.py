"""The words after `simnon` on a command line -> the action, and an exit status."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn, Protocol

from simnon.source import UserError, did_you_mean
from simnon.version import __version__

from .internal_error import explain_internal_error
from .streams import complain, open_streams, send_the_rest_nowhere

Handler = Callable[[argparse.Namespace], int]


class SupportsWrite(Protocol):
    def write(self, text: str, /) -> object: ...


HANDLERS = {
    "check": "entries.check",
    "show": "entries.show",
    "convert": "entries.convert",
    "info": "entries.information",
    "run": "entries.run",
    "demo": "entries.demo",
    "new": "entries.new",
    "help": "entries.help",
}
PROMPT, PIPED = "terminal.interactive", "entries.piped"
"""The module whose `execute` performs the action.

Only that one is loaded, and by its name: the prompt needs libraries that would slow down `simnon check`, which editors
call at each keystroke.
"""


def main(words: Sequence[str] | None = None) -> int:
    """0 if all went well, 1 if the model or the request has an error, 130 after Ctrl-C."""
    open_streams()
    try:
        try:
            return _status(words)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        pass
    except OSError as error:
        what = f"{error.filename}" if error.filename else "the output cannot be written"
        complain(f"error[file-trouble]: {what}: {error.strerror or error}")
    finally:
        send_the_rest_nowhere()
    return 1


def _refuse_ignored(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Session options before a word that opens no session would have no effect."""
    given = {
        "-c": arguments.commands is not None,
        "--as": bool(arguments.dialect) and arguments.asked != "run",
        "--path": bool(arguments.path) and arguments.asked != "run",
        "--pictures": arguments.pictures is not None and arguments.asked != "run",
    }
    for option, is_given in given.items():
        if arguments.asked and is_given:
            parser.error(f"{option} cannot be used with '{arguments.asked}'")


def _status(words: Sequence[str] | None) -> int:
    parser = make_parser()
    arguments = parser.parse_args(words)
    _refuse_ignored(parser, arguments)
    try:
        return _handler(arguments)(arguments)
    except UserError as error:
        hint = f"\n  hint: {error.hint}" if error.hint else ""
        complain(f"error[{error.code}]: {error.message}{hint}")
        return 1
    except OSError:
        raise
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001
        complain(explain_internal_error(error, " ".join(sys.argv)))
        return 1


def _handler(arguments: argparse.Namespace) -> Handler:
    alone = PROMPT if has_keyboard() else PIPED
    module = HANDLERS[arguments.asked or "run"] if arguments.asked or arguments.commands is not None else alone
    handler: Handler = import_module(f"{__package__}.{module}").execute
    return handler


def has_keyboard() -> bool:
    """Whether there is a user at a terminal that can do more than a printer."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


class Parser(argparse.ArgumentParser):
    """A parser that suggests what was meant, and reports an error if its help cannot be written."""

    parser_of_word: Mapping[str, argparse.ArgumentParser] = MappingProxyType({})

    def error(self, message: str) -> NoReturn:
        super().error(message + self._suggestion(message))

    def _suggestion(self, message: str) -> str:
        choice = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        unknown = re.search(r"unrecognized arguments: (-[^\s=]+)", message)
        hint = ""
        if choice is not None:
            hint = did_you_mean(choice[1], re.findall(r"[\w-]+", choice[2]))
        elif unknown is not None:
            texts = "".join(parser.format_help() for parser in (self, *self.parser_of_word.values()))
            hint = did_you_mean(unknown[1], re.findall(r"(?<![\w-])--?[a-z][\w-]*", texts))
        return f"\n  hint: {hint}" if hint else ""

    def _print_message(self, message: str, file: SupportsWrite | None = None) -> None:
        (file or sys.stderr).write(message or "")


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(
        "simnon",
        description="A simulator for nonlinear systems, continuous and sampled. Without arguments it opens a session.",
    )
    parser.add_argument("--version", action="version", version=f"simnon {__version__}")
    parser.add_argument(
        "-c",
        dest="commands",
        metavar="COMMANDS",
        action="append",
        help="execute commands, separated by semicolons; can be given several times",
    )
    parser.set_defaults(asked="", name="", arguments=[])
    _add_session_options(parser)
    asked = parser.add_subparsers(metavar="WORD")
    parser.parser_of_word = asked.choices

    check = _word(asked, "check", "report what is wrong with a model")
    _add_files(check)
    check.add_argument("--json", action="store_true", help="write the diagnostics as JSON")
    check.add_argument(
        "--classic",
        action="store_true",
        help="note where the 1977 program would have warned about the order of equations",
    )
    check.add_argument("--units", action="store_true", help="treat units that disagree or are missing as errors")

    show = _word(asked, "show", "show a model, its sorted equations, its program")
    _add_files(show)
    show.add_argument("--after", default="order", metavar="STAGE", help="the stage of the compiler to show")

    convert = _word(asked, "convert", "convert a model in any supported language to Simnon text")
    _add_files(convert)
    convert.add_argument("--to", choices=("simnon",), default="simnon", help="the language to write")

    info = _word(asked, "info", "describe a library or one of its types")
    info.add_argument("names", nargs="*", metavar="NAME", help="such as electrical, or electrical.resistor")

    run = _word(asked, "run", "run a macro, a file of commands, or standard input (-)")
    _add_session_options(run, is_repeated=True)
    run.add_argument("name", help="the macro, the file, or -")
    run.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="arguments of the macro")

    demo = _word(asked, "demo", "run the level control of a tank and draw its figures")
    demo.add_argument("--to", type=Path, metavar="FOLDER", help="the folder to create; the default is simnon-demo")

    new = _word(asked, "new", "create a folder with a model and a macro to start from")
    new.add_argument("name", help="the folder to create")
    new.add_argument("--example", metavar="EXAMPLE", help="copy an example instead, such as tank, ball or lorenz")

    manual = _word(asked, "help", "explain how to call simnon, or one of its words or commands")
    manual.add_argument("name", nargs="?", default="", metavar="WORD", help="such as run, or SIMU")
    return parser


def _word(asked: "argparse._SubParsersAction[Parser]", name: str, help_: str) -> argparse.ArgumentParser:
    parser = asked.add_parser(name, help=help_, description=help_[0].upper() + help_[1:] + ".")
    parser.set_defaults(asked=name)
    return parser


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files of the systems")
    parser.add_argument("--allow", action="append", default=[], metavar="FOLDER", help=_ALLOW)


_ALLOW = "open a folder, so that the text can name its files"


def _add_session_options(parser: argparse.ArgumentParser, *, is_repeated: bool = False) -> None:
    """Options that can also precede `run`; if they are repeated there, the earlier ones count."""

    def default(value: object) -> object:
        return argparse.SUPPRESS if is_repeated else value

    parser.add_argument(
        "--as",
        dest="dialect",
        default=default(""),
        metavar="DIALECT",
        help="accept the commands of a different simulator: simnon72, acsl, sial",
    )
    for option, help_ in (
        ("--path", "an additional folder to look for files in; it is read-only"),
        ("--allow", "an additional folder in which files can be read and written"),
        ("--trust", "let models run the Python files and libraries of a folder, this once"),
    ):
        parser.add_argument(option, action="append", default=default([]), metavar="FOLDER", help=help_)
    parser.add_argument(
        "--pictures", action=argparse.BooleanOptionalAction, default=default(None), help="draw curves in the text"
    )

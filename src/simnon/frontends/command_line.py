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
    "picture": "entries.picture",
    "diff": "entries.diff",
    "export": "entries.export",
    "info": "entries.information",
    "animate": "entries.animate",
    "run": "entries.run",
    "demo": "entries.demo",
    "new": "entries.new",
    "help": "entries.help",
    "window": "entries.window",
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


_SESSIONS = ("run", "window")
"""Words that open a session."""


def _refuse(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Options before a word that opens no session, which would have no effect; a folder without a name."""
    given = {
        "-c": arguments.commands is not None,
        "--as": bool(arguments.dialect) and arguments.asked not in _SESSIONS,
        "--path": bool(arguments.path) and arguments.asked not in _SESSIONS,
        "--pictures": arguments.pictures is not None and arguments.asked not in _SESSIONS,
    }
    for option, is_given in given.items():
        if arguments.asked and is_given:
            parser.error(f"{option} cannot be used with '{arguments.asked}'")
    if arguments.asked == "new" and not (arguments.name or arguments.example):
        parser.error("new needs a name: simnon new NAME, or simnon new --example tank")


def _status(words: Sequence[str] | None) -> int:
    parser = make_parser()
    arguments = parser.parse_args(words)
    _refuse(parser, arguments)
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

    for add_word in WORDS:
        add_word(asked)
    return parser


def _add_check(asked: "argparse._SubParsersAction[Parser]") -> None:
    check = _word(asked, "check", "report what is wrong with a model")
    _add_files(check)
    check.add_argument("--json", action="store_true", help="write the diagnostics as JSON")
    check.add_argument(
        "--classic",
        action="store_true",
        help="note where the 1977 program would have warned about the order of equations",
    )
    check.add_argument("--units", action="store_true", help="treat units that disagree or are missing as errors")


def _add_show(asked: "argparse._SubParsersAction[Parser]") -> None:
    show = _word(asked, "show", "show a model, its sorted equations, its program")
    _add_files(show)
    show.add_argument("--after", default="order", metavar="STAGE", help="the stage of the compiler to show")


def _add_convert(asked: "argparse._SubParsersAction[Parser]") -> None:
    convert = _word(asked, "convert", "convert a model in any supported language to Simnon text")
    _add_files(convert)
    convert.add_argument(
        "--to",
        choices=("simnon", *_FORMATS),
        default="simnon",
        help="the language or format to write; a text is printed, an FMU and C code need -o",
    )
    convert.add_argument("-o", "--output", metavar="FILE", help="the file to write")
    _add_comments(convert)


def _add_comments(asked: argparse.ArgumentParser) -> None:
    asked.add_argument(
        "--comments", action="store_true", help="keep what the format cannot express as a comment, not as an error"
    )


def _add_export(asked: "argparse._SubParsersAction[Parser]") -> None:
    export = _word(asked, "export", "write a model for other programs: FMU, C, Modelica, SBML, LaTeX, Graphviz")
    _add_files(export)
    export.add_argument("-o", "--output", metavar="FILE", help="the file to write; its extension is that of the format")
    export.add_argument("--to", choices=_FORMATS, help="the format")
    export.add_argument("--fmi", type=int, choices=(2, 3), help="an FMU of FMI 2.0 or 3.0")
    export.add_argument(
        "--scheduled", action="store_true", help="an FMU whose samples the importer schedules (FMI 3.0)"
    )
    export.add_argument(
        "--choose", action="append", default=[], metavar="NAME", help="a version that the importer of an FMU chooses"
    )
    export.add_argument("--c", action="store_true", help="C99: a discrete system, or continuous ones with fixed steps")
    export.add_argument("--latex", action="store_true", help="the equations in LaTeX")
    export.add_argument("--pil", action="store_true", help="with C code, the protocol of tests on a processor")
    export.add_argument("--stop", type=float, metavar="TIME", help="the end of the default experiment of an FMU")
    export.add_argument("--method", help="the integration method in an FMU or in C code")
    export.add_argument(
        "--number", choices=("double", "float", "fixed"), default="double", help="the numbers of C code"
    )
    export.add_argument(
        "--range", action="append", default=[], metavar="NAME=LOW..HIGH", help="a range, for C code in fixed point"
    )
    export.add_argument(
        "--input", action="append", default=[], metavar="NAME", help="a parameter that becomes an input"
    )
    export.add_argument("--variable", action="append", default=[], metavar="NAME", help="a variable to be an output")
    _add_comments(export)
    export.add_argument("--force", action="store_true", help="replace a file that Simnon did not write")


def _add_picture(asked: "argparse._SubParsersAction[Parser]") -> None:
    picture = _word(asked, "picture", "draw the block diagram of a model")
    _add_files(picture)
    picture.add_argument("--graph", action="store_true", help="draw which equation depends on which, with loops in red")
    _add_picture_options(picture)


def _add_diff(asked: "argparse._SubParsersAction[Parser]") -> None:
    diff = _word(asked, "diff", "show the differences between two models: parts, connections, equations, parameters")
    diff.add_argument("before", type=Path, metavar="A", help="the earlier model")
    diff.add_argument("after", type=Path, metavar="B", help="the later model")
    diff.add_argument("--allow", action="append", default=[], metavar="FOLDER", help=_ALLOW)
    _add_picture_options(diff)


def _add_info(asked: "argparse._SubParsersAction[Parser]") -> None:
    info = _word(asked, "info", "describe a library or one of its types")
    info.add_argument("names", nargs="*", metavar="NAME", help="such as electrical, or electrical.resistor")


def _add_run(asked: "argparse._SubParsersAction[Parser]") -> None:
    run = _word(asked, "run", "run a macro, a file of commands, or standard input (-)")
    _add_session_options(run, is_repeated=True)
    run.add_argument("name", help="the macro, the file, or -")
    run.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="arguments of the macro")


def _add_window(asked: "argparse._SubParsersAction[Parser]") -> None:
    window = _word(asked, "window", "open the session in a browser")
    _add_session_options(window, is_repeated=True)
    window.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="systems to compile, or a folder to work in"
    )
    window.add_argument("--port", type=int, default=0, metavar="N", help="the port to listen on; any by default")
    window.add_argument(
        "--share",
        default="",
        metavar="ADDRESS",
        help="let others join at this address of the machine; asks for a passphrase",
    )
    window.add_argument("--no-open", dest="opens", action="store_false", help="print the address only")


def _add_animate(asked: "argparse._SubParsersAction[Parser]") -> None:
    animate = _word(asked, "animate", "write a picture that a run or a table moves, still or moving")
    animate.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="the model or a table, the picture, the file"
    )
    animate.add_argument("--start", type=float, default=0.0, help="where the run begins; the default is 0")
    animate.add_argument("--stop", type=float, default=10.0, help="where the run ends; the default is 10")
    for option, help_ in (
        ("--at", "the time of a still"),
        ("--speed", "units of model time per second"),
        ("--rate", "frames per second"),
        ("--width", "the width in pixels"),
    ):
        animate.add_argument(option, type=float, help=help_)
    animate.add_argument("--dark", action="store_true", help="draw on a dark background")
    animate.add_argument("--force", action="store_true", help="replace a file that Simnon did not write")
    animate.add_argument("--allow", action="append", default=[], metavar="FOLDER", help=_ALLOW)


def _add_demo(asked: "argparse._SubParsersAction[Parser]") -> None:
    demo = _word(asked, "demo", "run the level control of a tank and draw its figures")
    demo.add_argument("--to", type=Path, metavar="FOLDER", help="the folder to create; the default is simnon-demo")


def _add_new(asked: "argparse._SubParsersAction[Parser]") -> None:
    new = _word(asked, "new", "create a folder with a model and a macro to start from")
    new.add_argument("name", nargs="?", default="", help="the folder to create; by default that of the example")
    new.add_argument("--example", metavar="EXAMPLE", help="copy an example instead, such as tank, ball or lorenz")


def _add_help(asked: "argparse._SubParsersAction[Parser]") -> None:
    manual = _word(asked, "help", "explain how to call simnon, or one of its words or commands")
    manual.add_argument("name", nargs="?", default="", metavar="WORD", help="such as run, or SIMU")


WORDS = (
    _add_check,
    _add_show,
    _add_convert,
    _add_export,
    _add_picture,
    _add_diff,
    _add_info,
    _add_run,
    _add_window,
    _add_animate,
    _add_demo,
    _add_new,
    _add_help,
)


_FORMATS = ("fmu", "c", "modelica", "sbml", "latex", "graphviz")
"""The formats of `simnon.exports` by name: the parser does not load that package."""


def _word(asked: "argparse._SubParsersAction[Parser]", name: str, help_: str) -> argparse.ArgumentParser:
    parser = asked.add_parser(name, help=help_, description=help_[0].upper() + help_[1:] + ".")
    parser.set_defaults(asked=name)
    return parser


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="the files of the systems")
    parser.add_argument("--allow", action="append", default=[], metavar="FOLDER", help=_ALLOW)


def _add_picture_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the picture: .svg, .pdf or .png")
    parser.add_argument("--level", type=int, default=1, metavar="N", help="how many levels of boxes are open")
    parser.add_argument("--dark", action="store_true", help="draw on a dark background")
    parser.add_argument("--force", action="store_true", help="replace a file that Simnon did not write")


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

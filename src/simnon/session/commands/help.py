"""`HELP`: list the commands, or explain one, a word of the language, or a type of a library."""

import textwrap
from collections.abc import Iterator, Mapping

from simnon.doors import loaded_on_use
from simnon.source import SimnonError, UserError, nearest

from ..intrac import USAGE
from ..outcome import Outcome, Printed
from ..words import split_words
from ..workspace import Workspace
from .command import Command
from .help_words import FUNCTIONS, WORDS

with loaded_on_use(__name__):
    from simnon.compiler import information
    from simnon.model import usage_of

WIDTH = 79
LIBRARIES = (
    "control",
    "electrical",
    "hydraulic",
    "mechanics",
    "process",
    "rotation",
    "sampling",
    "sources",
    "thermal",
    "translation",
)
"""Where a type is looked for that is named without its library."""


def make_help(commands: Mapping[str, Command]) -> Command:
    """HELP explains the table it is in, so it is created with the table."""

    def run(workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
        yield Printed(_explained(commands, words[0], workspace) if words else _overview(commands))

    return Command(
        "HELP",
        "HELP [command | word | type]",
        "List the commands, or explain one, a word of the language, or a type of a library.",
        _parse,
        run,
        "",
        ("HELP SIMU", "HELP WHEN", "HELP ELECTRICAL.RESISTOR", "HELP PID"),
        repeats=False,
    )


def _parse(text: str) -> tuple[str, ...]:
    words = split_words(text)
    if len(words) > 1:
        raise UserError("bad-command", "HELP explains one word at a time", "HELP [command | word | type]")
    return words


def _overview(commands: Mapping[str, Command]) -> str:
    lines = [f"{command.name:9}{command.summary}" for command in commands.values()]
    control = textwrap.fill(f"In macros: {', '.join(USAGE)}, RESUME, MACRO name ... END.", WIDTH)
    return "\n".join((*lines, "", control, "HELP command explains one."))


def _explained(commands: Mapping[str, Command], given: str, workspace: Workspace) -> str:
    word = given.upper()
    found = [*([USAGE[word]] if word in USAGE else []), *([_command(commands[word])] if word in commands else [])]
    if word in WORDS:
        found.append(f"{textwrap.fill(WORDS[word].meaning, WIDTH)}\n\n{textwrap.indent(WORDS[word].example, '  ')}")
    if word in FUNCTIONS:
        found.append(
            textwrap.fill(
                f"{usage_of(word.lower())} is a function of the language, as are {', '.join(FUNCTIONS)}.", WIDTH
            )
        )
    return "\n\n".join(found) or _type(commands, given, workspace)


def _command(command: Command) -> str:
    parts = [command.usage, textwrap.fill(f"{command.summary} {command.details}".strip(), WIDTH)]
    if command.examples:
        parts.append("\n".join(f"  {example}" for example in command.examples))
    return "\n\n".join(parts)


def _type(commands: Mapping[str, Command], given: str, workspace: Workspace) -> str:
    """A type of a library, also without the name of the library."""
    candidates = [given, *(f"{library}.{given}" for library in LIBRARIES if "." not in given)]
    for name in candidates:
        try:
            return str(information(name, workspace.folders))
        except SimnonError:
            continue
    near = nearest(given.upper(), [*commands, *USAGE, *WORDS, *FUNCTIONS])
    hint = f"did you mean {near}?" if near else "HELP lists the commands, INFO the libraries"
    raise UserError("unknown-command", f"there is no help on '{given}'", hint)

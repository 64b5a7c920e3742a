"""`HELP`: list the commands, or explain one."""

import textwrap
from collections.abc import Iterator, Mapping

from simnon.source import UserError, nearest

from ..intrac import USAGE
from ..outcome import Outcome, Said
from ..words import split_words
from ..workspace import Workspace
from .command import Command

WIDTH = 79


def make_help(commands: Mapping[str, Command]) -> Command:
    """HELP explains the table it is in, so it is created with the table."""

    def run(_workspace: Workspace, words: tuple[str, ...]) -> Iterator[Outcome]:
        yield Said(_explained(commands, words[0].upper()) if words else _overview(commands))

    return Command(
        "HELP",
        "HELP [command]",
        "List the commands, or explain one.",
        _parse,
        run,
        "",
        ("HELP SIMU",),
        repeats=False,
    )


def _parse(text: str) -> tuple[str, ...]:
    words = split_words(text)
    if len(words) > 1:
        raise UserError("bad-command", "HELP explains one command at a time", "HELP [command]")
    return words


def _overview(commands: Mapping[str, Command]) -> str:
    lines = [f"{command.name:9}{command.summary}" for command in commands.values()]
    control = textwrap.fill(f"In macros: {', '.join(USAGE)}, RESUME, MACRO name ... END.", WIDTH)
    return "\n".join((*lines, "", control, "HELP command explains one."))


def _explained(commands: Mapping[str, Command], word: str) -> str:
    if word in USAGE:
        return USAGE[word]
    command = commands.get(word)
    if command is None:
        near = nearest(word, [*commands, *USAGE])
        raise UserError(
            "unknown-command", f"there is no command '{word}'", f"did you mean {near}?" if near else "HELP lists them"
        )
    parts = [command.usage, textwrap.fill(f"{command.summary} {command.details}".strip(), WIDTH)]
    if command.examples:
        parts.append("\n".join(f"  {example}" for example in command.examples))
    return "\n\n".join(parts)

"""The table of commands -> the reference in the manual."""

from .commands import COMMANDS, Command
from .intrac import USAGE

_MEANINGS = {
    "FOR": "Repeat the lines up to NEXT, counted, so that steps of 0.1 do not drift.",
    "NEXT": "End the loop.",
    "IF": "Jump where the comparison holds; numbers by value, words without regard to case.",
    "GOTO": "Jump to a label of the same macro.",
    "LABEL": "A place to jump to.",
    "READ": "Ask the user for a value; a wrong kind of answer is asked again.",
    "DEFAULT": "Give a variable a value unless it has one.",
    "SUSPEND": "Let the user give commands; RESUME goes on with the macro.",
}


def command_reference() -> str:
    """Markdown: every command with its usage, what it does and examples, then the statements of macros."""
    opening = (
        "# Command reference\n\n"
        "Made from the table of commands. Capitals stand for themselves in any case, `[...]` may be left out, `...` is "
        "repeated, `|` separates choices. A command by itself repeats its last arguments, unless it is described below "
        'what it does alone. A comment begins with `"`.'
    )
    control = "## Statements of macros\n\n" + "\n".join(
        f"- `{usage}`: {_MEANINGS[word]}" for word, usage in USAGE.items()
    )
    return "\n\n".join((opening, *map(_section, COMMANDS.values()), control)) + "\n"


def _section(command: Command) -> str:
    parts = [f"## {command.name}", f"    {command.usage}", command.summary]
    if command.details:
        parts.append(command.details)
    if command.examples:
        parts.append("For example:\n\n" + "\n".join(f"    {example}" for example in command.examples))
    return "\n\n".join(parts)

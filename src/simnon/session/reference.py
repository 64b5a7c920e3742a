"""The table of commands -> the reference in the manual."""

from .commands import COMMANDS, Command
from .intrac import USAGE

_MEANINGS = {
    "FOR": "Repeat the lines up to NEXT; steps are counted, so that 0.1 does not drift.",
    "NEXT": "End the loop.",
    "IF": "Jump if the comparison holds; numbers are compared by value, words regardless of case.",
    "GOTO": "Jump to a label of the same macro.",
    "LABEL": "Define a target for jumps.",
    "READ": "Ask the user for a value, again if the answer is of the wrong type.",
    "DEFAULT": "Give a variable a value unless it has one.",
    "SUSPEND": "Let the user give commands; RESUME continues the macro.",
}


def command_reference() -> str:
    """Markdown: every command with its usage, what it does and examples, then the statements of macros."""
    opening = (
        "# Command reference\n\n"
        "Generated from the table of commands. Type words in capitals as they are, in upper or lower case; `[...]` "
        "is optional, `...` repeats, `|` separates choices. A command alone repeats its last arguments, unless its "
        'description says otherwise. A comment begins with `"`.'
    )
    control = "## Statements of macros\n\n" + "\n".join(
        f"- `{usage}`: {_MEANINGS[word]}" for word, usage in USAGE.items()
    )
    return "\n\n".join((opening, *map(command_section, COMMANDS.values()), control)) + "\n"


def command_section(command: Command) -> str:
    """One command: its usage, what it does and examples."""
    parts = [f"## {command.name}", f"    {command.usage}", command.summary]
    if command.details:
        parts.append(command.details)
    if command.examples:
        parts.append("For example:\n\n" + "\n".join(f"    {example}" for example in command.examples))
    return "\n\n".join(parts)

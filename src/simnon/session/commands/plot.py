"""`PLOT`: choose what is drawn during runs."""

from collections.abc import Iterator

from simnon.source import UserError

from ..outcome import Outcome, Printed
from ..words import split_words
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> tuple[tuple[str, ...], str]:
    words = list(split_words(text))
    against = ""
    if "(" in words:
        at = words.index("(")
        if words[at + 2 : at + 3] != [")"] or len(words) > at + 3:
            raise UserError("bad-command", "the parentheses hold one variable and come last", PLOT.usage)
        against, words = words[at + 1], words[:at]
    return tuple(words), against


def run(workspace: Workspace, arguments: tuple[tuple[str, ...], str]) -> Iterator[Outcome]:
    words, against = arguments
    if not words:
        yield Printed(" ".join(workspace.plotted) or "nothing is plotted")
        return
    if [word.upper() for word in words] == ["-OFF"]:
        workspace.plotted, workspace.plotted_against = (), ""
        return
    names = workspace.system.names
    workspace.plotted = tuple(dict.fromkeys(names.find(word) for word in words))
    workspace.plotted_against = names.find(against) if against else ""


PLOT = Command(
    "PLOT",
    "PLOT variable ... [(variable)] | -OFF",
    "Draw curves during runs.",
    parse,
    run,
    "They are drawn on the current axes, drawn by AXES, or else on axes that fit the run. The variable in parentheses "
    "is the horizontal one. -OFF stops drawing.",
    ("PLOT H QIN", "PLOT X2 (X1)"),
)

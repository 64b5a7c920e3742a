"""`PLOT`: choose what is drawn during runs."""

from collections.abc import Iterator

from simnon.source import UserError, nearest

from ..outcome import Outcome, Printed
from ..plotting import with_texts
from ..words import split_words, unknown_option
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
    wanted = with_texts(words, PLOT.usage)
    if not words:
        yield Printed(" ".join(workspace.plotted) or "nothing is plotted")
        return
    if [word.upper() for word in words] == ["-OFF"]:
        workspace.plotted, workspace.plotted_against, workspace.plotted_texts = (), "", {}
        return
    if words[0].startswith("-") and nearest(words[0], ("-OFF",)):
        raise unknown_option(words[0][1:], ("OFF",))
    names = workspace.system.names
    text_of_name = {
        name: each.text
        for each in wanted
        for name in names.select("/".join(filter(None, (each.variable, each.run)))).names
    }
    workspace.plotted = tuple(text_of_name)
    workspace.plotted_texts = {name: text for name, text in text_of_name.items() if text}
    workspace.plotted_against = names.find(against) if against else ""


PLOT = Command(
    "PLOT",
    "PLOT variable ['text'] ... [(variable)] | -OFF",
    "Draw curves during runs.",
    parse,
    run,
    "They are drawn on the current axes, drawn by AXES, or else on axes that fit the run. The variable in parentheses "
    "is the horizontal one; a 'text' after a variable is the name of its curve. -OFF stops drawing. PLOT "
    "alone shows what is drawn.",
    ("PLOT H QIN", "PLOT X2 (X1)"),
    repeats=False,
)

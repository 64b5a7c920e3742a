"""The terminals of a system, including nested ones, each with the local names of its variables."""

from dataclasses import replace

from simnon.model import Declared, System, Terminal
from simnon.source import Related, Report, Span, frozen

from .catalogue import Catalogue

_REVERSED = {Declared.INPUT: Declared.OUTPUT, Declared.OUTPUT: Declared.INPUT}


@frozen
class TerminalVariable:
    """A variable of a terminal: its name there, its role in a connection, and its local name."""

    name: str
    kind: Declared
    local: str


@frozen
class DefinedTerminal:
    """`inner` are the terminals nested in it, such as `cable.power`, called `power` there.

    `span` is the declaration in the system that has it, or has the one around it.
    """

    name: str
    local: str
    type: System
    variables: tuple[TerminalVariable, ...]
    span: Span
    inner: tuple["DefinedTerminal", ...] = ()


def define_terminals(system: System, catalogue: Catalogue, report: Report) -> dict[str, DefinedTerminal]:
    """By casefolded name; a terminal within another follows it."""
    found: dict[str, DefinedTerminal] = {}
    for terminal in system.terminals:
        if terminal.name.casefold() in found:
            message = f"there are two terminals '{terminal.name}'"
            report.error("duplicate-declaration", message, terminal.span, "rename one of them")
            continue
        _Definer(catalogue, report, found, terminal.span).define(terminal, system, "", False, ())
    return found


class _Definer:
    def __init__(
        self, catalogue: Catalogue, report: Report, found: dict[str, DefinedTerminal], outermost: Span
    ) -> None:
        self._catalogue = catalogue
        self._report = report
        self._found = found
        self._outermost = outermost

    def define(
        self, terminal: Terminal, user: System, above: str, is_reversed: bool, users: tuple[str, ...]
    ) -> DefinedTerminal | None:
        """The terminal, contained in `above`; None if its type is unknown."""
        type_ = self._catalogue.find(terminal.type, user, terminal.span, is_terminal=True)
        if type_ is None:
            return None
        if type_.name in users:
            message = f"'{type_.name}' would be a part of itself"
            self._report.error("endless-structure", message, terminal.span, "remove the terminal")
            return None
        name = f"{above}.{terminal.name}" if above else terminal.name
        is_reversed = terminal.is_reversed is not is_reversed
        variables = tuple(
            TerminalVariable(
                declaration.name,
                _REVERSED.get(declaration.kind, declaration.kind) if is_reversed else declaration.kind,
                f"{name}.{declaration.name}",
            )
            for declaration in type_.declarations
        )
        made = DefinedTerminal(name, terminal.name, type_, variables, self._outermost)
        self._found[name.casefold()] = made
        self._check_names(type_)
        inner = [self.define(each, type_, name, is_reversed, (*users, type_.name)) for each in type_.terminals]
        made = self._found[name.casefold()] = replace(made, inner=tuple(filter(None, inner)))
        return made

    def _check_names(self, type_: System) -> None:
        """Check that within a type of terminal each name means one thing."""
        first: dict[str, Span] = {declaration.name.casefold(): declaration.span for declaration in type_.declarations}
        for terminal in type_.terminals:
            earlier = first.setdefault(terminal.name.casefold(), terminal.span)
            if earlier is not terminal.span:
                self._report.error(
                    "duplicate-declaration",
                    f"'{type_.name}' has two members called '{terminal.name}'",
                    terminal.span,
                    "rename one of them",
                    (Related("the first one is here", earlier),),
                )

"""Group parts into a new type: they move into it with what is only about them; the rest is connected to its terminals.

A terminal of a part that is connected to the outside becomes a terminal of the type, a variable that is read outside an
output, one that is set from outside an input.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simnon.model import Assignment, Connect, Declared, Name, Redefinition, Section, System, SystemKind, Terminal
from simnon.source import Span, UserError

from .remove import without_ends, without_parts
from .replacing import (
    Edited,
    Replacement,
    Statement,
    check_new_name,
    declaration_range,
    end_of,
    indent_at,
    is_in,
    line_range,
    names_of,
    newline_of,
    part_of,
    statement_range,
    statements_of,
)

Types = Mapping[str, System]
"""The type of each part, by folded name."""


def group(system: System, names: Sequence[str], name: str, type_: str, types: Types) -> Edited:
    """UserError if something about the parts cannot be moved or connected."""
    parts = [part_of(system, each) for each in names]
    check_new_name(name, system)
    if system.versions:
        raise UserError("wrong-section", f"'{system.name}' has versions", "group parts of a system without VERSION")
    if system.kind is SystemKind.CONNECTING and not any(
        part.span.text.casefold() == part.name.casefold() for part in parts
    ):
        raise UserError(
            "unknown-part", f"'{system.name}' connects systems, which are no parts", "declare SYSTEM a: type"
        )
    grouping = _Grouping(system, name, {part.name.casefold() for part in parts}, types)
    for statement in statements_of(system):
        grouping.take(statement)
    return grouping.finished(type_)


@dataclass(slots=True)
class _Grouping:
    system: System
    name: str
    inside: set[str]
    types: Types
    declared: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    equations: list[str] = field(default_factory=list)
    replacements: list[Replacement] = field(default_factory=list)
    port_of: dict[tuple[str, str], str] = field(default_factory=dict)
    """By kind and by what is inside, as written: the name of the terminal, input or output."""

    def take(self, statement: Statement) -> None:
        names = names_of(statement)
        touched = [name for name in names if is_in(name, self.inside)]
        if not touched:
            return
        is_own = all(is_in(name, self.inside) or self._is_index(name, statement) for name in names)
        if (is_own and not isinstance(statement, Assignment | Redefinition | Connect)) or isinstance(
            statement, Redefinition
        ):
            self._move(statement)
        elif getattr(statement, "loop", None) is not None and not (is_own and self._has_known_limits(statement)):
            raise self._refused(statement, "its FOR leads out of the group")
        elif is_own and self._is_movable(statement):
            self._move(statement)
        elif isinstance(statement, Connect):
            self._connect(statement, touched)
        elif isinstance(statement, Assignment) and statement.section is not Section.INITIAL:
            self._assign(statement, touched)
        else:
            raise self._refused(statement, "it is about parts inside and outside")

    def finished(self, type_: str) -> Edited:
        system, source = self.system, self.system.span.source
        newline = newline_of(source.text)
        kind = "DISCRETE" if system.kind is SystemKind.DISCRETE else "CONTINUOUS"
        parts = [part for part in system.parts if part.name.casefold() in self.inside]
        declarations = [f"SYSTEM {source.text[slice(*declaration_range(part)[2:])]}: {part.type}" for part in parts]
        lines = [f"{kind} SYSTEM {type_}", *self.declared, *declarations, *self.moved, *self.equations, "END"]
        whole = newline + newline.join(lines) + newline
        _, after = line_range(source, end_of(system), end_of(system) + 1)
        if source.text[after - 1 : after] != "\n":
            whole = newline + whole
        found = [*self.replacements, *self._declarations(type_), Replacement(after, after, whole)]
        return Edited(tuple(found))

    def _declarations(self, type_: str) -> list[Replacement]:
        """The new part instead of the first one that moves."""
        found = without_parts(self.system, self.inside)
        first = next(part for part in self.system.parts if part.name.casefold() in self.inside)
        start, _, _, _ = declaration_range(first)
        source = self.system.span.source
        line = f"{indent_at(source, start)}SYSTEM {self.name}: {type_}{newline_of(source.text)}"
        for i, each in enumerate(found):
            if each.start == start:
                found[i] = Replacement(each.start, each.end, line)
                return found
        return [Replacement(start, start, line), *found]

    def _move(self, statement: Statement) -> None:
        start, end = statement_range(statement)
        text = statement.span.source.text[start:end]
        self.moved.append(text.strip("\r\n"))
        self.replacements.append(Replacement(start, end, ""))

    def _is_movable(self, statement: Statement) -> bool:
        """Whether it says nothing of the system outside, such as its time."""
        is_plain = getattr(statement, "section", Section.NONE) is Section.NONE
        return is_plain and (not isinstance(statement, Assignment) or bool(statement.target.path))

    def _is_index(self, name: Name, statement: Statement) -> bool:
        loop = getattr(statement, "loop", None)
        return loop is not None and not name.path and name.name.casefold() == loop.index.casefold()

    def _has_known_limits(self, statement: Statement) -> bool:
        loop = getattr(statement, "loop", None)
        return loop is None or not any(letter.isalpha() for letter in loop.span.text.partition("=")[2])

    def _connect(self, connect: Connect, touched: list[Name]) -> None:
        terminal = self._terminal(touched[0])
        if terminal is not None:
            self._connect_terminals(connect, touched, terminal)
        elif is_in(connect.ends[0], self.inside):
            self._replace(connect.ends[0], self._output(connect.ends[0]))
            others = [end for end in touched if end is not connect.ends[0]]
            self.moved += [f"CONNECT {_text(connect.ends[0])} {_text(end)}" for end in others]
            self.replacements += without_ends(connect, others) if others else []
        else:
            for end in touched:
                self._replace(end, self._input(end, f"CONNECT {{port}} {_text(end)}"))

    def _connect_terminals(self, connect: Connect, touched: list[Name], terminal: Terminal) -> None:
        first, *others = touched
        key = ("terminal", _text(first))
        if key not in self.port_of:
            port = self._new_port(key, first)
            owner = self.types[first.path[0].name.casefold()]
            type_ = terminal.type if "." in terminal.type or not owner.category else f"{owner.category}.{terminal.type}"
            self.declared.append(f"TERMINAL {port}: {type_}{' REVERSED' if terminal.is_reversed else ''}")
            self.moved.append(f"CONNECT {port} {' '.join(map(_text, touched))}")
        elif others:
            self.moved.append(f"CONNECT {' '.join(map(_text, touched))}")
        self._replace(first, f"{self.name}.{self.port_of[key]}")
        self.replacements += without_ends(connect, others) if others else []

    def _assign(self, assignment: Assignment, touched: list[Name]) -> None:
        """The target becomes an input of the group, what is read an output."""
        for each in touched:
            if each.span == assignment.target.span:
                self._replace(each, self._input(each, f"{_text(each)} = {{port}}"))
            else:
                self._replace(each, self._output(each))

    def _terminal(self, end: Name) -> Terminal | None:
        type_ = self.types.get(end.path[0].name.casefold())
        name = end.path[1].name if len(end.path) > 1 else end.name
        if type_ is None:
            return None
        return next((each for each in type_.terminals if each.name.casefold() == name.casefold()), None)

    def _output(self, name: Name) -> str:
        key = ("output", _text(name))
        if key not in self.port_of:
            port = self._new_port(key, name)
            self.declared.append(f"OUTPUT {port}{self._unit(name)}")
            self.equations.append(f"{port} = {_text(name)}")
        return f"{self.name}.{self.port_of[key]}"

    def _input(self, name: Name, equation: str) -> str:
        key = ("input", _text(name))
        if key not in self.port_of:
            port = self._new_port(key, name)
            self.declared.append(f"INPUT {port}{self._unit(name)}")
            self.equations.append(equation.format(port=port))
        return f"{self.name}.{self.port_of[key]}"

    def _unit(self, name: Name) -> str:
        type_ = self.types.get(name.path[0].name.casefold())
        if type_ is None or len(name.path) > 1:
            return ""
        kinds = (Declared.TIME, Declared.TSAMP)
        units = [
            each.unit
            for each in type_.declarations
            if each.name.casefold() == name.name.casefold() and each.kind not in kinds
        ]
        units += [each.unit for each in type_.values if each.name.casefold() == name.name.casefold()]
        return next((f" [{unit.text}]" for unit in units if unit is not None), "")

    def _new_port(self, key: tuple[str, str], name: Name) -> str:
        """`part_variable`, with a number if that is taken."""
        stem = "_".join(
            "".join(letter for letter in step if letter.isalnum() or letter == "_") for step in _text(name).split(".")
        )
        taken = {port.casefold() for port in self.port_of.values()} | self.inside
        number, port = 1, stem
        while port.casefold() in taken:
            number += 1
            port = f"{stem}_{number}"
        self.port_of[key] = port
        return port

    def _replace(self, name: Name, text: str) -> None:
        span = _span(name)
        self.replacements.append(Replacement(span.start, span.end, text))

    def _refused(self, statement: Statement, reason: str) -> UserError:
        line = " ".join(statement.span.text.split())
        hint = "group the other parts too, or change the line first"
        return UserError("improper-connection", f"'{line}' cannot be divided: {reason}", hint)


def _span(name: Name) -> Span:
    assert name.span is not None
    return name.span


def _text(name: Name) -> str:
    return "".join(_span(name).text.split())

"""Systems -> Simnon text that is read as the same systems, with the comments in their positions.

Declarations, values, functions and equations keep their order among themselves, because it decides how loops are
torn and states are numbered. Different kinds are interleaved as in the source, as far as that is known.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from simnon.model import (
    AnyFunction,
    Assignment,
    Comment,
    Convention,
    Declaration,
    Experiment,
    ForeignDefinition,
    ForeignSystem,
    FunctionDefinition,
    GivenValue,
    Name,
    Require,
    Section,
    Stop,
    System,
    SystemKind,
    Table,
    Unit,
    When,
    path_text,
    print_expression,
    print_number,
)
from simnon.source import Span, frozen

from .structure_writer import (
    shown,
    written_array,
    written_connect,
    written_loop,
    written_name,
    written_part,
    written_places,
    written_range,
    written_redefinition,
    written_relation,
    written_terminal,
    written_units,
)


@frozen
class _Line:
    """A line to be written, and the lines of the source it comes from."""

    text: str
    first: int
    last: int
    section: Section | None = None


_Piece = tuple[_Line, ...]
"""Lines that stay together."""


def write_systems(systems: Iterable[System]) -> str:
    return "\n".join("".join(f"{line}\n" for line in _written(system)) for system in systems)


def _written(system: System) -> Iterator[str]:
    word = "TERMINAL" if system.kind is SystemKind.TERMINAL else f"{system.kind.value} SYSTEM"
    lines = [_line(f"{word} {system.name}{_file(system)}", system.span), *_lines(system)]
    for version in system.versions:
        lines += [_line(f"VERSION {version.name}", version.span, Section.NONE), *_lines(version)]
    inside = [c for c in system.comments if not 0 < system.last_line < c.line]
    at_end, alone = _placed(lines, inside)
    section = Section.NONE
    for i, line in enumerate(lines):
        if line.section is not None and line.section is not section:
            section = line.section
            yield (section if section is not Section.NONE else Section.SORT).value
        while alone and alone[0].line < line.first:
            yield _comment(alone.pop(0).text)
        yield f"{line.text} {_comment(at_end[i])}" if i in at_end else line.text
    yield from (_comment(comment.text) for comment in alone)
    if system.file is not None and system.file.has_initial:
        yield Section.INITIAL.value
    yield "END"
    yield from (_comment(c.text) for c in system.comments if 0 < system.last_line < c.line)
    if system.experiment is not None:
        yield from (_comment(line) for line in _experiment(system.name, system.experiment))


def _placed(lines: list[_Line], comments: list[Comment]) -> tuple[dict[int, str], list[Comment]]:
    """Comments at the end of a line, by its number; the others are on their own lines."""
    at_end: dict[int, str] = {}
    alone = []
    number_of_source_line: dict[int, int] = {}
    for i, line in [*enumerate(lines)][::-1]:
        if i > 0 or line.first not in number_of_source_line:
            number_of_source_line |= dict.fromkeys(range(line.first, line.last + 1), i)
    for comment in comments:
        number = None if comment.is_alone else number_of_source_line.get(comment.line)
        if number is None or number in at_end:
            alone.append(comment)
        else:
            at_end[number] = comment.text
    return at_end, alone


def _lines(system: System) -> Iterator[_Line]:
    return itertools.chain.from_iterable(_pieces_in_order(system))


def _pieces_in_order(system: System) -> list[_Piece]:
    is_structured = system.is_relational
    groups: tuple[list[_Piece], ...] = (
        _declarations(system),
        [(_value(value),) for value in system.values],
        [(_line(f"{remark.value} {text}", system.span),) for remark, text in system.remarks],
        [(_line(written_terminal(terminal), terminal.span),) for terminal in system.terminals],
        [(_line(written_part(part), part.span),) for part in system.parts],
        [(_line(written_redefinition(each), each.span),) for each in system.redefinitions],
        [(_line(written_range(each), each.span),) for each in system.ranges],
        [(_require(each, is_structured),) for each in system.requires],
        [(_line(written_connect(connect), connect.span),) for connect in system.connects],
        [(_line(written_relation(each), each.span, each.section),) for each in system.relations],
        [(_function(function),) for function in system.functions],
        [_table(table) for table in system.tables],
        [(_foreign(foreign, system),) for foreign in system.foreign],
        [(_assignment(assignment, assignment.section, is_structured),) for assignment in system.assignments],
        [_when(when, is_structured) for when in system.whens],
        [(_stop(stop, is_structured),) for stop in system.stops],
    )
    keyed = []
    for rank, group in enumerate(groups):
        position = 0
        for i, piece in enumerate(group):
            position = max(position, piece[0].first)
            keyed.append(((position, rank, i), piece))
    return [piece for _, piece in sorted(keyed, key=lambda pair: pair[0])]


def _line(text: str, span: Span, section: Section | None = None) -> _Line:
    return _Line(text, span.line, span.source.line_number(max(span.start, span.end - 1)), section)


def _comment(text: str) -> str:
    return f'" {text}' if text else '"'


def _unit(unit: Unit | None) -> str:
    return "" if unit is None else f" [{unit.text}]"


def _declarations(system: System) -> list[_Piece]:
    """Names of one kind that share a line; at the heading if their order is not that of the source."""
    lines = [declaration.span.line for declaration in system.declarations]
    is_ordered = lines == sorted(lines)

    def together(declaration: Declaration) -> tuple[str, int, tuple[Name, ...]]:
        return declaration.kind.value, declaration.span.line if is_ordered else 0, declaration.sources

    pieces: list[_Piece] = []
    for (kind, _, named), group in itertools.groupby(system.declarations, together):
        members = list(group)
        names = " ".join(map(_declared, members))
        sources = " ".join(source.name for source in named)
        text = f"{kind} {names}{' FROM ' if sources else ''}{sources}"
        pieces.append((_line(text, members[0].span if is_ordered else system.span),))
    return pieces


def _declared(declaration: Declaration) -> str:
    ranges = [f"{print_expression(first)}..{print_expression(last)}" for first, last in declaration.shape]
    shape = f"[{', '.join(ranges)}]" if ranges else ""
    return f"{declaration.name}{shape}{written_units(declaration.units) or _unit(declaration.unit)}"


def _value(value: GivenValue) -> _Line:
    if value.given is not None:
        text = written_array(value.given, value.span.source.folder)
        return _line(f"{value.name}{written_places(value.given.places)}: {text}", value.span)
    return _line(f"{value.name}: {print_number(value.value)}{_unit(value.unit)}", value.span)


def _assignment(assignment: Assignment, section: Section | None = None, is_structured: bool = False) -> _Line:
    target = replace(assignment.target, span=None)
    sides = [shown(side, is_structured=is_structured) for side in (target, assignment.value)]
    places = written_places(assignment.places)
    if target.path and not is_structured and places:
        sides[0] = f"{target.name}{places}[{target.owner}]"
        places = ""
    return _line(f"{sides[0]}{places} = {sides[1]}{written_loop(assignment.loop)}", assignment.span, section)


def _when(when: When, is_structured: bool) -> _Piece:
    lines = [_assignment(assignment, None, is_structured) for assignment in when.assignments]
    end = max([when.span.line, *(line.last for line in lines)])
    orders = [f"ORDER {written_name(order)}" for order in when.orders]
    orders += [f"VERSION {when.version}"] if when.version else []
    condition = shown(when.condition, is_structured=is_structured)
    return (
        _line(f"WHEN {condition}{written_loop(when.loop)}", when.span),
        *lines,
        *(_Line(order, end, end) for order in orders),
        _Line("END", end, end),
    )


def _stop(stop: Stop, is_structured: bool) -> _Line:
    return _line(f"STOP WHEN {shown(stop.condition, is_structured=is_structured)}{_message(stop.message)}", stop.span)


def _require(require: Require, is_structured: bool) -> _Line:
    condition = shown(require.condition, is_structured=is_structured)
    return _line(f"REQUIRE {condition}{_message(require.message)}{written_loop(require.loop)}", require.span)


def _message(text: str) -> str:
    """An apostrophe would end the text of the message."""
    return " '" + text.replace("'", "`") + "'" if text else ""


def _function(function: FunctionDefinition) -> _Line:
    signature = _signature(function)
    return _line(f"FUNCTION {signature} = {print_expression(function.body)}", function.span)


def _signature(function: AnyFunction) -> str:
    part = f"{path_text(function.part)}." if function.part else ""
    return f"{part}{function.name}({', '.join(function.parameters)})"


def _table(table: Table) -> _Piece:
    extrapolated = " EXTRAPOLATED" if table.is_extrapolated else ""
    heading = f"TABLE {_signature(table)} {table.interpolation.value}{extrapolated}"
    width = max(len(table.second), 1)
    rows = [(argument, *table.values[i * width : (i + 1) * width]) for i, argument in enumerate(table.first)]
    numbers = [table.second, *rows] if table.second else rows
    heading_line = _line(heading, table.span)
    lines = [" ".join(map(print_number, row)) for row in numbers]
    return (heading_line, *(_Line(text, heading_line.last, heading_line.last) for text in (*lines, "END")))


def _foreign(foreign: ForeignDefinition, system: System) -> _Line:
    symbol = f" AS '{foreign.symbol}'" if foreign.symbol != foreign.name else ""
    signature = _signature(foreign)
    return _line(f"FUNCTION {signature}{_from(foreign, system)}{symbol}", foreign.span)


def _file(system: System) -> str:
    """What follows the name in the heading of a system from a file."""
    if system.file is None:
        return ""
    prefix = system.file.prefix.removesuffix("_")
    jacobian = " JACOBIAN" if system.file.has_jacobian else ""
    return _from(system.file, system) + (f" AS '{prefix}'" if prefix else "") + jacobian


def _from(file: ForeignDefinition | ForeignSystem, system: System) -> str:
    folder, path = Path(system.span.source.folder), Path(file.path)
    shown = path.relative_to(folder) if path.is_relative_to(folder) else path
    return f" FROM {'FORTRAN ' if file.convention is Convention.FORTRAN else ''}'{shown}'"


def _experiment(name: str, experiment: Experiment) -> Iterator[str]:
    """The commands that make the run of the program, which a Simnon text cannot contain."""
    yield "the run of the program:"
    if experiment.method is not None:
        step = "" if experiment.step is None else f" {print_number(experiment.step)}"
        yield f"ALGOR {experiment.method.upper()}{step}"
    if experiment.rtol is not None:
        yield f"ERROR {print_number(experiment.rtol)}"
    if experiment.stop is not None:
        spacing = "" if experiment.spacing is None else f" {print_number(experiment.spacing)}"
        yield f"SIMU {print_number(experiment.start or 0.0)} {print_number(experiment.stop)}{spacing}"
    if experiment.shown:
        against = f" ({experiment.against})" if experiment.against else ""
        yield f"ASHOW {' '.join(experiment.shown)}{against}"
    if experiment.printed:
        yield f"PRINT {' '.join(experiment.printed)}"
    if experiment.branch:
        yield f"BRANCH {experiment.branch}"
    if experiment.commands:
        yield f"MACRO {name}"
        yield from experiment.commands
        yield "END"

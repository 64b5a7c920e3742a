"""Types, parts and libraries -> the descriptions that INFO shows, without equations.

A library is a folder; its index is the first PURPOSE of each of its types.
"""

import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from simnon.languages import DIALECTS
from simnon.model import (
    Declaration,
    Declared,
    FlatModel,
    Range,
    Remark,
    Require,
    Section,
    System,
    SystemKind,
    print_expression,
)
from simnon.source import Report, UserError, frozen, nearest, read_source

from .library import EXTENSION, LIBRARIES, categorised

_HEADINGS = {
    Remark.PURPOSE: "Purpose",
    Remark.ASSUMES: "Assumes",
    Remark.VALID: "Valid",
    Remark.REFERENCE: "Reference",
}
WIDTH = 110
_NAME = re.compile(r"\w+(\.\w+)*")
_VARIABLES = (Declared.STATE, Declared.VARIABLE, Declared.OUTPUT)


@frozen
class InfoLine:
    """One line of a table: a name, what it is, its value, unit and range as written, and the comment beside it."""

    name: str
    kind: str = ""
    value: str = ""
    unit: str = ""
    range: str = ""
    description: str = ""


@frozen
class Information:
    """A type or, if `entries` are given, an index of types."""

    name: str
    kind: str
    remarks: tuple[tuple[str, str], ...] = ()
    terminals: tuple[InfoLine, ...] = ()
    parameters: tuple[InfoLine, ...] = ()
    variables: tuple[InfoLine, ...] = ()
    parts: tuple[InfoLine, ...] = ()
    functions: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    requirements: tuple[InfoLine, ...] = ()
    """Conditions on the parameters, and what is wrong if they do not hold."""
    entries: tuple[InfoLine, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.kind}"]
        for heading, text in self.remarks:
            lines += _wrapped(f"  {heading + ':':<11}", text)
        for title, rows in (
            ("terminals", self.terminals),
            ("parameters", self.parameters),
            ("requires", self.requirements),
            ("variables", self.variables),
            ("parts", self.parts),
            ("", self.entries),
        ):
            lines += _table(title, rows)
        if self.functions:
            lines.append(f"  functions that can be replaced: {', '.join(self.functions)}")
        if self.versions:
            lines.append(f"  versions: {', '.join(self.versions)} (the first is the default)")
        return "\n".join(lines)


def information(name: str = "", folders: Sequence[Path] = (), systems: Sequence[System] = ()) -> Information:
    """Describe a type, a library, or without a name all libraries.

    `systems` are those of the loaded model, `folders` those with the user's own libraries.
    """
    for system in systems:
        if system.name.casefold() == name.casefold():
            return describe(system)
    if not name:
        own = [InfoLine(path.name, "your own", description=_names_in(path)) for path in _own_libraries(folders)]
        rows = [InfoLine(path.name, description=_names_in(path)) for path in _libraries_in(LIBRARIES)]
        return Information("libraries", "categories of types", entries=(*own, *rows))
    # A text with other characters than a name is not a type, and must not lead out of the folders.
    places = list(_places(name, folders)) if _NAME.fullmatch(name) else []
    indices = [folder for folder in places if _is_library(folder)]
    if indices:
        return _index(name, indices)
    for path in (place.with_suffix(EXTENSION) for place in places):
        if path.is_file():
            for system in _read(path, name.rpartition(".")[0]):
                if system.name.casefold() == name.casefold():
                    return describe(system)
    raise UserError("unknown-type", f"there is no library or type '{name}'", _hint(name, folders, systems))


def _places(name: str, folders: Sequence[Path]) -> Iterator[Path]:
    """Where a library or type of that name would be, as spelled or in lower case."""
    for root in (*folders, LIBRARIES):
        yield from dict.fromkeys(root.joinpath(*spelled.split(".")) for spelled in (name, name.lower()))


def information_on_part(path: str, model: FlatModel, systems: Sequence[System]) -> Information | None:
    """Describe a part of a model: its type, with its values in the model; None if there is no such part."""
    type_ = next((type_ for known, type_ in model.parts if known.casefold() == path.casefold()), None)
    system = next((system for system in systems if system.name == type_), None)
    if system is None:
        return None
    own = {v.local: v for v in model.variables if v.owner.casefold() == path.casefold()}
    found = describe(system)
    rows = tuple(
        replace(row, value=f"{own[row.name].start:g}" if own[row.name].start is not None else "computed")
        for row in found.parameters
        if row.name in own
    )
    return replace(found, name=path, kind=f"a part, {system.name}", parameters=rows)


def descriptions(model: FlatModel, systems: Sequence[System]) -> dict[str, str]:
    """The comments beside the declarations, by the full names of the variables that have one."""
    type_of_part = dict(model.parts)
    comments_of_type = {system.name: _comments(system) for system in systems}
    nothing: dict[str, str] = {}
    found = {
        variable.name: comments_of_type.get(type_of_part.get(variable.owner, variable.owner), nothing).get(
            variable.local, ""
        )
        for variable in model.variables
    }
    return {name: comment for name, comment in found.items() if comment}


def _comments(system: System) -> dict[str, str]:
    """Beside a declaration, or else beside an equation, by local name."""
    beside = {comment.line: comment.text for comment in system.comments if not comment.is_alone}
    equations = {
        each.target.name: beside.get(each.span.line, "")
        for version in (system, *system.versions)
        for each in version.assignments
        if not each.target.path
    }
    found = describe(system)
    rows = (*found.variables, *found.terminals, *found.parameters)
    return {**equations, **{row.name: row.description for row in rows if row.description}}


def describe(system: System) -> Information:
    """The descriptions of one system."""
    comments = {comment.line: comment.text for comment in system.comments if not comment.is_alone}
    described = (system, *system.versions)
    ranges = {each.name: range_text(each) for s in described for each in s.ranges}
    declared = {d.name: d for s in described for d in s.declarations}
    parameters = [
        InfoLine(
            value.name,
            value=f"{value.value:g}",
            unit=value.unit.text if value.unit else "",
            range=ranges.get(value.name, ""),
            description=comments.get(value.span.line, ""),
        )
        for s in described
        for value in s.values
        if value.name not in declared or declared[value.name].kind is Declared.INPUT
    ]
    variables = [declared_row(d, ranges, comments) for s in described for d in s.declarations if d.kind in _VARIABLES]
    variables += [
        InfoLine(
            a.target.name, "initial", range=ranges.get(a.target.name, ""), description=comments.get(a.span.line, "")
        )
        for s in described
        for a in s.assignments
        if a.section is Section.INITIAL and not a.target.path and a.target.name not in declared
    ]
    terminals = [
        InfoLine(t.name, f"terminal {t.type}", description=comments.get(t.span.line, ""))
        for s in described
        for t in s.terminals
    ]
    kinds = (Declared.INPUT, Declared.OUTPUT, Declared.ACROSS, Declared.THROUGH, Declared.FIXED, Declared.EVENT)
    interface = [d for s in described for d in s.declarations if d.kind in kinds]
    if system.kind is not SystemKind.TERMINAL:
        interface = [d for d in interface if d.kind is not Declared.OUTPUT] + [
            d for d in interface if d.kind is Declared.OUTPUT
        ]
    terminals += [declared_row(d, ranges, comments) for d in interface]
    return Information(
        system.name,
        "a type of terminals" if system.kind is SystemKind.TERMINAL else f"a {system.kind.value.lower()} system",
        tuple((_HEADINGS[remark], text) for remark, text in system.remarks),
        tuple(terminals),
        tuple(parameters),
        tuple(row for row in variables if row.kind != "output"),
        tuple(
            InfoLine(p.name if p.first is None else f"{p.name}[..]", p.type, description=comments.get(p.span.line, ""))
            for s in described
            for p in s.parts
        ),
        tuple(f"{f.name}({', '.join(f.parameters)})" for f in system.replaceable_functions),
        tuple(version.name for version in system.versions),
        tuple(_required_row(require) for s in described for require in s.requires),
    )


def _required_row(require: Require) -> InfoLine:
    """The condition in the words of the text."""
    span = require.condition.span
    text = print_expression(require.condition) if span is None else " ".join(span.text.split())
    loop = "" if require.loop is None else f" {require.loop.span.text}"
    return InfoLine(f"{text}{loop}", description=require.message)


def declared_row(declaration: Declaration, ranges: dict[str, str], comments: dict[int, str]) -> InfoLine:
    return InfoLine(
        declaration.name,
        declaration.kind.value.lower(),
        unit=declaration.unit.text if declaration.unit else "",
        range=ranges.get(declaration.name, ""),
        description=comments.get(declaration.span.line, ""),
    )


def range_text(range_: Range) -> str:
    return f"{_bound(range_.low)}..{_bound(range_.high)}" + (f" [{range_.unit.text}]" if range_.unit else "")


def _bound(value: float) -> str:
    return "" if math.isinf(value) else f"{value:g}"


def _is_library(path: Path) -> bool:
    """Whether types are in the folder, or in one of its folders."""
    return bool(_names_in(path)) or any(map(_names_in, _folders_in(path)))


def _libraries_in(root: Path) -> list[Path]:
    return [folder for folder in _folders_in(root) if _is_library(folder)]


def _own_libraries(folders: Sequence[Path]) -> list[Path]:
    """In the folders of the user, which can be those of the program."""
    return [library for folder in folders if not _is_program_folder(folder) for library in _libraries_in(folder)]


def _is_program_folder(folder: Path) -> bool:
    try:
        return folder.resolve() == LIBRARIES
    except OSError:
        # The working folder has been removed.
        return False


def _folders_in(path: Path) -> list[Path]:
    """Those whose names can be written in a text; none if the folder cannot be read."""
    try:
        return sorted(each for each in path.iterdir() if _NAME.fullmatch(each.name) and each.is_dir())
    except OSError:
        return []


def _index(name: str, folders: Sequence[Path]) -> Information:
    """The types of the library; one of the user's own takes precedence over one that comes with the program."""
    row_of_name: dict[str, InfoLine] = {}
    for path in (folder / each for folder in folders for each in _files_in(folder)):
        for system in _read(path, name):
            purpose = next((text for remark, text in system.remarks if remark is Remark.PURPOSE), "")
            row_of_name.setdefault(system.name.casefold(), InfoLine(system.name, description=purpose))
    for library in (each for folder in folders for each in _libraries_in(folder)):
        inner = f"{name}.{library.name}"
        row_of_name.setdefault(inner.casefold(), InfoLine(inner, "library"))
    return Information(name, "a library", entries=tuple(row_of_name.values()))


def _read(path: Path, category: str) -> tuple[System, ...]:
    report = Report()
    source = read_source(path, report)
    if source is None:
        return ()
    source = replace(source, category=category)
    return categorised(DIALECTS[EXTENSION](source, report), source)


def _names_in(folder: Path) -> str:
    return ", ".join(name.removesuffix(EXTENSION) for name in _files_in(folder))


def _files_in(folder: Path) -> list[str]:
    """The texts in the folder; none if it cannot be read."""
    try:
        return sorted(path.name for path in folder.iterdir() if path.suffix == EXTENSION and path.is_file())
    except OSError:
        return []


def _hint(name: str, folders: Sequence[Path], systems: Sequence[System]) -> str:
    known = [system.name for system in systems]
    for library in _own_libraries(folders):
        known += [library.name, *(f"{library.name}.{each.removesuffix(EXTENSION)}" for each in _files_in(library))]
    known += [".".join(path.relative_to(LIBRARIES).with_suffix("").parts) for path in LIBRARIES.rglob(f"*{EXTENSION}")]
    near = nearest(name, known)
    return f"did you mean '{near}'?" if near else "INFO alone lists the libraries"


def _table(title: str, rows: tuple[InfoLine, ...]) -> list[str]:
    if not rows:
        return []
    cells = [(r.name, r.kind, r.value, f"[{r.unit}]" if r.unit else "", r.range, r.description) for r in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(5)]
    lines = [f"  {title}"] if title else []
    for row in cells:
        shown = [cell.ljust(width) for cell, width in zip(row, widths, strict=False) if width]
        lines += _wrapped(f"    {'  '.join([*shown, ''])}", row[5])
    return lines


def _wrapped(head: str, text: str) -> list[str]:
    """The text after the heading, wrapped."""
    if not text:
        return [head.rstrip()]
    return textwrap.wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head))

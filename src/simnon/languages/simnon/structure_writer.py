"""Structured systems -> lines of text: parts, terminals, connections, relations, versions."""

import math
from pathlib import Path

from simnon.model import (
    Connect,
    Expression,
    GivenArray,
    IndexRange,
    Name,
    Part,
    Range,
    Redefinition,
    Relation,
    Step,
    Terminal,
    Unit,
    print_expression,
    print_number,
    rewrite,
)


def shown(expression: Expression, *, is_structured: bool) -> str:
    """The expression as text; in structured systems with paths instead of name[SYSTEM]."""
    return print_expression(rewrite(expression, _as_path) if is_structured else expression)


def written_name(name: Name) -> str:
    """`cell[k + 1].p.v`"""
    return ".".join([*map(_written_step, name.path), name.name])


def _written_step(step: Step) -> str:
    return step.name if step.number is None else f"{step.name}[{print_expression(step.number)}]"


def written_loop(loop: IndexRange | None) -> str:
    if loop is None:
        return ""
    ranges = [f"{r.index} = {print_expression(r.first)}..{print_expression(r.last)}" for r in loop.ranges()]
    return f" FOR {', '.join(ranges)}"


def written_places(places: tuple[Expression, ...]) -> str:
    return f"[{', '.join(map(print_expression, places))}]" if places else ""


def written_units(units: tuple[Unit | None, ...]) -> str:
    return f" [{', '.join(unit.text if unit is not None else '1' for unit in units)}]" if units else ""


def written_array(given: GivenArray, folder: str) -> str:
    """The value of an array, after the colon."""
    if given.value is not None:
        value = print_expression(given.value)
    else:
        path = Path(given.file)
        value = f"'{path.relative_to(folder) if path.is_relative_to(folder) else path}'"
    return f"{value}{written_units(given.units)}{written_loop(given.loop)}"


def written_part(part: Part) -> str:
    if part.first is None or part.last is None:
        return f"SYSTEM {part.name}: {part.type}"
    numbers = f"{print_expression(part.first)}..{print_expression(part.last)}"
    return f"SYSTEM {part.name}[{numbers}]: {part.type}"


def written_terminal(terminal: Terminal) -> str:
    return f"TERMINAL {terminal.name}: {terminal.type}{' REVERSED' if terminal.is_reversed else ''}"


def written_connect(connect: Connect) -> str:
    return f"CONNECT {' '.join(map(written_name, connect.ends))}{written_loop(connect.loop)}"


def written_relation(relation: Relation) -> str:
    left, right = shown(relation.left, is_structured=True), shown(relation.right, is_structured=True)
    return f"{left} = {right}{written_loop(relation.loop)}"


def written_redefinition(redefinition: Redefinition) -> str:
    unit = f" [{redefinition.unit.text}]" if redefinition.unit is not None else ""
    given = redefinition.given
    if given is not None:
        places = written_places(given.places)
        folder = redefinition.span.source.folder
        return f"{written_name(redefinition.target)}{places}: {written_array(given, folder)}"
    value = redefinition.choice or f"{print_number(redefinition.value)}{unit}"
    return f"{written_name(redefinition.target)}: {value}{written_loop(redefinition.loop)}"


def written_range(range_: Range) -> str:
    low = "" if math.isinf(range_.low) else print_number(range_.low)
    high = "" if math.isinf(range_.high) else print_number(range_.high)
    unit = f" [{range_.unit.text}]" if range_.unit is not None else ""
    return f"RANGE {range_.name}: {low}..{high}{unit}"


def _as_path(node: Expression) -> Expression | None:
    return Name(written_name(node), node.span) if isinstance(node, Name) and node.path else None

"""Structured systems -> lines of text: parts, terminals, connections, relations, versions."""

import math

from simnon.model import (
    Connect,
    Expression,
    IndexRange,
    Name,
    Part,
    Range,
    Redefinition,
    Relation,
    Step,
    Terminal,
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
    return f" FOR {loop.index} = {print_expression(loop.first)}..{print_expression(loop.last)}"


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
    value = redefinition.choice or f"{print_number(redefinition.value)}{unit}"
    return f"{written_name(redefinition.target)}: {value}{written_loop(redefinition.loop)}"


def written_range(range_: Range) -> str:
    low = "" if math.isinf(range_.low) else print_number(range_.low)
    high = "" if math.isinf(range_.high) else print_number(range_.high)
    unit = f" [{range_.unit.text}]" if range_.unit is not None else ""
    return f"RANGE {range_.name}: {low}..{high}{unit}"


def _as_path(node: Expression) -> Expression | None:
    return Name(written_name(node), node.span) if isinstance(node, Name) and node.path else None

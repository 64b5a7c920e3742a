"""Values and columns of numbers -> aligned text."""

import math
from typing import Any

import numpy as np

from simnon.figures import Array
from simnon.source import frozen, has_same_fields, no_hash

from .outcome import Tabulated, Valued

DIGITS = 6
MOST_SHOWN = 20
GAP = "..."


def valued_text(valued: Valued) -> str:
    """Names, values and units in columns, with a heading over each group."""
    rows = valued.rows
    numbers = [repr(row.value) if valued.has_all_digits else f"{row.value:.{DIGITS}g}" for row in rows]
    digits = max((len(number) for number in numbers), default=0)
    width = max((len(row.name) for row in rows), default=0)
    lines: list[str] = []
    group = ""
    for row, number in zip(rows, numbers, strict=True):
        if row.group != group:
            group = row.group
            lines += ["", f"{group}:"] if lines else [f"{group}:"]
        given = f"   (in the text {row.given:.{DIGITS}g})" if row.given is not None else ""
        unit = f" {row.unit}" if row.unit else ""
        indent = "  " if group else ""
        lines.append(f"{indent}{row.name:{width}}  {number:<{max(digits, DIGITS + 6)}}{unit}{given}".rstrip())
    return "\n".join(lines)


@frozen
class ShownArray:
    """A vector or matrix under its name."""

    name: str
    values: Array
    unit: str = ""

    __eq__ = has_same_fields
    __hash__ = no_hash


def array_text(shown: ShownArray, has_all_digits: bool = False) -> str:
    """A vector in a line, a matrix by rows, an array of three indices by its matrices; long ones with a gap."""
    head = f"{shown.name} [{shown.unit}]" if shown.unit else shown.name
    if shown.values.ndim > 2:
        parts = [
            array_text(ShownArray(f"{shown.name}[.., .., {k + 1}]", shown.values[:, :, k], shown.unit), has_all_digits)
            for k in range(min(shown.values.shape[2], MOST_SHOWN))
        ]
        return "\n".join(parts)
    table = shown.values.reshape(1, -1) if shown.values.ndim < 2 else shown.values
    rows = [[_number_text(number, has_all_digits) for number in _shortened(row)] for row in _shortened(table)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
    return f"{head}:  {lines[0]}" if len(lines) == 1 else "\n".join([f"{head}:", *(f"  {line}" for line in lines)])


def _shortened(items: Array) -> list[Any]:
    """At most `MOST_SHOWN`, with a gap before the last ones."""
    if len(items) <= MOST_SHOWN:
        return list(items)
    kept = MOST_SHOWN // 2
    gap = np.full(items.shape[1:], np.nan) if items.ndim > 1 else GAP
    return [*items[:kept], gap, *items[-kept:]]


def _number_text(number: float | str, has_all_digits: bool) -> str:
    if isinstance(number, str) or math.isnan(number):
        return GAP
    return repr(float(number)) if has_all_digits else f"{number:.{DIGITS}g}"


def tabulated_text(table: Tabulated) -> str:
    """Columns of numbers aligned to the right, with names and units above."""
    heads = [f"{name} [{unit}]" if unit else name for name, unit in zip(table.names, table.units, strict=True)]

    def cell(value: float) -> str:
        return "" if table.has_gaps and math.isnan(value) else f"{value:.{DIGITS}g}"

    cells = [[cell(value) for value in column.tolist()] for column in table.columns]
    widths = [max(len(head), *map(len, column), 0) for head, column in zip(heads, cells, strict=True)]
    rows = [heads, *map(list, zip(*cells, strict=True))]
    lines = ["  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def csmp_number(value: float) -> str:
    """Five digits as CSMP III writes them: .0, .73770, 1.4487, 12345., 9.6464E-02."""
    if value == 0.0:
        return ".0"
    rounded = f"{value:.4E}"
    mantissa, _, exponent = rounded.partition("E")
    if not exponent or not -1 <= int(exponent) <= 4:
        return rounded
    digits = mantissa.lstrip("-").replace(".", "")
    before = int(exponent) + 1
    return f"{'-' if value < 0 else ''}{digits[:before]}.{digits[before:]}"


def csmp_text(table: Tabulated) -> str:
    """Columns as in the PRINT of CSMP III, the time first."""
    heads = ["TIME", *table.names[1:]]
    width = max(12, *(len(head) + 2 for head in heads))
    rows = [heads, *([csmp_number(value) for value in row] for row in zip(*table.columns, strict=True))]
    return "\n".join("".join(f" {cell:<{width}}" for cell in row).rstrip() for row in rows)

"""Values and columns of numbers -> aligned text."""

from .outcome import Tabulated, Valued

DIGITS = 6


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


def tabulated_text(table: Tabulated) -> str:
    """Columns of numbers aligned to the right, with names and units above."""
    heads = [f"{name} [{unit}]" if unit else name for name, unit in zip(table.names, table.units, strict=True)]
    cells = [[f"{value:.{DIGITS}g}" for value in column.tolist()] for column in table.columns]
    widths = [max(len(head), *map(len, column), 0) for head, column in zip(heads, cells, strict=True)]
    rows = [heads, *map(list, zip(*cells, strict=True))]
    return "\n".join("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)


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

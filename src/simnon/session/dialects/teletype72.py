"""Replies of the Simnon of 1972 -> text as on its teletype and its display."""

import math

from simnon.languages import simnon72

from ..outcome import Failed

MARGIN = 8


def failed(message: str) -> Failed:
    lines = message.split("\n")
    classic = message if len(lines) > 1 else f"{' ' * MARGIN}{message}"
    return Failed("bad-command", lines[0].strip(), classic=classic)


def marked(line: str, start: int, problems: tuple[simnon72.NumberedError, ...]) -> str:
    """The line, below it each number with its arrow, and what is undefined."""
    shown = [f"{' ' * MARGIN}{line}".rstrip()]
    for problem in problems:
        before = "".join("\t" if character == "\t" else " " for character in line[: problem.position - start])
        shown.append(f"{f'ERR{problem.number}':{MARGIN}}{before}↑")
    for problem in problems:
        shown += [f"{' ' * MARGIN}{_split(name)}" for name in problem.names]
    return "\n".join(shown)


def _split(name: str) -> str:
    """`DX 2` and `FCN 1`, as the teletype printed them; parameters as they are."""
    word = simnon72.classify(name)
    return f"{word.kind.value:<6}{word.index}" if word.index else name


def value_lines(values: dict[str, float]) -> list[str]:
    return [f"   {name:<6}{_scientific(value):>14}" for name, value in values.items()]


def _scientific(value: float) -> str:
    """FORTRAN's E13.6: 0.303089E+01."""
    if not math.isfinite(value):
        return str(value).upper()
    mantissa, _, exponent = f"{abs(value):.5e}".partition("e")
    power = int(exponent) + 1 if value else 0
    sign = "-" if value < 0 else ""
    return f"{sign}0.{mantissa.replace('.', '')}E{power:+03d}"

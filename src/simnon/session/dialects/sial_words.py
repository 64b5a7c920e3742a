"""DATA: the two languages in which SIAL/74 converses, and how it prints numbers and tables."""

import math
from collections.abc import Sequence

from simnon.source import frozen

COLUMN_GAP = " " * 10
SMALL = 1e-3
"""Abscissas below this are plotted with a factor."""


@frozen
class Messages:
    """Questions and messages."""

    interactive: str
    compilation: str
    title: str
    program: str
    instruction: str


ENGLISH = Messages("INTERACTIVE COMPILATION?", "SIAL→APL COMPILATION", "TITLE:", "PROGRAM NAME?", "INSTRUCTION NUMBER:")
SPANISH = Messages(
    "DESEA COMPILACION INTERACTIVA?",
    "COMPILACION SIAL→APL",
    "TITULO:",
    "QUE PROGRAMA DESEA COMPILAR?",
    "NUMERO DE INSTRUCCION:",
)
LANGUAGES = {"ENGLISH": ENGLISH, "INGLES": ENGLISH, "ESPANOL": SPANISH, "ESPAÑOL": SPANISH}
COMMENT_SIGNS = ("*", "⍝")
YES = ("YES", "Y", "SI", "S", "SÍ")
NO = ("NO", "N")


def label(number: int) -> str:
    return f"[{number}]".ljust(4)


def numbers(lines: Sequence[str]) -> list[int | None]:
    """The numbers of the instructions, with 0 for the title; comments have none, as blocks are counted without them."""
    found: list[int | None] = []
    count = 0
    for line in lines:
        is_comment = line.lstrip()[:1] in COMMENT_SIGNS
        found.append(None if is_comment else count)
        count += not is_comment
    return found


def listing(lines: Sequence[str]) -> str:
    labels = ("" if number is None else label(number) for number in numbers(lines))
    return "\n".join(f"{each:4} {line}".rstrip() for each, line in zip(labels, lines, strict=True))


def exponent_form(value: float) -> str:
    """`3.160E-01`, `1.571E00`."""
    if not math.isfinite(value):
        return str(value).upper()
    mantissa, _, exponent = f"{value + 0.0:.3E}".partition("E")
    return f"{mantissa}E{exponent.removeprefix('+')}"


def time_form(time: float) -> str:
    """`.0200`, `1.0000`."""
    return f"{time:.4f}".removeprefix("0")


def table(title: str, blocks: Sequence[int], times: Sequence[float], columns: Sequence[Sequence[float]]) -> str:
    """As printed in 1974: the title, the numbers of the blocks, a row per time."""
    heads = "".join(f"{COLUMN_GAP}{block}" for block in blocks)
    rows = (
        "  ".join((time_form(time), *map(exponent_form, values))) for time, *values in zip(times, *columns, strict=True)
    )
    return "\n".join((title, "TIEMPO", heads, *rows))


def scale_factor(abscissas: Sequence[float]) -> str:
    """The text under a plot whose abscissas are too small for its axis; empty for other plots."""
    largest = max(map(abs, abscissas), default=0.0)
    if not 0.0 < largest < SMALL:
        return ""
    return f"SCALE FACTOR FOR ABSCISSA 1E{math.floor(math.log10(largest)) - 1}"


def plain_number(value: float) -> str:
    """As APL shows a number: with the high minus."""
    return f"{value:.10g}".replace("-", "¯").replace("e", "E")

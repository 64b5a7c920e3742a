"""A system description -> the code that the compiler of 1972 generated for it, as RE-113 prints it."""

from collections.abc import Sequence

from simnon.source import Source

from .code import RETURN, STRIDE, Coded, Op
from .description import Description

COLUMNS = 3


def list_code(source: Source) -> str:
    """COD of each assignment, then RPN of them all; lines with errors are left out, as in 1972."""
    description = Description()
    for line in range(1, len(source.line_starts) + 1):
        if description.accepted.is_ended:
            break
        description.take(source, line)
    accepted = description.accepted
    parts = ["COD"]
    for statement in accepted.statements:
        code = [(coded.number, _symbol(coded)) for coded in statement.code]
        parts += ["", statement.span.text, "", *_in_columns(code)]
    instructions = list(accepted.instructions)
    if accepted.is_ended and not accepted.is_closed:
        instructions.append(RETURN * STRIDE)
    return "\n".join((*parts, "", "RPN", "", *_in_columns([(number, "") for number in instructions])))


def _symbol(coded: Coded) -> str:
    if coded.op is Op.END:
        return '"'
    return "↑" if coded.op is Op.POWER else coded.token.text.upper()


def _in_columns(entries: Sequence[tuple[int, str]]) -> list[str]:
    """Numbered from 1, down the columns."""
    height = -(-len(entries) // COLUMNS)
    width = max((len(symbol) for _, symbol in entries), default=0)
    rows = []
    for row in range(height):
        cells = [f"{i + 1:4} {entries[i][0]:6} {entries[i][1]:{width}}" for i in range(row, len(entries), height or 1)]
        rows.append("   ".join(cells).rstrip())
    return rows

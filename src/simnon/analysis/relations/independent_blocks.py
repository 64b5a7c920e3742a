"""Rows and their columns -> a few rows with at least as many columns that no other row has.

Structural, on integers: independent of constraints.
"""

from collections.abc import Callable, Iterable, Sequence

from simnon.source import frozen

MAX_TRIED = 20_000


@frozen
class IndependentBlock:
    rows: tuple[int, ...]
    columns: tuple[int, ...]


def independent_block(
    rows: Sequence[tuple[int, Iterable[int]]], is_small: Callable[[Sequence[int], int], bool]
) -> IndependentBlock | None:
    """A single row with several exclusive columns, the last such row; else the largest set of rows with more exclusive
    columns than rows; else the smallest set with exactly as many.

    `is_small` tells if that many columns of these rows can be chosen from; a block that is too large stops growing.
    """
    columns_of_row = {row: list(columns) for row, columns in rows}
    rows_of_column: dict[int, list[int]] = {}
    for row, columns in columns_of_row.items():
        for column in columns:
            rows_of_column.setdefault(column, []).append(row)

    def exclusive_columns(block: frozenset[int]) -> tuple[int, ...]:
        columns = {column for row in block for column in columns_of_row[row]}
        return tuple(sorted(column for column in columns if block.issuperset(rows_of_column[column])))

    waiting = [frozenset({row}) for row in reversed(columns_of_row)]
    for single in waiting:
        own = exclusive_columns(single)
        if len(own) > 1 and is_small(tuple(single), len(own)):
            return IndependentBlock(tuple(single), own)
    best: IndependentBlock | None = None
    square: IndependentBlock | None = None
    seen = set(waiting)
    for block in waiting:
        found = IndependentBlock(tuple(sorted(block)), exclusive_columns(block))
        if not is_small(found.rows, len(block)):
            continue
        if is_small(found.rows, len(found.columns)):
            if len(found.columns) > len(block) and (best is None or len(block) > len(best.rows)):
                best = found
            if len(found.columns) == len(block) and square is None:
                square = found
        adjacent = [other for row in found.rows for column in columns_of_row[row] for other in rows_of_column[column]]
        for row in dict.fromkeys(adjacent):
            larger = block | {row}
            if larger not in seen and len(seen) < MAX_TRIED:
                seen.add(larger)
                waiting.append(larger)
    return best or square

"""Rows and the columns they have -> a few rows that have as many columns, or more, that no other row has.

Structural, on integers: it knows nothing of constraints.
"""

from collections.abc import Callable, Iterable, Sequence

from simnon.source import frozen

MAX_TRIED = 20_000


@frozen
class OwnBlock:
    rows: tuple[int, ...]
    columns: tuple[int, ...]


def own_block(
    rows: Sequence[tuple[int, Iterable[int]]], is_small: Callable[[Sequence[int], int], bool]
) -> OwnBlock | None:
    """A single row with several columns of its own, the last one; else the most rows together with more columns than
    they are; else the fewest with just as many.

    `is_small` says whether so many columns of these rows may be chosen from; a block that has not, grows no more.
    """
    columns_of_row = {row: list(columns) for row, columns in rows}
    rows_of_column: dict[int, list[int]] = {}
    for row, columns in columns_of_row.items():
        for column in columns:
            rows_of_column.setdefault(column, []).append(row)

    def own_columns(block: frozenset[int]) -> tuple[int, ...]:
        columns = {column for row in block for column in columns_of_row[row]}
        return tuple(sorted(column for column in columns if block.issuperset(rows_of_column[column])))

    waiting = [frozenset({row}) for row in reversed(columns_of_row)]
    for single in waiting:
        own = own_columns(single)
        if len(own) > 1 and is_small(tuple(single), len(own)):
            return OwnBlock(tuple(single), own)
    best: OwnBlock | None = None
    square: OwnBlock | None = None
    seen = set(waiting)
    for block in waiting:
        found = OwnBlock(tuple(sorted(block)), own_columns(block))
        if not is_small(found.rows, len(block)):
            continue
        if is_small(found.rows, len(found.columns)):
            if len(found.columns) > len(block) and (best is None or len(block) > len(best.rows)):
                best = found
            if len(found.columns) == len(block) and square is None:
                square = found
        beside = [other for row in found.rows for column in columns_of_row[row] for other in rows_of_column[column]]
        for row in dict.fromkeys(beside):
            larger = block | {row}
            if larger not in seen and len(seen) < MAX_TRIED:
                seen.add(larger)
                waiting.append(larger)
    return best or square

"""Structural algorithms on bipartite graphs of integers: match rows with columns."""

from collections.abc import Sequence

NONE = -1


class Matching:
    """A matching that grows by augmenting paths, without recursion."""

    def __init__(self, rows: int, columns: int) -> None:
        self.column_of_row = [NONE] * rows
        self.row_of_column = [NONE] * columns

    def match(self, row: int, column: int) -> None:
        self.column_of_row[row] = column
        self.row_of_column[column] = row

    def grow(self, edges: Sequence[Sequence[int]], rows: Sequence[int]) -> list[int]:
        """Match as many of the rows as possible; return those that cannot be matched.

        Columns seen by a failed search are useless to any later one (Kuhn), so they are skipped.
        """
        is_dead = [False] * len(self.row_of_column)
        left = []
        for row in rows:
            if self.column_of_row[row] == NONE:
                seen = self.augment(edges, row, is_dead)
                if seen is not None:
                    left.append(row)
                    for column in seen:
                        is_dead[column] = True
        return left

    def augment(self, edges: Sequence[Sequence[int]], row: int, is_dead: Sequence[bool]) -> list[int] | None:
        """None if the row could be matched; otherwise the columns that were seen."""
        came_from: dict[int, int] = {}
        stack = [(row, 0)]
        while stack:
            at, position = stack.pop()
            if position == 0:
                for column in edges[at]:
                    if self.row_of_column[column] == NONE and not is_dead[column]:
                        came_from.setdefault(column, at)
                        self.flip(column, came_from, row)
                        return None
            columns = edges[at]
            for i in range(position, len(columns)):
                column = columns[i]
                if column not in came_from and not is_dead[column]:
                    came_from[column] = at
                    stack.append((at, i + 1))
                    stack.append((self.row_of_column[column], 0))
                    break
        return list(came_from)

    def flip(self, column: int, came_from: dict[int, int], start: int) -> None:
        """Flip the path that reached a free column from the row `start`."""
        while True:
            row = came_from[column]
            following = self.column_of_row[row]
            self.match(row, column)
            if row == start:
                return
            column = following


def reached_by_rows(
    rows: Sequence[int], edges: Sequence[Sequence[int]], row_of_column: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The rows and columns on alternating paths from these rows (Dulmage and Mendelsohn 1958)."""
    found = dict.fromkeys(rows)
    columns: dict[int, None] = {}
    stack = list(rows)
    while stack:
        for column in edges[stack.pop()]:
            if column not in columns:
                columns[column] = None
                row = row_of_column[column]
                if row != NONE and row not in found:
                    found[row] = None
                    stack.append(row)
    return sorted(found), sorted(columns)


def transposed(edges: Sequence[Sequence[int]], columns: int) -> list[list[int]]:
    """For each column its rows."""
    rows_of_column: list[list[int]] = [[] for _ in range(columns)]
    for row, found in enumerate(edges):
        for column in found:
            rows_of_column[column].append(row)
    return rows_of_column

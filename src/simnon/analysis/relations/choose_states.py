"""Which derivatives of constrained variables are computed from the constraints, so that the others stay states.

Dummy derivatives (Mattsson and Söderlind 1993). Constraints that share variables form a group; a nonsingular square
submatrix of their derivatives determines which variables are dependent. Its columns are, in this order:

- constant columns, those without a given initial value first;
- a column that occurs in one constraint only, with a constant entry, for that constraint;
- if the entries change during a run, all choices, between which the run switches (`change_states`);
- if these are too many, some constraints with columns that no other has choose among these, and leave the rest to the
  other constraints, as the last rod of a chain does, or the last four of a closed one;
- if that is not enough, the choice that is best at the given initial values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from simnon.model import Expression, apply
from simnon.source import Related, Report, frozen, listed

from ..derivative import partial_derivatives, simplified
from ..estimates import estimate
from ..fold_constants import folded
from .chains import Chains
from .independent_blocks import independent_block
from .independent_columns import independent_columns
from .reduce_index import IndexReduction
from .relation import ZERO, Relation

MAX_ALTERNATIVES = 20
MAX_ROWS = 4


@frozen
class Changing:
    """Constraints, differentiated `times` times, whose dependent variables change: `alternatives` of `columns`.

    The pivot of an alternative is the determinant of the constraints by the dependent variables; `slopes` are the
    derivatives of each constraint by all columns.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    times: int
    alternatives: tuple[tuple[int, ...], ...]
    pivots: tuple[Expression, ...]
    slopes: tuple[tuple[Expression, ...], ...]


@dataclass(slots=True)
class StateChoice:
    """`dummies` are the (chain, order) of the computed derivatives."""

    dummies: set[tuple[int, int]] = field(default_factory=set)
    changing: list[Changing] = field(default_factory=list)


@frozen
class Knowledge:
    """What is known about names: parameter values, initial values, and how strongly a state should stay a state."""

    value_of_parameter: Mapping[str, float]
    value_at_start: Mapping[str, float]
    rank_of_name: Callable[[str], int]
    position_of_name: Mapping[str, int]
    """In the text."""


@dataclass(slots=True)
class _Group:
    rows: list[int]
    columns: list[int]


def choose_states(
    relations: Sequence[Relation], reduction: IndexReduction, chains: Chains, knowledge: Knowledge, report: Report
) -> StateChoice:
    chooser = _Chooser(relations, reduction, chains, knowledge, report)
    for group in chooser.groups([i for i, times in enumerate(reduction.times) if times > 0]):
        chooser.choose(group)
    return chooser.choice


class _Chooser:
    def __init__(
        self,
        relations: Sequence[Relation],
        reduction: IndexReduction,
        chains: Chains,
        knowledge: Knowledge,
        report: Report,
    ) -> None:
        self.relations = relations
        self.times, self.orders = reduction.times, reduction.orders
        self.chains = chains
        self.knowledge = knowledge
        self.report = report
        self.choice = StateChoice()
        self.entries: dict[int, dict[int, Expression]] = {
            i: self._entries(i) for i, times in enumerate(reduction.times) if times > 0
        }

    def _entries(self, row: int) -> dict[int, Expression]:
        """The derivatives by the variables whose highest derivative is in the differentiated constraint."""
        position_of_name, times = self.chains.position_of_name, self.times[row]

        def is_highest(name: str) -> bool:
            chain, order = position_of_name.get(name, (-1, 0))
            return chain >= 0 and order + times == self.orders[chain]

        partials = partial_derivatives(self.relations[row].residual, is_highest)
        found = {position_of_name[name][0]: folded(simplified(partial)) for name, partial in partials.items()}
        return {chain: partial for chain, partial in found.items() if partial != ZERO}

    def groups(self, rows: Sequence[int], without: frozenset[int] = frozenset()) -> list[_Group]:
        """Rows that share columns, directly or through others."""
        rows_of_column: dict[int, list[int]] = {}
        for row in rows:
            for column in self.entries[row]:
                if column not in without:
                    rows_of_column.setdefault(column, []).append(row)
        is_taken: set[int] = set()
        groups: list[_Group] = []
        for first in rows:
            if first in is_taken:
                continue
            group = _Group([first], [])
            is_taken.add(first)
            columns: dict[int, None] = {}
            for row in group.rows:
                for column in self.entries[row]:
                    if column in columns or column in without:
                        continue
                    columns[column] = None
                    new = [other for other in rows_of_column[column] if other not in is_taken]
                    is_taken.update(new)
                    group.rows += new
            groups.append(_Group(sorted(group.rows), sorted(columns)))
        return groups

    def choose(self, group: _Group) -> None:
        if self._choose_constant(group):
            return
        rows, without = self._choose_private(group)
        for part in self.groups(rows, without):
            if self._choose_constant(part) or self._choose_changing(part):
                continue
            rest, taken = self._choose_in_blocks(part)
            for piece in self.groups(rest, without | taken):
                if not (self._choose_constant(piece) or self._choose_changing(piece)):
                    self._choose_at_start(piece)

    def _preferred(self, group: _Group) -> list[int]:
        """The best candidates for dependent columns first; among equals, the last ones in the text."""
        times = max(self.times[row] for row in group.rows)
        return sorted(group.columns, key=lambda column: self._rank(column, times))

    def _rank(self, column: int, times: int) -> tuple[int, int]:
        """How strongly the variables that would become dependent with this column should stay states."""
        top = self.orders[column]
        names = self.chains.names[column][max(0, top - times) : top]
        position_of_name = self.knowledge.position_of_name
        position = min(
            (position_of_name[name] for name in names if name in position_of_name), default=len(position_of_name)
        )
        return max((self.knowledge.rank_of_name(name) for name in names), default=0), -position

    def _constant(self, row: int, column: int) -> float | None:
        return estimate(self.entries[row].get(column, ZERO), self.knowledge.value_of_parameter)

    def _choose_constant(self, group: _Group) -> bool:
        """Choose among constant columns, if these are enough."""
        columns = []
        for column in self._preferred(group):
            numbers = {row: self._constant(row, column) for row in group.rows if column in self.entries[row]}
            known = {row: number for row, number in numbers.items() if number is not None}
            if len(known) == len(numbers):
                columns.append((column, known))
        taken = independent_columns(columns, len(group.rows))
        if len(taken) < len(group.rows):
            return False
        column_of_number = dict(columns)
        self._fix(group.rows, taken, lambda row, column: column_of_number[column].get(row, 0.0))
        return True

    def _choose_private(self, group: _Group) -> tuple[list[int], frozenset[int]]:
        """Columns of one row only, with a constant entry; return the remaining rows, and the columns taken."""
        rows = list(group.rows)
        without: set[int] = set()
        is_found = True
        while is_found:
            is_found = False
            count_of_column: dict[int, int] = {}
            for row in rows:
                for column in self.entries[row]:
                    count_of_column[column] = count_of_column.get(column, 0) + 1
            for row in list(rows):
                private = [
                    column
                    for column in self._preferred(_Group([row], [*self.entries[row]]))
                    if count_of_column[column] == 1 and column not in without and self._constant(row, column)
                ]
                if private:
                    self._fix([row], private[:1], lambda _row, _column: 1.0)
                    without.add(private[0])
                    rows.remove(row)
                    is_found = True
        return rows, frozenset(without)

    def _choose_changing(self, group: _Group) -> bool:
        return self._is_small(group.rows, len(group.columns)) and self._add_changing(group)

    def _is_small(self, rows: Sequence[int], columns: int) -> bool:
        count = len(rows)
        is_even = len({self.times[row] for row in rows}) == 1
        return is_even and count <= MAX_ROWS and comb(columns, count) <= MAX_ALTERNATIVES

    def _add_changing(self, group: _Group) -> bool:
        """Add all alternatives; whether there are several."""
        count, times = len(group.rows), self.times[group.rows[0]]
        order = self._preferred(group)
        alternatives: list[tuple[int, ...]] = []
        pivots: list[Expression] = []
        for columns in combinations(order, count):
            pivot = _determinant([[self.entries[row].get(column, ZERO) for column in columns] for row in group.rows])
            if pivot != ZERO:
                alternatives.append(columns)
                pivots.append(pivot)
        if len(alternatives) < 2:
            return False
        slopes = tuple(tuple(self.entries[row].get(column, ZERO) for column in group.columns) for row in group.rows)
        rows, columns = tuple(group.rows), tuple(group.columns)
        self.choice.changing.append(Changing(rows, columns, times, tuple(alternatives), tuple(pivots), slopes))
        return True

    def _choose_in_blocks(self, group: _Group) -> tuple[list[int], frozenset[int]]:
        """Rows with at least as many columns that no other row has; return the remaining rows, and the columns taken.

        If there are exactly as many, as for a point held by two rods, there is nothing to choose.
        Rows that have been taken no longer need the columns they share with others, so that these can become
        columns of a few rows only. The matrix is block triangular: its determinant is the product of its blocks'.
        """
        rows = list(group.rows)
        taken: set[int] = set()
        while rows:
            free = set(group.columns) - taken
            own = independent_block(
                [(row, [c for c in self.entries[row] if c in free]) for row in rows], self._is_small
            )
            if own is None:
                break
            block = _Group(list(own.rows), list(own.columns))
            is_square = len(block.columns) == len(block.rows)
            if not (self._choose_square(block) if is_square else self._add_changing(block)):
                break
            taken.update(block.columns)
            rows = [row for row in rows if row not in block.rows]
        return rows, frozenset(taken)

    def _choose_square(self, block: _Group) -> bool:
        """Make all columns dependent if the rows are independent at the start; whether they are."""
        number = self._number_at_start
        columns = [(c, {r: number(r, c) for r in block.rows if c in self.entries[r]}) for c in block.columns]
        if len(independent_columns(columns, len(block.rows))) < len(block.rows):
            return False
        self._fix(block.rows, block.columns, number)
        if any(not self.entries[row].keys() <= set(block.columns) for row in block.rows):
            self._note_once(block.rows, block.columns)
        return True

    def _number_at_start(self, row: int, column: int) -> float:
        """The entry at the initial values, about one if it is unknown."""
        entry = self.entries[row].get(column)
        if entry is None:
            return 0.0
        # Unknown entries differ, or their rows would look dependent; a zero at the start is not a structural zero.
        value = estimate(entry, self.knowledge.value_at_start)
        return 1.0 + 0.01 * column if value is None else value or 1e-9

    def _choose_at_start(self, group: _Group) -> None:
        """The largest pivots at the initial values; an unknown entry counts as about one."""
        number = self._number_at_start
        columns = [(c, {r: number(r, c) for r in group.rows if c in self.entries[r]}) for c in group.columns]
        position = {column: i for i, column in enumerate(self._preferred(group))}
        columns.sort(key=lambda column: (-round(max(map(abs, column[1].values())), 3), position[column[0]]))
        taken = independent_columns(columns, len(group.rows))
        if len(taken) < len(group.rows):
            self._report_dependence(group)
            return
        self._fix(group.rows, taken, number)
        if len(group.columns) > len(taken):
            self._note_once(group.rows, taken)

    def _report_dependence(self, group: _Group) -> None:
        spans = [self.relations[row].span for row in group.rows]
        self.report.error(
            "too-few-equations",
            f"some of these {len(spans)} equations repeat each other for "
            f"{listed([self.chains.names[column][0] for column in group.columns])}",
            spans[0],
            "remove one of them, and add what is missing",
            tuple(Related("this is one of them", span) for span in spans[1:] if span is not None),
        )

    def _note_once(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        names = ", ".join(self.chains.names[column][0] for column in columns)
        verb = "is" if len(columns) == 1 else "are"
        self.report.note(
            "states-chosen-once",
            f"{names} {verb} computed from these equations during the whole run, although another choice may be better",
            self.relations[rows[0]].span,
            "if the run fails, use coordinates that satisfy the constraints by themselves, such as angles",
        )

    def _fix(self, rows: Sequence[int], columns: Sequence[int], number: Callable[[int, int], float]) -> None:
        """Make the columns dependent, and as many of their lower derivatives as there are lower constraints."""
        level = 0
        rows, columns = list(rows), list(columns)
        while rows:
            self.choice.dummies.update((column, self.orders[column] - level) for column in columns)
            level += 1
            rows = [row for row in rows if self.times[row] > level]
            candidates = [column for column in columns if self.orders[column] > level]
            # Differentiating a constraint keeps the coefficients of its highest derivatives: the same numbers serve.
            matrix = [(c, {r: number(r, c) for r in rows if c in self.entries[r]}) for c in candidates]
            columns = independent_columns(matrix, len(rows))
            assert len(columns) == len(rows), "choose_states: constraints depend on each other"


def _determinant(matrix: list[list[Expression]]) -> Expression:
    if len(matrix) == 1:
        return matrix[0][0]
    terms: list[Expression] = []
    for j, entry in enumerate(matrix[0]):
        minor = _determinant([row[:j] + row[j + 1 :] for row in matrix[1:]]) if entry != ZERO else ZERO
        if minor != ZERO:
            product = simplified(apply("*", entry, minor))
            terms.append(product if j % 2 == 0 else simplified(apply("neg", product)))
    if not terms:
        return ZERO
    return folded(terms[0] if len(terms) == 1 else apply("+", *terms))

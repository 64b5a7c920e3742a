"""Loops that are affine in their variables -> equations, and linear systems if the matrix is not constant.

A constant matrix is eliminated at compile time; one that changes less often than the loop is inverted when it changes.
"""

from collections.abc import Sequence
from dataclasses import replace

from simnon.model import (
    Apply,
    Equation,
    Expression,
    HybridModel,
    LinearLoop,
    LinearSystem,
    Name,
    Number,
    Role,
    Stage,
    apply,
    constant_part,
    full_row,
    is_affine,
)
from simnon.source import Report

from .derivative import partial_derivatives, simplified
from .elimination import factored
from .estimates import estimate
from .find_stages import stage_of
from .fold_constants import folded
from .loop_variables import LoopVariables
from .sparse_elimination import Row, eliminate
from .torn_loop import ONE, ZERO, Member, TornLoop, derivatives, equations_in, formula, is_residual, reject_loop

MAX_PRODUCTS = 500_000


class LinearLoops:
    """`noted` are the loops whose matrix can become singular."""

    def __init__(self, model: HybridModel, names: LoopVariables, report: Report) -> None:
        self.noted: list[LinearLoop] = []
        self._names = names
        self._report = report
        self._modes = {mode.name for mode in model.modes}
        self._value_of_parameter = {v.name: v.start or 0.0 for v in model.variables if v.role is Role.PARAMETER}

    def solved(self, loop: TornLoop) -> list[Member]:
        """Equations for the chain with the torn variables at zero, then for the torn variables."""
        added: list[Member] = []

        def named(stem: str, value: Expression) -> Expression:
            value = folded(value)
            return self._names.added(stem, value, loop, added) if isinstance(value, Apply) else value

        sparse = derivatives(loop, self._names.flat, lambda slope: named("slope", slope))
        matrix = [full_row(row, len(sparse)) for row in sparse]
        constant_of_name: dict[str, Expression] = {equation.target: ZERO for equation in loop.torn}
        for equation in loop.chain:
            constant_of_name[equation.target] = named("free", constant_part(equation.value, constant_of_name))
        right = [folded(_right_side(equation, constant_of_name)) for equation in loop.torn]
        numbers = [[entry.value for entry in row if isinstance(entry, Number)] for row in matrix]
        if all(len(row) == len(matrix) for row in numbers):
            return added + self._eliminated(loop, numbers, right)
        names = tuple(tuple(named("matrix", entry) for entry in row) for row in matrix)
        self._note(loop, names)
        if len(matrix) == 1:
            return [*added, replace(loop.torn[0], value=_quotient(right[0], names[0][0]))]
        column = tuple(named("free", value) for value in right)
        return added + self._system(loop, names, column)

    def sparsely_eliminated(self, parts: list[Member]) -> list[Member] | None:
        """Solve all members of a large linear loop by one sparse elimination; None if the loop does not qualify.

        Its coefficients must be numbers and parameters: then pivots can be chosen at compile time.
        """
        members = equations_in(parts)
        loop = TornLoop(
            members, members, (), self._names.variable_of_name[members[0].target].owner, "", is_initial=False
        )
        is_plain = len(members) == len(parts) and all(map(self._names.is_continuous, members))
        is_linear = is_plain and all(is_affine(formula(equation), loop.names) for equation in members)
        if not is_linear or not self._names.flat.isdisjoint(loop.names):
            return None
        rows = self._rows(loop)
        if rows is None:
            return None
        eliminated: list[Member] = []

        def named(stem: str, value: Expression) -> Expression:
            value = folded(value)
            return self._names.added(stem, value, loop, eliminated) if isinstance(value, Apply) else value

        pivots = eliminate(rows, named, MAX_PRODUCTS)
        if pivots is None:
            return None
        names = [Name(equation.target) for equation in members]
        for i, column in reversed(pivots):
            others = [(names[j], entry) for j, entry in rows[i].entries.items() if j != column]
            terms = [simplified(apply("neg", apply("*", entry, name))) for name, entry in others]
            total = _total([*([] if rows[i].right == ZERO else [rows[i].right]), *terms])
            value = folded(_quotient(total, rows[i].entries[column]))
            eliminated.append(replace(members[column], value=value))
        return eliminated

    def _rows(self, loop: TornLoop) -> list[Row] | None:
        """Each equation as a row of the linear equations for all members; None if a coefficient is unknown."""
        column_of_name = {equation.target: i for i, equation in enumerate(loop.members)}
        nothing: dict[str, Expression] = dict.fromkeys(column_of_name, ZERO)
        rows: list[Row] = []
        for i, equation in enumerate(loop.members):
            partials = partial_derivatives(formula(equation), column_of_name.__contains__)
            entries = {column_of_name[name]: partial for name, partial in partials.items()}
            if not is_residual(equation):
                entries = {j: apply("neg", partial) for j, partial in entries.items()}
                entries[i] = apply("+", ONE, entries[i]) if i in entries else ONE
            entries = {j: folded(simplified(entry)) for j, entry in entries.items()}
            numbers = {j: estimate(entry, self._value_of_parameter) for j, entry in entries.items() if entry != ZERO}
            known = {j: number for j, number in numbers.items() if number is not None}
            if len(known) < len(numbers):
                return None
            right = folded(_right_side(equation, nothing))
            rows.append(Row({j: entries[j] for j in known}, known, right))
        return rows

    def _eliminated(self, loop: TornLoop, matrix: list[list[float]], right: list[Expression]) -> list[Member]:
        """Forward and back substitution as equations, without zero terms."""
        factors = factored(matrix)
        if factors is None:
            hint = "the equations contradict or repeat each other: change one of them"
            why = "this loop has no solution, or infinitely many"
            reject_loop(self._names.written(loop.members), loop.members[0].span, why, hint, self._report)
            return list(loop.torn)
        added: list[Member] = []
        partly: list[Expression] = []
        for i, row in enumerate(factors.rows):
            value = folded(_less(right[factors.order[i]], row[:i], partly))
            is_last = i == len(matrix) - 1
            partly.append(
                value if is_last or not isinstance(value, Apply) else self._names.added("free", value, loop, added)
            )
        names = [Name(equation.target) for equation in loop.torn]
        for i, (equation, row) in enumerate(zip(loop.torn, factors.rows, strict=True)):
            total = _less(partly[i], row[i + 1 :], names[i + 1 :])
            added.append(replace(equation, value=folded(_quotient(total, Number(row[i])))))
        return added

    def _system(
        self, loop: TornLoop, matrix: tuple[tuple[Expression, ...], ...], right: tuple[Expression, ...]
    ) -> list[Member]:
        """The inverse if it changes less often than the loop; otherwise the linear equations themselves."""
        targets = tuple(equation.target for equation in loop.torn)
        latest = max(stage_of(entry, self._names.stage_of_name) for row in matrix for entry in row)
        is_often = latest > Stage.INITIAL if loop.sampler else latest >= self._names.stage_of_name[targets[0]]
        if is_often or loop.is_initial:
            return [LinearSystem((targets,), matrix, (right,))]
        count = range(len(targets))
        inverse = tuple(tuple(self._names.variable("inverse", loop, "", latest).name for _ in count) for _ in count)
        units = tuple(tuple(ONE if i == j else ZERO for i in count) for j in count)
        added: list[Member] = [LinearSystem(inverse, matrix, units)]
        for i, equation in enumerate(loop.torn):
            terms = [apply("*", Name(inverse[j][i]), right[j]) for j in count if right[j] != ZERO]
            added.append(replace(equation, value=_total(terms)))
        return added

    def _note(self, loop: TornLoop, matrix: tuple[tuple[Expression, ...], ...]) -> None:
        if loop.is_initial:
            return
        self.noted.append(
            LinearLoop(
                tuple(equation.target for equation in loop.members),
                tuple(equation.target for equation in loop.torn),
                tuple(dict.fromkeys(name for e in loop.members for name in e.reads if name in self._modes)),
                matrix,
                tuple(equation.span for equation in loop.members),
            )
        )


def _right_side(equation: Equation, constant_of_name: dict[str, Expression]) -> Expression:
    constant = constant_part(formula(equation), constant_of_name)
    return simplified(apply("neg", constant)) if is_residual(equation) and constant != ZERO else constant


def _less(value: Expression, factors: Sequence[float], parts: Sequence[Expression]) -> Expression:
    """The value minus multiples of the parts."""
    terms = [] if value == ZERO else [value]
    for factor, part in zip(factors, parts, strict=True):
        if factor != 0.0 and part != ZERO:
            terms.append(apply("neg", part) if factor == 1.0 else apply("*", Number(-factor), part))
    return _total(terms)


def _total(terms: list[Expression]) -> Expression:
    if not terms:
        return ZERO
    return terms[0] if len(terms) == 1 else apply("+", *terms)


def _quotient(dividend: Expression, divisor: Expression) -> Expression:
    if dividend == ZERO or divisor == ONE:
        return dividend
    return apply("/", dividend, divisor)

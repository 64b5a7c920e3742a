"""Relations matched with unknowns -> equations: each unknown with its value, or with its residual.

If a divisor could become zero, nothing is divided: `solve(residual)` is the value of the target for which the
residual is zero, which `tear_loops` finds together with the rest of the loop.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from simnon.model import Apply, Equation, Expression, Name, Number, apply, constant_part, is_affine, names_in
from simnon.source import frozen

from ..derivative import partial_derivatives, simplified
from ..estimates import estimate
from ..fold_constants import folded
from ..graph import strongly_connected
from .independent_columns import independent_columns
from .linear_forms import LinearForm, expression_of
from .matching import Matching
from .relation import ONE, ZERO, Relation

MINUS_ONE = Number(-1.0)
LARGEST_CHECKED = 500
"""Larger loops are not searched for redundant equations."""
UNIT, NUMBER, PARAMETER, CHANGING, CURVED = range(5)


@dataclass(slots=True)
class Candidates:
    """A relation, and the unknowns it can be solved for."""

    relation: Relation
    candidates: tuple[str, ...]
    partials: Mapping[str, Expression] = field(default_factory=dict)


@frozen
class Dependence:
    """Equations that are redundant at the values of the parameters, and the unknowns in them."""

    relations: tuple[Relation, ...]
    unknowns: tuple[str, ...]
    lack: int


def make_causal(
    rows: Sequence[Candidates],
    unknowns: Sequence[str],
    is_steady: Callable[[str], bool],
    value_of_parameter: Mapping[str, float],
) -> tuple[list[Equation], list[Dependence]]:
    """An equation for every unknown; `is_steady` tells which names are constant during a run."""
    column_of_name = {name: i for i, name in enumerate(unknowns)}
    for row in rows:
        form = row.relation.form
        if form is not None:
            row.partials = {name: Number(form[0][name]) for name in row.candidates if name in form[0]}
            continue
        candidates = frozenset(row.candidates)
        partials = partial_derivatives(row.relation.residual, candidates.__contains__)
        row.partials = {name: folded(simplified(partial)) for name, partial in partials.items()}
    matching = _matched(rows, column_of_name, is_steady)
    row_of_name = {name: matching.row_of_column[column] for name, column in column_of_name.items()}
    needs = [
        [row_of_name[name] for name in row.relation.names if row_of_name.get(name, i) != i]
        for i, row in enumerate(rows)
    ]
    equations: list[Equation] = []
    dependent: list[Dependence] = []
    for component in strongly_connected(needs):
        names = [unknowns[matching.column_of_row[i]] for i in component]
        for i, name in zip(component, names, strict=True):
            equations.append(solved_for(rows[i], name, len(component) == 1, is_steady))
        if 1 < len(component) <= LARGEST_CHECKED:
            found = _dependence([rows[i] for i in component], names, value_of_parameter)
            dependent += [found] if found is not None else []
    return equations, dependent


def _dependence(
    rows: Sequence[Candidates], names: Sequence[str], value_of_parameter: Mapping[str, float]
) -> Dependence | None:
    """Whether the equations of a loop are linearly dependent, if their coefficients are numbers and parameters."""
    columns: dict[str, dict[int, float]] = {name: {} for name in names}
    for i, row in enumerate(rows):
        for name, partial in row.partials.items():
            if name in columns:
                number = estimate(partial, value_of_parameter)
                if number is None:
                    return None
                columns[name][i] = number
    free = len(names) - len(independent_columns(enumerate(columns.values()), len(rows)))
    return Dependence(tuple(row.relation for row in rows), tuple(names), free) if free else None


def _matched(
    rows: Sequence[Candidates], column_of_name: Mapping[str, int], is_steady: Callable[[str], bool]
) -> Matching:
    """The easiest pairs first: an equation with its own target, then by the divisor."""
    matching = Matching(len(rows), len(column_of_name))
    # Matching tier by tier keeps the pairs of easier tiers unless an augmenting path needs them.
    tiers: list[list[tuple[int, int]]] = [[] for _ in range(CURVED + 2)]
    for i, row in enumerate(rows):
        for name, partial in row.partials.items():
            if partial != ZERO:
                is_own = name == row.relation.target and partial == ONE
                tier = 0 if is_own else 1 + _difficulty(name, partial, is_steady)
                tiers[tier].append((i, column_of_name[name]))
    edges: list[list[int]] = [[] for _ in rows]
    left: Sequence[int] = range(len(rows))
    for pairs in tiers:
        if pairs:
            for i, column in pairs:
                edges[i].append(column)
            left = matching.grow(edges, left)
    assert not left, "make_causal: relations that are not singular cannot be matched"
    return matching


def _difficulty(name: str, partial: Expression, is_steady: Callable[[str], bool]) -> int:
    if partial in (ONE, MINUS_ONE):
        return UNIT
    if isinstance(partial, Number):
        return NUMBER
    names = names_in(partial)
    if name in names:
        return CURVED
    return PARAMETER if all(map(is_steady, names)) else CHANGING


def solved_for(row: Candidates, name: str, is_alone: bool, is_steady: Callable[[str], bool]) -> Equation:
    relation, slope = row.relation, row.partials[name]
    residual = relation.residual
    if relation.form is not None and not relation.target:
        return Equation(name, _from_form(relation.form, name), relation.span)
    own = _own_value(residual, name) if slope == ONE else None
    if own is not None:
        return Equation(name, own, relation.span)
    difficulty = _difficulty(name, slope, is_steady)
    is_divided = difficulty < CHANGING or (difficulty is CHANGING and is_alone)
    if not is_divided or not is_affine(residual, {name}):
        return Equation(name, Apply("solve", (residual,), relation.span), relation.span)
    rest = constant_part(residual, {name: ZERO})
    if slope == MINUS_ONE:
        return Equation(name, rest, relation.span)
    if _is_negative(slope):
        return Equation(name, apply("/", rest, _negated(slope)), relation.span)
    value = _negated(rest)
    return Equation(name, value if slope == ONE else apply("/", value, slope), relation.span)


def _from_form(form: LinearForm, name: str) -> Expression:
    """The value of the name for which a linear form is zero."""
    coefficient = form[0][name]
    sign = -1.0 if coefficient > 0.0 else 1.0
    others = {other: sign * value for other, value in form[0].items() if other != name}
    value = expression_of(others, sign * form[1])
    return value if abs(coefficient) == 1.0 else apply("/", value, Number(abs(coefficient)))


def _is_negative(expression: Expression) -> bool:
    match expression:
        case Number(value):
            return value < 0.0
        case Apply("neg", _):
            return True
        case Apply("*", arguments):
            return _is_negative(arguments[0])
        case _:
            return False


def _own_value(residual: Expression, name: str) -> Expression | None:
    """The right-hand side of `name - value`, as it was written."""
    match residual:
        case Apply("+", (Name(first), Apply("neg", (value,)))) if first == name and name not in names_in(value):
            return value
        case _:
            return None


def _negated(expression: Expression) -> Expression:
    match expression:
        case Number(value):
            return Number(-value if value else 0.0, expression.span)
        case Apply("neg", (inner,)):
            return inner
        case Apply("+", arguments):
            return Apply("+", tuple(_negated(argument) for argument in arguments), expression.span)
        case Apply("*", (first, *others)) if _is_negative(first):
            return Apply("*", (_negated(first), *others), expression.span)
        case _:
            return apply("neg", expression)

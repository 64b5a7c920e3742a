"""Expression -> its partial derivatives by the names in it, symbolically.

One walk from the top carries the derivative of the whole by the subexpression (the chain rule), so
one walk serves all names. Modes and conditions are constant between events.
"""

from collections.abc import Callable, Iterable, Mapping

from simnon.model import (
    BUILTINS,
    CONDITIONS,
    RELATIONS,
    TOTAL,
    Apply,
    Expression,
    ForeignDefinition,
    Name,
    Number,
    apply,
    parts_of,
    quotient,
    total,
)

ZERO, ONE, MINUS_ONE = Number(0.0), Number(1.0), Number(-1.0)


_STEPS = CONDITIONS - set(RELATIONS)
"""Conditions of the instant, constant between their jumps; relations of signals have become modes."""
Partials = Mapping[tuple[str, int], Callable[[tuple[Expression, ...]], Expression]]
"""By function and number of the argument: the derivative by it, if the user has given a function for it."""
NONE_GIVEN: Partials = {}


def partials_of_files(foreign: Iterable[ForeignDefinition]) -> Partials:
    """The derivatives that files compute."""
    by_name = {definition.name: definition for definition in foreign}
    found: dict[tuple[str, int], Callable[[tuple[Expression, ...]], Expression]] = {}
    for definition in by_name.values():
        jacobian = by_name.get(definition.jacobian)
        if jacobian is None:
            continue
        taken = [definition.parameters.index(name) for name in jacobian.parameters]
        entries = iter(jacobian.elements)
        for element in definition.elements:
            for column in jacobian.columns:
                entry = next(entries)
                if column in definition.parameters:
                    found[element, definition.parameters.index(column)] = _entry(entry, taken)
    return found


def _entry(function: str, taken: list[int]) -> Callable[[tuple[Expression, ...]], Expression]:
    """An element of a Jacobian, which takes some of the arguments of the function."""
    return lambda arguments: Apply(function, tuple(arguments[i] for i in taken), arguments[0].span)


def partial_derivatives(
    expression: Expression, is_requested: Callable[[str], bool] = lambda _name: True, given: Partials = NONE_GIVEN
) -> dict[str, Expression]:
    """By name, without those that are zero everywhere."""
    terms_of_name: dict[str, list[Expression]] = {}
    _walk(expression, ONE, terms_of_name, is_requested, given)
    return {name: _total(terms) for name, terms in terms_of_name.items()}


def gradient_of(
    value: Expression, gradient_of_name: Mapping[str, Mapping[int, Expression]], given: Partials = NONE_GIVEN
) -> dict[int, Expression]:
    """The nonzero derivatives of `value`, by column, from the derivatives of the names in it."""
    partials = partial_derivatives(value, lambda name: bool(gradient_of_name.get(name)), given)
    return chained(partials, gradient_of_name)


def chained(
    partials: Mapping[str, Expression], gradient_of_name: Mapping[str, Mapping[int, Expression]]
) -> dict[int, Expression]:
    """The derivatives by column, from those by the names and those of the names."""
    terms_of_column: dict[int, list[Expression]] = {}
    for name, partial in partials.items():
        for column, inner in gradient_of_name[name].items():
            terms_of_column.setdefault(column, []).append(simplified(apply("*", partial, inner)))
    return {column: _total(terms) for column, terms in terms_of_column.items()}


def _total(terms: list[Expression]) -> Expression:
    return terms[0] if len(terms) == 1 else simplified(Apply("+", tuple(terms), terms[0].span))


def _walk(
    node: Expression,
    outer: Expression,
    terms_of_name: dict[str, list[Expression]],
    is_requested: Callable[[str], bool],
    given: Partials,
) -> None:
    match node:
        case Number():
            return
        case Apply(function) if function in _STEPS:
            return
        case Name(name):
            if is_requested(name):
                terms_of_name.setdefault(name, []).append(outer)
        case Apply("if", arguments):
            _walk_branches(arguments, outer, terms_of_name, is_requested, given)
        case Apply("+", arguments):
            for argument in arguments:
                _walk(argument, outer, terms_of_name, is_requested, given)
        case Apply(function, (*_, body)) if function == TOTAL:
            # Its indices stay free: what is found is the derivative by each element.
            _walk(body, outer, terms_of_name, is_requested, given)
        case Apply(function, arguments):
            for i, argument in enumerate(arguments):
                if isinstance(argument, Number):
                    continue
                inner = partial_of(function, arguments, i, given) if _has_requested(argument, is_requested) else None
                if inner is not None and inner != ZERO:
                    _walk(argument, product_of(outer, inner), terms_of_name, is_requested, given)


def _walk_branches(
    arguments: tuple[Expression, ...],
    outer: Expression,
    terms_of_name: dict[str, list[Expression]],
    is_requested: Callable[[str], bool],
    given: Partials,
) -> None:
    """Each branch counts if its condition is the first that holds, and only then must its derivative exist."""
    conditions = arguments[0:-1:2]
    values = (*arguments[1:-1:2], arguments[-1])
    branches: list[dict[str, list[Expression]]] = []
    for value in values:
        branches.append({})
        _walk(value, ONE, branches[-1], is_requested, given)
    for name in dict.fromkeys(name for branch in branches for name in branch):
        partials = [product_of(outer, _total(branch[name])) if name in branch else ZERO for branch in branches]
        choice = [part for pair in zip(conditions, partials[:-1], strict=True) for part in pair]
        terms_of_name.setdefault(name, []).append(Apply("if", (*choice, partials[-1]), arguments[-1].span))


def _has_requested(expression: Expression, is_requested: Callable[[str], bool]) -> bool:
    return any(is_requested(part.name) for part in parts_of(expression) if isinstance(part, Name))


def partial_of(function: str, arguments: tuple[Expression, ...], i: int, given: Partials) -> Expression | None:
    if (function, i) in given:
        return given[function, i](arguments)
    rule = _RULE_OF_CORNER.get(function)
    if rule is not None:
        return rule(arguments, i)
    if function == "delayed" and i == 0:
        return Apply("delayed.slope", arguments, arguments[i].span)
    builtin = BUILTINS.get(function)
    if builtin is not None:
        assert builtin.derivative is not None, f"derivative: '{function}' must be eliminated or constant here"
        partial = builtin.derivative(arguments, i)
        return simplified(partial) if partial is not None else None
    return _difference_quotient(function, arguments, i)


def _abs(arguments: tuple[Expression, ...], _i: int) -> Expression:
    return apply("if", apply("<", arguments[0], ZERO), MINUS_ONE, ONE)


def _extreme(relation: str) -> Callable[[tuple[Expression, ...], int], Expression]:
    """One if the argument is the selected one: among equal ones, the first."""

    def rule(arguments: tuple[Expression, ...], i: int) -> Expression:
        others = [(j, argument) for j, argument in enumerate(arguments) if j != i]
        beaten = [apply(f"{relation}=" if j < i else relation, other, arguments[i]) for j, other in others]
        return apply("if", *(part for condition in beaten for part in (condition, ZERO)), ONE) if beaten else ONE

    return rule


def _mod(arguments: tuple[Expression, ...], i: int) -> Expression:
    return ONE if i == 0 else apply("neg", apply("int", apply("/", *arguments)))


_RULE_OF_CORNER: dict[str, Callable[[tuple[Expression, ...], int], Expression]] = {
    "abs": _abs,
    "min": _extreme("<"),
    "max": _extreme(">"),
    "mod": _mod,
}
"""If events are not explicit, as in discrete systems, expressions still contain these corners."""


def _difference_quotient(function: str, arguments: tuple[Expression, ...], i: int) -> Expression:
    """A central difference, accurate to about 1e-10, for tables and foreign functions, which have no formula.

    A large argument may be a late time, of which only differences matter: the step grows only with its fourth root,
    and is rounded to one that floats represent exactly.
    """
    x = arguments[i]
    step = apply("*", Number(1e-5), apply("+", ONE, apply("sqrt", apply("sqrt", apply("abs", x)))))
    above, below = apply("+", x, step), apply("+", x, apply("neg", step))
    values = [Apply(function, (*arguments[:i], at, *arguments[i + 1 :]), x.span) for at in (above, below)]
    return apply("/", apply("+", values[0], apply("neg", values[1])), apply("+", above, apply("neg", below)))


def product_of(left: Expression, right: Expression) -> Expression:
    if left == ONE:
        return right
    if right == ONE:
        return left
    if right == MINUS_ONE:
        return simplified(apply("neg", left))
    if left == MINUS_ONE:
        return simplified(apply("neg", right))
    return apply("*", left, right)


def simplified(expression: Expression) -> Expression:
    """Without the ones and zeros that differentiation leaves; not for what the user wrote (0*inf is nan)."""
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple(simplified(argument) for argument in expression.arguments)
    span = expression.span
    match expression.function, arguments:
        case "neg", (Number(value),):
            return Number(-value, span)
        case "neg", (Apply("neg", (inner,)),):
            return inner
        case "^", (base, Number(1.0)):
            return base
        case "^", (_, Number(0.0)):
            return ONE
        case "/", (left, Number(1.0)):
            return left
        case "/", (left, Number(-1.0)):
            return simplified(Apply("neg", (left,), span))
        case "/", (Number(0.0), _):
            return ZERO
        case "/", (Number(a), Number(b)) if b != 0.0:
            return Number(quotient(a, b), span)
        case "+", _:
            return _sum(arguments, expression)
        case "*", _:
            return _factors(arguments, expression)
        case _:
            return Apply(expression.function, arguments, span)


def _sum(arguments: tuple[Expression, ...], expression: Apply) -> Expression:
    terms = [argument for argument in arguments if argument not in (ZERO, Number(-0.0))]
    if all(isinstance(term, Number) for term in terms):
        return Number(total(0.0, *(term.value for term in terms if isinstance(term, Number))), expression.span)
    return terms[0] if len(terms) == 1 else Apply("+", tuple(terms), expression.span)


def _factors(arguments: tuple[Expression, ...], expression: Apply) -> Expression:
    if ZERO in arguments:
        return ZERO
    factors = [argument for argument in arguments if argument != ONE]
    if not factors:
        return ONE
    return factors[0] if len(factors) == 1 else Apply("*", tuple(factors), expression.span)

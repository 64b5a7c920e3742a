"""Random expressions for property tests, and their values."""

import math
from collections.abc import Mapping

from hypothesis import strategies as st

from simnon.model import Apply, Expression, Name, Number

NAMES = ("x", "y", "z")
_SMOOTH_OF_ONE = ("sin", "cos", "tanh", "atan", "neg", "exp", "sinh", "cosh")


def smooth_expressions() -> st.SearchStrategy[Expression]:
    """Without poles and corners where the names are near one; IF has a constant condition."""
    leaves: st.SearchStrategy[Expression] = st.one_of(
        st.sampled_from(NAMES).map(Name), st.sampled_from((0.0, 1.0, 2.0, -1.0, 0.5)).map(Number)
    )

    def wider(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        bounded = inner.map(lambda e: Apply("tanh", (e,)))
        return st.one_of(
            st.tuples(st.sampled_from(_SMOOTH_OF_ONE), bounded).map(lambda p: Apply(p[0], (p[1],))),
            st.lists(inner, min_size=2, max_size=3).map(lambda a: Apply("+", tuple(a))),
            st.lists(bounded, min_size=2, max_size=3).map(lambda a: Apply("*", tuple(a))),
            st.tuples(inner, bounded).map(lambda p: Apply("/", (p[0], Apply("exp", (p[1],))))),
            st.tuples(bounded, st.sampled_from((1.0, 2.0, 3.0))).map(lambda p: Apply("^", (p[0], Number(p[1])))),
            st.tuples(bounded, bounded).map(lambda p: Apply("^", (Apply("exp", (p[0],)), p[1]))),
            st.tuples(bounded, bounded).map(lambda p: Apply("atan2", (p[0], Apply("+", (Number(2.0), p[1]))))),
            bounded.map(lambda e: Apply("ln", (Apply("+", (Number(2.0), e)),))),
            bounded.map(lambda e: Apply("log", (Apply("+", (Number(2.0), e)),))),
            bounded.map(lambda e: Apply("sqrt", (Apply("+", (Number(2.0), e)),))),
            bounded.map(lambda e: Apply("arcsin", (Apply("*", (Number(0.5), e)),))),
            bounded.map(lambda e: Apply("arccos", (Apply("*", (Number(0.5), e)),))),
            bounded.map(lambda e: Apply("tan", (e,))),
            st.tuples(st.booleans(), inner, inner).map(
                lambda p: Apply("if", (Apply(">", (Name("p"), Number(0.0 if p[0] else 9.0))), p[1], p[2]))
            ),
        )

    return st.recursive(leaves, wider, max_leaves=8)


def value_of(expression: Expression, value_of_name: Mapping[str, float]) -> float:
    """The value by the simplest means: Python's own arithmetic."""
    match expression:
        case Number(value):
            return value
        case Name(name):
            return value_of_name[name]
        case Apply("if", arguments):
            condition, then, *rest = arguments
            if _holds(condition, value_of_name):
                return value_of(then, value_of_name)
            return value_of(rest[0] if len(rest) == 1 else Apply("if", tuple(rest)), value_of_name)
        case Apply(function, arguments):
            return _applied(function, [value_of(argument, value_of_name) for argument in arguments])


def _holds(condition: Expression, value_of_name: Mapping[str, float]) -> bool:
    assert isinstance(condition, Apply)
    assert condition.function == ">"
    left, right = (value_of(argument, value_of_name) for argument in condition.arguments)
    return left > right


_OF_ONE = {
    "neg": lambda x: -x,
    "ln": math.log,
    "log": math.log10,
    "arcsin": math.asin,
    "arccos": math.acos,
    "abs": abs,
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "exp", "sqrt")},
}


def _applied(function: str, arguments: list[float]) -> float:
    first, *rest = arguments
    match function:
        case "+":
            for term in rest:
                first += term
            return first
        case "*":
            for factor in rest:
                first *= factor
            return first
        case "/":
            return first / rest[0]
        case "^":
            return float(first ** rest[0])
        case "atan2":
            return math.atan2(first, rest[0])
        case _:
            return float(_OF_ONE[function](first))

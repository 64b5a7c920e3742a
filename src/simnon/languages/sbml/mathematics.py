"""Mathematics of libsbml -> expressions; numbers and conditions are converted into each other as SBML does."""

import math
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from simnon.model import CONDITIONS, Apply, Expression, Name, Number
from simnon.source import Span

from ..tokens import Unreadable
from .document import library, refused
from .names import TIME
from .special_functions import SPECIAL

AVOGADRO = 6.02214179e23
"""As SBML defines it."""
DEEPEST = 100
_RELATIONS = {"EQ": "=", "NEQ": "<>", "LT": "<", "LEQ": "<=", "GT": ">", "GEQ": ">="}
_SAME = {
    "ABS": "abs", "ARCCOS": "arccos", "ARCSIN": "arcsin", "ARCTAN": "atan", "COS": "cos", "COSH": "cosh", "EXP": "exp",
    "LN": "ln", "MAX": "max", "MIN": "min", "POWER": "^", "SIN": "sin", "SINH": "sinh", "TAN": "tan", "TANH": "tanh",
}  # fmt: skip


class Mathematics:
    """Reads expressions at one place of the text: `names` gives the name of an identifier there.

    `functions` are the names of functions by identifier, `rate_of` the derivative of an identifier.
    """

    def __init__(
        self,
        span: Span,
        names: Callable[[str, Span], str],
        functions: Mapping[str, str],
        rate_of: Callable[[str, Span], Expression],
    ) -> None:
        self.span = span
        self.names = names
        self.functions = functions
        self.rate_of = rate_of

    def number(self, node: Any, depth: int = 0) -> Expression:
        value = self.value(node, depth)
        return self.apply("if", value, Number(1.0), Number(0.0)) if is_condition(value) else value

    def condition(self, node: Any, depth: int = 0) -> Expression:
        value = self.value(node, depth)
        return value if is_condition(value) else self.apply("<>", value, Number(0.0))

    def apply(self, function: str, *arguments: Expression) -> Expression:
        return Apply(function, arguments, self.span)

    def value(self, node: Any, depth: int = 0) -> Expression:
        """A number or a condition, whichever it is."""
        if depth > DEEPEST:
            raise Unreadable("nesting-too-deep", "this formula is nested too deep", self.span, "split it in two")
        if node is None:
            raise Unreadable("invalid-sbml", "the formula is missing", self.span, "write <math>")
        if node.isNumber():
            return self._constant(float(node.getValue()))
        word = type_name(node)
        match word:
            case "NAME" | "FUNCTION":
                return self._named(node, word, depth)
            case "NAME_TIME":
                return Name(TIME, self.span)
            case "NAME_AVOGADRO":
                return Number(AVOGADRO, self.span)
            case "CONSTANT_E":
                return Number(math.e, self.span)
            case "CONSTANT_PI":
                return Number(math.pi, self.span)
            case "CONSTANT_TRUE" | "CONSTANT_FALSE":
                return self.apply(">", Number(float(word == "CONSTANT_TRUE")), Number(0.0))
            case "FUNCTION_PIECEWISE":
                return self._piecewise(node, depth)
            case "FUNCTION_RATE_OF":
                return self.rate_of(node.getChild(0).getName(), self.span)
            case _:
                pass
        if word.startswith(("LOGICAL_", "RELATIONAL_")):
            return self._condition(node, word, depth)
        return self._function(word.removeprefix("FUNCTION_"), self._numbers(node, depth))

    def _constant(self, value: float) -> Expression:
        if not math.isfinite(value):
            raise refused("a number that is not finite", self.span, "write a large number")
        return Number(value, self.span)

    def _numbers(self, node: Any, depth: int) -> list[Expression]:
        return [self.number(node.getChild(i), depth + 1) for i in range(node.getNumChildren())]

    def _named(self, node: Any, word: str, depth: int) -> Expression:
        identifier = node.getName()
        if word == "FUNCTION":
            return self.apply(self.functions.get(identifier, identifier), *self._numbers(node, depth))
        return Name(self.names(identifier, self.span), self.span)

    def _piecewise(self, node: Any, depth: int) -> Expression:
        count = node.getNumChildren()
        if count % 2 == 0:
            raise refused("a piecewise function without <otherwise>", self.span, "add <otherwise>")
        children = [node.getChild(i) for i in range(count)]
        otherwise = self.value(children[-1], depth + 1)
        if is_condition(otherwise):
            return self._chosen_condition(children, otherwise, depth)
        parts: list[Expression] = []
        for value, condition in zip(children[:-1:2], children[1::2], strict=True):
            parts += [self.condition(condition, depth + 1), self.number(value, depth + 1)]
        return self.apply("if", *parts, otherwise) if parts else otherwise

    def _chosen_condition(self, children: list[Any], otherwise: Expression, depth: int) -> Expression:
        result = otherwise
        for value, condition in reversed(list(zip(children[:-1:2], children[1::2], strict=True))):
            holds = self.condition(condition, depth + 1)
            chosen = self.apply("and", holds, self.condition(value, depth + 1))
            result = self.apply("or", chosen, self.apply("and", self.apply("not", holds), result))
        return result

    def _condition(self, node: Any, word: str, depth: int) -> Expression:
        kind, _, operator = word.partition("_")
        if kind == "RELATIONAL":
            return self._relation(_RELATIONS[operator], self._numbers(node, depth))
        parts = [self.condition(node.getChild(i), depth + 1) for i in range(node.getNumChildren())]
        match operator:
            case "NOT":
                return self.apply("not", parts[0])
            case "IMPLIES":
                return self.apply("or", self.apply("not", parts[0]), parts[1])
            case "XOR":
                return self._either(parts)
            case _:
                pass
        if len(parts) < 2:
            always = self.apply(">", Number(float(operator == "AND")), Number(0.0))
            return parts[0] if parts else always
        return self.apply(operator.lower(), *parts)

    def _either(self, parts: list[Expression]) -> Expression:
        result = parts[0]
        for part in parts[1:]:
            one = self.apply("and", result, self.apply("not", part))
            result = self.apply("or", one, self.apply("and", self.apply("not", result), part))
        return result

    def _relation(self, operator: str, parts: list[Expression]) -> Expression:
        pairs = [self.apply(operator, a, b) for a, b in pairwise(parts)]
        return pairs[0] if len(pairs) == 1 else self.apply("and", *pairs)

    def _function(self, word: str, values: list[Expression]) -> Expression:
        match word, values:
            case "PLUS" | "TIMES", []:
                return Number(float(word == "TIMES"), self.span)
            case "PLUS" | "TIMES", [only]:
                return only
            case "PLUS", _:
                return self.apply("+", *values)
            case "TIMES", _:
                return self.apply("*", *values)
            case "MINUS", [only]:
                return self.apply("neg", only)
            case "MINUS", [first, second]:
                return self.apply("+", first, self.apply("neg", second))
            case "DIVIDE", [above, below]:
                return self.apply("/", above, below)
            case "DELAY", [value, lag]:
                return self.apply("delay", value, lag)
            case _:
                pass
        if word in _SAME:
            return self.apply(_SAME[word], *values)
        found = SPECIAL[word](self.apply, values) if word in SPECIAL else None
        if found is None:
            raise refused(f"the function {word.lower()}", self.span)
        return found


def is_condition(value: Expression) -> bool:
    return isinstance(value, Apply) and value.function in CONDITIONS


def type_name(node: Any) -> str:
    """The type of a node in words: `FUNCTION_ABS`."""
    return _type_names().get(node.getType(), "UNKNOWN")


@cache
def _type_names() -> dict[int, str]:
    found = vars(library())
    return {value: name.removeprefix("AST_") for name, value in found.items() if name.startswith("AST_")}

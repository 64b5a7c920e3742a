"""Trees of MathML -> expressions; numbers and conditions are converted into each other, as SBML and CellML do."""

import math
from collections.abc import Callable, Mapping
from itertools import pairwise

from simnon.model import CONDITIONS, Apply, Expression, Name, Number
from simnon.source import Span

from .document import refused
from .special_functions import SPECIAL
from .tree import Tree

AVOGADRO = 6.02214179e23
"""As SBML defines it."""
_RELATIONS = {"EQ": "=", "NEQ": "<>", "LT": "<", "LEQ": "<=", "GT": ">", "GEQ": ">="}
_SAME = {
    "ABS": "abs", "ARCCOS": "arccos", "ARCSIN": "arcsin", "ARCTAN": "atan", "COS": "cos", "COSH": "cosh", "EXP": "exp",
    "LN": "ln", "MAX": "max", "MIN": "min", "POWER": "^", "SIN": "sin", "SINH": "sinh", "TAN": "tan", "TANH": "tanh",
}  # fmt: skip


class Mathematics:
    """Reads expressions at one place of the text: `names` gives the name of an identifier there.

    `functions` are the names of functions by identifier, `rate_of` the derivative of an identifier, `time` the name of
    the time.
    """

    def __init__(
        self,
        span: Span,
        names: Callable[[str, Span], str],
        functions: Mapping[str, str],
        rate_of: Callable[[str, Span], Expression],
        time: str,
    ) -> None:
        self.span = span
        self.names = names
        self.functions = functions
        self.rate_of = rate_of
        self.time = time

    def number(self, tree: Tree) -> Expression:
        value = self.value(tree)
        return self.apply("if", value, Number(1.0), Number(0.0)) if is_condition(value) else value

    def condition(self, tree: Tree) -> Expression:
        value = self.value(tree)
        return value if is_condition(value) else self.apply("<>", value, Number(0.0))

    def apply(self, function: str, *arguments: Expression) -> Expression:
        return Apply(function, arguments, self.span)

    def value(self, tree: Tree) -> Expression:
        """A number or a condition, whichever it is."""
        word = tree.word
        match word:
            case "NUMBER":
                return self._constant(tree.number)
            case "NAME":
                return Name(self.names(tree.name, self.span), self.span)
            case "FUNCTION":
                return self.apply(self.functions.get(tree.name, tree.name), *self._numbers(tree))
            case "NAME_TIME":
                return Name(self.time, self.span)
            case "NAME_AVOGADRO":
                return Number(AVOGADRO, self.span)
            case "CONSTANT_E":
                return Number(math.e, self.span)
            case "CONSTANT_PI":
                return Number(math.pi, self.span)
            case "CONSTANT_TRUE" | "CONSTANT_FALSE":
                return self.apply(">", Number(float(word == "CONSTANT_TRUE")), Number(0.0))
            case "FUNCTION_PIECEWISE":
                return self._piecewise(tree)
            case "FUNCTION_RATE_OF":
                return self.rate_of(tree.parts[0].name, self.span)
            case _:
                pass
        if word.startswith(("LOGICAL_", "RELATIONAL_")):
            return self._condition(tree)
        return self._function(word.removeprefix("FUNCTION_"), self._numbers(tree))

    def _constant(self, value: float) -> Expression:
        if not math.isfinite(value):
            raise refused("a number that is not finite", self.span, "write a large number")
        return Number(value, self.span)

    def _numbers(self, tree: Tree) -> list[Expression]:
        return [self.number(part) for part in tree.parts]

    def _piecewise(self, tree: Tree) -> Expression:
        *pieces, last = tree.parts or (None,)
        if last is None or len(pieces) % 2:
            raise refused("a piecewise function without <otherwise>", self.span, "add <otherwise>")
        pairs = list(zip(pieces[::2], pieces[1::2], strict=True))
        otherwise = self.value(last)
        if is_condition(otherwise):
            return self._chosen_condition(pairs, otherwise)
        parts: list[Expression] = []
        for value, condition in pairs:
            parts += [self.condition(condition), self.number(value)]
        return self.apply("if", *parts, otherwise) if parts else otherwise

    def _chosen_condition(self, pairs: list[tuple[Tree, Tree]], otherwise: Expression) -> Expression:
        result = otherwise
        for value, condition in reversed(pairs):
            holds = self.condition(condition)
            chosen = self.apply("and", holds, self.condition(value))
            result = self.apply("or", chosen, self.apply("and", self.apply("not", holds), result))
        return result

    def _condition(self, tree: Tree) -> Expression:
        kind, _, operator = tree.word.partition("_")
        if kind == "RELATIONAL":
            return self._relation(_RELATIONS[operator], self._numbers(tree))
        parts = [self.condition(part) for part in tree.parts]
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

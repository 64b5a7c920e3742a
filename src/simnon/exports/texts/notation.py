"""Expressions -> the text of another language, by a table of its operators and functions."""

from collections.abc import Callable, Mapping
from math import copysign

from simnon.model import Apply, Expression, Name, Number, print_expression
from simnon.source import UserError, frozen

ATOM = 100
_NEGATIVE = 60


@frozen
class Notation:
    """`infix` has the strength and the sign of operators; `functions` turns the texts of arguments into a call."""

    language: str
    number: Callable[[float], str]
    name: Callable[[str], str]
    infix: Mapping[str, tuple[int, str]]
    functions: Mapping[str, Callable[[list[str]], str]]
    choice: Callable[[list[str]], str]
    """Conditions and values by turns, the last one otherwise."""
    negation: str = "not "

    def text(self, expression: Expression) -> str:
        return self._written(expression)[0]

    def _inside(self, expression: Expression, strength: int) -> str:
        text, own = self._written(expression)
        return text if own >= strength else f"({text})"

    def _written(self, expression: Expression) -> tuple[str, int]:
        match expression:
            case Number(value):
                return self.number(value), _NEGATIVE if copysign(1.0, value) < 0 else ATOM
            case Name(name):
                return self.name(name), ATOM
            case Apply("if", arguments):
                return self.choice([self.text(each) for each in arguments]), 0
            case Apply("neg", (argument,)):
                return f"-{self._inside(argument, _NEGATIVE + 1)}", _NEGATIVE
            case Apply("not", (argument,)):
                return f"{self.negation}{self._inside(argument, 35)}", 30
            case Apply("+", arguments):
                return self._sum(arguments), 50
            case Apply(function, arguments) if function in self.infix:
                strength, sign = self.infix[function]
                first, *rest = arguments
                # A power and a relation do not associate: both sides are in parentheses unless they bind more closely.
                own = strength + (function in ("^", "<", "<=", ">", ">=", "=", "<>"))
                return sign.join([self._inside(first, own), *(self._inside(a, strength + 1) for a in rest)]), strength
            case Apply(function, arguments) if function in self.functions:
                return self.functions[function]([self.text(each) for each in arguments]), ATOM
            case Apply(function):
                raise refusal(self.language, f"{function.upper()}(...)", expression)

    def _sum(self, arguments: tuple[Expression, ...]) -> str:
        text = self._inside(arguments[0], 50)
        for each in arguments[1:]:
            is_negative = isinstance(each, Apply) and each.function == "neg"
            term = self._inside(each.arguments[0] if isinstance(each, Apply) and is_negative else each, 51)
            # Two signs in a row are not an expression in every language.
            term = f"({term})" if term.startswith("-") else term
            text += f" {'-' if is_negative else '+'} {term}"
        return text


def refusal(language: str, what: str, expression: Expression) -> UserError:
    span = expression.span
    place = f"{span.source.name}:{span.line}: " if span is not None else ""
    shown = span.text if span is not None else print_expression(expression)
    return UserError(
        "cannot-export", f"{place}{language} has no {what}: {' '.join(shown.split())}", "write it in another way"
    )


def called(name: str) -> Callable[[list[str]], str]:
    return lambda arguments: f"{name}({', '.join(arguments)})"

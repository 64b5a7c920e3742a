"""A coded right side -> its errors, or its Simnon expression.

The rules are those of messages 30 to 36: what can come immediately before what, and how parentheses and arguments
match. Arithmetic and boolean expressions can be mixed: TRUE is 1, FALSE is -1, and any value that is not negative is
true.
"""

from collections.abc import Sequence

from simnon.model import Apply, Expression, Name, Number
from simnon.source import Source, frozen

from ..expressions import ExpressionParser
from ..tokens import Token, Unreadable
from .code import Coded, Op
from .words import GRAMMAR, ONE_ARGUMENT, classify

_OPERAND_ENDS = (Op.OPERAND, Op.CLOSE)
_BEFORE_IF = (Op.IF, Op.ELSE, Op.ASSIGN, Op.OPEN, Op.OPEN_ARGUMENTS, Op.COMMA)
_BEFORE_NOT = (*_BEFORE_IF, Op.OR, Op.AND, Op.THEN)
_BEFORE_SIGN = (*_BEFORE_NOT, Op.NOT, Op.LESS, Op.GREATER, Op.EQUAL)
_OPERAND_BEGINS = (Op.OPERAND, Op.OPEN, Op.FUNCTION, Op.OWN_FUNCTION)
_CONDITIONS = ("<", ">", "=", "and", "or", "not")


@frozen
class NumberedError:
    """A numbered message, and where in the source its arrow points."""

    number: int
    position: int
    names: tuple[str, ...] = ()
    """The undefined names, for 96 to 98."""


def check_syntax(elements: Sequence[Coded]) -> list[NumberedError]:
    """`elements` begin after the `=` and end with END."""
    return _neighbours(elements) or _parentheses(elements)


def _neighbours(elements: Sequence[Coded]) -> list[NumberedError]:
    problems = []
    before = Op.ASSIGN
    for coded in elements:
        number = _number_of_neighbours(before, coded.op)
        if number is not None:
            problems.append(NumberedError(number, coded.token.start))
        before = coded.op
    return problems


def _number_of_neighbours(before: Op, op: Op) -> int | None:
    if op in _OPERAND_BEGINS:
        return 30 if before in _OPERAND_ENDS else None
    if op is Op.OPEN_ARGUMENTS:
        return None
    if op is Op.NOT:
        return None if before in _BEFORE_NOT else 31
    if op is Op.IF:
        return None if before in _BEFORE_IF else 32
    allowed = _BEFORE_SIGN if op in (Op.NEGATIVE, Op.POSITIVE) else _OPERAND_ENDS
    return None if before in allowed else 33


def _parentheses(elements: Sequence[Coded]) -> list[NumberedError]:
    problems: list[NumberedError] = []
    opened: list[list[int]] = []
    function: Coded | None = None
    for coded in elements:
        match coded.op:
            case Op.FUNCTION | Op.OWN_FUNCTION:
                function = coded
            case Op.OPEN_ARGUMENTS:
                assert function is not None
                is_single = function.op is Op.OWN_FUNCTION or function.address <= len(ONE_ARGUMENT)
                opened.append([1, 1 if is_single else 2])
            case Op.OPEN:
                opened.append([0, 0])
            case Op.COMMA:
                if not opened or not opened[-1][1]:
                    return [*problems, NumberedError(36, coded.token.start)]
                opened[-1][0] += 1
                if opened[-1][0] == opened[-1][1] + 1:
                    problems.append(NumberedError(35, coded.token.start))
            case Op.CLOSE:
                if not opened:
                    return [*problems, NumberedError(36, coded.token.start)]
                given, needed = opened.pop()
                if given < needed:
                    problems.append(NumberedError(34, coded.token.start))
            case Op.END:
                if opened:
                    problems.append(NumberedError(36, coded.token.start))
            case _:
                pass
    return problems


def read_value(source: Source, elements: Sequence[Coded]) -> Expression | NumberedError:
    """The value of the right side."""
    tokens = [coded.token for coded in elements[:-1]]
    end = elements[-1].token
    parser = ExpressionParser(GRAMMAR, source, [*tokens, Token("end", "", end.start, end.start + 1)], _spelled)
    try:
        expression = parser.expression()
        parser.finish()
    except Unreadable as error:
        return NumberedError(36, error.span.start)
    return as_value(expression)


def _spelled(text: str) -> str:
    return classify(text).text


def as_value(expression: Expression) -> Expression:
    """The value on the stack of the 1972 machine."""
    match expression:
        case Apply("if", arguments):
            return Apply("if", _branches(arguments, is_test=False), expression.span)
        case Apply(function) if function in _CONDITIONS:
            values = (as_test(expression), Number(1.0, expression.span), Number(-1.0, expression.span))
            return Apply("if", values, expression.span)
        case Apply(function, arguments):
            return Apply(function, tuple(as_value(argument) for argument in arguments), expression.span)
        case Name() | Number():
            return expression


def as_test(expression: Expression) -> Expression:
    """Whether that value is zero or more."""
    match expression:
        case Apply("if", arguments):
            return Apply("if", _branches(arguments, is_test=True), expression.span)
        case Apply("and" | "or" | "not" as function, arguments):
            return Apply(function, tuple(as_test(argument) for argument in arguments), expression.span)
        case Apply(function, arguments) if function in _CONDITIONS:
            return Apply(function, tuple(as_value(argument) for argument in arguments), expression.span)
        case _:
            return Apply(">=", (as_value(expression), Number(0.0, expression.span)), expression.span)


def _branches(arguments: tuple[Expression, ...], *, is_test: bool) -> tuple[Expression, ...]:
    last = len(arguments) - 1
    return tuple(
        as_test(argument) if is_test or (i % 2 == 0 and i < last) else as_value(argument)
        for i, argument in enumerate(arguments)
    )

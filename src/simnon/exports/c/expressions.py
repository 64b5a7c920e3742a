"""Expression of a program -> the text of C: fully parenthesised, the same operations in the same order."""

import math
import re
from collections.abc import Callable, Iterator

from simnon.program import ArrayName, Call, Constant, Expression, Load, Local, Operation, Type, operands, postorder
from simnon.source import frozen

INFIX = frozenset(("+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "and", "or"))
_SIGN_OF_OPERATOR = {"and": "&&", "or": "||"}
_WRAPPED = {"+": "simnon_add", "-": "simnon_subtract", "*": "simnon_multiply"}
_OF_FLOATS = {"abs": "fabs", "floor": "floor", "sqrt": "sqrt", "min": "simnon_min", "max": "simnon_max"}
_OF_INTS = {"//": "simnon_floor_divide", "%": "simnon_modulo", "<<": "simnon_shift_left", ">>": "simnon_shift_right"}
_SMALLEST = -(2**63)


@frozen
class Words:
    """How a function spells its numbers (`double`, `float`), locals, elements of arrays, and calls."""

    number: str
    local: Callable[[str], str]
    element: Callable[[str, Expression, str], str]
    """The array, the index, and the text of the index."""
    array: Callable[[str, str], str]
    """The array, and the text of an offset, empty for none."""
    call: Callable[[Call, list[str]], str]


def write_expression(expression: Expression, words: Words) -> str:
    stack: list[str] = []
    for node in postorder(expression):
        start = len(stack) - len(operands(node))
        stack[start:] = [_node(node, stack[start:], words)]
    return bare(stack[0])


def bare(text: str) -> str:
    """Without outer parentheses that enclose all of it."""
    if not text.startswith("("):
        return text
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:-1] if place == len(text) - 1 else text
    return text


def number_text(value: float, number: str) -> str:
    """A literal that reads back as the same number."""
    if math.isnan(value):
        return f"({number})NAN"
    if math.isinf(value):
        return f"({'-' if value < 0.0 else ''}({number})INFINITY)"
    text = repr(value)
    text = text if re.search(r"[.e]", text) else f"{text}.0"
    text += "f" if number == "float" else ""
    return f"({text})" if text.startswith("-") else text


def _node(node: Expression, arguments: list[str], words: Words) -> str:
    match node:
        case Constant(value=value, type=Type.FLOAT):
            return number_text(float(value), words.number)
        case Constant(value=value, type=Type.INT):
            return "INT64_MIN" if value == _SMALLEST else f"INT64_C({value})"
        case Constant(value=value):
            return "true" if value else "false"
        case Local(name=name):
            return words.local(name)
        case Load(array=array, index=index):
            return words.element(array, index, bare(arguments[0]))
        case Operation():
            return _operation(node, arguments, words)
        case Call(arguments=given):
            scalars = iter(arguments)
            texts = [_argument(each, scalars, words) for each in given]
            return words.call(node, texts)
    raise AssertionError(f"c: unknown expression {node}")


def _argument(argument: Expression | ArrayName, scalars: Iterator[str], words: Words) -> str:
    if not isinstance(argument, ArrayName):
        return bare(next(scalars))
    return words.array(argument.name, "" if argument.offset is None else bare(next(scalars)))


def _operation(operation: Operation, arguments: list[str], words: Words) -> str:
    operator, type_ = operation.operator, operation.type
    first = operation.arguments[0]
    takes = Type.FLOAT if isinstance(first, Load) else first.type
    given = ", ".join(map(bare, arguments))
    if operator == "select":
        return f"({arguments[0]} ? {arguments[1]} : {arguments[2]})"
    if operator == "likely":
        return arguments[0]
    if operator == "not":
        return f"(!{arguments[0]})"
    if operator == "neg":
        return f"(-{arguments[0]})" if takes is Type.FLOAT else f"simnon_subtract(INT64_C(0), {given})"
    if operator == "float":
        return f"(({words.number}){arguments[0]})"
    if operator == "whole":
        return f"((int64_t){arguments[0]})"
    if operator in ("int", "bits", "frombits"):
        return f"((int64_t){arguments[0]})" if takes is Type.BOOL else f"simnon_{operator}({given})"
    if takes is Type.INT and operator in _WRAPPED:
        return f"{_WRAPPED[operator]}({given})"
    if takes is Type.INT and operator in _OF_INTS:
        return f"{_OF_INTS[operator]}({given})"
    if takes is Type.INT and operator in ("min", "max", "abs"):
        return f"simnon_int_{operator}({given})"
    if operator in INFIX:
        return f"({arguments[0]} {_SIGN_OF_OPERATOR.get(operator, operator)} {arguments[1]})"
    return _function(operator, given, words.number, type_)


def _function(operator: str, given: str, number: str, type_: Type) -> str:
    """Of the C library, or ours; the C library has the names of floats with an f."""
    assert type_ is Type.FLOAT, f"c: no operator '{operator}'"
    name = _OF_FLOATS.get(operator, operator)
    return f"{name}{'f' if number == 'float' else ''}({given})"

"""Expressions on numbers with known ranges -> integer arithmetic of C, each value in its own Q format.

A value with q fraction bits is stored as the integer nearest to it times 2^q. Every value fits into 31 bits and its
sign, so a product of two fits into 64 bits; sums are formed with the fewer fraction bits of both sides.
"""

import math
from collections.abc import Callable, Mapping

from simnon.program import Constant, Expression, Load, Local, Operation, Type, operands, postorder
from simnon.source import frozen

from .expressions import bare
from .functions import NotExpressible

BITS = 31
MAX_FRACTION = 30
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


@frozen
class Range:
    low: float
    high: float

    @property
    def size(self) -> float:
        return max(abs(self.low), abs(self.high))

    @property
    def fraction_bits(self) -> int:
        """As many as leave space for the integer part; negative for large numbers."""
        if self.size == 0.0:
            return MAX_FRACTION
        return min(MAX_FRACTION, BITS - 1 - math.floor(math.log2(self.size)) - 1)

    def joined(self, other: "Range") -> "Range":
        return Range(min(self.low, other.low), max(self.high, other.high))


@frozen
class Fixed:
    """The text of an int64_t with `q` fraction bits and its range; a truth value has no format."""

    text: str
    q: int
    range: Range
    is_truth: bool = False


def fixed_number(value: float, q: int) -> int:
    return round(math.ldexp(value, q))


def write_fixed(expression: Expression, slots: Mapping[int, Fixed], local: Callable[[str], Fixed]) -> Fixed:
    """`slots` are the members of the struct, `local` looks up what was set before."""
    stack: list[Fixed] = []
    for node in postorder(expression):
        start = len(stack) - len(operands(node))
        stack[start:] = [_node(node, stack[start:], slots, local)]
    return stack[0]


def _node(node: Expression, arguments: list[Fixed], slots: Mapping[int, Fixed], local: Callable[[str], Fixed]) -> Fixed:
    match node:
        case Constant(value=value, type=Type.FLOAT):
            return constant(float(value))
        case Constant(value=value, type=Type.INT):
            return Fixed(str(value), 0, Range(float(value), float(value)))
        case Local(name=name):
            return local(name)
        case Load(array="values", index=Constant(value=index)):
            return slots[int(index)]
        case Operation(operator=operator):
            return _operation(operator, arguments)
        case _:
            raise NotExpressible("a function in fixed point")


def constant(value: float) -> Fixed:
    found = Range(value, value)
    return Fixed(f"INT64_C({fixed_number(value, found.fraction_bits)})", found.fraction_bits, found)


def shifted(value: Fixed, q: int) -> str:
    """Its text with `q` fraction bits, rounded."""
    if value.q == q:
        return value.text
    return f"simnon_shift({bare(value.text)}, {q - value.q})"


def _operation(operator: str, given: list[Fixed]) -> Fixed:
    match operator:
        case "+" | "-":
            return _sum(operator, given[0], given[1])
        case "*":
            return _product(given[0], given[1])
        case "/":
            return _quotient(given[0], given[1])
        case "fma":
            return _sum("+", _product(given[0], given[1]), given[2])
        case "min" | "max":
            return _extreme(operator, given[0], given[1])
        case "neg":
            return Fixed(f"(-{given[0].text})", given[0].q, Range(-given[0].range.high, -given[0].range.low))
        case "abs":
            low = 0.0 if given[0].range.low <= 0.0 <= given[0].range.high else None
            ends = abs(given[0].range.low), abs(given[0].range.high)
            found = Range(min(ends) if low is None else low, max(ends))
            return Fixed(f"simnon_magnitude({bare(given[0].text)})", given[0].q, found)
        case "select":
            q = min(given[1].q, given[2].q)
            text = f"({given[0].text} ? {shifted(given[1], q)} : {shifted(given[2], q)})"
            return Fixed(text, q, given[1].range.joined(given[2].range))
        case _ if operator in _COMPARISONS:
            q = min(given[0].q, given[1].q)
            text = f"({shifted(given[0], q)} {operator} {shifted(given[1], q)})"
            return Fixed(text, 0, Range(0.0, 1.0), is_truth=True)
        case "and" | "or":
            sign = "&&" if operator == "and" else "||"
            return Fixed(f"({given[0].text} {sign} {given[1].text})", 0, Range(0.0, 1.0), is_truth=True)
        case "not":
            return Fixed(f"(!{given[0].text})", 0, Range(0.0, 1.0), is_truth=True)
        case "likely":
            return given[0]
        case _:
            raise NotExpressible(f"{operator.upper()} in fixed point")


def _sum(operator: str, a: Fixed, b: Fixed) -> Fixed:
    other = b.range if operator == "+" else Range(-b.range.high, -b.range.low)
    found = Range(a.range.low + other.low, a.range.high + other.high)
    q = min(a.q, b.q, found.fraction_bits)
    return Fixed(f"({shifted(a, q)} {operator} {shifted(b, q)})", q, found)


def _product(a: Fixed, b: Fixed) -> Fixed:
    corners = [x * y for x in (a.range.low, a.range.high) for y in (b.range.low, b.range.high)]
    found = Range(min(corners), max(corners))
    q = min(a.q + b.q, found.fraction_bits)
    return Fixed(shifted(Fixed(f"({a.text} * {b.text})", a.q + b.q, found), q), q, found)


def _quotient(a: Fixed, b: Fixed) -> Fixed:
    if b.range.low <= 0.0 <= b.range.high:
        raise NotExpressible("a division in fixed point by a number whose range includes zero")
    corners = [x / y for x in (a.range.low, a.range.high) for y in (b.range.low, b.range.high)]
    found = Range(min(corners), max(corners))
    q = min(found.fraction_bits, MAX_FRACTION + a.q - b.q)
    return Fixed(f"(simnon_shift({bare(a.text)}, {q + b.q - a.q}) / {b.text})", q, found)


def _extreme(operator: str, a: Fixed, b: Fixed) -> Fixed:
    pick = min if operator == "min" else max
    found = Range(pick(a.range.low, b.range.low), pick(a.range.high, b.range.high))
    q = min(a.q, b.q)
    return Fixed(f"simnon_fixed_{operator}({bare(shifted(a, q))}, {bare(shifted(b, q))})", q, found)

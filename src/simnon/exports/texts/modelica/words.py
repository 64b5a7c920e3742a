"""The words of Modelica: operators, functions, numbers, units, and names that it does not reserve."""

import re
from collections.abc import Callable
from functools import reduce

from simnon.model import Equation, Unit, print_number

from ..notation import Notation, called

LANGUAGE = "Modelica"
_INFIX = {
    "or": (10, " or "),
    "and": (20, " and "),
    "<": (40, " < "),
    "<=": (40, " <= "),
    ">": (40, " > "),
    ">=": (40, " >= "),
    "*": (60, "*"),
    "/": (60, "/"),
    "^": (80, "^"),
}
_NAMES = {"ln": "log", "log": "log10", "arcsin": "asin", "arccos": "acos", "mod": "mod", "int": "integer"}
_SAME = ("sqrt", "exp", "sin", "cos", "tan", "atan", "atan2", "sinh", "cosh", "tanh", "abs", "sign", "pre")
_KEYWORDS = (
    "algorithm and annotation block break class connect connector constant constrainedby der discrete "
    "each else elseif elsewhen encapsulated end enumeration equation expandable extends external false "
    "final flow for function if import impure in initial inner input loop model not operator or outer "
    "output package parameter partial protected public pure record redeclare replaceable return stream "
    "then time true type when while within"
)
_RESERVED = frozenset(_KEYWORDS.split(" "))


def _folded(name: str) -> Callable[[list[str]], str]:
    """MIN and MAX of several arguments: of two, of that and the next, and so on."""

    def call(arguments: list[str]) -> str:
        return reduce(lambda text, each: f"{name}({text}, {each})", arguments)

    return call


def _functions() -> dict[str, Callable[[list[str]], str]]:
    found: dict[str, Callable[[list[str]], str]] = {name: called(name) for name in _SAME}
    found |= {name: called(other) for name, other in _NAMES.items()}
    found |= {"=": _equal, "<>": lambda given: f"(not {_equal(given)})"}
    return found | {"min": _folded("min"), "max": _folded("max")}


def _equal(given: list[str]) -> str:
    """Modelica compares real numbers for equality only in functions."""
    return f"({given[0]} >= {given[1]} and {given[0]} <= {given[1]})"


def unit_text(unit: Unit) -> str:
    """As Modelica spells it: `m/s2`, `J/(kg.K)`; empty for a unit that it has no words for."""
    if any(exponent.denominator != 1 or not name.isalpha() for name, exponent in unit.factors):
        return ""
    above = [_power(name, int(exponent)) for name, exponent in unit.factors if exponent > 0]
    below = [_power(name, -int(exponent)) for name, exponent in unit.factors if exponent < 0]
    text = ".".join(above) or "1"
    if not below:
        return text
    return f"{text}/{below[0]}" if len(below) == 1 else f"{text}/({'.'.join(below)})"


def _power(name: str, exponent: int) -> str:
    return name if exponent == 1 else f"{name}{exponent}"


def number_text(value: float) -> str:
    return print_number(value)


def _choice(parts: list[str]) -> str:
    words = [f"if {parts[i]} then {parts[i + 1]} else " for i in range(0, len(parts) - 1, 2)]
    return f"{''.join(words)}{parts[-1]}"


def place_of(equation: Equation) -> str:
    span = equation.span
    return f" // {span.source.name}:{span.line}" if span is not None and span.source.name else ""


def notation(name: Callable[[str], str]) -> Notation:
    """Expressions as Modelica writes them; `name` spells the names of the model."""
    return Notation(LANGUAGE, number_text, name, _INFIX, _functions(), _choice)


def plain_name(text: str) -> str:
    """An identifier: `x[1]` is `x_1`; a word that Modelica reserves gets an underscore."""
    found = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")
    found = found if found and not found[0].isdigit() else f"v_{found}"
    return f"{found}_" if found in _RESERVED else found

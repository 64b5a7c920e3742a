"""Values with units from users, `"120 km/h"` or a pint quantity -> numbers in the unit of the variable."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from simnon.model import Unit, UnitMismatch, UnreadableUnit, convert, parse_unit
from simnon.program import Array
from simnon.source import UserError, arguments

from .names import NameTable, by_full_name

_QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(?:\[([^\]]*)\]|(.*))\s*", re.DOTALL)


class HasUnits(Protocol):
    """The interface of a pint quantity."""

    @property
    def magnitude(self) -> Any: ...
    @property
    def units(self) -> Any: ...


Quantity: TypeAlias = float | str | HasUnits | Sequence[Any] | Array
"""A number, with a unit if it is a text or a pint quantity; of an array, the numbers of its elements."""


def resolved_quantities(
    names: NameTable, unit_of_name: Mapping[str, Unit], values: Mapping[str, Quantity], argument: str
) -> dict[str, float]:
    """By full names, as numbers in the units of the variables."""
    numbers: dict[str, float] = {}
    for name, value in by_full_name(names, values, argument).items():
        number = value if type(value) is float else number_of(value, name, unit_of_name.get(name), argument)
        if math.isnan(number):
            raise arguments.refusal(f"{argument}: '{name}'", "a number", number)
        numbers[name] = number
    return numbers


def number_of(value: Quantity, name: str, unit: Unit | None, argument: str = "values") -> float:
    """A number without a unit is in the unit of the variable."""
    if type(value) is float:
        return value
    if isinstance(value, str):
        parts = _QUANTITY.fullmatch(value)
        if parts is None:
            message = f"{argument}: '{name}': expected a number, found {arguments.shown(value)}"
            raise UserError("bad-number", message, "write a number with its unit: '120 km/h'")
        text = parts[2] or parts[3] or ""
        return in_unit_of(float(parts[1]), text, name, unit) if text.strip() else float(parts[1])
    if hasattr(value, "magnitude") and hasattr(value, "units"):
        written = format(value.units, "D")
        magnitude = arguments.number(value.magnitude, f"{argument}: '{name}'")
        return in_unit_of(magnitude, "1" if written == "dimensionless" else written, name, unit)
    # A truth value counts as 1 or 0, as in a model.
    return arguments.number(int(value) if isinstance(value, bool) else value, f"{argument}: '{name}'")


def in_unit_of(value: float, text: str, name: str, unit: Unit | None) -> float:
    """The number in the variable's unit; a UserError if it cannot be converted."""
    try:
        given = parse_unit(text)
    except UnreadableUnit as error:
        raise UserError("unreadable-unit", f"[{text}]: {error}", "write for example m/s^2 or N*m") from None
    if unit is None:
        raise UserError("missing-unit", f"'{name}' has no unit", "give a plain number, or declare its unit in the text")
    try:
        return convert(value, given, unit)
    except UnitMismatch as error:
        raise UserError("wrong-dimension", f"'{name}' is in [{unit.text}]: {error}") from None

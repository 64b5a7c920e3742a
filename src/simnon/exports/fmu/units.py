"""Units of a model -> the unit definitions of FMI: factor, offset and exponents of the base units."""

from collections.abc import Iterable
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement

from simnon.model import Unit, UnreadableUnit, measure_of

_BASE = ("m", "kg", "s", "A", "K", "mol", "cd")


def unit_definitions(parent: Element, units: Iterable[Unit]) -> None:
    """One for each text; a unit whose exponents are not whole numbers, or that nobody knows, has a name only."""
    found = {unit.text: unit for unit in units}
    if not found:
        return
    definitions = SubElement(parent, "UnitDefinitions")
    for text, unit in found.items():
        definition = SubElement(definitions, "Unit", name=text)
        attributes = _base_unit(unit)
        if attributes is not None:
            SubElement(definition, "BaseUnit", attributes)


def _base_unit(unit: Unit) -> dict[str, str] | None:
    try:
        measure = measure_of(unit)
    except UnreadableUnit:
        return None
    exponents = dict(zip(_BASE, measure.dimension, strict=False))
    if any(exponent.denominator != 1 for exponent in measure.dimension) or any(measure.dimension[len(_BASE) :]):
        return None
    found = {name: str(exponent) for name, exponent in exponents.items() if exponent}
    found |= {"factor": repr(float(measure.factor))} if measure.factor != Fraction(1) else {}
    found |= {"offset": repr(float(measure.offset))} if measure.offset else {}
    return found

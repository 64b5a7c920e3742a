"""System -> System: values given in a unit other than the declared one become numbers in that one."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from simnon.model import (
    Declared,
    GivenValue,
    Range,
    System,
    Unit,
    UnitMismatch,
    convert,
    measure_of,
)
from simnon.source import Related, Report, Span


def convert_values(system: System, report: Report, known: Mapping[str, Unit] | None = None) -> System:
    """`known` are units from outside: those of the system this is a version of."""
    unit_of_name = dict(known or {})
    span_of_name: dict[str, Span] = {}
    for declaration in system.declarations:
        if declaration.unit is not None:
            unit_of_name[declaration.name] = declaration.unit
            span_of_name[declaration.name] = declaration.span
    values = tuple(_converted(value, unit_of_name, span_of_name, report) for value in system.values)
    for value in system.values:
        if value.unit is not None:
            unit_of_name.setdefault(value.name, value.unit)
    ranges = tuple(_in_declared_unit(each, unit_of_name, report) for each in system.ranges)
    versions = tuple(convert_values(version, report, unit_of_name) for version in system.versions)
    if values == system.values and ranges == system.ranges and versions == system.versions:
        return system
    return replace(system, values=values, ranges=ranges, versions=versions)


def _converted(
    value: GivenValue, unit_of_name: Mapping[str, Unit], span_of_name: Mapping[str, Span], report: Report
) -> GivenValue:
    declared = unit_of_name.get(value.name)
    if value.unit is None or declared is None or value.unit.factors == declared.factors:
        return value
    try:
        return replace(value, value=convert(value.value, value.unit, declared), unit=declared)
    except UnitMismatch:
        declared_at = span_of_name.get(value.name)
        report.error(
            "wrong-dimension",
            f"'{value.name}' is given in [{value.unit.text}], but it is declared in [{declared.text}]",
            value.span,
            f"give it in [{declared.text}] or a unit of the same dimension",
            () if declared_at is None else (Related("it is declared here", declared_at),),
        )
        return value


def _in_declared_unit(given: Range, unit_of_name: Mapping[str, Unit], report: Report) -> Range:
    declared = unit_of_name.get(given.name)
    return given if declared is None else converted_range(given, declared, report)


def converted_range(given: Range, declared: Unit, report: Report) -> Range:
    """The range in the unit of its variable."""
    if given.unit is None or given.unit.factors == declared.factors:
        return given
    try:
        low, high = (convert(each, given.unit, declared) for each in (given.low, given.high))
    except UnitMismatch:
        report.error(
            "wrong-dimension",
            f"the range of '{given.name}' is given in [{given.unit.text}], but '{given.name}' is in [{declared.text}]",
            given.span,
            f"give it in [{declared.text}] or a unit of the same dimension",
        )
        return given
    return replace(given, low=low, high=high, unit=declared)


def unit_of_time(systems: Iterable[System], report: Report) -> Unit | None:
    """The unit of time of the model: that of the first TIME that has one."""
    declared = [each for system in systems for each in system.declared(Declared.TIME) if each.unit is not None]
    for other in declared[1:]:
        first = declared[0]
        assert first.unit is not None
        assert other.unit is not None
        if measure_of(first.unit) != measure_of(other.unit):
            report.note(
                "wrong-scale",
                f"'{other.name}' is in [{other.unit.text}], but time is in [{first.unit.text}]",
                other.span,
                "all systems share one time: declare it with the same unit",
                (Related("the first one is here", first.span),),
            )
    return declared[0].unit if declared else None

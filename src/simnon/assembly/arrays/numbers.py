"""Values of arrays as they are written -> numbers, the first index fastest."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from simnon.model import (
    MATRIX,
    SPAN,
    VECTOR,
    Apply,
    Counts,
    Expression,
    GivenArray,
    Unit,
    UnitMismatch,
    Variable,
    convert,
    counts_of,
    counts_text,
    numbers_of,
    place_text,
    size_of,
)
from simnon.source import Report, Span

from ..loops import Numbers, integer, known_value
from .files import numbers_in_file


def given_numbers(
    given: GivenArray, known: Numbers, name: str, span: Span, report: Report
) -> tuple[Counts, tuple[float, ...]] | None:
    """The numbers of a literal or a file, the first index fastest; None (reported) if it has others."""
    if given.value is None:
        return numbers_in_file(given.file, name, span, report)
    value = given.value
    rows: list[tuple[Expression, ...]] = [(value,)]
    if isinstance(value, Apply) and value.function == VECTOR:
        rows = [(each,) for each in value.arguments]
    elif isinstance(value, Apply) and value.function == MATRIX:
        rows = [row.arguments for row in value.arguments if isinstance(row, Apply)]
    if len({len(row) for row in rows}) > 1:
        lengths = ", ".join(str(len(row)) for row in rows)
        report.error("different-shapes", f"the rows have {lengths} elements", value.span or span, "make them equal")
        return None
    numbers = []
    for column in zip(*rows, strict=True):
        for entry in column:
            number = known_value(entry, known)
            if number is None:
                hint = "to compute a value, use an equation in the INITIAL section"
                report.error(
                    "number-expected", f"the value of '{name}' has more than numbers", entry.span or span, hint
                )
                return None
            numbers.append(number)
    is_scalar = not (isinstance(value, Apply) and value.function in (VECTOR, MATRIX))
    counts: Counts = () if is_scalar else (len(rows),)
    if isinstance(value, Apply) and value.function == MATRIX:
        counts = (len(rows), len(rows[0]))
    return counts, tuple(numbers)


def places_of(
    places: Iterable[Expression], known: Numbers, name: str, span: Span, report: Report
) -> list[range] | None:
    """The numbers in each place; None (reported) if they are not known."""
    found = []
    for place in places:
        ends = place.arguments if isinstance(place, Apply) and place.function == SPAN else (place, place)
        limits = [integer(end, known, f"the index of '{name}'", report, span) for end in ends]
        first, last = limits
        if first is None or last is None:
            return None
        found.append(range(first, last + 1))
    return found


def is_span(place: Expression) -> bool:
    return isinstance(place, Apply) and place.function == SPAN


def in_own_unit(number: float, given: Unit | None, own: Unit | None) -> float:
    """A number given in a unit, in that of its element; unchanged if that cannot be, which is reported elsewhere."""
    if given is None or own is None or given.factors == own.factors:
        return number
    try:
        return convert(number, given, own)
    except UnitMismatch:
        return number


def check_units(name: str, pairs: Iterable[tuple[Unit | None, Unit | None]], span: Span, report: Report) -> None:
    """Report the first unit that cannot be converted to the declared one."""
    for given, own in pairs:
        if given is None or own is None:
            continue
        try:
            convert(1.0, given, own)
        except UnitMismatch:
            message = f"'{name}' is given in [{given.text}], but it is declared in [{own.text}]"
            hint = f"give it in [{own.text}] or a unit of the same dimension"
            report.error("wrong-dimension", message, span, hint)
            return


def own_unit(variable: Variable, offset: int) -> Unit | None:
    return variable.units[offset] if variable.units else variable.unit


class GivenFromAbove(Protocol):
    """A value that a system above gives: a number, or the numbers of a whole array."""

    @property
    def value(self) -> float: ...

    @property
    def span(self) -> Span: ...

    @property
    def numbers(self) -> tuple[float, ...]: ...

    @property
    def counts(self) -> Counts: ...

    @property
    def unit(self) -> Unit | None: ...


def given_starts(
    variable: Variable, given: Mapping[str, GivenFromAbove], report: Report
) -> tuple[float | None, tuple[float | None, ...]]:
    """The value of all elements, or those of each, the ones given from above last."""
    local = variable.local.casefold()
    start, starts = variable.start, variable.starts
    whole = given.get(local)
    if whole is not None:
        start, starts = _from_above(variable, whole, report)
    if not any(key.startswith(f"{local}[") for key in given):
        return start, starts
    each = list(starts or [start] * size_of(counts_of(variable.shape)))
    for i, numbers in enumerate(numbers_of(variable.shape)):
        one = given.get(f"{variable.local}{place_text(numbers)}".casefold())
        if one is not None:
            check_units(f"{variable.local}{place_text(numbers)}", [(one.unit, own_unit(variable, i))], one.span, report)
            each[i] = in_own_unit(one.value, one.unit, own_unit(variable, i))
    return None, tuple(each)


def _from_above(
    variable: Variable, whole: GivenFromAbove, report: Report
) -> tuple[float | None, tuple[float | None, ...]]:
    counts = counts_of(variable.shape)
    own = variable.units or (variable.unit,)
    check_units(variable.local, [(whole.unit, unit) for unit in own], whole.span, report)
    if not whole.counts and not variable.units:
        return in_own_unit(whole.value, whole.unit, variable.unit), ()
    if not whole.counts:
        return None, tuple(in_own_unit(whole.value, whole.unit, unit) for unit in variable.units)
    if whole.counts == counts:
        numbers = enumerate(whole.numbers)
        return None, tuple(in_own_unit(number, whole.unit, own_unit(variable, i)) for i, number in numbers)
    message = f"'{variable.local}' is {counts_text(counts)}, but its value is {counts_text(whole.counts)}"
    report.error("different-shapes", message, whole.span, "give it as many numbers as it has elements")
    return variable.start, variable.starts

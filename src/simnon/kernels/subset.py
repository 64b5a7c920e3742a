"""What kernels can use besides Python's own arithmetic, with the meaning it has in a program.

Nothing raises: `divide(1.0, 0.0)` is inf, `sqrt(-1.0)` is nan. A kernel uses `divide` if the denominator can be zero,
`truncate` if the number can be nan or huge, and `wrap` around integer arithmetic that can leave 64 bits; `//` and `%`
are never used with zero, and a shift is by 0 to 63. `abs`, `min`, `max`, `int`, `float` and `bool` are Python's.
"""

import math
import struct
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Protocol, TypeAlias, TypeVar, cast, get_origin, get_type_hints, overload

_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., object])


class Array(Protocol):
    """A flat array of floats; stored values are converted to float."""

    def __buffer__(self, flags: int, /) -> memoryview: ...

    def __getitem__(self, index: int, /) -> float: ...

    def __setitem__(self, index: int, value: float, /) -> None: ...


Table: TypeAlias = tuple[float, ...]
"""Constant numbers of a module, passed to a function."""
Number = TypeVar("Number", float, int, bool)
Fixed = Annotated[Number, "fixed"]
"""Marks a field that is the same in all runs of a model with one method."""
Shared = Annotated[Number, "shared"]
"""Marks a field that is the same in all members of an ensemble, and never changes during a run."""


@dataclass(frozen=True, slots=True)
class Field:
    """An element of a record: its offset in the array, its type, and the mark "fixed" or "shared"."""

    name: str
    offset: int
    kind: type["float | int | bool"]
    mark: str = ""

    def __get__(self, record: "Record | None", owner: object) -> Any:
        return self if record is None else self.kind(record.numbers[self.offset])

    def __set__(self, record: "Record", value: float) -> None:
        record.numbers[self.offset] = value


class Record:
    """An array whose elements have names and types: a class lists them in order.

    Elements after them are reached by their offset, as in any array.
    """

    record_fields: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls) -> None:
        hints = {
            name: hint for name, hint in get_type_hints(cls, include_extras=True).items() if name != "record_fields"
        }
        cls.record_fields = {name: _field(name, offset, hint) for offset, (name, hint) in enumerate(hints.items())}
        for name, field in cls.record_fields.items():
            setattr(cls, name, field)

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    @classmethod
    def offset(cls, name: str) -> int:
        """The offset of a field in the array."""
        return cls.record_fields[name].offset

    def __getitem__(self, offset: int) -> float:
        return float(self.numbers[offset])

    def __setitem__(self, offset: int, value: float) -> None:
        self.numbers[offset] = value


def _field(name: str, offset: int, hint: Any) -> Field:
    if get_origin(hint) is Annotated:
        return Field(name, offset, hint.__origin__, *hint.__metadata__)
    return Field(name, offset, hint)


class Integers:
    """An array of integers."""

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    def __getitem__(self, offset: int) -> int:
        return int(self.numbers[offset])


def zeros(size: int) -> Array:
    """A new array of zeros; in a kernel the size is a constant."""
    return array("d", bytes(8 * size))


@overload
def slice_from(array: Array | Record | Integers, offset: int) -> Array: ...
@overload
def slice_from(array: Table, offset: int) -> Table: ...
def slice_from(array: Array | Record | Integers | Table, offset: int) -> Array | Table:
    """The array from the element `offset` on, as the argument of a call; writes go to the array itself."""
    if isinstance(array, tuple):
        return array[offset:]
    numbers = array.numbers if isinstance(array, Record | Integers) else array
    return cast("Array", memoryview(numbers)[offset:])


def inline(function: AnyFunction) -> AnyFunction:
    """Decorator: asks the compiler to inline the function into its callers."""
    return function


def wrap(i: int) -> int:
    """The signed 64-bit integer with the same low 64 bits."""
    return ((i - _INT_MIN) & (2**64 - 1)) + _INT_MIN


def is_nan(x: float) -> bool:
    return math.isnan(x)


def bits(x: float) -> int:
    """The 64 bits of a float as a signed integer; one pattern for every nan, as machines differ in theirs."""
    if math.isnan(x):
        return 0x7FF8000000000000
    return int(struct.unpack("<q", struct.pack("<d", x))[0])


def frombits(i: int) -> float:
    """The float with these 64 bits."""
    return float(struct.unpack("<d", struct.pack("<q", i))[0])


def truncate(x: float) -> int:
    """Cut towards zero, saturated at the ends of 64 bits; 0 for nan."""
    if math.isnan(x):
        return 0
    if abs(x) >= 2.0**63:
        return _INT_MAX if x > 0.0 else _INT_MIN
    return int(x)


def whole(x: float) -> int:
    """The int that a float holds: a count or a position."""
    return int(x)


def likely(condition: bool) -> bool:
    """The condition itself. Machine code that branches on it continues with the likely case before the condition is
    known."""
    return condition


def divide(x: float, y: float) -> float:
    if y != 0.0:
        return x / y
    if x == 0.0 or math.isnan(x):
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def floor(x: float) -> float:
    """As a float, so that it exists for every number."""
    return math.copysign(float(math.floor(x)), x) if math.isfinite(x) else x


def sqrt(x: float) -> float:
    return math.sqrt(x) if x >= 0.0 else x if x == 0.0 else math.nan


def exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def log(x: float) -> float:
    return math.log(x) if x > 0.0 else _log_of_rest(x)


def log10(x: float) -> float:
    return math.log10(x) if x > 0.0 else _log_of_rest(x)


def _log_of_rest(x: float) -> float:
    return -math.inf if x == 0.0 else math.nan


def sin(x: float) -> float:
    return math.nan if math.isinf(x) else math.sin(x)


def cos(x: float) -> float:
    return math.nan if math.isinf(x) else math.cos(x)


def tan(x: float) -> float:
    return math.nan if math.isinf(x) else math.tan(x)


def asin(x: float) -> float:
    return math.asin(x) if abs(x) <= 1.0 else math.nan


def acos(x: float) -> float:
    return math.acos(x) if abs(x) <= 1.0 else math.nan


def atan(x: float) -> float:
    return math.atan(x)


def atan2(y: float, x: float) -> float:
    return math.atan2(y, x)


def sinh(x: float) -> float:
    try:
        return math.sinh(x)
    except OverflowError:
        return math.copysign(math.inf, x)


def cosh(x: float) -> float:
    try:
        return math.cosh(x)
    except OverflowError:
        return math.inf


def tanh(x: float) -> float:
    return math.tanh(x)


def pow(x: float, y: float) -> float:  # noqa: A001 - the name of the operator it stands for
    try:
        return math.pow(x, y)
    except ValueError:
        if x != 0.0:
            return math.nan
        is_odd = math.fmod(y, 2.0) == -1.0
        return math.copysign(math.inf, x) if is_odd else math.inf
    except OverflowError:
        is_odd = math.fmod(y, 2.0) in (-1.0, 1.0)
        return -math.inf if x < 0.0 and is_odd else math.inf

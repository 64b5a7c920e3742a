"""DATA: the instructions of a lowered program: typed expression trees, structured control flow.

A function is pure except for the arrays it is given as `is_written`. Every value is a float (64 bits, IEEE, never
contracted to FMA), an int (64 bits, wrapping) or a bool; arrays are flat float arrays. No recursion, and a written
array is never reachable by two names.
"""

from enum import Enum
from typing import TypeAlias, Union

from simnon.source import frozen


class Type(Enum):
    FLOAT = "float"
    INT = "int"
    BOOL = "bool"
    ARRAY = "array"

    # Enum hashes the name in Python, and targets look types up for every instruction.
    __hash__ = object.__hash__


@frozen
class Constant:
    value: float | int | bool
    type: Type


@frozen
class Local:
    """A local variable or a scalar parameter; one type in the whole function."""

    name: str
    type: Type


@frozen
class Load:
    """`array[index]`: always a float."""

    array: str
    index: "Expression"


@frozen
class Operation:
    """An operator of `operators.OPERATORS` applied to its arguments."""

    operator: str
    arguments: tuple["Expression", ...]
    type: Type


@frozen
class ArrayName:
    """An array as the argument of a call: all of it, or the slice from the element `offset` on.

    Slices of one array can be given to one call only if they do not overlap.
    """

    name: str
    offset: Union["Expression", None] = None


@frozen
class Call:
    """A call of a function of the program, or of one of its foreign functions."""

    function: str
    arguments: tuple[Union["Expression", ArrayName], ...]
    type: Type | None


Expression: TypeAlias = Constant | Local | Load | Operation | Call


@frozen
class Set:
    name: str
    value: Expression


@frozen
class Store:
    array: str
    index: Expression
    value: Expression


@frozen
class Allocate:
    """A local array of `size` zeros, created again each time the statement is reached."""

    array: str
    size: int


@frozen
class If:
    condition: Expression
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...] = ()


@frozen
class While:
    """Run `header`, leave if `condition` is false, run `body`, repeat."""

    header: tuple["Statement", ...]
    condition: Expression
    body: tuple["Statement", ...]


@frozen
class For:
    """`for name in range(start, stop, step)`: the bounds are evaluated once, as in Python.

    In a parallel one, no round reads what another one writes, and no local set in it is read after it: targets can take
    the rounds in any order, several at once, and some of them twice.
    """

    name: str
    start: Expression
    stop: Expression
    step: int
    body: tuple["Statement", ...]
    is_parallel: bool = False


@frozen
class Break:
    pass


@frozen
class Continue:
    pass


@frozen
class Return:
    value: Expression | None = None


@frozen
class Do:
    """A call for its writes to arrays; a result is discarded."""

    call: Call


Statement: TypeAlias = Set | Store | Allocate | If | While | For | Break | Continue | Return | Do


@frozen
class Parameter:
    name: str
    type: Type
    is_written: bool = False


@frozen
class Function:
    """`is_inline` is a request: targets inline such a function into its callers, others only in long-lived code."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type | None
    body: tuple[Statement, ...]
    is_inline: bool = False

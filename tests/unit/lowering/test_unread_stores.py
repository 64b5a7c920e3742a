"""Elements of an array that are never read are not written."""

from simnon.lowering.unread_stores import drop_unread_stores
from simnon.program import (
    ENTRY_PARAMETERS,
    Constant,
    Expression,
    For,
    Function,
    If,
    Load,
    Operation,
    Statement,
    Store,
    Type,
)

FLOAT, INT, BOOL = Type.FLOAT, Type.INT, Type.BOOL


def at(index: int) -> Load:
    return Load("values", Constant(index, INT))


def put(index: int, value: Expression) -> Store:
    return Store("values", Constant(index, INT), value)


def count(index: int) -> Store:
    return put(index, Operation("+", (at(index), Constant(1.0, FLOAT)), FLOAT))


def kept(*bodies: tuple[Statement, ...]) -> list[tuple[Statement, ...]]:
    functions = tuple(Function(f"f{n}", ENTRY_PARAMETERS, None, body) for n, body in enumerate(bodies))
    return [function.body for function in drop_unread_stores("values", functions)]


def test_a_count_that_is_never_read_is_dropped_wherever_it_is() -> None:
    is_high = Operation(">", (at(1), Constant(0.0, FLOAT)), BOOL)
    loop = For("i", Constant(0, INT), Constant(3, INT), 1, (count(0), count(1)))

    assert kept((If(is_high, (count(0),), (count(1),)), loop)) == [
        (If(is_high, (), (count(1),)), For("i", Constant(0, INT), Constant(3, INT), 1, (count(1),)))
    ]


def test_an_element_that_a_different_function_reads_is_kept() -> None:
    read = Store("out", Constant(0, INT), at(0))

    assert kept((count(0),), (read,)) == [(count(0),), (read,)]


def test_everything_is_kept_if_an_index_is_unknown() -> None:
    read = Store("out", Constant(0, INT), Load("values", Operation("int", (at(1),), INT)))

    assert kept((count(0), read)) == [(count(0), read)]

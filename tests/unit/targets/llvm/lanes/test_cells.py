"""What a function does with the elements of an array: accesses, reads before writing, has written at its end."""

from simnon.program import (
    ArrayName,
    Break,
    Call,
    Constant,
    Do,
    Expression,
    Function,
    If,
    Load,
    Local,
    Operation,
    Parameter,
    Return,
    Statement,
    Store,
    Type,
    While,
)
from simnon.targets.llvm.lanes.cells import Use, Uses

FLOAT, INT, BOOL = Type.FLOAT, Type.INT, Type.BOOL
ALWAYS = Constant(True, BOOL)
IS_HIGH = Operation(">", (Local("x", FLOAT), Constant(0.0, FLOAT)), BOOL)


def put(index: Expression | int, value: Expression | None = None) -> Store:
    place = Constant(index, INT) if isinstance(index, int) else index
    return Store("a", place, Constant(1.0, FLOAT) if value is None else value)


def at(index: int) -> Load:
    return Load("a", Constant(index, INT))


def function(name: str, *body: Statement) -> Function:
    parameters = (Parameter("x", FLOAT), Parameter("place", INT), Parameter("a", Type.ARRAY, is_written=True))
    return Function(name, parameters, None, body)


def use_of(*body: Statement, callee: tuple[Statement, ...] = ()) -> Use:
    return Uses({"f": function("f", *body), "g": function("g", *callee)}).use("f", "a")


def call(place: int, offset: int | None = None) -> Do:
    part = ArrayName("a") if offset is None else ArrayName("a", Constant(offset, INT))
    return Do(Call("g", (Local("x", FLOAT), Constant(place, INT), part), None))


def test_an_element_written_first_is_not_exposed() -> None:
    assert use_of(put(0), put(1, at(0)), put(2, at(3))) == Use(
        frozenset({0, 1, 2, 3}), frozenset({3}), frozenset({0, 1, 2})
    )


def test_only_elements_that_both_arms_write_are_written_after_a_branch() -> None:
    use = use_of(If(IS_HIGH, (put(0), put(1)), (put(1),)), put(2, at(0)), put(3, at(1)))

    assert use.exposed == {0}


def test_an_arm_that_returns_counts_for_the_end_but_not_for_what_follows() -> None:
    use = use_of(If(IS_HIGH, (Return(None),)), put(0), put(1, at(0)))

    assert not use.exposed
    assert not use.written


def test_a_loop_can_run_no_iteration_and_later_ones_know_what_the_first_wrote() -> None:
    use = use_of(While((), IS_HIGH, (put(0),)), put(1, at(0)))
    endless = use_of(While((), ALWAYS, (put(1, at(0)), put(0), If(IS_HIGH, (Break(),)))), put(2, at(1)))

    assert use.exposed == {0}
    assert endless.exposed == {0}
    assert endless.written == {0, 1, 2}


def test_a_call_does_what_its_function_does_at_its_offset() -> None:
    where = Operation("+", (Local("place", INT), Constant(1, INT)), INT)

    assert use_of(call(4), callee=(put(where, at(0)),)) == Use(frozenset({0, 5}), frozenset({0}), frozenset({5}))
    assert use_of(call(4, offset=10), callee=(put(where),)).written == {15}


def test_an_unknown_index_makes_all_elements_unknown() -> None:
    assert not use_of(put(0), put(Operation("int", (Local("x", FLOAT),), INT))).is_known
    assert not use_of(call(1), callee=(put(Operation("int", (at(0),), INT)),)).is_known

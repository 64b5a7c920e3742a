"""Functions made for one model: the same values with fewer instructions."""

import simnon
from simnon.kernels import METHODS, Control
from simnon.lowering import run_for_model
from simnon.lowering.specialize import specialize
from simnon.program import (
    ENTRY_PARAMETERS,
    Break,
    Constant,
    Expression,
    For,
    Function,
    If,
    Load,
    Local,
    Operation,
    Return,
    Set,
    Statement,
    Store,
    Type,
    statements_within,
)
from simnon.simulation.memory import FIXED, fixed_numbers

FLOAT, INT, BOOL = Type.FLOAT, Type.INT, Type.BOOL
KNOWN = {("values", 0): Constant(3.0, FLOAT), ("values", 1): Constant(0.0, FLOAT)}


def value(index: int) -> Load:
    return Load("values", Constant(index, INT))


def whole(expression: Expression) -> Operation:
    return Operation("int", (expression,), INT)


def made(*body: Statement) -> tuple[Statement, ...]:
    return specialize(Function("f", ENTRY_PARAMETERS, None, body), {}, KNOWN).body


def put(index: Expression, number: float) -> Store:
    return Store("out", index, Constant(number, FLOAT))


def test_a_loop_of_known_length_is_written_out() -> None:
    body = made(For("i", Constant(0, INT), whole(value(0)), 1, (put(Local("i", INT), 1.0),)))

    assert body == tuple(put(Constant(i, INT), 1.0) for i in range(3))


def test_a_loop_that_can_be_left_stays_a_loop() -> None:
    leave = If(Operation("<", (value(7), Constant(1.0, FLOAT)), BOOL), (Break(),))
    (loop,) = made(For("i", Constant(0, INT), whole(value(0)), 1, (leave, put(Local("i", INT), 1.0))))

    assert isinstance(loop, For)
    assert loop.stop == Constant(3, INT)


def test_a_long_loop_stays_a_loop() -> None:
    (loop,) = made(For("i", Constant(0, INT), Constant(100, INT), 1, (put(Local("i", INT), 1.0),)))

    assert isinstance(loop, For)


def test_what_the_model_does_not_have_is_left_out() -> None:
    has_some = Operation(">", (value(1), Constant(0.0, FLOAT)), BOOL)
    body = made(If(has_some, (put(Constant(0, INT), 1.0),), (put(Constant(0, INT), 2.0),)))

    assert body == (put(Constant(0, INT), 2.0),)


def test_a_number_that_changes_is_read_again() -> None:
    body = made(Set("a", value(2)), Store("out", Constant(0, INT), Local("a", FLOAT)))

    assert body == (Set("a", value(2)), Store("out", Constant(0, INT), Local("a", FLOAT)))


def test_the_run_loop_of_a_model_reads_none_of_the_numbers_that_are_fixed() -> None:
    program = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n")._simulator.program
    fixed = fixed_numbers(program.layout, METHODS["dopri5"])
    own = run_for_model("dopri5", program, fixed)

    assert own is not None
    assert own.entries == ("begin", "run")
    texts = [repr(statement) for function in own.functions for statement in statements_within(function.body)]
    for name in FIXED:
        read = repr(Load("control", Constant(Control.place(name), INT)))
        assert not any(read in text for text in texts), name
    assert "stored_count" not in FIXED


def test_a_condition_that_is_known_in_part_is_left_out_or_short() -> None:
    is_some, is_high = (
        Operation(">", (value(1), Constant(0.0, FLOAT)), BOOL),
        Operation(">", (value(2), Constant(0.0, FLOAT)), BOOL),
    )
    first, second = put(Constant(0, INT), 1.0), put(Constant(0, INT), 2.0)

    assert made(If(Operation("and", (is_high, is_some), BOOL), (first,), (second,))) == (second,)
    assert made(If(Operation("or", (is_some, is_high), BOOL), (first,))) == (If(is_high, (first,)),)
    assert made(Set("is_some", is_some), If(Local("is_some", BOOL), (first,))) == ()


def test_nothing_follows_a_return() -> None:
    is_none = Operation("==", (value(1), Constant(0.0, FLOAT)), BOOL)

    assert made(If(is_none, (Return(None),)), put(Constant(0, INT), 1.0)) == (Return(None),)

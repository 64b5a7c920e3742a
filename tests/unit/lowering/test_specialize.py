"""Functions specialised for one model: the same values with fewer instructions."""

import pytest

import simnon
from simnon.kernels import METHODS, Control
from simnon.lowering import method_program, run_for_model
from simnon.lowering.python_subset import translate
from simnon.lowering.run_kernels import unrolled
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
from simnon.simulation.run_buffers import FIXED, fixed_numbers

FLOAT, INT, BOOL = Type.FLOAT, Type.INT, Type.BOOL
KNOWN = {("values", 0): Constant(3.0, FLOAT), ("values", 1): Constant(0.0, FLOAT)}


def value(index: int) -> Load:
    return Load("values", Constant(index, INT))


def as_int(expression: Expression) -> Operation:
    return Operation("int", (expression,), INT)


def specialized(*body: Statement) -> tuple[Statement, ...]:
    return specialize(Function("f", ENTRY_PARAMETERS, None, body), {}, KNOWN).body


def put(index: Expression, number: float) -> Store:
    return Store("out", index, Constant(number, FLOAT))


def test_a_loop_of_known_length_is_unrolled() -> None:
    body = specialized(For("i", Constant(0, INT), as_int(value(0)), 1, (put(Local("i", INT), 1.0),)))

    assert body == tuple(put(Constant(i, INT), 1.0) for i in range(3))


def test_a_loop_that_can_be_left_stays_a_loop() -> None:
    leave = If(Operation("<", (value(7), Constant(1.0, FLOAT)), BOOL), (Break(),))
    (loop,) = specialized(For("i", Constant(0, INT), as_int(value(0)), 1, (leave, put(Local("i", INT), 1.0))))

    assert isinstance(loop, For)
    assert loop.stop == Constant(3, INT)


def test_a_long_loop_stays_a_loop() -> None:
    (loop,) = specialized(For("i", Constant(0, INT), Constant(100, INT), 1, (put(Local("i", INT), 1.0),)))

    assert isinstance(loop, For)


def test_code_for_features_the_model_does_not_have_is_dropped() -> None:
    has_some = Operation(">", (value(1), Constant(0.0, FLOAT)), BOOL)
    body = specialized(If(has_some, (put(Constant(0, INT), 1.0),), (put(Constant(0, INT), 2.0),)))

    assert body == (put(Constant(0, INT), 2.0),)


def test_a_number_that_changes_is_read_again() -> None:
    body = specialized(Set("a", value(2)), Store("out", Constant(0, INT), Local("a", FLOAT)))

    assert body == (Set("a", value(2)), Store("out", Constant(0, INT), Local("a", FLOAT)))


def test_the_run_loop_of_a_model_reads_no_fixed_fields() -> None:
    program = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n")._simulator.program
    fixed = fixed_numbers(program.layout, METHODS["dopri5"])
    own = run_for_model("dopri5", program, fixed)

    assert own is not None
    assert own.entries == ("begin", "run")
    texts = [repr(statement) for function in own.functions for statement in statements_within(function.body)]
    for name in FIXED:
        read = repr(Load("control", Constant(Control.offset(name), INT)))
        assert not any(read in text for text in texts), name
    assert "stored_count" not in FIXED


def test_a_partly_known_condition_is_dropped_or_shortened() -> None:
    is_some, is_high = (
        Operation(">", (value(1), Constant(0.0, FLOAT)), BOOL),
        Operation(">", (value(2), Constant(0.0, FLOAT)), BOOL),
    )
    first, second = put(Constant(0, INT), 1.0), put(Constant(0, INT), 2.0)

    assert specialized(If(Operation("and", (is_high, is_some), BOOL), (first,), (second,))) == (second,)
    assert specialized(If(Operation("or", (is_some, is_high), BOOL), (first,))) == (If(is_high, (first,)),)
    assert specialized(Set("is_some", is_some), If(Local("is_some", BOOL), (first,))) == ()


def test_nothing_follows_a_return() -> None:
    is_none = Operation("==", (value(1), Constant(0.0, FLOAT)), BOOL)

    assert specialized(If(is_none, (Return(None),)), put(Constant(0, INT), 1.0)) == (Return(None),)


SUMS = """
ROW = (2.0, 0.0, 1.0)

@inline
def added(start: float, row: Table, count: int, x: Array) -> float:
    total = start
    for j in range(count):
        if row[j] != 0.0:
            total += row[j] * x[j]
    return total

@inline
def put(place: int, x: Array, out: Array) -> float:
    out[place] = added(-0.0, slice_from(ROW, 1), 2, x)
    return out[place]

"""


def inlined(text: str) -> tuple[Statement, ...]:
    """The body of `f` among the functions of the text."""
    translation = translate(text, ["f"])
    (function,) = unrolled(list(translation.functions), list(translation.constants))
    return function.body


def test_a_pure_function_becomes_the_expression_one_would_write_by_hand() -> None:
    specialized = inlined(SUMS + "def f(x: Array, out: Array) -> None:\n    out[0] = 3.0 * added(x[3], ROW, 3, x)\n")

    written = inlined("def f(x: Array, out: Array) -> None:\n    out[0] = 3.0 * ((x[3] + 2.0 * x[0]) + x[2])\n")
    assert specialized == written


def test_a_function_that_writes_has_its_statements_before_its_value() -> None:
    specialized = inlined(SUMS + "def f(x: Array, out: Array) -> float:\n    y = put(1, x, out)\n    return y\n")

    sum_of_stages = Load("x", Constant(1, INT))
    assert specialized == (
        Set("put.1.t__1", sum_of_stages),
        Store("out", Constant(1, INT), Local("put.1.t__1", FLOAT)),
        Set("y", Load("out", Constant(1, INT))),
        Return(Local("y", FLOAT)),
    )


LEAVING = """
@inline
def fill(count: int, x: Array, out: Array) -> None:
    if {condition}:
        return
    out[0] = x[0]

@inline
def limit(x: Array, out: Array) -> float:
    for i in range(40):
        if x[i] > 1.0:
            return 1.0
    return x[0]

def f(x: Array, out: Array) -> None:
    {call}
    out[1] = 2.0
"""


@pytest.mark.parametrize(("count", "is_filled"), [(0, False), (1, True)])
def test_a_return_at_the_end_of_an_inlined_function_does_not_end_its_caller(count: int, is_filled: bool) -> None:
    body = inlined(LEAVING.format(condition="count == 0", call=f"fill({count}, x, out)"))

    filled = Store("out", Constant(0, INT), Load("x", Constant(0, INT)))
    last = Store("out", Constant(1, INT), Constant(2.0, FLOAT))
    assert body == ((filled, last) if is_filled else (last,))


@pytest.mark.parametrize("call", ["fill(1, x, out)", "limit(x, out)", "out[2] = limit(x, out)"])
def test_an_inlined_function_that_may_return_before_its_end_is_refused(call: str) -> None:
    with pytest.raises(AssertionError, match=r"specialize: '(fill|limit)' can return before its end"):
        inlined(LEAVING.format(condition="x[1] > 0.0", call=call))


def test_only_operations_that_keep_all_bits_are_dropped() -> None:
    x = value(2)
    zero, other_zero, one = Constant(0.0, FLOAT), Constant(-0.0, FLOAT), Constant(1.0, FLOAT)
    kept = Operation("+", (zero, x), FLOAT)

    assert specialized(Set("a", Operation("+", (other_zero, x), FLOAT))) == (Set("a", x),)
    assert specialized(Set("a", Operation("*", (one, x), FLOAT))) == (Set("a", x),)
    assert specialized(Set("a", kept)) == (Set("a", kept),)


@pytest.mark.parametrize("method", [name for name, method in METHODS.items() if "stages" in method.parts])
def test_the_program_of_a_method_has_its_tableau_unrolled(method: str) -> None:
    program = method_program(method, is_complete=True)

    assert program.constants == ()
    loops = [s for f in program.functions for s in statements_within(f.body) if isinstance(s, For)]
    assert loops
    starts = (Constant(0, INT), Local("first", INT))
    assert all(loop.start in starts and isinstance(loop.stop, Local) for loop in loops)

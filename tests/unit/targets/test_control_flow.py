"""Control flow, calls and arrays: every target runs statements as Python would."""

import pytest

from simnon.program import (
    Allocate,
    ArrayName,
    Break,
    Call,
    ConstantArray,
    Continue,
    Do,
    Expression,
    For,
    Function,
    If,
    Load,
    Parameter,
    Return,
    Set,
    Statement,
    Store,
    While,
)
from simnon.targets import TARGETS
from tests.unit.targets.small_programs import (
    ARRAY,
    BOOL,
    FLOAT,
    INT,
    apply,
    boolean,
    call,
    function_of,
    give,
    integer,
    is_less,
    local,
    number,
    program_of,
    run,
    state,
)

pytestmark = pytest.mark.parametrize("target", TARGETS)


def add_to(name: str, value: Expression) -> Set:
    return Set(name, apply("+", local(name), value))


def counting(*body: Statement, start: int = 0, stop: int = 5, step: int = 1) -> tuple[Statement, ...]:
    """`sum` collects what the body adds to it while `i` runs."""
    return (Set("sum", number(0.0)), For("i", integer(start), integer(stop), step, body), give(local("sum")))


I = apply("float", local("i", INT))  # noqa: E741  the counter of `counting`


@pytest.mark.parametrize(("x", "expected"), [(-1.0, 1.0), (2.0, 2.0), (9.0, 3.0)])
def test_a_chain_of_ifs_takes_the_first_that_holds(x: float, expected: float, target: str) -> None:
    inner = If(is_less(state(0), number(5.0)), (Set("y", number(2.0)),), (Set("y", number(3.0)),))
    chain = If(is_less(state(0), number(0.0)), (Set("y", number(1.0)),), (inner,))

    assert run(program_of(chain, give(local("y"))), target, (x,))[0] == expected


def test_a_long_chain_of_ifs(target: str) -> None:
    chain: tuple[Statement, ...] = ()
    for limit in reversed(range(150)):
        chain = (If(is_less(state(0), number(limit)), (give(number(limit)),), chain),)

    assert run(program_of(*chain), target, (99.5,))[0] == 100.0


def test_a_for_loop_runs_over_its_range(target: str) -> None:
    assert run(program_of(*counting(add_to("sum", I))), target)[0] == 10.0
    assert run(program_of(*counting(add_to("sum", I), start=7, stop=0, step=-3)), target)[0] == 12.0
    assert run(program_of(*counting(add_to("sum", I), start=3, stop=3)), target)[0] == 0.0


def test_a_for_loop_ends_at_the_end_of_the_ints(target: str) -> None:
    last = 2**63 - 1
    count = add_to("sum", number(1.0))

    assert run(program_of(*counting(count, start=last - 4, stop=last, step=3)), target)[0] == 2.0
    assert run(program_of(*counting(count, start=-last, stop=-last - 1, step=-7)), target)[0] == 1.0


def test_setting_the_counter_does_not_change_the_range(target: str) -> None:
    body = (add_to("sum", I), Set("i", integer(100)))

    assert run(program_of(*counting(*body)), target)[0] == 10.0


def test_bounds_are_evaluated_once(target: str) -> None:
    body = (Set("n", apply("+", local("n", INT), integer(1), gives=INT)), add_to("sum", number(1.0)))
    loop = For("i", integer(0), local("n", INT), 1, body)

    program = program_of(Set("sum", number(0.0)), Set("n", integer(3)), loop, give(local("sum")))

    assert run(program, target)[0] == 3.0


def test_break_and_continue(target: str) -> None:
    is_two = apply("==", local("i", INT), integer(2), gives=BOOL)
    is_four = apply("==", local("i", INT), integer(4), gives=BOOL)
    body = (If(is_two, (Continue(),)), If(is_four, (Break(),)), add_to("sum", I))

    assert run(program_of(*counting(*body, stop=9)), target)[0] == 4.0


def test_the_header_of_a_while_runs_before_each_test(target: str) -> None:
    x = local("x")
    loop = While((add_to("x", number(1.0)),), is_less(x, number(3.5)), (add_to("sum", x),))

    program = program_of(Set("x", number(0.0)), Set("sum", number(0.0)), loop, give(local("sum")), give(x, 1))

    assert run(program, target)[:2] == [6.0, 4.0]


def test_a_local_set_before_the_break_of_an_endless_loop_is_known_after_it(target: str) -> None:
    leave = If(is_less(number(2.0), local("x")), (Set("y", local("x")), Break()))
    loop = While((), boolean(True), (add_to("x", number(1.0)), leave))

    assert run(program_of(Set("x", number(0.0)), loop, give(local("y"))), target)[0] == 3.0


@pytest.mark.parametrize("is_inline", [False, True])
def test_a_function_returns_from_inside_a_loop(is_inline: bool, target: str) -> None:
    found = If(is_less(local("x"), apply("*", I, I)), (Return(I),))
    search = function_of(
        "first (i*i > x)", {"x": FLOAT}, FLOAT,
        For("i", integer(0), integer(100), 1, (found,)), Return(number(-1.0)), is_inline=is_inline,
    )  # fmt: skip

    program = program_of(give(call(search, state(0))), give(call(search, state(1)), 1), functions=(search,))

    assert run(program, target, (10.0, 1e6))[:2] == [4.0, -1.0]


@pytest.mark.parametrize("is_inline", [False, True])
def test_a_function_writes_the_array_it_is_given(is_inline: bool, target: str) -> None:
    twice = Store("a", integer(0), apply("*", Load("a", integer(0)), number(2.0)))
    double = Function("double", (Parameter("a", ARRAY, is_written=True),), None, (twice,), is_inline)
    do = Do(Call("double", (ArrayName("out"),), None))

    program = program_of(give(number(3.0)), do, give(Load("out", integer(0)), 1), do, functions=(double,))

    assert run(program, target)[:2] == [12.0, 6.0]


@pytest.mark.parametrize("is_inline", [False, True])
def test_a_call_that_writes_and_returns_is_a_whole_right_hand_side(is_inline: bool, target: str) -> None:
    body = (Store("a", integer(1), number(7.0)), Return(Load("a", integer(0))))
    take = Function("take", (Parameter("a", ARRAY, is_written=True),), FLOAT, body, is_inline)
    value = Call("take", (ArrayName("work"),), FLOAT)

    program = program_of(
        Allocate("work", 2), Store("work", integer(0), number(5.0)), Set("x", value),
        give(local("x")), give(Load("work", integer(1)), 1), functions=(take,),
    )  # fmt: skip

    assert run(program, target)[:2] == [5.0, 7.0]


@pytest.mark.parametrize("is_inline", [False, True])
def test_a_value_is_computed_before_the_index_it_is_stored_at(is_inline: bool, target: str) -> None:
    body = (Store("a", integer(0), number(2.0)), Return(number(9.0)))
    move = Function("move", (Parameter("a", ARRAY, is_written=True),), FLOAT, body, is_inline)
    place = apply("int", Load("out", integer(0)), gives=INT)

    program = program_of(Store("out", place, Call("move", (ArrayName("out"),), FLOAT)), functions=(move,))

    assert run(program, target)[:3] == [2.0, 0.0, 9.0]


def test_a_large_local_array_is_zero(target: str) -> None:
    last = Load("work", integer(3999))
    fill = Store("work", integer(3999), number(1.0))

    program = program_of(Allocate("work", 4000), give(last), fill, Allocate("work", 4000), give(last, 1))

    assert run(program, target)[:2] == [0.0, 0.0]


def test_a_local_array_is_zero_each_time_it_is_allocated(target: str) -> None:
    body = (
        Allocate("work", 3),
        add_to("sum", Load("work", local("i", INT))),
        Store("work", local("i", INT), number(1.0)),
        add_to("sum", Load("work", local("i", INT))),
    )

    assert run(program_of(*counting(*body, stop=3)), target)[0] == 3.0


def test_a_call_that_stores_in_a_slice_of_a_local_array_changes_the_array(target: str) -> None:
    write = (Parameter("a", ARRAY, is_written=True),)
    inner = Function("inner", write, None, (Store("a", integer(0), number(7.0)),))
    outer = Function("outer", write, None, (Do(Call("inner", (ArrayName("a", integer(1)),), None)),))

    program = program_of(
        Allocate("work", 3), Do(Call("outer", (ArrayName("work", integer(1)),), None)),
        give(Load("work", integer(2))), functions=(inner, outer),
    )  # fmt: skip

    assert run(program, target)[0] == 7.0


def test_a_load_after_a_store_in_one_arm_sees_it(target: str) -> None:
    """What is known of the array in the arm that is not taken must not be used."""
    store = If(is_less(state(0), number(0.0)), (give(number(1.0)),))

    program = program_of(give(number(5.0)), store, give(Load("out", integer(0)), 1))

    assert run(program, target, (-1.0,))[1] == 1.0
    assert run(program, target, (1.0,))[1] == 5.0


def test_a_load_after_an_arm_that_leaves_sees_the_other_arm(target: str) -> None:
    store = If(is_less(state(0), number(0.0)), (give(number(1.0)),), (Return(),))

    program = program_of(give(number(5.0)), store, give(Load("out", integer(0)), 1))

    assert run(program, target, (-1.0,))[:2] == [1.0, 1.0]
    assert run(program, target, (1.0,))[:2] == [5.0, 0.0]


def test_a_store_at_an_unknown_index_can_change_every_element(target: str) -> None:
    place = apply("int", state(0), gives=INT)

    program = program_of(give(number(5.0)), Store("out", place, number(6.0)), give(Load("out", integer(0)), 1))

    assert run(program, target, (0.0,))[1] == 6.0
    assert run(program, target, (2.0,))[1] == 5.0


def test_a_loop_sees_the_stores_of_its_last_iteration(target: str) -> None:
    body = (give(apply("+", Load("out", integer(0)), number(1.0))),)

    assert run(program_of(give(number(1.0)), For("i", integer(0), integer(3), 1, body)), target)[0] == 4.0


@pytest.mark.parametrize("is_inline", [False, True])
def test_constant_arrays_are_read_by_name_and_given_to_functions(is_inline: bool, target: str) -> None:
    table = ConstantArray("table (of x)", (0.5, 1.5, 2.5))
    read = Return(apply("+", Load("a", integer(1)), Load("a", local("i", INT))))
    take = Function("take", (Parameter("a", ARRAY), Parameter("i", INT)), FLOAT, (read,), is_inline)
    value = Call("take", (ArrayName(table.name), apply("int", state(0), gives=INT)), FLOAT)

    program = program_of(
        give(Load(table.name, apply("int", state(0), gives=INT))), give(value, 1),
        functions=(take,), constants=(table,),
    )  # fmt: skip

    assert run(program, target, (2.0,))[:2] == [2.5, 4.0]


def test_an_expression_can_be_very_deep(target: str) -> None:
    sum_: Expression = number(0.0)
    for _ in range(3000):
        sum_ = apply("+", sum_, state(0))

    assert run(program_of(give(sum_)), target, (1.0,))[0] == 3000.0


def test_a_condition_can_be_very_deep(target: str) -> None:
    deep: Expression = state(0)
    for _ in range(200):
        deep = apply("neg", deep)
    inner = If(is_less(deep, number(0.0)), (give(number(1.0)),), (give(number(2.0)),))

    assert run(program_of(If(boolean(False), (), (inner,))), target, (-1.0,))[0] == 1.0


def test_a_long_function(target: str) -> None:
    body = [add_to("x", number(1.0))] * 2000

    assert run(program_of(Set("x", state(0)), *body, give(local("x"))), target, (0.5,))[0] == 2000.5


def test_names_can_be_any_text(target: str) -> None:
    names = ["sin", "if", 'a "b"', "x\\22", "line\nbreak", "%v1", "entry", "v0_x", "è", "0", "range", "out"]
    functions = [function_of(f"{n}!", {n: FLOAT}, FLOAT, Return(local(n))) for n in names[:-1]]
    body = [Set(f"{name} ", call(f, number(1.0))) for name, f in zip(names[:-1], functions, strict=True)]
    total: Expression = number(0.0)
    for name in names[:-1]:
        total = apply("+", total, local(f"{name} "))

    assert run(program_of(*body, give(total), functions=tuple(functions)), target)[0] == len(names) - 1

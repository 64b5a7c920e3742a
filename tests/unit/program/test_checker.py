"""check_program: good programs pass, each kind of fault is named."""

import pytest

from simnon.program import (
    ENTRY_PARAMETERS,
    Allocate,
    ArrayName,
    Break,
    Call,
    Constant,
    ConstantArray,
    Continue,
    Convention,
    Do,
    Expression,
    For,
    ForeignFunction,
    Function,
    If,
    Layout,
    Load,
    Local,
    Operation,
    Parameter,
    Program,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
    check_program,
)

FLOAT, INT, BOOL, ARRAY = Type.FLOAT, Type.INT, Type.BOOL, Type.ARRAY
X, COUNTER = Local("x", FLOAT), Local("i", INT)
ONE, ZERO, YES = Constant(1.0, FLOAT), Constant(0, INT), Constant(True, BOOL)
SET = Set("x", ONE)
USE = Store("out", ZERO, X)
FILL = Function("fill", (Parameter("a", ARRAY, is_written=True),), FLOAT, (Return(ONE),))
READ = Function("read", (Parameter("a", ARRAY), Parameter("b", ARRAY)), FLOAT, (Return(ONE),))
MOVE = Function("move", (Parameter("a", ARRAY, is_written=True), Parameter("b", ARRAY)), None, ())
HELPERS = (FILL, READ, MOVE)
TABLE = ConstantArray("table", (1.0, 2.0))
FOREIGN = ForeignFunction("valve", "valve", "valve.py", 1, Convention.PYTHON)


def program_of(*body: Statement, functions: tuple[Function, ...] = HELPERS) -> Program:
    entry = Function("outputs", ENTRY_PARAMETERS, None, body)
    return Program("p", (*functions, entry), ("outputs",), Layout(), (TABLE,), (FOREIGN,))


def fill(array: str) -> Call:
    return Call("fill", (ArrayName(array),), FLOAT)


GOOD: dict[str, tuple[Statement, ...]] = {
    "nothing": (),
    "both arms set": (If(YES, (SET,), (SET,)), USE),
    "the other arm leaves": (If(YES, (SET,), (Return(),)), USE),
    "an endless loop is left by break": (While((), YES, (SET, Break())), USE),
    "the header sets": (While((SET,), YES, (USE, Continue())), Return()),
    "the header sets, and the condition ends": (While((SET,), Operation("<", (X, ONE), BOOL), ()), USE),
    "a loop sets again": (SET, For("i", ZERO, ZERO, 1, (SET, USE)), USE),
    "a counter inside its loop": (For("i", ZERO, ZERO, -2, (Store("out", COUNTER, ONE),)),),
    "a table": (Store("out", ZERO, Load("table", Constant(1, INT))),),
    "a local array": (Allocate("work", 2), Do(fill("work")), Store("work", ZERO, ONE)),
    "a whole right-hand side can write": (Set("x", fill("out")), Store("out", ZERO, fill("out"))),
    "read twice": (Set("x", Call("read", (ArrayName("table"), ArrayName("table")), FLOAT)),),
    "foreign": (Set("x", Call("valve", (ONE,), FLOAT)),),
    "nothing after a jump counts": (Return(), USE),
}


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD.keys())
def test_good_programs_pass(body: tuple[Statement, ...]) -> None:
    check_program(program_of(*body))


def setting(value: Expression) -> tuple[Statement, ...]:
    return (Set("y", value),)


BAD: dict[str, tuple[Statement, ...]] = {
    "'x' is read where it may be unset": (If(YES, (SET,)), USE),
    "'i' is read where it may be unset": (
        For("i", ZERO, ZERO, 1, ()), Set("j", Operation("+", (COUNTER, COUNTER), INT)),
    ),
    "there is no local 'x'": (USE,),
    "'x' is a float and a int": (SET, Set("x", ZERO)),
    "'x' is not a int": (SET, Set("y", Local("x", INT))),
    "a local has an empty name": (Set("", ONE),),
    "'y' is set to something that is not a value": setting(Call("move", (ArrayName("out"), ArrayName("states")), None)),
    r"'1.0 \+ 0' is not a float": setting(Operation("+", (ONE, ZERO), FLOAT)),
    r"'1.0 < 1.0' is not a float": setting(Operation("<", (ONE, ONE), FLOAT)),
    r"'frobnicate\(1.0\)' is not a float": setting(Operation("frobnicate", (ONE,), FLOAT)),
    "1.5 is not a int": setting(Constant(1.5, INT)),
    "9223372036854775808 is not a int": setting(Constant(2**63, INT)),
    "True is not a float": setting(Constant(True, FLOAT)),
    "1 is not a bool": setting(Constant(1, BOOL)),
    "there is no array 'absent'": setting(Load("absent", ZERO)),
    "'1.0' is not a int": setting(Load("states", ONE)),
    "'table' has no element 2": setting(Load("table", Constant(2, INT))),
    "'states' has no element -1": setting(Load("states", Constant(-1, INT))),
    "'states' is read-only": (Store("states", ZERO, ONE),),
    "'table' is read-only": (Store("table", ZERO, ONE),),
    "'0' is not a float": (Store("out", ZERO, ZERO),),
    "the array 'work' is used before it is created": (
        If(YES, (Allocate("work", 1),)), Store("work", ZERO, ONE),
    ),
    "the array 'work' has no elements": (Allocate("work", 0),),
    "'table' is also a constant array": (Allocate("table", 1),),
    "'states' is also a parameter": (Allocate("states", 1),),
    "a number and an array have the same name: x": (SET, Allocate("x", 1)),
    "'1.0' is not a bool": (If(ONE, ()),),
    "'0' is not a bool": (While((), ZERO, ()),),
    "a range with step 0": (For("i", ZERO, ZERO, 0, ()),),
    "break outside a loop": (Break(),),
    "continue outside a loop": (If(YES, (Continue(),)),),
    "return with a value": (Return(ONE),),
    "there is no function 'absent'": (Do(Call("absent", (), None)),),
    "'fill' does not return the type of its call": (Do(Call("fill", (ArrayName("out"),), None)),),
    "'fill' takes 1 arguments": (Do(Call("fill", (), FLOAT)),),
    "'valve' takes 1 arguments": (Do(Call("valve", (), FLOAT)),),
    "'a' of 'fill' is a array": (Do(Call("fill", (ONE,), FLOAT)),),
    "'0' of 'valve' is a float": (Do(Call("valve", (ZERO,), FLOAT)),),
    "'0' of 'valve' is not an array": (Do(Call("valve", (ArrayName("out"),), FLOAT)),),
    "'fill' writes 'states', which is read-only": (Do(fill("states")),),
    "'fill' writes 'table', which is read-only": (Do(fill("table")),),
    "'fill' writes an array inside an expression": setting(Operation("neg", (fill("out"),), FLOAT)),
    "'move' gets the written array 'out' twice": (
        Do(Call("move", (ArrayName("out"), ArrayName("out")), None)),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("message", "body"), BAD.items(), ids=BAD.keys())
def test_faults_are_named(message: str, body: tuple[Statement, ...]) -> None:
    with pytest.raises(AssertionError, match=f"function 'outputs': {message}"):
        check_program(program_of(*body))


@pytest.mark.parametrize("body", [(), (If(YES, (Return(ONE),)),), (While((), YES, (Break(),)),)])
def test_a_function_that_can_end_without_its_value_is_rejected(body: tuple[Statement, ...]) -> None:
    with pytest.raises(AssertionError, match="function 'f': it can end without a value"):
        check_program(program_of(functions=(Function("f", (), FLOAT, body),)))


@pytest.mark.parametrize("body", [(Return(ONE),), (If(YES, (Return(ONE),), (Return(ONE),)),), (While((), YES, ()),)])
def test_a_function_that_cannot_reach_its_end_is_accepted(body: tuple[Statement, ...]) -> None:
    check_program(program_of(functions=(Function("f", (), FLOAT, body),)))


def test_recursive_functions_are_rejected() -> None:
    f = Function("f", (), FLOAT, (Return(Call("g", (), FLOAT)),))
    g = Function("g", (), FLOAT, (Return(Operation("neg", (Call("f", (), FLOAT),), FLOAT)),))
    h = Function("h", (), FLOAT, (Return(ONE),))

    with pytest.raises(AssertionError, match=r"are recursive: f, g\b"):
        check_program(program_of(functions=(h, f, g)))


def test_an_entry_must_be_a_function_with_the_one_signature() -> None:
    with pytest.raises(AssertionError, match="the entry 'held' is not a function"):
        check_program(Program("p", (), ("held",), Layout()))
    with pytest.raises(AssertionError, match="the entry 'held' has a different signature"):
        check_program(Program("p", (Function("held", (), None, ()),), ("held",), Layout()))


def test_names_of_functions_and_of_parameters_are_unique() -> None:
    with pytest.raises(AssertionError, match="two functions have the same name"):
        check_program(program_of(functions=(FILL, FILL)))
    twice = Function("f", (Parameter("x", FLOAT), Parameter("x", INT)), None, ())
    with pytest.raises(AssertionError, match="two parameters have the same name"):
        check_program(program_of(functions=(twice,)))

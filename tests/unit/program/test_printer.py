"""print_program: text like Python, unambiguous and always the same."""

import math

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
    Store,
    Type,
    While,
    print_expression,
    print_function,
    print_program,
)

FLOAT, INT, BOOL, ARRAY = Type.FLOAT, Type.INT, Type.BOOL, Type.ARRAY
X, COUNTER = Local("x", FLOAT), Local("i", INT)
ONE, TWO = Constant(1.0, FLOAT), Constant(2, INT)
CALL = Call("g", (ArrayName("work"), X), None)


def plus(a: Expression, b: Expression) -> Operation:
    return Operation("+", (a, b), FLOAT)


def less(a: Expression, b: Expression) -> Operation:
    return Operation("<", (a, b), BOOL)


def test_infix_operations_have_parentheses_only_inside_others() -> None:
    product = Operation("*", (plus(X, ONE), X), FLOAT)

    assert print_expression(product) == "(x + 1.0) * x"
    assert print_expression(plus(plus(X, X), plus(X, X))) == "(x + x) + (x + x)"


def test_functions_and_indices_need_no_extra_parentheses() -> None:
    load = Load("a", Operation("+", (COUNTER, TWO), INT))

    assert print_expression(Operation("sin", (plus(load, X),), FLOAT)) == "sin(a[i + 2] + x)"
    assert print_expression(Operation("neg", (plus(X, X),), FLOAT)) == "neg(x + x)"


def test_special_numbers_are_distinguished() -> None:
    texts = [print_expression(Constant(value, FLOAT)) for value in (0.0, -0.0, math.inf, math.nan, 1e300)]

    assert texts == ["0.0", "-0.0", "inf", "nan", "1e+300"]
    assert print_expression(Constant(1, FLOAT)) == "1.0"
    assert print_expression(Constant(True, BOOL)) == "True"


def test_every_statement_has_its_text() -> None:
    work = (
        Allocate("work", 3),
        Set("x", Load("a", TWO)),
        For("i", TWO, Constant(9, INT), 2, (If(less(X, ONE), (Continue(),)), Store("work", COUNTER, plus(X, ONE)))),
        While((Set("x", plus(X, ONE)),), less(X, ONE), (Break(),)),
        While((), less(X, ONE), ()),
        If(less(X, ONE), (Return(X),), (If(less(ONE, X), (Return(ONE),), (Do(CALL),)),)),
        Return(Call("h", (X, ArrayName("a")), FLOAT)),
    )  # fmt: skip
    parameters = (Parameter("a", ARRAY), Parameter("x", FLOAT), Parameter("b", ARRAY, is_written=True))

    assert print_function(Function("work", parameters, FLOAT, work, is_inline=True)) == (
        """\
inline def work(a: array, x: float, b: array written) -> float:
    work = zeros(3)
    x = a[2]
    for i in range(2, 9, 2):
        if x < 1.0:
            continue
        work[i] = x + 1.0
    loop:
        x = x + 1.0
    while x < 1.0:
        break
    while x < 1.0:
        pass
    if x < 1.0:
        return x
    elif 1.0 < x:
        return 1.0
    else:
        g(work, x)
    return h(x, a)"""
    )


def test_a_printed_program_lists_its_components() -> None:
    entry = Function("outputs", ENTRY_PARAMETERS, None, (Return(),))
    program = Program(
        "tank",
        (entry,),
        ("outputs",),
        Layout(),
        (ConstantArray("table", (1.0, math.inf)),),
        (ForeignFunction("valve", "valve", "valve.py", 2, Convention.PYTHON),),
    )

    assert print_program(program) == (
        """\
program tank
entries outputs
foreign valve(2 floats): python valve in valve.py
constant table = [1.0, inf]

def outputs(time: float, states: array, values: array written, out: array written):
    return
"""
    )


def test_a_very_deep_expression_is_printed() -> None:
    deep: Expression = X
    for _ in range(3000):
        deep = Operation("neg", (deep,), FLOAT)

    assert print_expression(deep) == "neg(" * 3000 + "x" + ")" * 3000

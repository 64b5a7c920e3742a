"""Walking over expressions and statements: operands first, source order, no recursion."""

from simnon.program import (
    Allocate,
    ArrayName,
    Break,
    Call,
    Constant,
    Do,
    Expression,
    For,
    If,
    Load,
    Local,
    Operation,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
    postorder,
    statements_within,
    with_expressions,
)

FLOAT, INT, BOOL = Type.FLOAT, Type.INT, Type.BOOL
X, ONE, ZERO, YES = Local("x", FLOAT), Constant(1.0, FLOAT), Constant(0, INT), Constant(True, BOOL)


def test_operands_precede_their_users_from_left_to_right() -> None:
    load = Load("a", ZERO)
    call = Call("f", (ArrayName("a"), load), FLOAT)
    sum_ = Operation("+", (X, call), FLOAT)

    assert postorder(Operation("*", (sum_, ONE), FLOAT))[:-1] == [X, ZERO, load, call, sum_, ONE]


def test_a_very_deep_expression_is_walked_without_recursion() -> None:
    deep: Expression = X
    for _ in range(10_000):
        deep = Operation("neg", (deep,), FLOAT)

    assert len(postorder(deep)) == 10_001


def test_statements_within_are_in_source_order() -> None:
    first, second, third, fourth = (Set(name, ONE) for name in "abcd")
    loop = For("i", ZERO, ZERO, 1, (second,))
    choice = If(YES, (loop,), (third,))
    endless = While((fourth,), YES, (Break(),))

    assert list(statements_within((first, choice, endless))) == [
        first, choice, loop, second, third, endless, fourth, Break(),
    ]  # fmt: skip


def test_expressions_are_changed_in_all_blocks() -> None:
    def statements(value: Expression) -> tuple[Statement, ...]:
        call = Call("f", (ArrayName("a"), value), None)
        inner = (Set("x", value), Store("a", ZERO, value), Do(call), Allocate("a", 2), Break(), Return(None))
        test = Operation("<", (value, value), BOOL)
        return If(test, inner, (Return(value),)), While(inner, test, inner), For("i", ZERO, ZERO, 1, inner)

    def with_one(node: Expression) -> Expression:
        match node:
            case Local():
                return ONE
            case Operation(operator, arguments, type_):
                return Operation(operator, tuple(with_one(a) for a in arguments), type_)
            case Call(function, (array, _), type_):
                return Call(function, (array, ONE), type_)
            case _:
                return node

    assert with_expressions(statements(X), with_one) == statements(ONE)

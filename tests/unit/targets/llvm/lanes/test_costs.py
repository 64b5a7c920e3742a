"""What an arm costs, and which must not run unless a lane needs it."""

import pytest

from simnon.program import (
    Allocate,
    Break,
    Call,
    Constant,
    Do,
    Expression,
    For,
    Function,
    If,
    Load,
    Local,
    Operation,
    Parameter,
    Return,
    Set,
    Statement,
    Store,
    Type,
)
from simnon.targets.llvm.lanes.costs import TOO_MANY, cost_of, cost_of_block
from simnon.targets.llvm.lanes.divergence import Divergence, find_divergence
from simnon.targets.llvm.lanes.kinds import PER_LANE, SHARED, UNIFORM, VARYING

FLOAT, INT, BOOL = Type.FLOAT, Type.INT, Type.BOOL
X, SAME, PLACE = Local("x", FLOAT), Local("same", FLOAT), Local("place", INT)
FIRST, ONE = Constant(0, INT), Constant(1.0, FLOAT)


def divergence() -> Divergence:
    """That of a function in which `x`, `place` and the array `own` vary."""
    parameters = (
        Parameter("x", FLOAT),
        Parameter("same", FLOAT),
        Parameter("place", INT),
        Parameter("own", Type.ARRAY, is_written=True),
        Parameter("shared", Type.ARRAY, is_written=True),
    )
    kinds = (VARYING, UNIFORM, VARYING, PER_LANE, SHARED)
    return find_divergence(Function("f", parameters, None, ()), kinds, lambda _name, _kinds: True)


def cost(*statements: Statement) -> int:
    return cost_of_block(statements, divergence())


def high(value: Expression) -> Expression:
    return Operation(">", (value, ONE), BOOL)


def test_operations_and_loads_count_one_and_slow_operations_ten() -> None:
    product = Operation("*", (X, Load("own", FIRST)), FLOAT)

    assert cost_of(X) == 0
    assert cost_of(product) == 2
    assert [cost_of(Operation(operator, (X,), FLOAT)) for operator in ("sqrt", "sin")] == [10, 10]


def test_statements_and_arms_that_vary_add_up() -> None:
    store = Store("own", FIRST, high(X))

    assert cost(Set("y", X), store, Return(None)) == 1 + 2 + 1
    assert cost(If(high(X), (store, Break()), (Set("y", X),))) == 2 + 1 + (2 + 1) + 1


@pytest.mark.parametrize(
    "statement",
    [
        Store("shared", FIRST, X),
        Store("own", PLACE, X),
        Set("y", Load("own", PLACE)),
        Do(Call("g", (), None)),
        If(high(SAME), (Set("y", X),)),
        For("i", FIRST, PLACE, 1, ()),
        Allocate("work", 2),
    ],
    ids=["shared array", "unknown place", "unknown load", "call", "no parting", "loop", "local array"],
)
def test_some_statements_must_not_run_without_a_lane(statement: Statement) -> None:
    assert cost(statement) >= TOO_MANY

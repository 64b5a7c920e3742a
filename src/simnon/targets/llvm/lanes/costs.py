"""Statements -> an estimate of their instructions, to be compared with a jump over them."""

from simnon.program import (
    Break,
    Call,
    Constant,
    Continue,
    Expression,
    If,
    Load,
    Operation,
    Return,
    Set,
    Statement,
    Store,
    blocks_of,
    expressions_of,
    postorder,
)

from ..operations import LIBRARY_FUNCTIONS
from .divergence import Divergence
from .kinds import PerLane

TOO_MANY = 1000
SLOW_OPERATORS = frozenset({*LIBRARY_FUNCTIONS, "/", "sqrt", "//", "%"})


def cost_of_block(statements: tuple[Statement, ...], divergence: Divergence) -> int:
    """The number of instructions, or too many if they must not run unless a lane needs them."""
    cost = 0
    for statement in statements:
        match statement:
            case Store() if not _has_known_index(statement, divergence):
                return TOO_MANY
            case Set() | Store() | Return():
                cost += 1 + sum(map(cost_of, expressions_of(statement)))
            case If(condition=condition) if divergence.varies(condition):
                cost += 2 + cost_of(condition)
                cost += sum(cost_of_block(block, divergence) for block in blocks_of(statement))
            case Break() | Continue():
                cost += 1
            case _:
                return TOO_MANY
    return cost


def cost_of(expression: Expression) -> int:
    """The number of instructions, or too many if it must not be computed unless a lane needs it."""
    cost = 0
    for node in postorder(expression):
        match node:
            case Call():
                return TOO_MANY
            case Load(index=index) if not isinstance(index, Constant):
                return TOO_MANY
            case Operation(operator=operator) if operator in SLOW_OPERATORS:
                cost += 10
            case Operation() | Load():
                cost += 1
            case _:
                pass
    return cost


def _has_known_index(store: Store, divergence: Divergence) -> bool:
    """In an array with separate elements for each lane."""
    return isinstance(divergence.kind_of(store.array), PerLane) and isinstance(store.index, Constant)

"""Functions -> the same functions without stores to an array that are never read, such as counts of steps."""

from dataclasses import replace
from typing import assert_never

from simnon.program import (
    Allocate,
    Break,
    Call,
    Constant,
    Continue,
    Do,
    Expression,
    For,
    Function,
    If,
    Load,
    Return,
    Set,
    Statement,
    Store,
    While,
    expressions_of,
    postorder,
    statements_within,
)


def drop_unread_stores(array: str, functions: tuple[Function, ...]) -> tuple[Function, ...]:
    """`array` has this name in all of them, and its elements are read at constant indices only."""
    read: set[Expression] = set()
    for function in functions:
        for statement in statements_within(function.body):
            own = statement.index if isinstance(statement, Store) and statement.array == array else None
            indices = {
                node.index
                for expression in expressions_of(statement)
                for node in postorder(expression)
                if isinstance(node, Load) and node.array == array
            }
            if any(not isinstance(index, Constant) for index in indices):
                return functions
            read |= indices - {own}
    return tuple(replace(function, body=_without(function.body, array, read)) for function in functions)


def _without(statements: tuple[Statement, ...], array: str, read: set[Expression]) -> tuple[Statement, ...]:
    kept: list[Statement] = []
    for statement in statements:
        match statement:
            case Store() if statement.array == array and _is_unread(statement, read):
                pass
            case If(condition, then, otherwise):
                kept.append(If(condition, _without(then, array, read), _without(otherwise, array, read)))
            case While(header, condition, body):
                kept.append(While(_without(header, array, read), condition, _without(body, array, read)))
            case For():
                kept.append(replace(statement, body=_without(statement.body, array, read)))
            case Set() | Store() | Allocate() | Break() | Continue() | Return() | Do():
                kept.append(statement)
            case _:
                assert_never(statement)
    return tuple(kept)


def _is_unread(store: Store, read: set[Expression]) -> bool:
    is_pure = not any(isinstance(node, Call) for node in postorder(store.value))
    return isinstance(store.index, Constant) and store.index not in read and is_pure

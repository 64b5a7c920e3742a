"""Expressions and statements in order, for printers, checkers and targets.

An expression is walked without recursion, so a sum of ten thousand terms is no deeper than one of two.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import assert_never

from .instructions import (
    Allocate,
    ArrayName,
    Break,
    Call,
    Constant,
    Continue,
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
)


def operands(expression: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside `expression`; for an array argument of a call, its offset."""
    match expression:
        case Constant() | Local():
            return ()
        case Load(index=index):
            return (index,)
        case Operation(arguments=arguments):
            return arguments
        case Call(arguments=arguments):
            return tuple(
                value
                for argument in arguments
                if (value := argument.offset if isinstance(argument, ArrayName) else argument) is not None
            )
        case _:
            assert_never(expression)


def postorder(expression: Expression) -> list[Expression]:
    """Every node of `expression`, operands before their users, left before right."""
    nodes = []
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        nodes.append(node)
        if isinstance(node, Operation):
            waiting += node.arguments
        elif isinstance(node, Load):
            waiting.append(node.index)
        elif isinstance(node, Call):
            waiting += operands(node)
    nodes.reverse()
    return nodes


def type_of(expression: Expression) -> Type | None:
    """The declared type of an expression; None for a call without result."""
    return Type.FLOAT if isinstance(expression, Load) else expression.type


def blocks_of(statement: Statement) -> tuple[tuple[Statement, ...], ...]:
    """The statements inside `statement`, a tuple for each block."""
    match statement:
        case If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case While(header=header, body=body):
            return (header, body)
        case For(body=body):
            return (body,)
        case Set() | Store() | Allocate() | Break() | Continue() | Return() | Do():
            return ()
        case _:
            assert_never(statement)


def expressions_of(statement: Statement) -> tuple[Expression, ...]:
    """The expressions that `statement` itself evaluates, without those of its blocks."""
    match statement:
        case Set(value=value):
            return (value,)
        case Store(index=index, value=value):
            return (index, value)
        case If(condition=condition) | While(condition=condition):
            return (condition,)
        case For(start=start, stop=stop):
            return (start, stop)
        case Return(value=value):
            return () if value is None else (value,)
        case Do(call=call):
            return (call,)
        case Allocate() | Break() | Continue():
            return ()
        case _:
            assert_never(statement)


def statements_within(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """All of `statements` and those inside them, in source order."""
    for statement in statements:
        yield statement
        for block in blocks_of(statement):
            yield from statements_within(block)


def with_expressions(
    statements: tuple[Statement, ...], change: Callable[[Expression], Expression]
) -> tuple[Statement, ...]:
    """The same statements, including inner ones, with `change` applied to every expression; a call remains one."""
    return tuple(_with_expressions(statement, change) for statement in statements)


def _with_expressions(statement: Statement, change: Callable[[Expression], Expression]) -> Statement:
    match statement:
        case Set(name, value):
            return Set(name, change(value))
        case Store(array, index, value):
            return Store(array, change(index), change(value))
        case If(condition, then, otherwise):
            return If(change(condition), with_expressions(then, change), with_expressions(otherwise, change))
        case While(header, condition, body):
            return While(with_expressions(header, change), change(condition), with_expressions(body, change))
        case For():
            body = with_expressions(statement.body, change)
            return replace(statement, start=change(statement.start), stop=change(statement.stop), body=body)
        case Return(value):
            return statement if value is None else Return(change(value))
        case Do(call):
            changed = change(call)
            assert isinstance(changed, Call), "walk: only a call can be done"
            return Do(changed)
        case Allocate() | Break() | Continue():
            return statement
        case _:
            assert_never(statement)

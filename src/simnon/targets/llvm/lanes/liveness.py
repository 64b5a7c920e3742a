"""Function -> which locals are live where paths meet: after a branch, after a loop, at its next iteration.

Sets of locals are bits of an int, because they are united and compared for every statement.
"""

from dataclasses import dataclass, field
from typing import assert_never

from simnon.program import (
    Allocate,
    Break,
    Continue,
    Do,
    Expression,
    For,
    Function,
    If,
    Local,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
    expressions_of,
    postorder,
    statements_within,
    type_of,
)
from simnon.source import frozen


@dataclass(slots=True)
class Liveness:
    """A statement that occurs in several places has what is live at any of them."""

    bit_of_local: dict[str, int]
    type_of_local: dict[str, Type]
    _after: dict[int, int] = field(default_factory=dict)
    _at_next_iteration: dict[int, int] = field(default_factory=dict)

    def after(self, statement: If | While | For) -> int:
        return self._after.get(id(statement), 0)

    def at_next_iteration(self, loop: While | For) -> int:
        return self._at_next_iteration.get(id(loop), 0)

    def note_after(self, statement: Statement, live: int) -> None:
        self._after[id(statement)] = self._after.get(id(statement), 0) | live

    def note_next_iteration(self, loop: Statement, live: int) -> None:
        self._at_next_iteration[id(loop)] = self._at_next_iteration.get(id(loop), 0) | live


def find_liveness(function: Function) -> Liveness:
    types: dict[str, Type] = {p.name: p.type for p in function.parameters if p.type is not Type.ARRAY}
    for statement in statements_within(function.body):
        if isinstance(statement, For):
            types[statement.name] = Type.INT
        elif isinstance(statement, Set):
            type_ = type_of(statement.value)
            assert type_ is not None, f"lanes: '{statement.name}' is set to a call without result"
            types[statement.name] = type_
    liveness = Liveness({name: 1 << number for number, name in enumerate(types)}, types)
    _Walk(liveness).block(function.body, 0, 0, 0)
    return liveness


@frozen
class _Walk:
    """Backwards: `live` is what is live after a statement, `at_break` and `at_continue` at the targets of those."""

    found: Liveness

    def block(self, statements: tuple[Statement, ...], live: int, at_break: int, at_continue: int) -> int:
        for statement in reversed(statements):
            live = self.statement(statement, live, at_break, at_continue)
        return live

    def statement(self, statement: Statement, live: int, at_break: int, at_continue: int) -> int:
        match statement:
            case Set(name=name, value=value):
                return live & ~self.found.bit_of_local[name] | self.reads(value)
            case Store() | Do():
                for expression in expressions_of(statement):
                    live |= self.reads(expression)
                return live
            case Allocate():
                return live
            case If(condition=condition, then=then, otherwise=otherwise):
                self.found.note_after(statement, live)
                paths = self.block(then, live, at_break, at_continue) | self.block(
                    otherwise, live, at_break, at_continue
                )
                return paths | self.reads(condition)
            case While():
                return self.loop(statement, live)
            case For():
                return self.counted(statement, live)
            case Break():
                return at_break
            case Continue():
                return at_continue
            case Return(value=value):
                return 0 if value is None else self.reads(value)
            case _:
                assert_never(statement)

    def loop(self, loop: While, after: int) -> int:
        self.found.note_after(loop, after)
        condition = self.reads(loop.condition) | after
        start, before = 0, -1
        while start != before:
            before = start
            at_condition = condition | self.block(loop.body, start, after, start)
            start |= self.block(loop.header, at_condition, after, start)
        self.found.note_next_iteration(loop, start)
        return start

    def counted(self, loop: For, after: int) -> int:
        self.found.note_after(loop, after)
        own = self.found.bit_of_local[loop.name]
        again, before = after, -1
        while again != before:
            before = again
            again |= self.block(loop.body, again, after, again) & ~own
        self.found.note_next_iteration(loop, again)
        return again | self.reads(loop.start) | self.reads(loop.stop)

    def reads(self, expression: Expression) -> int:
        bits = 0
        for node in postorder(expression):
            if isinstance(node, Local):
                bits |= self.found.bit_of_local[node.name]
        return bits

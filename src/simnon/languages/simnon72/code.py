"""DATA: the codes of the machine of 1972, and a coded statement -> its reverse Polish instructions.

An element of COD and an instruction of RPN are OP*1000+ADR (chapter III of RE-113, tables 1 and 2). Operators wait
on a stack until one of lower precedence arrives; a jump is written when its target is known.
"""

from collections.abc import Sequence
from enum import IntEnum

from simnon.source import frozen

from ..tokens import Token

STRIDE = 1000


class Op(IntEnum):
    """Of COD (table 1); those up to POWER mean the same in RPN."""

    OPERAND = 0
    OR = 1
    AND = 2
    NOT = 3
    LESS = 4
    GREATER = 5
    EQUAL = 6
    PLUS = 7
    MINUS = 8
    TIMES = 9
    DIVIDE = 10
    NEGATIVE = 11
    POWER = 12
    IF = 13
    THEN = 14
    ELSE = 15
    ASSIGN = 16
    OPEN = 17
    OPEN_ARGUMENTS = 18
    CLOSE = 19
    COMMA = 20
    END = 21
    FUNCTION = 22
    OWN_FUNCTION = 23
    POSITIVE = 99
    """A plus sign without effect: it is checked and then dropped."""


JUMP_IF_FALSE, JUMP, STORE, LOAD, LOAD_ADDRESS, RETURN = 13, 14, 16, 17, 18, 19
"""Of RPN (table 2)."""

BINDING = {
    Op.OR: 1,
    Op.AND: 2,
    Op.NOT: 3,
    Op.LESS: 4,
    Op.GREATER: 4,
    Op.EQUAL: 4,
    Op.PLUS: 5,
    Op.MINUS: 5,
    Op.NEGATIVE: 6,
    Op.TIMES: 7,
    Op.DIVIDE: 7,
    Op.POWER: 8,
}
SIGNS = {
    "<": Op.LESS,
    ">": Op.GREATER,
    "=": Op.EQUAL,
    "*": Op.TIMES,
    "/": Op.DIVIDE,
    "^": Op.POWER,
    "↑": Op.POWER,
    ")": Op.CLOSE,
    ",": Op.COMMA,
}


@frozen
class Coded:
    op: Op
    address: int
    token: Token

    @property
    def number(self) -> int:
        return self.op * STRIDE + self.address


@frozen
class _Waiting:
    """An operator on the stack, or the position of a jump whose target is not yet known."""

    op: Op
    address: int = 0


class _Polish:
    def __init__(self, before: int) -> None:
        self.before = before
        self.instructions: list[int] = []
        self.stack: list[_Waiting] = []

    def emit(self, operation: int, address: int = 0) -> None:
        self.instructions.append(operation * STRIDE + address)

    def reserve(self) -> int:
        self.instructions.append(0)
        return len(self.instructions) - 1

    def jump_here(self, position: int, operation: int) -> None:
        self.instructions[position] = operation * STRIDE + self.before + len(self.instructions) + 1

    def unwind(self, *until: Op) -> _Waiting:
        """Pop everything above one of `until`, and that one too; an ELSE ends where its expression does."""
        while self.stack[-1].op not in until:
            waiting = self.stack.pop()
            if waiting.op is Op.ELSE:
                self.jump_here(waiting.address, JUMP)
            else:
                self.emit(waiting.op)
        return self.stack.pop()

    def operator(self, op: Op) -> None:
        while BINDING.get(self.stack[-1].op, 0) >= BINDING[op]:
            self.emit(self.stack.pop().op)
        self.stack.append(_Waiting(op))

    def take(self, coded: Coded) -> None:
        match coded.op:
            case Op.OPERAND:
                self.emit(LOAD, coded.address)
            case Op.NOT | Op.NEGATIVE | Op.IF | Op.OPEN | Op.FUNCTION | Op.OWN_FUNCTION:
                self.stack.append(_Waiting(coded.op, coded.address))
            case Op.OPEN_ARGUMENTS:
                self.stack.append(_Waiting(Op.OPEN))
            case Op.THEN:
                self.unwind(Op.IF)
                self.stack.append(_Waiting(Op.THEN, self.reserve()))
            case Op.ELSE:
                condition = self.unwind(Op.THEN)
                over = self.reserve()
                self.jump_here(condition.address, JUMP_IF_FALSE)
                self.stack.append(_Waiting(Op.ELSE, over))
            case Op.COMMA:
                self.stack.append(self.unwind(Op.OPEN))
            case Op.CLOSE:
                self.unwind(Op.OPEN)
                if self.stack[-1].op in (Op.FUNCTION, Op.OWN_FUNCTION):
                    function = self.stack.pop()
                    self.emit(function.op, function.address)
            case Op.END:
                self.unwind(Op.ASSIGN)
                self.emit(STORE)
            case _:
                self.operator(coded.op)


def make_polish(statement: Sequence[Coded], before: int) -> list[int]:
    """The instructions of a correct statement, to follow the first `before` ones."""
    target, _assign, *expression = statement
    polish = _Polish(before)
    polish.emit(LOAD_ADDRESS, target.address)
    polish.stack.append(_Waiting(Op.ASSIGN))
    for coded in expression:
        polish.take(coded)
    return polish.instructions

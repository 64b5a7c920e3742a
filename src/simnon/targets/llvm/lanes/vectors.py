"""Computation in all lanes at once: vectors of numbers, and masks, which select lanes."""

from typing import NamedTuple

from simnon.program import Type

from ..flow import Flow
from ..instructions import is_literal
from ..operations import LLVM_TYPE, same_in_all, vector, zero

MASK = "\0mask"
"""A reserved local, whose name no program has: the active lanes."""


class Value(NamedTuple):
    """One operand for all lanes or, if it varies, a vector of them."""

    operand: str
    varies: bool


class Vectors:
    """Written at the position of `flow`; `numbers`, `ints` and `mask` are LLVM types."""

    def __init__(self, flow: Flow, width: int) -> None:
        self.width = width
        self.numbers, self.ints, self.mask = (vector(type_, width) for type_ in ("double", "i64", "i1"))
        self.no_lane = zero(self.mask)
        self._flow = flow
        self._to = flow.to

    # Masks

    @property
    def here(self) -> str:
        """The active lanes."""
        return self._flow.locals[MASK]

    @here.setter
    def here(self, mask: str) -> None:
        self._flow.locals[MASK] = mask

    def has_any(self, mask: str) -> str:
        if self.width == 1:
            return mask
        bits = self._to.compute(f"bitcast {self.mask} {mask} to i{self.width}")
        return self._to.compute(f"icmp ne i{self.width} {bits}, 0")

    def in_both(self, one: str, other: str) -> str:
        return self._to.compute(f"and {self.mask} {one}, {other}")

    def in_either(self, one: str, other: str) -> str:
        if self.no_lane in (one, other):
            return one if other == self.no_lane else other
        return self._to.compute(f"or {self.mask} {one}, {other}")

    def outside(self, mask: str) -> str:
        return self._to.compute(f"xor {self.mask} {mask}, {self.literal('i1', 'true')}")

    def keep(self, condition: Value) -> str:
        """Keep the lanes for which the condition holds; whether there are any."""
        if not condition.varies:
            return condition.operand
        self.here = self.in_both(self.here, condition.operand)
        return self.has_any(self.here)

    # Numbers

    def selected(self, type_: str, new: str, old: str) -> str:
        """The new value in the active lanes, the old one in the others."""
        return self._to.compute(f"select {self.mask} {self.here}, {type_} {new}, {type_} {old}")

    def type_of(self, type_: Type, *, varies: bool) -> str:
        return vector(LLVM_TYPE[type_], self.width if varies else 0)

    def literal(self, type_: str, literal: str) -> str:
        return same_in_all(type_, literal, self.width)

    def widened(self, value: Value, type_: Type) -> str:
        """A value equal in all lanes as a vector."""
        if value.varies:
            return value.operand
        scalar = LLVM_TYPE[type_]
        if is_literal(value.operand) or self.width == 1:
            return self.literal(scalar, value.operand)
        lanes = vector(scalar, self.width)
        first = self._to.compute(f"insertelement {lanes} poison, {scalar} {value.operand}, i64 0")
        zeros = f"<{self.width} x i32> zeroinitializer"
        return self._to.compute(f"shufflevector {lanes} {first}, {lanes} poison, {zeros}")

    def on_ints(self, instruction: str, one: Value, other: Value) -> Value:
        """In all lanes if one of them varies."""
        varies = one.varies or other.varies
        operands = [self.widened(value, Type.INT) if varies else value.operand for value in (one, other)]
        ints = self.type_of(Type.INT, varies=varies)
        return Value(self._to.compute(f"{instruction} {ints} {operands[0]}, {operands[1]}"), varies)

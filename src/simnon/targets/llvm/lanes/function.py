"""Function -> the text of an LLVM function that runs in all lanes at once, with its inline callees expanded.

What is equal in all lanes is computed once, as in scalar code; what varies is a vector with a number for each lane.
Both groups of lanes execute their arm of a branch whose condition varies, one after the other; `break`, `continue` and
`return` take lanes out of the mask until they meet the others again.
"""

from collections.abc import Iterator

from simnon.program import (
    Allocate,
    ArrayName,
    Call,
    Constant,
    For,
    If,
    Load,
    Operation,
    Store,
    Type,
    While,
    type_of,
)

from ..effects import returns_only_at_end
from ..operations import LIBRARY_FUNCTIONS, LLVM_TYPE, constant_operand, emit_operation, zero
from ..writer import RESULT
from .arrays import copy_back, free_elements, make_copies, write_allocate, write_load, write_store
from .branches import write_if
from .cells import NOTHING, moved
from .kinds import PER_LANE, VARYING, Kind, PerLane, Scalar, has_lanes
from .loops import write_for, write_while
from .variants import Variant, Variants
from .vectors import MASK, Value
from .writer import LIVE, Landing, LaneFrame, LaneState, LaneWriter


class LaneEmitter(LaneWriter):
    """Writes one variant of a function; `called` are the variants it calls."""

    def __init__(self, variant: Variant, variants: Variants) -> None:
        super().__init__(variants)
        self.called: dict[Variant, None] = {}
        given = [Value(f"%p{n}", kind == VARYING) for n, kind in enumerate(variant.kinds)]
        self.frame = self._enter(variant, given, "%mask" if has_lanes(variant.kinds) else "")
        names = [parameter.name for parameter in self.frame.function.parameters]
        self.frame.free_of_array = dict(zip(names, variant.free, strict=False))
        self._copies = make_copies(self, variant)

    def emit(self) -> list[str]:
        """The lines between the braces."""
        frame = self.frame
        self.block(frame.function.body)
        self.leave(self.to.mark())
        copy_back(self, self._copies)
        if self.flow.label is not None:
            has_result = frame.function.result is not None
            self.flow.end(f"ret {frame.result_type} {self.flow.locals[RESULT]}" if has_result else "ret void")
        return self.text()

    # Functions

    def _enter(self, variant: Variant, given: list[Value], mask: str) -> LaneFrame:
        """Bind the parameters to what is `given`, and allocate local arrays; `mask` are the lanes that enter."""
        divergence = self.variants.divergence(variant)
        function = divergence.function
        self.flow.locals, self.flow.type_of_local = {}, {}
        pointers: dict[str, str] = {}
        for parameter, value in zip(function.parameters, given, strict=True):
            if parameter.type is Type.ARRAY:
                pointers[parameter.name] = value.operand
            else:
                varies = parameter.name in divergence.varying
                operand = self.vectors.widened(value, parameter.type) if varies else value.operand
                self.set_local(parameter.name, parameter.type, operand, varies=varies)
        sizes = self.local_arrays(function)
        for array, size in sizes.items():
            is_per_lane = isinstance(divergence.kind_of(array), PerLane)
            space, alignment = (size * self.vectors.width, 64) if is_per_lane else (size, 16)
            pointers[array] = self.to.allocate(space, alignment)
        frame = LaneFrame(
            function=function,
            result_type=self.variants.result_type(variant),
            exit=None if returns_only_at_end(function) else self.flow.labels("return")[0],
            pointer_of_array=pointers,
            divergence=divergence,
            local_arrays=frozenset(sizes),
        )
        self._activate(frame, mask)
        return frame

    def _activate(self, frame: LaneFrame, mask: str) -> None:
        """Activate the lanes of `mask`; those that return early wait at the exit, their results with those to come."""
        if mask:
            self.flow.set(MASK, self.vectors.mask, mask)
        if frame.divergence.has_varying_return:
            assert frame.exit is not None, f"lanes: '{frame.function.name}' returns from one point"
            self.flow.set(LIVE, self.vectors.mask, mask)
            frame.lane_state = LaneState(Landing(frame.exit, frame.returns))
            if frame.function.result is not None:
                self.flow.set(RESULT, frame.result_type, zero(frame.result_type))

    def _return(self, value: Value | None) -> None:
        """Lanes return one by one if others can be inactive."""
        frame, vectors = self.frame, self.vectors
        if value is not None:
            self._set_result(value)
        if frame.lane_state.has_diverged:
            frame.has_returned = True
            self.flow.locals[LIVE] = vectors.in_both(self.flow.locals[LIVE], vectors.outside(vectors.here))
            self.lose_all_lanes()
        elif frame.exit is not None:
            frame.returns.append(self.flow.jump(frame.exit))

    def _set_result(self, value: Value) -> None:
        """In the active lanes, if some can have returned before."""
        frame, type_ = self.frame, self.frame.function.result
        assert type_ is not None, f"lanes: '{frame.function.name}' has no result"
        operand = self.vectors.widened(value, type_) if frame.divergence.result_varies else value.operand
        if frame.divergence.has_varying_return:
            operand = self.vectors.selected(frame.result_type, operand, self.flow.locals[RESULT])
        self.flow.set(RESULT, frame.result_type, operand)

    # Statements

    def _store(self, store: Store, index: Value, value: Value) -> None:
        write_store(self, store, index, value)

    def _allocate(self, allocate: Allocate) -> None:
        write_allocate(self, allocate)

    def _if(self, statement: If) -> None:
        write_if(self, statement)

    def _while(self, loop: While) -> None:
        write_while(self, loop)

    def _for(self, loop: For) -> None:
        write_for(self, loop)

    def _break(self) -> None:
        loop = self.frame.loops[-1]
        if loop.is_left_by_all and not self.frame.lane_state.in_arm:
            loop.breaks.append(self.flow.jump(loop.exit))
        else:
            self.lose_all_lanes()

    def _continue(self) -> None:
        loop = self.frame.loops[-1]
        if not self.frame.lane_state.in_arm:
            loop.continues.append(self.flow.jump(loop.again))
            return
        waiting = self.vectors.in_either(self.flow.locals[loop.continued], self.vectors.here)
        self.flow.locals[loop.continued] = waiting
        self.lose_all_lanes()

    # Values

    def _constant(self, constant: Constant) -> Value:
        return Value(constant_operand(constant), False)

    def _local(self, name: str) -> Value:
        return Value(self.operand_of_local(name), name in self.frame.divergence.varying)

    def _load(self, load: Load, index: Value) -> Value:
        return write_load(self, load, index)

    def _operation(self, operation: Operation, arguments: list[Value]) -> Value:
        if not any(argument.varies for argument in arguments):
            return Value(emit_operation(operation, [argument.operand for argument in arguments], self.to), False)
        vectors = self.vectors
        types = [type_of(argument) or Type.FLOAT for argument in operation.arguments]
        widened = [vectors.widened(argument, type_) for argument, type_ in zip(arguments, types, strict=True)]
        if operation.operator in LIBRARY_FUNCTIONS and vectors.width > 1:
            given = ", ".join(f"{vectors.numbers} {operand}" for operand in widened)
            symbol = self.helper(operation.operator)
            text = f"call {vectors.numbers} {symbol}({given}, {vectors.mask} {vectors.here})"
            return Value(self.to.compute(text), True)
        return Value(emit_operation(operation, widened, self.to, vectors.width), True)

    # Calls

    def _call(self, call: Call, scalars: list[Value]) -> Value:
        given = self.given(call, scalars)
        kinds = tuple(self._kind(argument, value) for argument, value in zip(call.arguments, given, strict=True))
        variant = self.variants.variant(call.function, kinds)
        varies = self.variants.result_varies(variant.function, variant.kinds)
        if self.is_inline(call):
            return Value(self._inline(variant, call, given), varies)
        return Value(self._call_variant(self._with_free(variant, call, scalars), call, given), varies)

    def _kind(self, argument: object, value: Value) -> Kind:
        if not isinstance(argument, ArrayName):
            return Scalar(value.varies)
        kind = self.frame.divergence.kind_of(argument.name)
        return PER_LANE if argument.offset is not None and isinstance(kind, PerLane) else kind

    def _part(self, array: ArrayName, waiting: Iterator[Value]) -> Value:
        pointer = self.pointer(array.name)
        if array.offset is None:
            return Value(pointer, False)
        is_per_lane = isinstance(self.frame.divergence.kind_of(array.name), PerLane)
        element = self.vectors.numbers if is_per_lane else "double"
        return Value(self.to.element(pointer, next(waiting).operand, element), False)

    def _with_free(self, variant: Variant, call: Call, scalars: list[Value]) -> Variant:
        """The same variant, with the elements that no inactive lane needs."""
        waiting = iter(scalars)
        free = []
        for parameter, argument in zip(self.symbols.functions[call.function].parameters, call.arguments, strict=True):
            offset = "0"
            if not isinstance(argument, ArrayName) or argument.offset is not None:
                offset = next(waiting).operand
            cells = NOTHING
            if isinstance(argument, ArrayName) and offset.isdigit():
                cells = moved(free_elements(self, argument.name), -int(offset))
                cells &= self.variants.uses.use(call.function, parameter.name).touched if cells else NOTHING
            free.append(cells)
        is_own = call.function not in self.symbols.imported
        return Variant(variant.function, variant.kinds, tuple(free)) if is_own and any(free) else variant

    def _call_variant(self, variant: Variant, call: Call, given: list[Value]) -> str:
        """The operand of the variant's result, called with the active lanes."""
        self.called[variant] = None
        callee, vectors = self.symbols.functions[variant.function], self.vectors
        arguments = [f"{vectors.mask} {vectors.here}"] if has_lanes(variant.kinds) else []
        for parameter, kind, value in zip(callee.parameters, variant.kinds, given, strict=True):
            if kind == VARYING:
                type_ = vectors.type_of(parameter.type, varies=True)
                arguments.append(f"{type_} {vectors.widened(value, parameter.type)}")
            else:
                assert not value.varies, f"lanes: '{callee.name}' is given a value that varies"
                arguments.append(f"{LLVM_TYPE[parameter.type]} {value.operand}")
        return self.write_call(call, self.variants.symbol(variant), self.variants.result_type(variant), arguments)

    def _inline(self, variant: Variant, call: Call, given: list[Value]) -> str:
        """The operand of the variant's result, expanded here."""
        caller = self.pause()
        mask = caller.locals.get(MASK, "") if has_lanes(variant.kinds) else ""
        self.frame = frame = self._enter(variant, given, mask)
        frame.has_caller_diverged = caller.frame.has_others
        for parameter, argument in zip(frame.function.parameters, call.arguments, strict=True):
            if isinstance(argument, ArrayName):
                frame.free_of_array[parameter.name] = caller.frame.free_of_array.get(argument.name, NOTHING)
        return self.write_inline(caller)

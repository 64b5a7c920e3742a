"""Operation -> LLVM instructions with the exact meaning of `operators.py`.

No instruction has a fast-math flag, so nothing is contracted or reordered. Elementary functions are
calls of the C library; `nobuiltin` on them keeps LLVM from computing them in its own way.
"""

import struct

from simnon.program import Constant, Operation, Type, type_of

from .instructions import Instructions, is_literal

LLVM_TYPE = {Type.FLOAT: "double", Type.INT: "i64", Type.BOOL: "i1", Type.ARRAY: "ptr"}

LIBRARY_FUNCTIONS = {
    "exp": 1, "log": 1, "log10": 1, "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1,
    "sinh": 1, "cosh": 1, "tanh": 1, "pow": 2, "atan2": 2,
}  # fmt: skip
"""The operators that are functions of the C library, with their number of arguments."""

LIBRARY = {f"double @{name}": ", ".join(["double"] * arity) for name, arity in LIBRARY_FUNCTIONS.items()}
"""What they take, by type and name."""

INTRINSICS = {
    "double @llvm.sqrt.f64": "double",
    "double @llvm.floor.f64": "double",
    "double @llvm.fabs.f64": "double",
    "i64 @llvm.abs.i64": "i64, i1",
    "i64 @llvm.fptosi.sat.i64.f64": "double",
    "void @llvm.memset.p0.i64": "ptr, i8, i64, i1",
}
"""What LLVM makes instructions of, wherever the machine has them."""

FLOAT_INSTRUCTION = {
    "+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv",
    "<": "fcmp olt", "<=": "fcmp ole", ">": "fcmp ogt", ">=": "fcmp oge", "==": "fcmp oeq", "!=": "fcmp une",
}  # fmt: skip
INT_INSTRUCTION = {
    "+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor",
    "<": "icmp slt", "<=": "icmp sle", ">": "icmp sgt", ">=": "icmp sge", "==": "icmp eq", "!=": "icmp ne",
}  # fmt: skip

FLOAT_FUNCTION = {
    "sqrt": "double @llvm.sqrt.f64",
    "floor": "double @llvm.floor.f64",
    "abs": "double @llvm.fabs.f64",
    **{name: f"double @{name}" for name in LIBRARY_FUNCTIONS},
}

QUIET_NAN = "9221120237041090560"
"""0x7FF8000000000000: the one nan `bits` and `frombits` know, since machines differ in which they make."""


def constant_operand(constant: Constant) -> str:
    if constant.type is Type.FLOAT:
        return float_operand(float(constant.value))
    return str(constant.value).lower()


def float_operand(value: float) -> str:
    """Exact to the last bit, infinities and nan included."""
    return f"0x{int.from_bytes(struct.pack('>d', value), 'big'):016X}"


def emit_operation(operation: Operation, arguments: list[str], to: Instructions) -> str:
    """The operand that holds the result."""
    match type_of(operation.arguments[0]):
        case Type.FLOAT:
            return _on_floats(operation.operator, arguments, to)
        case Type.INT:
            return _on_ints(operation.operator, arguments, to)
        case _:
            return _on_bools(operation, arguments, to)


def _on_floats(operator: str, arguments: list[str], to: Instructions) -> str:
    first, last = arguments[0], arguments[-1]
    match operator:
        case _ if operator in FLOAT_INSTRUCTION:
            return to.compute(f"{FLOAT_INSTRUCTION[operator]} double {first}, {last}")
        case _ if operator in FLOAT_FUNCTION:
            return to.call(FLOAT_FUNCTION[operator], ", ".join(f"double {given}" for given in arguments))
        case "min" | "max":
            compare = "olt" if operator == "min" else "ogt"
            is_last = to.compute(f"fcmp {compare} double {last}, {first}")
            return to.compute(f"select i1 {is_last}, double {last}, double {first}")
        case "neg":
            return to.compute(f"fneg double {first}")
        case "int":
            return to.call("i64 @llvm.fptosi.sat.i64.f64", f"double {first}")
        case "bits":
            is_nan = to.compute(f"fcmp uno double {first}, {first}")
            pattern = to.compute(f"bitcast double {first} to i64")
            return to.compute(f"select i1 {is_nan}, i64 {QUIET_NAN}, i64 {pattern}")
        case _:
            raise AssertionError(f"llvm: no operator '{operator}' on floats")


def _on_ints(operator: str, arguments: list[str], to: Instructions) -> str:
    first, last = arguments[0], arguments[-1]
    match operator:
        case "+" | "-" | "*" if is_literal(first) and is_literal(last):
            return _fold(operator, int(first), int(last))
        case _ if operator in INT_INSTRUCTION:
            return to.compute(f"{INT_INSTRUCTION[operator]} i64 {first}, {last}")
        case "//" | "%":
            return _divide(operator, first, last, to)
        case "<<" | ">>":
            count = to.compute(f"and i64 {last}, 63")
            return to.compute(f"{'shl' if operator == '<<' else 'lshr'} i64 {first}, {count}")
        case "min" | "max":
            compare = "slt" if operator == "min" else "sgt"
            is_last = to.compute(f"icmp {compare} i64 {last}, {first}")
            return to.compute(f"select i1 {is_last}, i64 {last}, i64 {first}")
        case "neg":
            return to.compute(f"sub i64 0, {first}")
        case "abs":
            return to.call("i64 @llvm.abs.i64", f"i64 {first}, i1 false")
        case "float":
            return to.compute(f"sitofp i64 {first} to double")
        case "frombits":
            number = to.compute(f"bitcast i64 {first} to double")
            is_nan = to.compute(f"fcmp uno double {number}, {number}")
            return to.compute(f"select i1 {is_nan}, double 0x7FF8000000000000, double {number}")
        case _:
            raise AssertionError(f"llvm: no operator '{operator}' on ints")


def _on_bools(operation: Operation, arguments: list[str], to: Instructions) -> str:
    first, last = arguments[0], arguments[-1]
    match operation.operator:
        case "and" | "or":
            return to.compute(f"{operation.operator} i1 {first}, {last}")
        case "not":
            return to.compute(f"xor i1 {first}, true")
        case "select":
            type_ = LLVM_TYPE[operation.type]
            return to.compute(f"select i1 {first}, {type_} {arguments[1]}, {type_} {last}")
        case "float":
            return to.compute(f"uitofp i1 {first} to double")
        case "int":
            return to.compute(f"zext i1 {first} to i64")
        case _:
            raise AssertionError(f"llvm: no operator '{operation.operator}' on bools")


def _fold(operator: str, a: int, b: int) -> str:
    """Known indices make known cells, which a later load can use again."""
    value = a + b if operator == "+" else a - b if operator == "-" else a * b
    return str((value + 2**63) % 2**64 - 2**63)


def _divide(operator: str, a: str, b: str, to: Instructions) -> str:
    """Floor division and remainder; the machine traps on division by 0 and of the smallest int by -1."""
    is_zero = to.compute(f"icmp eq i64 {b}, 0")
    is_minus_one = to.compute(f"icmp eq i64 {b}, -1")
    is_unsafe = to.compute(f"or i1 {is_zero}, {is_minus_one}")
    safe = to.compute(f"select i1 {is_unsafe}, i64 1, i64 {b}")
    left = to.compute(f"srem i64 {a}, {safe}")
    is_inexact = to.compute(f"icmp ne i64 {left}, 0")
    signs = to.compute(f"xor i64 {left}, {safe}")
    is_opposite = to.compute(f"icmp slt i64 {signs}, 0")
    is_below = to.compute(f"and i1 {is_inexact}, {is_opposite}")
    if operator == "%":
        raised = to.compute(f"add i64 {left}, {safe}")
        return to.compute(f"select i1 {is_below}, i64 {raised}, i64 {left}")
    quotient = to.compute(f"sdiv i64 {a}, {safe}")
    lowered = to.compute(f"sub i64 {quotient}, 1")
    floored = to.compute(f"select i1 {is_below}, i64 {lowered}, i64 {quotient}")
    negated = to.compute(f"sub i64 0, {a}")
    by_minus_one = to.compute(f"select i1 {is_minus_one}, i64 {negated}, i64 {floored}")
    return to.compute(f"select i1 {is_zero}, i64 0, i64 {by_minus_one}")

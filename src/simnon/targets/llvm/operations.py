"""Operation -> LLVM instructions with the exact meaning of `operators.py`.

No instruction has a fast-math flag, so nothing is contracted or reordered. Elementary functions are
calls of the C library; `nobuiltin` on them keeps LLVM from computing them in its own way.
"""

import struct

from simnon.program import Constant, Operation, Type, type_of

from .instructions import Instructions, is_literal

LLVM_TYPE = {Type.FLOAT: "double", Type.INT: "i64", Type.BOOL: "i1", Type.ARRAY: "ptr"}

ZERO_OF_TYPE = {"double": "0.0", "i64": "0", "i1": "false", "void": ""}

LIBRARY_FUNCTIONS = {
    "exp": 1, "log": 1, "log10": 1, "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1,
    "sinh": 1, "cosh": 1, "tanh": 1, "pow": 2, "atan2": 2,
}  # fmt: skip
"""The operators that are functions of the C library, with their number of arguments."""

FLOAT_INSTRUCTION = {
    "+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv",
    "<": "fcmp olt", "<=": "fcmp ole", ">": "fcmp ogt", ">=": "fcmp oge", "==": "fcmp oeq", "!=": "fcmp une",
}  # fmt: skip
INT_INSTRUCTION = {
    "+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor",
    "<": "icmp slt", "<=": "icmp sle", ">": "icmp sgt", ">=": "icmp sge", "==": "icmp eq", "!=": "icmp ne",
}  # fmt: skip

FLOAT_INTRINSIC = {"sqrt": "sqrt", "floor": "floor", "abs": "fabs"}

QUIET_NAN = "9221120237041090560"
"""0x7FF8000000000000: the only nan of `bits` and `frombits`, because machines produce different ones."""


def constant_operand(constant: Constant) -> str:
    if constant.type is Type.FLOAT:
        return float_operand(float(constant.value))
    return str(constant.value).lower()


def float_operand(value: float) -> str:
    """Exact to the last bit, including infinities and nan."""
    return f"0x{int.from_bytes(struct.pack('>d', value), 'big'):016X}"


def emit_operation(operation: Operation, arguments: list[str], to: Instructions, width: int = 0) -> str:
    """The operand of the result; with a width, arguments and result are vectors of that many lanes."""
    match type_of(operation.arguments[0]):
        case Type.FLOAT:
            return _on_floats(operation.operator, arguments, to, width)
        case Type.INT:
            return _on_ints(operation.operator, arguments, to, width)
        case _:
            return _on_bools(operation, arguments, to, width)


def vector(type_: str, width: int) -> str:
    """The type of `width` lanes of `type_`; a width of 0 or 1 is a scalar."""
    return f"<{width} x {type_}>" if width > 1 else type_


def zero(type_: str) -> str:
    """The zero of an LLVM type, also of vectors."""
    return ZERO_OF_TYPE.get(type_, "zeroinitializer")


def same_in_all(type_: str, literal: str, width: int) -> str:
    """A literal in every lane."""
    return f"splat ({type_} {literal})" if width > 1 else literal


def _intrinsic(result: str, name: str, width: int, *types: str) -> str:
    """Type and name of an intrinsic, such as `double @llvm.sqrt.f64`; `types` are those in its name."""
    lanes = f"v{width}" if width > 1 else ""
    letters = "".join(f".{lanes}{'f64' if type_ == 'double' else type_}" for type_ in types)
    return f"{vector(result, width)} @llvm.{name}{letters}"


def _on_floats(operator: str, arguments: list[str], to: Instructions, width: int) -> str:
    first, last = arguments[0], arguments[-1]
    float_, int_, bool_ = vector("double", width), vector("i64", width), vector("i1", width)
    match operator:
        case _ if operator in FLOAT_INSTRUCTION:
            return to.compute(f"{FLOAT_INSTRUCTION[operator]} {float_} {first}, {last}")
        case _ if operator in FLOAT_INTRINSIC:
            return to.call(_intrinsic("double", FLOAT_INTRINSIC[operator], width, "double"), [(float_, first)])
        case _ if operator in LIBRARY_FUNCTIONS and width <= 1:
            return to.call(f"double @{operator}", [("double", given) for given in arguments])
        case "min" | "max":
            compare = "olt" if operator == "min" else "ogt"
            is_last = to.compute(f"fcmp {compare} {float_} {last}, {first}")
            return to.compute(f"select {bool_} {is_last}, {float_} {last}, {float_} {first}")
        case "fma":
            given = [(float_, argument) for argument in arguments]
            return to.call(_intrinsic("double", "fma", width, "double"), given)
        case "neg":
            return to.compute(f"fneg {float_} {first}")
        case "int" if width > 1:
            return _truncated(first, to, width)
        case "int":
            return to.call(_intrinsic("i64", "fptosi.sat", width, "i64", "double"), [(float_, first)])
        case "whole":
            return to.compute(f"fptosi {float_} {first} to {int_}")
        case "bits":
            is_nan = to.compute(f"fcmp uno {float_} {first}, {first}")
            pattern = to.compute(f"bitcast {float_} {first} to {int_}")
            quiet = same_in_all("i64", QUIET_NAN, width)
            return to.compute(f"select {bool_} {is_nan}, {int_} {quiet}, {int_} {pattern}")
        case _:
            raise AssertionError(f"llvm: no operator '{operator}' on floats")


def _truncated(x: str, to: Instructions, width: int) -> str:
    """The result of `llvm.fptosi.sat`, which LLVM would compute lane by lane."""
    float_, int_, bool_ = vector("double", width), vector("i64", width), vector("i1", width)
    largest, smallest = (same_in_all("double", float_operand(end), width) for end in (2.0**63, -(2.0**63)))
    is_high = to.compute(f"fcmp oge {float_} {x}, {largest}")
    is_above = to.compute(f"fcmp oge {float_} {x}, {smallest}")
    is_low = to.compute(f"fcmp olt {float_} {x}, {smallest}")
    is_within = to.compute(f"fcmp olt {float_} {x}, {largest}")
    is_inside = to.compute(f"and {bool_} {is_above}, {is_within}")
    zero = same_in_all("double", "0.0", width)
    safe = to.compute(f"select {bool_} {is_inside}, {float_} {x}, {float_} {zero}")
    cut = to.compute(f"fptosi {float_} {safe} to {int_}")
    most, least = (same_in_all("i64", str(end), width) for end in (2**63 - 1, -(2**63)))
    low = to.compute(f"select {bool_} {is_low}, {int_} {least}, {int_} {cut}")
    return to.compute(f"select {bool_} {is_high}, {int_} {most}, {int_} {low}")


def _on_ints(operator: str, arguments: list[str], to: Instructions, width: int) -> str:
    first, last = arguments[0], arguments[-1]
    float_, int_, bool_ = vector("double", width), vector("i64", width), vector("i1", width)
    match operator:
        case "+" | "-" | "*" if not width and is_literal(first) and is_literal(last):
            return _fold(operator, int(first), int(last))
        case _ if operator in INT_INSTRUCTION:
            return to.compute(f"{INT_INSTRUCTION[operator]} {int_} {first}, {last}")
        case "//" | "%":
            return _divide(operator, first, last, to, width)
        case "<<" | ">>":
            count = to.compute(f"and {int_} {last}, {same_in_all('i64', '63', width)}")
            return to.compute(f"{'shl' if operator == '<<' else 'lshr'} {int_} {first}, {count}")
        case "min" | "max":
            compare = "slt" if operator == "min" else "sgt"
            is_last = to.compute(f"icmp {compare} {int_} {last}, {first}")
            return to.compute(f"select {bool_} {is_last}, {int_} {last}, {int_} {first}")
        case "neg":
            return to.compute(f"sub {int_} {same_in_all('i64', '0', width)}, {first}")
        case "abs":
            return to.call(_intrinsic("i64", "abs", width, "i64"), [(int_, first), ("i1", "false")])
        case "float":
            return to.compute(f"sitofp {int_} {first} to {float_}")
        case "frombits":
            number = to.compute(f"bitcast {int_} {first} to {float_}")
            is_nan = to.compute(f"fcmp uno {float_} {number}, {number}")
            quiet = same_in_all("double", "0x7FF8000000000000", width)
            return to.compute(f"select {bool_} {is_nan}, {float_} {quiet}, {float_} {number}")
        case _:
            raise AssertionError(f"llvm: no operator '{operator}' on ints")


def _on_bools(operation: Operation, arguments: list[str], to: Instructions, width: int) -> str:
    first, last = arguments[0], arguments[-1]
    bool_ = vector("i1", width)
    match operation.operator:
        case "and" | "or":
            return to.compute(f"{operation.operator} {bool_} {first}, {last}")
        case "not":
            return to.compute(f"xor {bool_} {first}, {same_in_all('i1', 'true', width)}")
        case "likely":
            return first
        case "select":
            type_ = vector(LLVM_TYPE[operation.type], width)
            return to.compute(f"select {bool_} {first}, {type_} {arguments[1]}, {type_} {last}")
        case "float":
            return to.compute(f"uitofp {bool_} {first} to {vector('double', width)}")
        case "int":
            return to.compute(f"zext {bool_} {first} to {vector('i64', width)}")
        case _:
            raise AssertionError(f"llvm: no operator '{operation.operator}' on bools")


def _fold(operator: str, a: int, b: int) -> str:
    """Known indices give known cells, which a later load can use again."""
    value = a + b if operator == "+" else a - b if operator == "-" else a * b
    return str((value + 2**63) % 2**64 - 2**63)


def _divide(operator: str, a: str, b: str, to: Instructions, width: int) -> str:
    """Floor division and remainder; the machine traps on division by 0 and of the smallest int by -1."""
    int_, bool_ = vector("i64", width), vector("i1", width)
    zero, one, minus_one = (same_in_all("i64", literal, width) for literal in ("0", "1", "-1"))
    is_zero = to.compute(f"icmp eq {int_} {b}, {zero}")
    is_minus_one = to.compute(f"icmp eq {int_} {b}, {minus_one}")
    is_unsafe = to.compute(f"or {bool_} {is_zero}, {is_minus_one}")
    safe = to.compute(f"select {bool_} {is_unsafe}, {int_} {one}, {int_} {b}")
    left = to.compute(f"srem {int_} {a}, {safe}")
    is_inexact = to.compute(f"icmp ne {int_} {left}, {zero}")
    signs = to.compute(f"xor {int_} {left}, {safe}")
    is_opposite = to.compute(f"icmp slt {int_} {signs}, {zero}")
    is_below = to.compute(f"and {bool_} {is_inexact}, {is_opposite}")
    if operator == "%":
        raised = to.compute(f"add {int_} {left}, {safe}")
        return to.compute(f"select {bool_} {is_below}, {int_} {raised}, {int_} {left}")
    quotient = to.compute(f"sdiv {int_} {a}, {safe}")
    lowered = to.compute(f"sub {int_} {quotient}, {one}")
    floored = to.compute(f"select {bool_} {is_below}, {int_} {lowered}, {int_} {quotient}")
    negated = to.compute(f"sub {int_} {zero}, {a}")
    by_minus_one = to.compute(f"select {bool_} {is_minus_one}, {int_} {negated}, {int_} {floored}")
    return to.compute(f"select {bool_} {is_zero}, {int_} {zero}, {int_} {by_minus_one}")

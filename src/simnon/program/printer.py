"""Program -> text for people: Python-like; the same program always gives the same text.

Tests compare printed programs, so every difference between programs shows in their texts.
"""

from collections.abc import Iterator
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
    While,
)
from .program import ConstantArray, ForeignFunction, Program
from .walk import operands, postorder

INDENT = "    "
SIGNS = frozenset(("+", "-", "*", "/", "//", "%", "<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "<<", ">>"))
INFIX = SIGNS | {"and", "or"}


def print_program(program: Program) -> str:
    """The whole program without its layout: foreign functions, constant arrays, then functions in order."""
    head = [f"program {program.name}", f"entries {', '.join(program.entries)}"]
    head += [_foreign_text(function) for function in program.foreign]
    head += [_constant_array_text(constant) for constant in program.constants]
    return "\n\n".join(["\n".join(head), *map(print_function, program.functions)]) + "\n"


def print_function(function: Function) -> str:
    parameters = ", ".join(map(_parameter_text, function.parameters))
    result = "" if function.result is None else f" -> {function.result.value}"
    word = "inline def" if function.is_inline else "def"
    lines = [f"{word} {function.name}({parameters}){result}:"]
    return "\n".join(lines + _block_lines(function.body, INDENT))


def print_expression(expression: Expression) -> str:
    """On one line, with just enough parentheses to be unambiguous without knowing precedence."""
    stack: list[str] = []
    nodes = postorder(expression)
    for node in nodes:
        start = len(stack) - len(operands(node))
        stack[start:] = [_node_text(node, stack[start:])]
    return _bare(stack[0])


def _node_text(node: Expression, arguments: list[str]) -> str:
    """Infix operations are in parentheses here; `_bare` removes them where they are not needed."""
    match node:
        case Constant(value=value, type=type_):
            return _constant_text(value, type_)
        case Local(name=name):
            return name
        case Load(array=array):
            return f"{array}[{_bare(arguments[0])}]"
        case Operation(operator=operator) if operator in INFIX:
            return f"({arguments[0]} {operator} {arguments[1]})"
        case Operation(operator=operator):
            return f"{operator}({', '.join(map(_bare, arguments))})"
        case Call(function=function, arguments=given):
            scalars = iter(arguments)
            texts = [_array_text(a, scalars) if isinstance(a, ArrayName) else _bare(next(scalars)) for a in given]
            return f"{function}({', '.join(texts)})"
        case _:
            assert_never(node)


def _array_text(array: ArrayName, scalars: Iterator[str]) -> str:
    return array.name if array.offset is None else f"{array.name}[{_bare(next(scalars))}:]"


def _bare(text: str) -> str:
    """Without the outer parentheses; only `_node_text` puts one first, and then one last."""
    return text[1:-1] if text.startswith("(") else text


def _constant_text(value: float | int | bool, type_: Type) -> str:
    return repr(float(value)) if type_ is Type.FLOAT else str(value)


def _parameter_text(parameter: Parameter) -> str:
    return f"{parameter.name}: {parameter.type.value}{' written' if parameter.is_written else ''}"


def _foreign_text(function: ForeignFunction) -> str:
    place = f"{function.convention.value} {function.symbol} in {function.path}"
    results = f" -> {function.results} floats" if function.results else ""
    return f"foreign {function.shown}({function.arity} floats){results}: {place}"


def _constant_array_text(constant: ConstantArray) -> str:
    return f"constant {constant.name} = [{', '.join(map(repr, map(float, constant.values)))}]"


def _block_lines(statements: tuple[Statement, ...], indent: str) -> list[str]:
    lines = [line for statement in statements for line in _statement_lines(statement, indent)]
    return lines or [f"{indent}pass"]


def _statement_lines(statement: Statement, indent: str) -> list[str]:
    match statement:
        case Set(name=name, value=value):
            return [f"{indent}{name} = {print_expression(value)}"]
        case Store(array=array, index=index, value=value):
            return [f"{indent}{array}[{print_expression(index)}] = {print_expression(value)}"]
        case Allocate(array=array, size=size):
            return [f"{indent}{array} = zeros({size})"]
        case If():
            return _if_lines(statement, indent, "if")
        case While() | For():
            return _loop_lines(statement, indent)
        case Break():
            return [f"{indent}break"]
        case Continue():
            return [f"{indent}continue"]
        case Return(value=value):
            return [f"{indent}return" if value is None else f"{indent}return {print_expression(value)}"]
        case Do(call=call):
            return [indent + print_expression(call)]
        case _:
            assert_never(statement)


def _if_lines(statement: If, indent: str, word: str) -> list[str]:
    lines = [f"{indent}{word} {print_expression(statement.condition)}:"]
    lines += _block_lines(statement.then, indent + INDENT)
    match statement.otherwise:
        case ():
            return lines
        case (If() as chained,):
            return lines + _if_lines(chained, indent, "elif")
        case otherwise:
            return [*lines, f"{indent}else:", *_block_lines(otherwise, indent + INDENT)]


def _loop_lines(statement: While | For, indent: str) -> list[str]:
    inner = indent + INDENT
    match statement:
        case While(header=(), condition=condition, body=body):
            return [f"{indent}while {print_expression(condition)}:", *_block_lines(body, inner)]
        case While(header=header, condition=condition, body=body):
            first = [f"{indent}loop:", *_block_lines(header, inner)]
            return [*first, f"{indent}while {print_expression(condition)}:", *_block_lines(body, inner)]
        case For(name=name, start=start, stop=stop, step=step, body=body):
            bounds = f"{print_expression(start)}, {print_expression(stop)}, {step}"
            return [f"{indent}for {name} in range({bounds}):", *_block_lines(body, inner)]
        case _:
            assert_never(statement)

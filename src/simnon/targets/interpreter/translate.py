"""Program -> the text of a Python module with a function for each function of the program.

Names of a program can be any text, so each gets a number and keeps its letters. Deep expressions are split into several
lines, because Python's own parser is not made for them.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from simnon.program import (
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
    Program,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
    operands,
    postorder,
    statements_within,
)
from simnon.source import frozen

from .operator_text import operation_text

DEEPEST = 20
"""Levels of parentheses on a line; CPython's parser stops at 200, and text is copied at each level."""


@frozen
class PythonNames:
    """The Python name of everything visible in a function."""

    functions: dict[str, str]
    constants: dict[str, str]


def python_name(prefix: str, number: int, name: str) -> str:
    """A unique name; `name` is in it for the reader."""
    return f"{prefix}{number}_{re.sub(r'[^A-Za-z0-9]+', '_', name)}"


def names_of(program: Program) -> PythonNames:
    callable_names = [function.name for function in program.functions]
    callable_names += [function.name for function in program.foreign]
    callable_names += [function.name for function in program.imports]
    return PythonNames(
        {name: python_name("f", number, name) for number, name in enumerate(callable_names)},
        {constant.name: python_name("c", number, constant.name) for number, constant in enumerate(program.constants)},
    )


def translate_function(function: Function, names: PythonNames) -> str:
    return _Translation(names).translate(function)


@dataclass(slots=True)
class _Translation:
    """The lines of one function as they are written."""

    names: PythonNames
    lines: list[str] = field(default_factory=list)
    python_of_local: dict[str, str] = field(default_factory=dict)
    python_of_array: dict[str, str] = field(default_factory=dict)
    temporaries: int = 0

    def translate(self, function: Function) -> str:
        arrays = [p.name for p in function.parameters if p.type is Type.ARRAY]
        arrays += [s.array for s in statements_within(function.body) if isinstance(s, Allocate)]
        names = {name: python_name("a", number, name) for number, name in enumerate(dict.fromkeys(arrays))}
        self.python_of_array = self.names.constants | names
        parameters = [self._array(p.name) if p.type is Type.ARRAY else self._local(p.name) for p in function.parameters]
        self.lines.append(f"def {self.names.functions[function.name]}({', '.join(parameters)}):")
        self._block(function.body, "    ")
        return "\n".join(self.lines) + "\n"

    def _local(self, name: str) -> str:
        if name not in self.python_of_local:
            self.python_of_local[name] = python_name("v", len(self.python_of_local), name)
        return self.python_of_local[name]

    def _array(self, name: str) -> str:
        return self.python_of_array[name]

    def _block(self, statements: tuple[Statement, ...], indent: str) -> None:
        if not statements:
            self.lines.append(f"{indent}pass")
        for statement in statements:
            self._statement(statement, indent)

    def _statement(self, statement: Statement, indent: str) -> None:
        match statement:
            case Set(name=name, value=value):
                text = self._value(value, indent)
                self.lines.append(f"{indent}{self._local(name)} = {text}")
            case Store(array=array, index=index, value=value):
                text = self._value(value, indent)
                if isinstance(value, Call):
                    # It can write what the index reads, and is evaluated first as in Python.
                    text = self._temporary(text, indent)
                self.lines.append(f"{indent}{self._array(array)}[{self._index(index, indent)}] = {text}")
            case Allocate(array=array, size=size):
                self.lines.append(f"{indent}{self._array(array)} = zeros({size})")
            case If() | While() | For():
                self._compound(statement, indent)
            case Break():
                self.lines.append(f"{indent}break")
            case Continue():
                self.lines.append(f"{indent}continue")
            case Return(value=value):
                result = "" if value is None else " " + self._value(value, indent)
                self.lines.append(f"{indent}return{result}")
            case Do(call=call):
                self.lines.append(indent + self._value(call, indent))
            case _:
                assert_never(statement)

    def _compound(self, statement: If | While | For, indent: str) -> None:
        inner = indent + "    "
        match statement:
            case If(condition=condition, then=then, otherwise=otherwise):
                self.lines.append(f"{indent}if {self._value(condition, indent)}:")
                self._block(then, inner)
                self._otherwise(otherwise, indent)
            case While(header=header, condition=condition, body=body):
                self.lines.append(f"{indent}while True:")
                for first in header:
                    self._statement(first, inner)
                self.lines.append(f"{inner}if not {self._value(condition, inner)}:")
                self.lines.append(f"{inner}    break")
                self._block(body, inner)
            case For(name=name, start=start, stop=stop, step=step, body=body):
                bounds = f"{self._value(start, indent)}, {self._value(stop, indent)}, {step}"
                self.lines.append(f"{indent}for {self._local(name)} in range({bounds}):")
                self._block(body, inner)
            case _:
                assert_never(statement)

    def _otherwise(self, statements: tuple[Statement, ...], indent: str) -> None:
        """A chain of conditions must not be indented deeper and deeper: Python stops at 100 levels."""
        while len(statements) == 1 and isinstance(statements[0], If):
            chained = statements[0]
            start = len(self.lines)
            condition = self._value(chained.condition, indent)
            if len(self.lines) > start:
                del self.lines[start:]
                break
            self.lines.append(f"{indent}elif {condition}:")
            self._block(chained.then, indent + "    ")
            statements = chained.otherwise
        if statements:
            self.lines.append(f"{indent}else:")
            self._block(statements, indent + "    ")

    def _index(self, expression: Expression, indent: str) -> str:
        if isinstance(expression, Constant):
            return str(expression.value)
        return f"index({self._value(expression, indent)})"

    def _value(self, expression: Expression, indent: str) -> str:
        """The text of `expression`; lines for its deep subexpressions are written before."""
        stack: list[tuple[str, int]] = []
        for node in postorder(expression):
            count = len(operands(node))
            taken = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            text = self._node(node, [argument for argument, _ in taken])
            depth = max((depth for _, depth in taken), default=0) + 1
            if depth > DEEPEST:
                text, depth = self._temporary(text, indent), 0
            stack.append((text, depth))
        return stack[0][0]

    def _temporary(self, text: str, indent: str) -> str:
        self.temporaries += 1
        self.lines.append(f"{indent}t{self.temporaries} = {text}")
        return f"t{self.temporaries}"

    def _part(self, array: ArrayName, scalars: Iterator[str]) -> str:
        text = self._array(array.name)
        return text if array.offset is None else f"{text}[{next(scalars)}:]"

    def _node(self, node: Expression, arguments: list[str]) -> str:
        match node:
            case Constant():
                return constant_text(node)
            case Local(name=name):
                return self._local(name)
            case Load(array=array, index=Constant(value=value)):
                return f"{self._array(array)}[{value}]"
            case Load(array=array):
                return f"{self._array(array)}[index({arguments[0]})]"
            case Operation():
                return operation_text(node, arguments)
            case Call(function=function, arguments=given):
                scalars = iter(arguments)
                texts = [self._part(a, scalars) if isinstance(a, ArrayName) else next(scalars) for a in given]
                return f"{self.names.functions[function]}({', '.join(texts)})"
            case _:
                assert_never(node)


def constant_text(constant: Constant) -> str:
    if constant.type is not Type.FLOAT:
        return f"({constant.value})"
    value = float(constant.value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0.0 else "(-inf)"
    return f"({value!r})" if value < 0.0 or str(value) == "-0.0" else repr(value)

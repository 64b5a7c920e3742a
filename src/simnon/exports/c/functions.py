"""Function of a program -> a function of C; what it reads and writes of a model are the members of its struct."""

from collections.abc import Callable, Mapping
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

from .expressions import Words, write_expression
from .identifiers import Identifiers

INDENT = "    "
C_TYPE = {Type.INT: "int64_t", Type.BOOL: "bool"}


class NotExpressible(Exception):
    """Something that this C has no words for; `what` it is, in the user's terms."""


@dataclass(slots=True)
class Arrays:
    """How the arrays of a function are spelled: by element for those of a model, as they are for others."""

    element: dict[str, Callable[[int], str]] = field(default_factory=dict)
    """For each array of the model, the text of the element at a known index."""
    comment: Callable[[str, int], str] = lambda _array, _index: ""
    """What precedes an assignment to an element."""
    given_names: Mapping[str, str] = field(default_factory=dict)
    """The identifiers of some locals."""


class FunctionWriter:
    """One function; `number` is the type of its floats, `functions` are the names in C of those it can call."""

    def __init__(self, function: Function, number: str, arrays: Arrays, functions: Mapping[str, str]) -> None:
        self.function, self.number, self.arrays, self.functions = function, number, arrays, functions
        self.names = Identifiers(functions.values(), arrays.given_names)
        self.words = Words(number, self.names.of, self._loaded, self._array, self._call)
        self.lines: list[str] = []
        self.declared_in_place = _set_once(function)

    def body(self) -> list[str]:
        """The declarations and statements of its body."""
        self._block(self.function.body, INDENT)
        return [*self._declarations(), *self.lines]

    def _declarations(self) -> list[str]:
        """What branches set, at the top, each with a value; the rest is declared where it is set."""
        parameters = {*(parameter.name for parameter in self.function.parameters), *self.declared_in_place}
        types: dict[str, Type] = {}
        for statement in statements_within(self.function.body):
            if isinstance(statement, Set) and statement.name not in parameters:
                types.setdefault(statement.name, type_of(statement.value) or Type.FLOAT)
            elif isinstance(statement, For):
                types.setdefault(statement.name, Type.INT)
        sizes = {s.array: s.size for s in statements_within(self.function.body) if isinstance(s, Allocate)}
        return [
            *(
                f"{INDENT}{self._type(type_)} {self.names.of(name)} = {self._zero(type_)};"
                for name, type_ in types.items()
            ),
            *(f"{INDENT}double {self.names.of(name)}[{size}] = {{0}};" for name, size in sizes.items()),
        ]

    def _type(self, type_: Type) -> str:
        return C_TYPE.get(type_, self.number)

    def _zero(self, type_: Type) -> str:
        return (
            "false" if type_ is Type.BOOL else "0" if type_ is Type.INT else "0.0f" if self.number == "float" else "0.0"
        )

    def _block(self, statements: tuple[Statement, ...], indent: str) -> None:
        for statement in statements:
            self._statement(statement, indent)

    def _statement(self, statement: Statement, indent: str) -> None:
        match statement:
            case Set(name=name, value=value):
                type_ = self._type(type_of(value) or Type.FLOAT)
                declared = f"const {type_} " if name in self.declared_in_place else ""
                self._add(indent, f"{declared}{self.names.of(name)} = {self._text(value)};")
            case Store(array=array, index=index, value=value):
                self._store(array, index, value, indent)
            case Allocate(array=array, size=size):
                name = self.names.of(array)
                self._add(indent, f"(void)memset({name}, 0, {size} * sizeof {name}[0]);")
            case If():
                self._if(statement, indent)
            case While(header=header, condition=condition, body=body):
                self._add(indent, "for (;;) {")
                self._block(header, indent + INDENT)
                self._add(indent + INDENT, f"if (!({self._text(condition)})) {{")
                self._add(indent + 2 * INDENT, "break;")
                self._add(indent + INDENT, "}")
                self._block(body, indent + INDENT)
                self._add(indent, "}")
            case For():
                self._for(statement, indent)
            case Break():
                self._add(indent, "break;")
            case Continue():
                self._add(indent, "continue;")
            case Return(value=None):
                self._add(indent, "return;")
            case Return(value=value):
                assert value is not None
                self._add(indent, f"return {self._text(value)};")
            case Do(call=call):
                self._add(indent, f"{self._text(call)};")
            case _:
                assert_never(statement)

    def _add(self, indent: str, line: str) -> None:
        self.lines.append(indent + line)

    def _text(self, expression: Expression) -> str:
        return write_expression(expression, self.words)

    def _store(self, array: str, index: Expression, value: Expression, indent: str) -> None:
        if array in self.arrays.element and isinstance(index, Constant):
            comment = self.arrays.comment(array, int(index.value))
            if comment:
                self._add(indent, f"/* {comment} */")
        self._add(indent, f"{self._element(array, index, self._text(index))} = {self._text(value)};")

    def _if(self, statement: If, indent: str) -> None:
        self._add(indent, f"if ({self._text(statement.condition)}) {{")
        self._block(statement.then, indent + INDENT)
        if statement.otherwise:
            self._add(indent, "} else {")
            self._block(statement.otherwise, indent + INDENT)
        self._add(indent, "}")

    def _for(self, loop: For, indent: str) -> None:
        name, sign = self.names.of(loop.name), "<" if loop.step > 0 else ">"
        step = f"{name} += INT64_C({loop.step})"
        self._add(indent, f"for ({name} = {self._text(loop.start)}; {name} {sign} {self._text(loop.stop)}; {step}) {{")
        self._block(loop.body, indent + INDENT)
        self._add(indent, "}")

    def _loaded(self, array: str, index: Expression, text: str) -> str:
        """Arrays that are not the model's are of doubles, as our functions need them."""
        element = self._element(array, index, text)
        return f"((float){element})" if self.number == "float" and array not in self.arrays.element else element

    def _element(self, array: str, index: Expression, text: str) -> str:
        spell = self.arrays.element.get(array)
        if spell is None:
            return f"{self._array(array, '')}[{text}]"
        if not isinstance(index, Constant):
            raise NotExpressible("a value that is found by a computed index")
        return spell(int(index.value))

    def _array(self, array: str, offset: str) -> str:
        if array in self.arrays.element:
            raise NotExpressible("a computation on the memory of the model, such as a DELAY or a large algebraic loop")
        name = self.functions.get(f"constant {array}") or self.names.of(array)
        return f"&{name}[{offset}]" if offset else name

    def _call(self, call: Call, arguments: list[str]) -> str:
        """Our functions compute in double: a float is converted there and back."""
        name = self.functions.get(call.function)
        if name is None:
            raise NotExpressible(f"a call of the foreign function {call.function.removeprefix('foreign ')}")
        if self.number == "float":
            pairs = zip(call.arguments, arguments, strict=True)
            arguments = [f"(double)({text})" if _is_float(each) else text for each, text in pairs]
            converted = f"{name}({', '.join(arguments)})"
            return f"((float){converted})" if type_of(call) is Type.FLOAT else converted
        return f"{name}({', '.join(arguments)})"

    def signature(self, name: str) -> str:
        """`static double name(double x, const double *table)`."""
        texts = [self._parameter(p.name, p.type, is_written=p.is_written) for p in self.function.parameters]
        result = "void" if self.function.result is None else self._type(self.function.result)
        return f"static {result} {name}({', '.join(texts) or 'void'})"

    def _parameter(self, name: str, type_: Type, *, is_written: bool) -> str:
        if type_ is Type.ARRAY:
            return f"{'' if is_written else 'const '}{self.number} *{self.names.of(name)}"
        return f"{self._type(type_)} {self.names.of(name)}"


def _is_float(argument: Expression | ArrayName) -> bool:
    return not isinstance(argument, ArrayName) and type_of(argument) is Type.FLOAT


def _set_once(function: Function) -> frozenset[str]:
    """The locals that are set once, outside all branches and loops."""
    names = [statement.name for statement in statements_within(function.body) if isinstance(statement, Set)]
    outside = [statement.name for statement in function.body if isinstance(statement, Set)]
    parameters = {parameter.name for parameter in function.parameters}
    return frozenset(name for name in outside if names.count(name) == 1 and name not in parameters)


def reads_of(function: Function, array: str) -> set[int]:
    """The known elements of `array` that a function reads or writes."""
    found: set[int] = set()
    for statement in statements_within(function.body):
        if isinstance(statement, Store) and statement.array == array and isinstance(statement.index, Constant):
            found.add(int(statement.index.value))
        for expression in expressions_of(statement):
            for node in postorder(expression):
                if not isinstance(node, Call | Constant) and getattr(node, "array", "") == array:
                    index = node.index  # type: ignore[union-attr]
                    if isinstance(index, Constant):
                        found.add(int(index.value))
    return found

"""Text -> Module: the functions, constants and imported names of one Python file.

Nothing is executed. A name that the file may change while it runs (assigned twice, assigned under an `if`, declared
`global`) is not a constant; anything else in the file does no harm unless a translated function uses it.
"""

import ast
import threading
from collections.abc import Mapping

from simnon.kernels import Record
from simnon.source import frozen

from .constants import MATH_CONSTANTS, Number, evaluate
from .refusal import NotInSubset


@frozen
class Module:
    """`meanings` are the intrinsics by the name the text gives them."""

    text: str
    functions: Mapping[str, ast.FunctionDef]
    constants: Mapping[str, Number]
    tables: Mapping[str, tuple[float, ...] | tuple[int, ...]]
    meanings: Mapping[str, str]
    records: Mapping[str, type[Record]]

    def refuse(self, node: ast.AST, message: str) -> NotInSubset:
        """The exception to raise for `node`."""
        line = getattr(node, "lineno", 1)
        offset = getattr(node, "col_offset", 0)
        if not self.text.isascii():
            # The parser counts bytes of UTF-8.
            encoded = self.text.splitlines()[line - 1].encode()
            offset = len(encoded[:offset].decode(errors="replace"))
        return NotInSubset(message, line, offset + 1)


def parse_module(
    text: str, meanings: Mapping[str, str], constants: Mapping[str, Number], records: Mapping[str, type[Record]]
) -> Module:
    """Read `text`, with `meanings`, `constants` and `records` already known."""
    reader = _Reader(dict(meanings), dict(constants))
    for statement in _parse(text).body:
        reader.read(statement)
    if "global " in text:
        reader.forget_globals(text)
    return Module(text, reader.functions, reader.constants, reader.tables, reader.meanings, records)


_PARSING = threading.Lock()
"""The parser of Python 3.11 and 3.12 counts the depth of its trees for all threads together, and loses count."""


def _parse(text: str) -> ast.Module:
    try:
        with _PARSING:
            return ast.parse(text)
    except SyntaxError as error:
        raise NotInSubset(f"not Python: {error.msg}", error.lineno or 1, error.offset or 1) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotInSubset(f"not Python: {error}", 1, 1) from None


def _table(numbers: list[Number | None]) -> tuple[float, ...] | tuple[int, ...]:
    """All floats, or all ints that a float can represent; otherwise empty."""
    if all(isinstance(number, float) for number in numbers):
        return tuple(number for number in numbers if isinstance(number, float))
    ints = tuple(number for number in numbers if type(number) is int and abs(number) <= 2**53)
    return ints if len(ints) == len(numbers) else ()


class _Reader:
    def __init__(self, meanings: dict[str, str], constants: dict[str, Number]) -> None:
        self.functions: dict[str, ast.FunctionDef] = {}
        self.constants = constants
        self.tables: dict[str, tuple[float, ...] | tuple[int, ...]] = {}
        self.meanings = meanings
        self._bound: set[str] = set()

    def read(self, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef(name=name):
                if self._bind(name):
                    self.functions[name] = statement
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if self._bind(name):
                    self._define(name, value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                if self._bind(name):
                    self._define(name, value)
            case ast.Import(names=names):
                for alias in names:
                    self._import(alias)
            case ast.ImportFrom(module=module, names=names):
                for alias in names:
                    self._import_from(module or "", alias)
            case _:
                self._forget_bound_in(statement)

    def _bind(self, name: str) -> bool:
        """True if `name` is bound for the first time; nothing is known of a name bound twice."""
        self._forget(name)
        if name in self._bound:
            return False
        self._bound.add(name)
        return True

    def _forget(self, name: str) -> None:
        self.functions.pop(name, None)
        self.constants.pop(name, None)
        self.tables.pop(name, None)
        self.meanings.pop(name, None)

    def _define(self, name: str, value: ast.expr) -> None:
        if isinstance(value, ast.Tuple):
            table = _table([evaluate(element, self.constants.get) for element in value.elts])
            if table:
                self.tables[name] = table
            return
        number = evaluate(value, self.constants.get)
        if number is not None:
            self.constants[name] = number

    def _import(self, alias: ast.alias) -> None:
        name = alias.asname or alias.name
        if not self._bind(name) or alias.name != "math":
            return
        self.meanings[name] = "math"
        self.constants |= {f"{name}.{key}": value for key, value in MATH_CONSTANTS.items()}

    def _import_from(self, module: str, alias: ast.alias) -> None:
        name = alias.asname or alias.name
        meaning = self.meanings.get(alias.name)
        given = self.constants.get(alias.name)
        if not self._bind(name):
            return
        if module == "math" and alias.name in MATH_CONSTANTS:
            self.constants[name] = MATH_CONSTANTS[alias.name]
        elif module == "math":
            self.meanings[name] = f"math.{alias.name}"
        elif module.rsplit(".", maxsplit=1)[-1] == "subset" and meaning is not None:
            self.meanings[name] = meaning
        elif given is not None:
            self.constants[name] = given

    def _forget_bound_in(self, statement: ast.stmt) -> None:
        for node in ast.walk(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    self._spoil(name)
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                    self._spoil(name)
                case ast.alias(name=name, asname=asname):
                    self._spoil(asname or name)
                case _:
                    pass

    def _spoil(self, name: str) -> None:
        self._bound.add(name)
        self._forget(name)

    def forget_globals(self, text: str) -> None:
        for node in ast.walk(_parse(text)):
            if isinstance(node, ast.Global):
                for name in node.names:
                    self._spoil(name)

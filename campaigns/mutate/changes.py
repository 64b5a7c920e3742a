"""The text of a module -> every small mistake that could be inserted.

What no test could or should notice is not changed: annotations, docstrings, the texts of messages, `__all__`, and
assertions, in either form, and the `strict` of zip, which guard against internal errors.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS: Mapping[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<", "<=", ">"),
    ast.LtE: ("<=", "<", ">="),
    ast.Gt: (">", ">=", "<"),
    ast.GtE: (">=", ">", "<="),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
"""How each is written, and its replacements."""
OPERATORS: Mapping[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
PAIRS = (
    ("and", "or"),
    ("<", "<="),
    (">", ">="),
    ("=", "<>"),
    ("+", "-"),
    ("*", "/"),
    ("min", "max"),
    ("sin", "cos"),
    ("tan", "tanh"),
    ("arcsin", "arccos"),
    ("exp", "ln"),
    ("abs", "sign"),
)
WORDS = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
"""Operators and functions that language tables write as text."""


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """Bytes of a text, and their replacement."""

    start: int
    end: int
    instead: str
    kind: str


def changes_of(text: str) -> list[Change]:
    """All of them, in the order of the text."""
    return sorted(set(_Finder(text).below(ast.parse(text))))


class _Finder:
    """Walks over the syntax tree of a module; positions are lines and bytes."""

    def __init__(self, text: str) -> None:
        self._text = text.encode()
        self._starts = [0]
        for line in self._text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._depth = 0

    def below(self, node: ast.AST) -> Iterator[Change]:
        is_function = isinstance(node, (ast.FunctionDef, ast.Lambda))
        self._depth += is_function
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not _is_left_alone(child):
                    yield from self._at(child)
                    yield from self.below(child)
        self._depth -= is_function

    def _at(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Compare():
                yield from self._comparisons(node)
            case ast.BinOp(left, op, right) if type(op) in OPERATORS and (self._depth or not isinstance(op, ast.BitOr)):
                yield from self._between(left, right, *OPERATORS[type(op)], "arithmetic")
            case ast.BoolOp(op, values):
                words = ("and", "or") if isinstance(op, ast.And) else ("or", "and")
                for left, right in pairwise(values):
                    yield from self._between(left, right, *words, "logic")
            case ast.UnaryOp(ast.USub() | ast.Not(), operand):
                yield Change(self._start(node), self._start(operand), "", "sign")
            case ast.Constant(value):
                yield from self._constants(node, value)
            case ast.If(test) | ast.IfExp(test):
                yield Change(self._start(test), self._end(test), f"not ({self._shown(test)})", "condition")
            case ast.Call(ast.Name("min" | "max")):
                pass  # The order of the arguments does not matter.
            case ast.Call(args=[first, second, *_]) if not {type(first), type(second)} & {ast.Starred}:
                yield Change(self._start(first), self._end(second), self._swapped(first, second), "argument order")
            case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue():
                yield Change(self._start(node), self._end(node), "pass", "statement dropped")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield Change(self._start(node), self._end(node), "pass", "statement dropped")
            case _:
                pass

    def _comparisons(self, node: ast.Compare) -> Iterator[Change]:
        sides = [node.left, *node.comparators]
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            written, *others = COMPARISONS[type(op)]
            for other in others:
                yield from self._between(left, right, written, other, "comparison")

    def _constants(self, node: ast.expr, value: object) -> Iterator[Change]:
        start, end = self._start(node), self._end(node)
        if isinstance(value, bool):
            yield Change(start, end, str(not value), "truth value")
        elif isinstance(value, (int, float)):
            yield Change(start, end, repr(value + 1), "off by one")
        elif isinstance(value, str) and value in WORDS:
            yield Change(start, end, repr(WORDS[value]), "word")

    def _between(self, left: ast.expr, right: ast.expr, written: str, other: str, kind: str) -> Iterator[Change]:
        """Replace the operator between two operands, which can have parentheses and comments around it."""
        gap = self._text[self._end(left) : self._start(right)].decode()
        place = gap.find(written)
        if "#" not in gap:
            start = self._end(left) + len(gap[:place].encode())
            yield Change(start, start + len(written), other, kind)

    def _swapped(self, first: ast.expr, second: ast.expr) -> str:
        between = self._text[self._end(first) : self._start(second)].decode()
        return self._shown(second) + between + self._shown(first)

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _shown(self, node: ast.expr) -> str:
        return self._text[self._start(node) : self._end(node)].decode()


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Expr(ast.Constant()) | ast.Assign(targets=[ast.Name("__all__")]):
            return True
        case ast.keyword("strict"):
            return True
        case ast.Raise(ast.Name(name) | ast.Call(ast.Name(name))):
            return name in ("AssertionError", "NotImplementedError")
        case _:
            return False

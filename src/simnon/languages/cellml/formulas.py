"""Equations of libCellML -> trees of MathML."""

from collections.abc import Callable
from functools import cache
from typing import Any

from simnon.source import Span

from ..markup import DEEPEST, Tree
from ..tokens import Unreadable
from .document import library

_CHAINS = {"PLUS": "FUNCTION_PLUS", "TIMES": "FUNCTION_TIMES", "AND": "LOGICAL_AND", "OR": "LOGICAL_OR"}
"""What libCellML has in pairs, nested to the right: `a + (b + c)` for the sum of three."""
_LOGICAL = ("NOT", "XOR")
_RELATIONAL = ("EQ", "NEQ", "LT", "LEQ", "GT", "GEQ")
_CONSTANTS = {"TRUE": "CONSTANT_TRUE", "FALSE": "CONSTANT_FALSE", "E": "CONSTANT_E", "PI": "CONSTANT_PI"}
_INVERSES = ("SIN", "COS", "TAN", "SEC", "CSC", "COT")


class Formulas:
    """Converts the equations at one place; `named` gives the tree of a variable, `rate` that of its derivative."""

    def __init__(self, span: Span, named: Callable[[Any], Tree], rate: Callable[[Any], Tree]) -> None:
        self.span = span
        self.named = named
        self.rate = rate

    def tree(self, node: Any, depth: int = 0) -> Tree:
        if depth > DEEPEST:
            raise Unreadable("nesting-too-deep", "this formula is nested too deep", self.span, "split it in two")
        word = word_of(node)
        match word:
            case "CI":
                return self.named(node.variable())
            case "DIFF":
                return self.rate(node.rightChild().variable())
            case "CN":
                return Tree("NUMBER", number=float(node.value()))
            case "INF" | "NAN":
                return Tree("NUMBER", number=float(word))
            case "PIECEWISE":
                return Tree("FUNCTION_PIECEWISE", tuple(self._pieces(node, depth)))
            case _ if word in _CONSTANTS:
                return Tree(_CONSTANTS[word])
            case _ if word in _CHAINS:
                return Tree(_CHAINS[word], tuple(self.tree(each, depth + 1) for each in _chain(node, word)))
            case _:
                return Tree(_word_of_function(word), tuple(self.tree(each, depth + 1) for each in _arguments(node)))

    def _pieces(self, node: Any, depth: int) -> list[Tree]:
        found: list[Tree] = []
        rest: Any = node
        while rest is not None and word_of(rest) == "PIECEWISE":
            piece, rest = rest.leftChild(), rest.rightChild()
            found += [self.tree(piece.leftChild(), depth + 1), self.tree(piece.rightChild(), depth + 1)]
        if rest is not None:
            last = word_of(rest)
            if last == "PIECE":
                found += [self.tree(rest.leftChild(), depth + 1), self.tree(rest.rightChild(), depth + 1)]
            else:
                found.append(self.tree(rest.leftChild(), depth + 1))
        return found


def _chain(node: Any, word: str) -> list[Any]:
    found = []
    while word_of(node) == word and node.rightChild() is not None:
        found.append(node.leftChild())
        node = node.rightChild()
    return [*found, node.leftChild() if word_of(node) == word else node]


def _arguments(node: Any) -> list[Any]:
    """Without the wrapper around the degree of a root and the base of a logarithm."""
    children = [child for child in (node.leftChild(), node.rightChild()) if child is not None]
    return [child.leftChild() if word_of(child) in ("DEGREE", "LOGBASE") else child for child in children]


def _word_of_function(word: str) -> str:
    if word in _LOGICAL:
        return f"LOGICAL_{word}"
    if word in _RELATIONAL:
        return f"RELATIONAL_{word}"
    is_inverse = word.startswith("A") and word[1:].removesuffix("H") in _INVERSES
    return f"FUNCTION_ARC{word[1:]}" if is_inverse else f"FUNCTION_{word}"


def word_of(node: Any) -> str:
    """The type of a node in words: `PLUS`."""
    return _words()[node.type()]


@cache
def _words() -> dict[Any, str]:
    types = library().AnalyserEquationAst.Type
    return {getattr(types, name): name for name in dir(types) if name.isupper()}

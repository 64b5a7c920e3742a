"""Formulas of libsbml -> expressions."""

from functools import cache
from typing import Any

from simnon.model import Expression

from ..markup import DEEPEST, Mathematics, Tree
from ..tokens import Unreadable
from .document import library

TIME = "t"


class Formulas(Mathematics):
    """Reads the formulas at one place of the text."""

    def read_number(self, node: Any) -> Expression:
        return self.number(self._tree(node))

    def read_condition(self, node: Any) -> Expression:
        return self.condition(self._tree(node))

    def read_value(self, node: Any) -> Expression:
        """A number or a condition, whichever it is."""
        return self.value(self._tree(node))

    def _tree(self, node: Any, depth: int = 0) -> Tree:
        if depth > DEEPEST:
            raise Unreadable("nesting-too-deep", "this formula is nested too deep", self.span, "split it in two")
        if node is None:
            raise Unreadable("invalid-sbml", "the formula is missing", self.span, "write <math>")
        if node.isNumber():
            return Tree("NUMBER", number=float(node.getValue()))
        parts = tuple(self._tree(node.getChild(i), depth + 1) for i in range(node.getNumChildren()))
        return Tree(_words().get(node.getType(), "UNKNOWN"), parts, node.getName() or "")


@cache
def _words() -> dict[int, str]:
    """The types of nodes, by their numbers: FUNCTION_ABS."""
    found = vars(library())
    return {value: name.removeprefix("AST_") for name, value in found.items() if name.startswith("AST_")}

"""DATA: a formula in MathML, as the libraries of the markup languages read it."""

from simnon.source import frozen

DEEPEST = 100
"""How deep a formula can be nested."""


@frozen
class Tree:
    """`word` is the type of libsbml without `AST_`: NUMBER, NAME, FUNCTION_ABS, RELATIONAL_LT.

    A piecewise function has a value and a condition for each piece, and the value otherwise.
    """

    word: str
    parts: tuple["Tree", ...] = ()
    name: str = ""
    number: float = 0.0

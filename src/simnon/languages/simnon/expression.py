"""A single expression, as in a command -> Expression."""

from simnon.model import Expression
from simnon.source import Source

from ..expressions import ExpressionParser
from ..tokens import Token, tokenize
from .grammar import GRAMMAR, TOKENS


def read_expression(text: str, name: str = "command") -> Expression:
    """Raises `Unreadable` if the text is anything else; names keep their spelling."""
    source = Source(name, text)
    tokens = [token for token in tokenize(TOKENS, text) if token.kind not in ("newline", "comment")]
    tokens.append(Token("end", "", len(text), len(text) + 1))
    parser = ExpressionParser(GRAMMAR, source, tokens, str)
    expression = parser.expression()
    parser.finish()
    return expression

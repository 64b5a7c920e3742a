"""DATA: the words and operators of DARE-P, which are those of FORTRAN IV; and lines -> tokens."""

from simnon.source import Source

from ..expressions import Grammar
from ..fortran import FUNCTIONS, INFIX, fortran_tokens, plain
from ..tokens import Token, tokenize
from .integers import GIVING_WHOLE

TOKENS = fortran_tokens(r"\*\*|[-+*/()=,.]")

GRAMMAR = Grammar(
    INFIX,
    {
        **FUNCTIONS,
        "log": "ln",
        "log10": "log",
        **{name.casefold(): name for name in (*GIVING_WHOLE, "FLOAT", "SIGN", "AMOD")},
    },
)
"""Those in capitals become Simnon functions in `integers.py`."""


def tokens_of(source: Source, start: int, text: str) -> list[Token]:
    """The tokens of a section of a line that begins at `start`, ended by one of kind `end`."""
    tokens = [
        Token(token.kind, token.text, token.start + start, token.end + start)
        for token in map(plain, tokenize(TOKENS, text))
    ]
    end = tokens[-1].end if tokens else start
    tokens.append(Token("end", "", end, min(end + 1, len(source.text) + 1)))
    return tokens

"""DATA: the words and operators of ACSL; its dotted operators, whose dots touch those of numbers."""

from .. import fortran
from ..expressions import Chain, Grammar, Infix
from ..tokens import Token

TRUE, FALSE = ".true.", ".false."
_DOTTED = {
    **fortran.DOTTED,
    ".eqv.": ("sign", ".eqv."),
    ".neqv.": ("sign", ".neqv."),
    ".xor.": ("sign", ".neqv."),
    TRUE: ("name", TRUE),
    FALSE: ("name", FALSE),
    ".at.": ("sign", ".at."),
    ".xp.": ("sign", ".xp."),
    ".xn.": ("sign", ".xn."),
    ".xz.": ("sign", ".xz."),
}

TOKENS = fortran.fortran_tokens(
    r"\.{2,}|\*\*|==|/=|~=|<=|>=|&&|\|\||[-+*/^(),:=<>&$;~\[\]]",
    r'(?P<comment>![^\n]*|(?:(?<=\n)|\A)[ \t]*#[^\n]*|"[^"\n]*"?)',
    dotted=_DOTTED,
)

_NEWER = {
    "[": ("sign", "("),
    "]": ("sign", ")"),
    "&&": ("sign", ".and."),
    "||": ("sign", ".or."),
    "~": ("name", "not"),
    "~=": ("sign", "/="),
    "true": ("name", TRUE),
    "false": ("name", FALSE),
}
"""What acslX and Magnolia write for the signs of ACSL."""

GRAMMAR = Grammar(
    {
        **fortran.INFIX,
        ".eqv.": Infix(5, "eqv", Chain.LEFT),
        ".neqv.": Infix(5, "neqv", Chain.LEFT),
        "^": fortran.INFIX["**"],
    },
    functions={},
)


def plain(token: Token) -> Token:
    """The token as the parser of expressions knows it: `.GE.` is `>=`, `&&` is `.AND.`, 1.0D3 is 1.0E3."""
    newer = _NEWER.get(token.text.lower()) if token.kind in ("name", "sign") else None
    if newer is not None:
        return Token(*newer, token.start, token.end)
    return fortran.plain(token, _DOTTED)

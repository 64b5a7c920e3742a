"""DATA: the words and operators of ACSL; its dotted operators, whose dots touch those of numbers."""

from ..expressions import Chain, Grammar, Infix
from ..tokens import NAME, Token, token_pattern

TRUE, FALSE = ".true.", ".false."
_PLAIN_OF_DOTTED = {
    ".eq.": ("sign", "=="),
    ".ne.": ("sign", "/="),
    ".lt.": ("sign", "<"),
    ".le.": ("sign", "<="),
    ".gt.": ("sign", ">"),
    ".ge.": ("sign", ">="),
    ".and.": ("name", "and"),
    ".or.": ("name", "or"),
    ".not.": ("name", "not"),
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
_DOTTED = "(?i:" + "|".join(word.strip(".") for word in _PLAIN_OF_DOTTED) + ")"
_NUMBER = rf"(?P<number>(?:[0-9]+(?:\.(?!{_DOTTED}\.)[0-9]*)?|\.[0-9]+)(?:[eEdD][+-]?[0-9]+)?)"

TOKENS = token_pattern(
    _NUMBER,
    NAME,
    rf"(?P<dotted>\.{_DOTTED}\.)",
    r"(?P<sign>\.{3,}|\*\*|==|/=|<=|>=|[-+*/^(),:=<>&$;])",
    r"(?P<text>'[^'\n]*')",
    r'(?P<comment>![^\n]*|"[^"\n]*"?)',
)

_RELATION_POWER = 40

GRAMMAR = Grammar(
    infix={
        ".eqv.": Infix(5, "eqv", Chain.LEFT),
        ".neqv.": Infix(5, "neqv", Chain.LEFT),
        "or": Infix(10, "or", Chain.FLAT),
        "and": Infix(20, "and", Chain.FLAT),
        "==": Infix(_RELATION_POWER, "=", Chain.NONE),
        "/=": Infix(_RELATION_POWER, "<>", Chain.NONE),
        **{sign: Infix(_RELATION_POWER, sign, Chain.NONE) for sign in ("<", "<=", ">", ">=")},
        "+": Infix(50, "+", Chain.FLAT),
        "-": Infix(50, "+", Chain.FLAT, is_negated=True),
        "*": Infix(60, "*", Chain.FLAT),
        "/": Infix(60, "/", Chain.LEFT),
        "^": Infix(80, "^", Chain.RIGHT),
        "**": Infix(80, "^", Chain.RIGHT),
    },
    functions={},
)


def plain(token: Token) -> Token:
    """The token as the parser of expressions knows it: `.GE.` is `>=`, 1.0D3 is 1.0E3."""
    if token.kind == "dotted":
        kind, text = _PLAIN_OF_DOTTED[token.text.lower()]
        return Token(kind, text, token.start, token.end)
    if token.kind == "number" and ("d" in token.text or "D" in token.text):
        return Token("number", token.text.replace("d", "e").replace("D", "E"), token.start, token.end)
    return token

"""DATA: the words and operators of DESIRE; and lines -> statements of tokens."""

from simnon.model import Apply, Comment, Expression, Number, rewrite
from simnon.source import Source, frozen

from ..expressions import Chain, Grammar, Infix
from ..tokens import NAME, NUMBER, Token, token_pattern, tokenize

TOKENS = token_pattern(
    NUMBER,
    NAME,
    r"(?P<comment>--[^\n]*)",
    r"(?P<sign><=|>=|<>|[-+*/^%(){}\[\],=<>|])",
    r"(?P<text>'[^'\n]*')",
)
_RELATION_POWER = 40

GRAMMAR = Grammar(
    infix={
        "or": Infix(10, "or", Chain.FLAT),
        "and": Infix(20, "and", Chain.FLAT),
        **{sign: Infix(_RELATION_POWER, sign, Chain.NONE) for sign in ("<", "<=", ">", ">=", "=", "<>")},
        "+": Infix(50, "+", Chain.FLAT),
        "-": Infix(50, "+", Chain.FLAT, is_negated=True),
        "*": Infix(60, "*", Chain.FLAT),
        "/": Infix(60, "/", Chain.LEFT),
        "^": Infix(80, "^", Chain.LEFT),
    },
    functions={
        name: name
        for name in ("abs", "sqrt", "exp", "ln", "sin", "cos", "tan", "atan", "atan2", "sinh", "cosh", "tanh", "int")
    }
    | {"asin": "arcsin", "acos": "arccos", "sgn": "sign", "swtch": "swtch."},
)


def in_our_functions(expression: Expression) -> Expression:
    """`swtch(x)` is 1 if x is positive, otherwise 0."""

    def change(part: Expression) -> Expression | None:
        if isinstance(part, Apply) and part.function == "swtch.":
            if len(part.arguments) != 1:
                return Apply("swtch", tuple(rewrite(argument, change) for argument in part.arguments), part.span)
            is_on = Apply(">", (rewrite(part.arguments[0], change), Number(0.0)), part.span)
            return Apply("if", (is_on, Number(1.0), Number(0.0)), part.span)
        return None

    return rewrite(expression, change)


@frozen
class Statement:
    """Its tokens, closed by one of kind `end`; `is_directive` for lines that begin with a slash."""

    tokens: list[Token]
    is_directive: bool

    @property
    def word(self) -> str:
        """The first word, unless the statement is an assignment."""
        first, second = self.tokens[0], self.tokens[1]
        return first.text if first.kind == "name" and second.text != "=" else ""


def statements_of(source: Source) -> tuple[list[Statement], list[Comment]]:
    """Split at line ends and `|`; `if ... then`, `else` and `proceed` are separate statements."""
    splitter = _Splitter(source)
    for token in tokenize(TOKENS, source.text):
        splitter.take(token)
    splitter.close()
    return splitter.statements, splitter.comments


class _Splitter:
    """Collects the tokens of a statement until it ends."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.statements: list[Statement] = []
        self.comments: list[Comment] = []
        self._tokens: list[Token] = []
        self._is_line_empty = True
        self._is_directive = False

    def take(self, token: Token) -> None:
        if token.kind == "newline":
            self.close()
            self._is_line_empty, self._is_directive = True, False
            return
        if token.kind == "comment":
            if not self._is_directive:
                line = self.source.line_number(token.start)
                self.comments.append(Comment(line, token.text[2:].strip(), self._is_line_empty))
            return
        self._is_directive = self._is_directive or (token.text == "/" and self._is_line_empty)
        self._is_line_empty = False
        if self._is_directive:
            self._tokens.append(token)
        elif token.text == "|":
            self.close()
        elif token.kind == "name" and token.text in ("then", "else", "proceed"):
            if token.text != "then":
                self.close()
            self._tokens.append(token)
            self.close()
        else:
            self._tokens.append(token)

    def close(self) -> None:
        if self._tokens:
            end = self._tokens[-1].end
            self.statements.append(Statement([*self._tokens, Token("end", "", end, end + 1)], self._is_directive))
            self._tokens = []

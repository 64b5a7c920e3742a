"""Source -> statements of tokens and comments: `...` or `&` continues a statement, `$` or `;` separates two.

Quoted text outside parentheses is a comment, as ACSL had it before `!`.
"""

import itertools

from simnon.model import Comment
from simnon.source import Report, Source, Span, frozen

from ...long_lines import has_monstrous_line
from ...tokens import Token, tokenize
from ..grammar import TOKENS, plain


@frozen
class Statement:
    """`tokens` end with one of kind `end`; `label` is empty if none stands before them."""

    tokens: tuple[Token, ...]
    label: str
    span: Span
    word: str
    """What the statement is, by its first words: END IF is `endif`."""
    words: int
    """How many of the tokens these are."""

    @property
    def rest(self) -> tuple[Token, ...]:
        """The tokens after the words."""
        return self.tokens[self.words :]


HEADINGS = ("program", "model")
_PAIRS = (
    ("end", "if"),
    ("end", "do"),
    ("end", "for"),
    ("else", "if"),
    ("go", "to"),
    ("macro", "end"),
    ("double", "precision"),
)


def read_statements(source: Source, report: Report) -> tuple[list[Statement], tuple[Comment, ...]]:
    """Every statement that is not empty."""
    if has_monstrous_line(source, report, "break the statement: '...' continues it on the next line"):
        return [], ()
    statements: list[Statement] = []
    comments: list[Comment] = []
    tokens: list[Token] = []
    line_has_code = is_continued = False
    depth = 0
    for token in itertools.chain(tokenize(TOKENS, source.text), [_last_newline(source)]):
        match token.kind, token.text:
            case "text" | "comment", text if _names_file(tokens, text) or (
                depth > 0 and not is_continued and _is_quoted(text)
            ):
                tokens.append(Token("text", text, token.start, token.end))
            case "comment", text:
                comments.append(
                    Comment(source.line_number(token.start), text.strip('!#" \t'), is_alone=not line_has_code)
                )
            case "newline", _:
                if not is_continued:
                    _close(source, tokens, statements)
                    depth = 0
                line_has_code = is_continued = False
            case "sign", "$" | ";":
                _close(source, tokens, statements)
                line_has_code, depth = True, 0
            case "sign", "&":
                is_continued = bool(tokens) and line_has_code
            case "sign", text if text.startswith("..."):
                is_continued = True
            case _ if is_continued:
                continue
            case "text", text if depth <= 0:
                comments.append(
                    Comment(source.line_number(token.start), text.strip("' \t"), is_alone=not line_has_code)
                )
            case _:
                tokens.append(plain(token))
                line_has_code = True
                depth += (tokens[-1].text == "(") - (tokens[-1].text == ")")
    _close(source, tokens, statements)
    return statements, tuple(comments)


def _names_file(tokens: list[Token], text: str) -> bool:
    """Whether quoted text is the file of an INCLUDE, not a comment."""
    return len(tokens) == 1 and tokens[0].text.casefold() == "include" and text[0] in "'\""


def _is_quoted(text: str) -> bool:
    """In parentheses, `"text"` is the message of TERMT."""
    return len(text) > 2 and text[0] == text[-1] == '"'


def _last_newline(source: Source) -> Token:
    return Token("newline", "", len(source.text), len(source.text))


def _close(source: Source, tokens: list[Token], statements: list[Statement]) -> None:
    if not tokens:
        return
    span = Span(source, tokens[0].start, tokens[-1].end)
    tokens.append(Token("end", "", tokens[-1].end, tokens[-1].end + 1))
    label, skipped = _label(tokens)
    statements.append(make_statement(tuple(tokens[skipped:]), label, span))
    tokens.clear()


def make_statement(tokens: tuple[Token, ...], label: str, span: Span) -> Statement:
    first = tokens[0]
    word = first.text.casefold() if first.kind == "name" else ""
    following = tokens[1].text.casefold() if len(tokens) > 1 and tokens[1].kind == "name" else ""
    if (word, following) in _PAIRS:
        return Statement(tokens, label, span, word + following, 2)
    return Statement(tokens, label, span, word, 1)


def _label(tokens: list[Token]) -> tuple[str, int]:
    """`10: x = 1`, `start: x = 1`, `start..x = 1`, or `10 x = 1`; in `PROGRAM: title` there is none."""
    first, second = tokens[0], tokens[1]
    if first.text.casefold() in HEADINGS:
        return "", 0
    if second.text in (":", "..") and first.kind in ("name", "number"):
        return first.text.casefold(), 2
    if first.kind == "number" and first.text.isdigit() and second.kind == "name":
        return first.text, 1
    return "", 0

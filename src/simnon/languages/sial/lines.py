"""Source -> the lines of a program without labels and comments, as tokens."""

import re

from simnon.model import Comment
from simnon.source import Source, Span, frozen

from ..tokens import Token, token_pattern, tokenize

TOKENS = token_pattern(
    r"(?P<number>[¯-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][¯+-]?[0-9]+)?)",
    r"(?P<name>[^\W\d_]\w*|∆)",
    r"(?P<sign>←|<-|//|=)",
)
_LABEL = re.compile(r"^[ \t]*\[[ \t]*([0-9]{1,9})[ \t]*\]")
_COMMENT = re.compile("[*⍝]")


@frozen
class Line:
    """`text` is the rest of the line; `tokens` are ended by one of kind `end`."""

    label: int | None
    text: str
    tokens: tuple[Token, ...]
    span: Span

    @property
    def is_separator(self) -> bool:
        return self.text == "//"


def program_lines(source: Source) -> tuple[list[Line], tuple[Comment, ...]]:
    """The lines that are not empty, the title first, and the comments."""
    lines: list[Line] = []
    comments: list[Comment] = []
    for number, start in enumerate(source.line_starts, start=1):
        whole = source.line_text(number)
        label = _LABEL.match(whole)
        begin = label.end() if label else 0
        # A title can contain any characters, unless the line begins as a comment.
        comment = _COMMENT.search(whole, begin)
        is_title = not lines and (label is None or int(label.group(1)) == 0)
        if comment and is_title and whole[begin : comment.start()].strip():
            comment = None
        end = comment.start() if comment else len(whole)
        text = whole[begin:end].strip()
        if comment:
            comments.append(Comment(number, whole[comment.end() :].strip(), not text))
        if text or (label and not comment):
            span = Span(source, start, start + max(len(whole[:end].rstrip()), 1))
            tokens = _tokens(whole[begin:end], start + begin, span.end)
            lines.append(Line(int(label.group(1)) if label else None, text, tokens, span))
    return lines, tuple(comments)


def instructions(text: str) -> list[str]:
    """The lines of a program without their labels, as a listing numbers them: comments count, empty lines do not."""
    return [line for line in (_LABEL.sub("", whole, count=1).strip() for whole in text.split("\n")) if line]


def _tokens(text: str, offset: int, end: int) -> tuple[Token, ...]:
    moved = (token._replace(start=token.start + offset, end=token.end + offset) for token in tokenize(TOKENS, text))
    return (*moved, Token("end", "", end, end + 1))

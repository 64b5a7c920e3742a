"""MACRO definitions, and cards that use them -> the expanded cards."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from simnon.source import Source, Span, frozen

from ..tokens import Token, Unreadable
from .cards import Card

MAX_NESTED = 20
_HINT = "write MACRO OUT=NAME(IN,IN)"


@frozen
class Heading:
    """`OUT, OUT = NAME(IN, IN)` after MACRO or PROCEDURE."""

    outputs: tuple[str, ...]
    name: str
    inputs: tuple[str, ...]


@frozen
class Macro:
    heading: Heading
    cards: tuple[Card, ...]

    @property
    def assigned(self) -> dict[str, None]:
        """The names before the equals sign of a card, in order."""
        found: dict[str, None] = {}
        for card in self.cards:
            texts = [token.text for token in card.tokens]
            if "=" in texts and "(" not in texts[: texts.index("=")]:
                found |= {t.text: None for t in card.tokens[: texts.index("=")] if t.kind == "name"}
        return found


def read_heading(source: Source, card: Card) -> Heading:
    tokens = card.tokens[1:-1]
    texts = [token.text for token in tokens]
    if "=" not in texts or "(" not in texts or texts[-1] != ")":
        raise Unreadable("unreadable-line", f"{card.word} needs outputs, a name and inputs", card.span, _HINT)
    at = texts.index("=")
    name = tokens[at + 1]
    if name.kind != "name" or texts[at + 2] != "(":
        raise Unreadable("unreadable-line", f"{card.word} needs a name", Span(source, name.start, name.end), _HINT)
    return Heading(_names(source, tokens[:at]), name.text, _names(source, tokens[at + 3 : -1]))


def _names(source: Source, tokens: tuple[Token, ...]) -> tuple[str, ...]:
    for i, token in enumerate(tokens):
        if (token.kind != "name") if i % 2 == 0 else (token.text != ","):
            raise Unreadable(
                "unreadable-line", "expected names and commas", Span(source, token.start, token.end), _HINT
            )
    return tuple(token.text for token in tokens[::2])


def expand(
    card: Card, macros: Mapping[str, Macro], source: Source, fresh: Callable[[str], str], depth: int = 0
) -> Iterator[Card]:
    """The card itself if it uses no macro; a macro inside an expression is computed before it."""
    position = next((i for i in range(len(card.tokens) - 1) if _is_use(card.tokens, i, macros)), None)
    if position is None:
        yield card
        return
    macro = macros[card.tokens[position].text]
    if depth > MAX_NESTED:
        message = f"the macro '{macro.heading.name}' uses itself, or macros are nested more than {MAX_NESTED} deep"
        raise Unreadable("recursive-function", message, card.span, "")
    arguments, end = _arguments(card, position, source)
    if len(arguments) != len(macro.heading.inputs):
        raise Unreadable(
            "wrong-arguments",
            f"the macro '{macro.heading.name}' takes {len(macro.heading.inputs)} inputs, not {len(arguments)}",
            card.span,
            f"{macro.heading.name}({', '.join(macro.heading.inputs)})",
        )
    before, after = card.tokens[:position], card.tokens[end:]
    is_whole = bool(before) and before[-1].text == "=" and after[0].kind == "end"
    if is_whole:
        outputs = (
            [[token] for token in before[:-1] if token.text != ","] if "(" not in _texts(before) else [before[:-1]]
        )
    else:
        name = card.tokens[position]
        outputs = [[Token("name", fresh(output), name.start, name.end)] for output in macro.heading.outputs[:1]]
    if len(outputs) != len(macro.heading.outputs):
        raise Unreadable(
            "wrong-arguments",
            f"the macro '{macro.heading.name}' has {len(macro.heading.outputs)} outputs, not {len(outputs)}",
            card.span,
            f"{', '.join(macro.heading.outputs)} = {macro.heading.name}(...)",
        )
    replaced: dict[str, tuple[Token, ...]] = dict(zip(macro.heading.inputs, arguments, strict=True))
    replaced |= {name: tuple(tokens) for name, tokens in zip(macro.heading.outputs, outputs, strict=True)}
    for local in macro.assigned:
        if local not in replaced:
            replaced[local] = (Token("name", fresh(local), card.span.start, card.span.end),)
    for body in macro.cards:
        written = itertools.chain.from_iterable(replaced.get(token.text, (token,)) for token in body.tokens)
        yield from expand(replace(body, tokens=tuple(written)), macros, source, fresh, depth + 1)
    if not is_whole:
        rest = replace(card, tokens=(*before, *outputs[0], *after))
        yield from expand(rest, macros, source, fresh, depth)


def _is_use(tokens: tuple[Token, ...], i: int, macros: Mapping[str, Macro]) -> bool:
    return tokens[i].kind == "name" and tokens[i].text in macros and tokens[i + 1].text == "("


def _texts(tokens: tuple[Token, ...]) -> list[str]:
    return [token.text for token in tokens]


def _arguments(card: Card, position: int, source: Source) -> tuple[list[tuple[Token, ...]], int]:
    """The arguments between the commas, in parentheses if longer than one token; and the position of their end."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for i in range(position + 1, len(card.tokens)):
        token = card.tokens[i]
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            return [_closed(part) for part in parts if part], i + 1
        if depth == 1 and token.text == ",":
            parts.append([])
        elif not (depth == 1 and token.text == "("):
            parts[-1].append(token)
    opening = card.tokens[position + 1]
    raise Unreadable(
        "unclosed-parenthesis",
        "this parenthesis is never closed",
        Span(source, opening.start, opening.end),
        "add ')' where the inputs end",
    )


def _closed(part: list[Token]) -> tuple[Token, ...]:
    if len(part) == 1:
        return (part[0],)
    first, last = part[0], part[-1]
    return (Token("sign", "(", first.start, first.start), *part, Token("sign", ")", last.end, last.end))

"""Statements -> statements: MACRO definitions are removed, and expanded where they are used.

Everything a macro gives has the position of the line that uses it, so that a message points there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from simnon.source import Report, Source, Span

from ...tokens import Token, Unreadable, describe
from .lines import Statement, make_statement

MAX_NESTED = 20
MAX_WRITTEN = 100_000
_HINT = "MACRO name(a, b) ... MACRO END"


@dataclass(slots=True)
class _Macro:
    name: str
    parameters: tuple[str, ...]
    own: set[str] = field(default_factory=set)
    """Names (REDEFINE) and labels (RELABEL) that are new each time."""
    body: list[Statement] = field(default_factory=list)


def expand_macros(statements: Iterable[Statement], report: Report) -> list[Statement]:
    """The statements without macros; mistakes are reported."""
    macros: dict[str, _Macro] = {}
    plain = list(_definitions_taken(statements, macros, report))
    if not macros:
        return plain
    return _Expansion(macros, report).expanded(plain, 0)


def _definitions_taken(
    statements: Iterable[Statement], macros: dict[str, _Macro], report: Report
) -> Iterator[Statement]:
    open_macro: _Macro | None = None
    opened: Span | None = None
    for statement in statements:
        try:
            if statement.word in ("macroend", "endmacro") and open_macro is not None:
                open_macro = None
            elif statement.word == "macro" and statement.tokens[1].text != "=":
                if open_macro is None:
                    open_macro, opened = _heading(statement), statement.span
                    macros[open_macro.name] = open_macro
                else:
                    _directive(statement, open_macro)
            elif open_macro is not None:
                open_macro.body.append(statement)
            else:
                yield statement
        except Unreadable as error:
            report.error(error.code, str(error), error.span, error.hint)
    if open_macro is not None:
        report.error("end-expected", f"the macro '{open_macro.name}' has no MACRO END", opened, _HINT)


def _heading(statement: Statement) -> _Macro:
    tokens = list(statement.rest)
    if tokens[0].text.casefold() == "macro":
        tokens = tokens[1:]
    if tokens[0].kind != "name":
        raise _unexpected(statement.span.source, tokens[0])
    names = [token for token in tokens[1:-1] if token.text not in ("(", ")", ",", "=")]
    for token in names:
        if token.kind != "name":
            raise _unexpected(statement.span.source, token)
    return _Macro(tokens[0].text.casefold(), tuple(token.text.casefold() for token in names))


def _directive(statement: Statement, macro: _Macro) -> None:
    word, *names = statement.rest[:-1] or statement.rest
    if word.text.casefold() not in ("redefine", "relabel"):
        raise Unreadable(
            "unreadable-line",
            f"MACRO {word.text.upper()} is not known",
            statement.span,
            "a macro has MACRO REDEFINE, MACRO RELABEL and MACRO END",
        )
    macro.own |= {token.text.casefold() for token in names if token.kind in ("name", "number")}


def _unexpected(source: Source, token: Token) -> Unreadable:
    return Unreadable(
        "unexpected-text", f"{describe(token)} does not belong here", Span(source, token.start, token.end), _HINT
    )


@dataclass(slots=True)
class _Expansion:
    macros: dict[str, _Macro]
    report: Report
    used: int = 0
    written: int = 0

    def expanded(self, statements: Iterable[Statement], depth: int) -> list[Statement]:
        made: list[Statement] = []
        for statement in statements:
            call = self._call(statement)
            if call is None:
                made.append(statement)
                continue
            macro, arguments = call
            self.written += len(macro.body)
            if depth >= MAX_NESTED or self.written > MAX_WRITTEN:
                self.report.error(
                    "nesting-too-deep",
                    f"the macro '{macro.name}' expands to too much",
                    statement.span,
                    "it may be using itself",
                )
                continue
            if len(arguments) != len(macro.parameters):
                self.report.error(
                    "wrong-arguments",
                    f"the macro '{macro.name}' takes {len(macro.parameters)} arguments, found {len(arguments)}",
                    statement.span,
                )
                continue
            made += self.expanded(self._written(macro, arguments, statement), depth + 1)
        return made

    def _call(self, statement: Statement) -> tuple[_Macro, list[tuple[Token, ...]]] | None:
        """`name(y = a, b)`, `name(y, a, b)`, or `y = name(a, b)`, where y is the first parameter."""
        tokens = statement.tokens
        macro = self.macros.get(statement.word)
        if macro is not None and tokens[1].text in ("(", ""):
            return macro, _arguments(tokens[2:-2])
        for i, token in enumerate(tokens[:-2]):
            if token.text == "=":
                macro = self.macros.get(tokens[i + 1].text.casefold())
                if macro is not None and tokens[i + 2].text == "(" and _closes_at_end(tokens[i + 2 :]):
                    return macro, [tokens[:i], *_arguments(tokens[i + 3 : -2])]
                break
        return None

    def _written(self, macro: _Macro, arguments: list[tuple[Token, ...]], call: Statement) -> Iterator[Statement]:
        self.used += 1
        start, end = call.span.start, call.span.end
        by_name = {name: _wrapped(argument) for name, argument in zip(macro.parameters, arguments, strict=True)}
        by_name |= {
            own: (Token("number", f"{own}{self.used:05d}", 0, 0),)
            if own.isdigit()
            else (Token("name", f"{own}_{self.used}", 0, 0),)
            for own in sorted(macro.own)
        }
        for statement in macro.body:
            tokens = [
                Token(made.kind, made.text, start, end)
                for token in statement.tokens
                for made in (
                    by_name.get(token.text.casefold(), (token,)) if token.kind in ("name", "number") else (token,)
                )
            ]
            label = statement.label
            if label in macro.own:
                label = by_name[label][0].text
            yield make_statement(tuple(tokens), label, call.span)


def _arguments(tokens: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """Parts between commas, or around the `=`, outside parentheses."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.text in (",", "="):
            parts.append([])
        else:
            parts[-1].append(token)
    return [tuple(part) for part in parts] if tokens else []


def _closes_at_end(tokens: tuple[Token, ...]) -> bool:
    depth = 0
    for i, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            return i == len(tokens) - 2
    return False


def _wrapped(argument: tuple[Token, ...]) -> tuple[Token, ...]:
    """In parentheses where operators around it could tear it apart."""
    is_plain = len(argument) == 1 or (
        len(argument) > 2
        and argument[0].kind == "name"
        and argument[1].text == "("
        and _closes_at_end((*argument[1:], argument[0]))
    )
    if is_plain or not argument:
        return argument
    return (Token("sign", "(", 0, 0), *argument, Token("sign", ")", 0, 0))

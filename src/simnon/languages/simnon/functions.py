"""The heads of FUNCTION and TABLE, and functions and systems from files."""

from pathlib import Path

from simnon.model import Convention, ForeignDefinition, ForeignSystem, PartPath, Unit
from simnon.source import Report, Span, frozen

from ..expressions import ExpressionParser
from ..tokens import Unreadable, describe
from .grammar import GRAMMAR
from .open_system import OpenSystem
from .quantities import read_unit, span_at

_FUNCTION_HINT = "write FUNCTION f(x) = expression"
_FROM_HINT = "write FUNCTION f(x) FROM 'file.py'"
_SYSTEM_HINT = "after the name, a heading can have FROM 'file.py'"
_CONVENTIONS = {".py": Convention.PYTHON, ".fmu": Convention.FMU}


@frozen
class Signature:
    """The signature of a function: `units` are those of the parameters and of the value, empty if none has one."""

    name: str
    parameters: tuple[str, ...]
    part: PartPath
    units: tuple[Unit | None, ...]


def read_signature(parser: ExpressionParser, system: OpenSystem, report: Report) -> Signature:
    """The name counts as unreadable until its whole definition has been read."""
    name = parser.token
    if name.kind != "name":
        raise Unreadable("unreadable-line", "a function needs a name", span_at(parser.source, name), _FUNCTION_HINT)
    path = parser.path() if parser.tokens[parser.position + 1].text in (".", "[") else None
    if path is None:
        parser.take()
    spelled = path.name if path is not None else system.spelled(name.text)
    system.unreadable.add(spelled)
    if path is None and name.text.casefold() in GRAMMAR.functions:
        raise Unreadable(
            "duplicate-definition",
            f"'{name.text}' is a built-in function",
            span_at(parser.source, name),
            "choose a different name",
        )
    parser.expect("(", "unreadable-line", "expected '(' after the name", _FUNCTION_HINT)
    parameters, units = [parser.take()], [_unit_if_any(parser, report)]
    while parser.token.text == ",":
        parser.take()
        parameters.append(parser.take())
        units.append(_unit_if_any(parser, report))
    for token in parameters:
        if token.kind != "name":
            raise Unreadable(
                "unreadable-line", f"{describe(token)} is not a name", span_at(parser.source, token), _FUNCTION_HINT
            )
    parser.expect(")", "unclosed-parenthesis", "expected ')' after the parameters", _FUNCTION_HINT)
    units.append(_unit_if_any(parser, report))
    return Signature(
        spelled,
        tuple(system.spelled(token.text) for token in parameters),
        path.path if path is not None else (),
        tuple(units) if any(units) else (),
    )


def _unit_if_any(parser: ExpressionParser, report: Report) -> Unit | None:
    if parser.token.text != "[":
        return None
    unit, parser.position = read_unit(parser.source, parser.tokens, parser.position, report)
    return unit


def read_foreign(parser: ExpressionParser, signature: Signature, span: Span) -> ForeignDefinition:
    path, symbol, convention = _read_file(parser, _FROM_HINT)
    parser.finish()
    return ForeignDefinition(
        signature.name,
        signature.parameters,
        path,
        symbol or signature.name,
        convention,
        span,
        signature.part,
        signature.units,
    )


def read_foreign_system(parser: ExpressionParser, span: Span) -> ForeignSystem:
    """`FROM 'file'` after the name of a system; the parser is at FROM."""
    word = parser.take()
    if word.text.casefold() != "from":
        message = f"{describe(word)} does not belong in the heading"
        raise Unreadable("unexpected-text", message, span_at(parser.source, word), _SYSTEM_HINT)
    path, symbol, convention = _read_file(parser, _SYSTEM_HINT)
    has_jacobian = parser.token.text.casefold() == "jacobian"
    if has_jacobian:
        parser.take()
    parser.finish()
    return ForeignSystem(path, f"{symbol}_" if symbol else "", convention, span, has_jacobian=has_jacobian)


def _read_file(parser: ExpressionParser, hint: str) -> tuple[str, str, Convention]:
    """The file, the name after AS, empty if there is none, and the language."""
    is_fortran = parser.token.text.casefold() == "fortran"
    if is_fortran:
        parser.take()
    path = parser.take()
    if path.text == "'":
        raise parser.unexpected(path)
    if path.kind != "text":
        raise Unreadable("unreadable-line", "FROM needs a file in quotes", span_at(parser.source, path), hint)
    symbol = ""
    if parser.token.text.casefold() == "as":
        parser.take()
        named = parser.take()
        symbol = named.text.strip("'")
        if not symbol or named.kind not in ("name", "text"):
            message = f"expected a name after AS, found {describe(named)}"
            raise Unreadable("unreadable-line", message, span_at(parser.source, named), hint)
    file = Path(parser.source.folder, path.text[1:-1])
    convention = _CONVENTIONS.get(file.suffix.lower(), Convention.C)
    return str(file), symbol, Convention.FORTRAN if is_fortran else convention

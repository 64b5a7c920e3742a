"""The heads of FUNCTION and TABLE, and functions from files."""

from pathlib import Path

from simnon.model import Convention, ForeignDefinition, PartPath, Unit
from simnon.source import Report, Span, frozen

from ..expressions import ExpressionParser
from ..tokens import Unreadable, describe
from .grammar import GRAMMAR
from .open_system import OpenSystem
from .quantities import read_unit, span_at

_FUNCTION_HINT = "write FUNCTION f(x) = expression"
_FROM_HINT = "write FUNCTION f(x) FROM 'file.py'"


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
    is_fortran = parser.token.text.casefold() == "fortran"
    if is_fortran:
        parser.take()
    path = parser.take()
    if path.text == "'":
        raise parser.unexpected(path)
    if path.kind != "text":
        raise Unreadable("unreadable-line", "FROM needs a file in quotes", span_at(parser.source, path), _FROM_HINT)
    symbol = signature.name
    if parser.token.text.casefold() == "as":
        parser.take()
        symbol = parser.take().text.strip("'")
    parser.finish()
    file = Path(parser.source.folder, path.text[1:-1])
    convention = Convention.PYTHON if file.suffix == ".py" else Convention.C
    if is_fortran:
        convention = Convention.FORTRAN
    return ForeignDefinition(
        signature.name, signature.parameters, str(file), symbol, convention, span, signature.part, signature.units
    )

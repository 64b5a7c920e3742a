"""CSMP expressions -> Simnon expressions: arrays become their elements, blocks their equations."""

from simnon.model import Apply, Expression, Name, Number, Section
from simnon.source import Span, nearest

from ..tokens import Unreadable
from .blocks import BLOCKS
from .builder import Builder
from .grammar import FUNCTIONS


def resolved_at_start(builder: Builder, expression: Expression) -> Expression:
    """The expression as INITIAL computes it."""
    section, builder.section = builder.section, Section.INITIAL
    try:
        return resolved(builder, expression)
    finally:
        builder.section = section


def resolved(builder: Builder, expression: Expression, target: str = "") -> Expression:
    """`target` is the variable that gets the value: a block can define that variable itself."""
    match expression:
        case Number():
            return expression
        case Name(name, span):
            if name in builder.deck.size_of_array:
                assert span is not None
                raise Unreadable("wrong-arguments", f"'{name}' is an array", span, f"choose an element, as {name}(1)")
            if builder.section is Section.INITIAL:
                return Name(builder.name_in_initial.get(name, name), span)
            return expression
        case Apply(function, arguments, span):
            if function in builder.deck.size_of_array:
                return resolved(builder, builder.element(expression))
            if function in BLOCKS:
                return _expanded(builder, expression, target)
            _check_function(builder, function, span)
            return Apply(function, tuple([resolved(builder, argument) for argument in arguments]), span)


def _expanded(builder: Builder, use: Apply, target: str) -> Expression:
    block = BLOCKS[use.function]
    assert use.span is not None
    check_count(use.function, use.arguments, block.least, block.most, use.span)
    if builder.section is Section.INITIAL and block.is_stateful:
        raise Unreadable("wrong-section", f"{use.function} is not allowed in INITIAL", use.span, "move it to DYNAMIC")
    arguments = []
    for i, argument in enumerate(use.arguments):
        if i in block.kept:
            arguments.append(argument)
        elif i in block.at_start:
            arguments.append(resolved_at_start(builder, argument))
        else:
            arguments.append(resolved(builder, argument))
    return block.expand(builder, arguments, use.span, target)


def _check_function(builder: Builder, function: str, span: Span | None) -> None:
    if not function.isupper() or function in builder.tables:
        return
    assert span is not None
    near = nearest(function, (*BLOCKS, *FUNCTIONS))
    raise Unreadable(
        "undefined-function",
        f"there is no function block '{function.rstrip('_')}'",
        span,
        f"did you mean {near}?" if near else "MACRO, FUNCTION and STORAGE define names that take arguments",
    )


def check_count(function: str, arguments: tuple[Expression, ...], least: int, most: int | None, span: Span) -> None:
    if len(arguments) < least or (most is not None and len(arguments) > most):
        expected = f"{least}" if least == most else f"{least} to {most}" if most is not None else f"at least {least}"
        raise Unreadable(
            "wrong-arguments",
            f"{function.rstrip('_')} takes {expected} argument{'' if expected == '1' else 's'}, not {len(arguments)}",
            span,
            "see the CSMP reference",
        )

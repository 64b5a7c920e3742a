"""Deck -> Systems: structure statements become states, equations and events; blocks are expanded.

INTGRL makes its target a state. Each element of an array becomes a variable. A variable that both INITIAL and DYNAMIC
assign has a different name in INITIAL, because its value there lasts only until the first evaluation.
"""

import itertools
from typing import TypeGuard

from simnon.model import (
    Apply,
    Declaration,
    Declared,
    Expression,
    GivenValue,
    Name,
    Number,
    Section,
    Stop,
    System,
    SystemKind,
    names_in,
    print_expression,
)
from simnon.source import Report, Source, Span, frozen

from ..held import HeldValue, hold_partly_assigned
from ..procedural import execute
from ..steps import targets_of
from ..tokens import Unreadable
from .arguments import check_name
from .blocks import BLOCKS
from .builder import Builder
from .data_statements import TIMES
from .deck import Deck, Procedure, Segment, Structural, element
from .expansion import check_count, resolved, resolved_at_start
from .latches import Latch, separate_latches
from .names import TakenNames
from .procedures import ProcedureReader
from .rates import rate_of
from .timing import first_timing


@frozen
class Facts:
    """What the runs need to know about the structure."""

    name: str
    parameters: frozenset[str]
    computed: frozenset[str]
    of_terminal: frozenset[str]
    """Parameters that only TERMINAL reads: they are variables of the macro."""


def build_systems(
    name: str, source: Source, deck: Deck, names: TakenNames, report: Report
) -> tuple[tuple[System, ...], Facts]:
    builder = Builder(source, deck, names, report, first_timing(deck))
    _find_integrated_arrays(builder)
    _find_impulses(builder)
    _rename_in_initial(builder)
    for segment, section in ((Segment.INITIAL, Section.INITIAL), (Segment.DYNAMIC, Section.SORT)):
        builder.section = section
        for part in deck.parts[segment]:
            _add(builder, part)
    builder.section = Section.SORT
    _add_rates(builder)
    stops = _finishes(builder)
    of_terminal = _give_values(builder, stops)
    computed = {a.target.name for a in builder.assignments} | set(builder.derivative_of_state)
    facts = Facts(name, frozenset(builder.values) - computed, frozenset(computed), of_terminal)
    return _systems(builder, name, stops), facts


def _add(builder: Builder, part: Structural | Procedure) -> None:
    try:
        if isinstance(part, Procedure):
            _execute(builder, part)
        elif len(part.targets) == 1:
            _add_single(builder, part)
        else:
            _add_several(builder, part)
    except Unreadable as error:
        builder.report.error(error.code, str(error), error.span, error.hint)
        targets = part.targets if isinstance(part, Structural) else ()
        builder.deck.unreadable.update(t.name if isinstance(t, Name) else "" for t in targets)


def _target(builder: Builder, target: Expression) -> str:
    if isinstance(target, Apply):
        if target.function not in builder.deck.size_of_array:
            assert target.span is not None
            raise Unreadable(
                "undefined-name",
                f"'{target.function}' is not an array",
                target.span,
                f"write STORAGE {target.function}(size) before",
            )
        return builder.element(target).name
    assert isinstance(target, Name)
    assert target.span is not None
    check_name(target.name, target.span)
    if target.name in TIMES:
        raise Unreadable(
            "assigned-input", f"'{target.name}' is set by TIMER", target.span, f"TIMER {target.name}=value"
        )
    return builder.name_in_initial.get(target.name, target.name) if builder.section is Section.INITIAL else target.name


def _add_single(builder: Builder, part: Structural) -> None:
    (target,) = part.targets
    if _is_array_integral(part.value) and isinstance(target, Name) and builder.section is not Section.INITIAL:
        _integrate_array(builder, target, part.value, part.span)
        return
    name = _target(builder, target)
    value = resolved(builder, part.value, name)
    if not (isinstance(value, Name) and value.name == name and _is_defined(part.value)):
        builder.assign(name, value, part.span)


def _is_array_integral(value: Expression) -> TypeGuard[Apply]:
    return isinstance(value, Apply) and value.function == "INTGRL" and len(value.arguments) == 3


def _is_defined(value: Expression) -> bool:
    """Whether a block has defined the variable itself, rather than a value for it."""
    return isinstance(value, Apply) and value.function in BLOCKS and BLOCKS[value.function].is_stateful


def _add_several(builder: Builder, part: Structural) -> None:
    value = part.value
    if not isinstance(value, Apply) or value.function != "OUTSW" or len(part.targets) != 2:
        raise Unreadable(
            "unreadable-line", "only macros and OUTSW have several outputs", part.span, "assign them one by one"
        )
    check_count("OUTSW", value.arguments, 2, 2, part.span)
    first, second = (_target(builder, target) for target in part.targets)
    switch, signal = (builder.named(resolved(builder, a), part.span) for a in value.arguments)
    is_first = Apply("<", (switch, Number(0.0)), part.span)
    builder.assign(first, Apply("if", (is_first, signal, Number(0.0)), part.span), part.span)
    builder.assign(second, Apply("if", (is_first, Number(0.0), signal), part.span), part.span)


def _integrate_array(builder: Builder, target: Name, value: Apply, span: Span) -> None:
    start, derivative, _ = value.arguments
    for i in range(1, builder.deck.size_of_array[target.name] + 1):
        builder.state(
            element(target.name, i),
            resolved_at_start(builder, _nth(builder, start, i)),
            resolved(builder, _nth(builder, derivative, i)),
            span,
        )


def _nth(builder: Builder, expression: Expression, i: int) -> Expression:
    """Element `i` of an array, counted from the one named; anything else is the same for all."""
    arrays = builder.deck.size_of_array
    if isinstance(expression, Name) and expression.name in arrays:
        return Apply(expression.name, (Number(float(i)),), expression.span)
    if isinstance(expression, Apply) and expression.function in arrays and len(expression.arguments) == 1:
        shifted = Apply("+", (expression.arguments[0], Number(i - 1.0)), expression.span)
        return Apply(expression.function, (shifted,), expression.span)
    return expression


def _find_integrated_arrays(builder: Builder) -> None:
    """`Y = INTGRL(IC, DY, 10)` makes Y an array."""
    for part in builder.deck.parts[Segment.DYNAMIC]:
        if not isinstance(part, Structural) or not _is_array_integral(part.value):
            continue
        target, *others = part.targets
        if not isinstance(target, Name) or others:
            continue
        count = builder.constant(part.value.arguments[2])
        if count is None or count < 1 or count != int(count) or count > 100_000:
            builder.report.error(
                "loop-not-constant", "the number of integrators is not known", part.span, "write it as a number"
            )
            count = 1.0
        builder.deck.size_of_array[target.name] = int(count)


def _find_impulses(builder: Builder) -> None:
    """Find them first, because the blocks they trigger may come before them."""
    for part in builder.deck.parts[Segment.DYNAMIC]:
        if isinstance(part, Structural) and isinstance(part.value, Apply) and part.value.function == "IMPULS":
            builder.impulses |= {target.name: None for target in part.targets if isinstance(target, Name)}


def _rename_in_initial(builder: Builder) -> None:
    targets = {segment: _targets_in(builder, segment) for segment in (Segment.INITIAL, Segment.DYNAMIC)}
    for name in targets[Segment.INITIAL]:
        if name in targets[Segment.DYNAMIC]:
            builder.name_in_initial[name] = builder.names.beside(name, "START")


def _targets_in(builder: Builder, segment: Segment) -> dict[str, None]:
    found: dict[str, None] = {}
    for part in builder.deck.parts[segment]:
        if isinstance(part, Structural):
            found |= {target.name: None for target in part.targets if isinstance(target, Name)}
        else:
            for card in part.cards:
                pairs = itertools.pairwise(card.tokens)
                found |= {name.text: None for name, sign in pairs if name.kind == "name" and sign.text == "="}
    return found


def _execute(builder: Builder, part: Procedure) -> None:
    steps = ProcedureReader(builder.source, builder.report, builder.element, builder.constant, builder.deck).steps(
        part.cards
    )
    if builder.section is not Section.INITIAL:
        latches, steps = separate_latches(steps, {*builder.name_in_initial, *builder.deck.cases[0].parameters})
        for latch in latches:
            _add_latch(builder, latch)
        steps, held = hold_partly_assigned(steps, builder.report, builder.names.beside)
        for each in held:
            _add_held(builder, each)
    for name in targets_of(steps):
        builder.names.take(name)
    executed = execute(
        steps,
        builder.report,
        is_taken=builder.names.is_taken,
        is_held=lambda _name: False,
        constant=builder.constant,
    )
    for version in executed.versions:
        builder.names.take(version.name)
        name = version.name
        if builder.section is Section.INITIAL:
            name = builder.name_in_initial.get(name, name)
        builder.assign(name, resolved(builder, version.value), version.span)


def _add_held(builder: Builder, held: HeldValue) -> None:
    builder.when(held.condition, {held.last: held.value}, held.span)
    at_start = builder.name_in_initial.get(held.variable)
    given = builder.deck.cases[0].parameters.get(held.variable)
    first = Number(given.values[0] if given is not None else 0.0, held.span)
    builder.start(held.last, first if at_start is None else Name(at_start, held.span), held.span)


def _add_latch(builder: Builder, latch: Latch) -> None:
    values = {name: resolved(builder, value) for name, value in latch.values.items()}
    builder.when(resolved(builder, latch.condition), values, latch.span)
    for name in values:
        at_start = builder.name_in_initial.get(name)
        if at_start is not None and all(a.target.name != name for a in builder.assignments):
            builder.start(name, Name(at_start, latch.span), latch.span)


def _add_rates(builder: Builder) -> None:
    """Equations for the derivatives that blocks need."""
    while builder.rates:
        name, signal, span = builder.rates.pop(0)
        equations = {a.target.name: a.value for a in builder.assignments if a.section is not Section.INITIAL}
        try:
            value, needed = rate_of(signal, equations, builder.derivative_of_state, builder.deck.inputs, builder.names)
        except Unreadable as error:
            builder.report.error(error.code, str(error), error.span, error.hint)
            builder.deck.unreadable.add(name)
            continue
        for helper, equation in needed.items():
            builder.assign(helper, equation, span)
        builder.assign(name, value, span)


def _finishes(builder: Builder) -> tuple[Stop, ...]:
    """`FINISH X=12.0` ends the run when X reaches 12.0 from the side on which it starts."""
    stops = []
    for name, value, span in builder.deck.finishes:
        try:
            distance = Apply("+", (Name(name, span), Apply("neg", (resolved(builder, value),), span)), span)
        except Unreadable as error:
            builder.report.error(error.code, str(error), error.span, error.hint)
            continue
        distance_at_start = builder.names.new()
        builder.start(distance_at_start, distance, span)
        gone = Apply("<=", (Apply("*", (distance, Name(distance_at_start, span)), span), Number(0.0)), span)
        stops.append(Stop(gone, f"{name} has reached {print_expression(value)}", span))
    return tuple(stops)


def _give_values(builder: Builder, stops: tuple[Stop, ...]) -> frozenset[str]:
    """Give values to parameters, and to TIMER variables that the structure reads; return what only TERMINAL reads."""
    read = _read_names(builder, stops)
    case = builder.deck.cases[0]
    in_terminal = _names_in_terminal(builder.deck)
    for name, given in case.parameters.items():
        if name in read or name not in (builder.without_equation | in_terminal):
            builder.values[name] = GivenValue(name, given.values[0], None, given.span)
    for name, value in builder.timing.variables.items():
        if name in read and name not in builder.values:
            builder.values[name] = GivenValue(name, value, None, case.span)
    return frozenset(name for name in case.parameters if name in in_terminal and name not in builder.values)


def _names_in_terminal(deck: Deck) -> set[str]:
    cards = (card for part in deck.parts[Segment.TERMINAL] if isinstance(part, Procedure) for card in part.cards)
    return {token.text for card in cards for token in card.tokens if token.kind == "name"}


def _read_names(builder: Builder, stops: tuple[Stop, ...]) -> set[str]:
    expressions = [a.value for a in builder.assignments]
    expressions += [stop.condition for stop in stops]
    expressions += [f.body for f in builder.functions.values()]
    for when in builder.whens:
        expressions += [when.condition, *(a.value for a in when.assignments)]
    return {name for expression in expressions for name in names_in(expression)}


def _systems(builder: Builder, name: str, stops: tuple[Stop, ...]) -> tuple[System, ...]:
    whole, drawing = builder.drawing.span, builder.drawing
    declarations = [Declaration(Declared.INPUT, n, None, span) for n, span in builder.deck.inputs.items()]
    declarations += [Declaration(Declared.INPUT, wire.target, None, wire.span) for wire in drawing.to_program]
    span_of_name = {a.target.name: a.span for a in builder.assignments}
    states = builder.derivative_of_state
    declarations += [Declaration(Declared.STATE, n, None, span_of_name[rate]) for n, rate in states.items()]
    declarations += [Declaration(Declared.DER, rate, None, span_of_name[rate]) for rate in states.values()]
    if "TIME" in _read_names(builder, stops):
        declarations.append(Declaration(Declared.TIME, "TIME", None, whole))
    system = System(
        name if drawing.is_empty else f"{name}_MODEL",
        SystemKind.CONTINUOUS,
        whole,
        tuple(declarations),
        tuple(builder.values.values()),
        tuple(builder.assignments),
        tuple(builder.whens),
        stops,
        tuple(builder.functions.values()),
        tuple(builder.tables.values()),
        unreadable=frozenset(builder.deck.unreadable),
    )
    return (system,) if drawing.is_empty else (system, *drawing.systems(system.name, f"{name}_NOISE", name))

"""System -> its variables with their roles; every contradiction between declarations and equations is reported."""

from dataclasses import dataclass, field
from typing import TypeVar

from simnon.model import (
    Assignment,
    Declaration,
    Declared,
    GivenValue,
    Role,
    Section,
    System,
    SystemKind,
    Unit,
    Variable,
    names_in,
)
from simnon.source import Related, Report, Span, nearest

_ROLE_OF_DECLARED = {
    Declared.INPUT: Role.INPUT,
    Declared.OUTPUT: Role.OUTPUT,
    Declared.STATE: Role.STATE,
    Declared.DER: Role.DERIVATIVE,
    Declared.NEW: Role.NEW,
    Declared.TIME: Role.TIME,
    Declared.TSAMP: Role.NEXT_SAMPLE,
    Declared.EVENT: Role.AUXILIARY,
    Declared.VARIABLE: Role.AUXILIARY,
    Declared.ACROSS: Role.AUXILIARY,
    Declared.THROUGH: Role.AUXILIARY,
    Declared.FIXED: Role.PARAMETER,
}
_UNKNOWN = (Declared.VARIABLE, Declared.ACROSS, Declared.THROUGH)
"""Variables that relations determine; a given value is an initial guess."""
Defining = TypeVar("Defining", GivenValue, Assignment)
_FROM_OUTSIDE = (Role.TIME, Role.INPUT)
_HAS_INITIAL_VALUE = (Role.STATE, Role.NEXT_SAMPLE, Role.HELD)


@dataclass(slots=True)
class Occurrences:
    """Where each local name of a system is declared, given a value, and assigned."""

    declared: dict[str, Declaration] = field(default_factory=dict)
    given: dict[str, GivenValue] = field(default_factory=dict)
    assigned: dict[str, Assignment] = field(default_factory=dict)
    initial: dict[str, Assignment] = field(default_factory=dict)
    at_events: dict[str, Assignment] = field(default_factory=dict)


def find_roles(system: System, report: Report) -> dict[str, Variable]:
    """The local variables of `system` in order of first appearance."""
    definitions = _collect(system, report)
    variables: dict[str, Variable] = {}
    for name, span in _in_order_of_appearance(definitions):
        variables[name] = _variable(system, name, span, definitions)
    for name, variable in variables.items():
        _check_definitions(name, variable, definitions, report)
    _check_missing(system, definitions, report)
    _check_sections(definitions, variables, report)
    _check_pairs(system, report)
    _check_sampling(system, report)
    return variables


def state_pairs(system: System) -> tuple[tuple[str, str], ...]:
    """(state, its DER or NEW), matched in overall order."""
    following = Declared.NEW if system.kind is SystemKind.DISCRETE else Declared.DER
    states = [declaration.name for declaration in system.declared(Declared.STATE)]
    targets = [declaration.name for declaration in system.declared(following)]
    return tuple(zip(states, targets, strict=False))


def _collect(system: System, report: Report) -> Occurrences:
    definitions = Occurrences()
    for declaration in system.declarations:
        _declare(declaration, definitions, report)
    for value in system.values:
        if value.given is None or not value.given.places:
            _define_once(definitions.given, value.name, value, "is given a value twice", report)
    for value in system.values:
        definitions.given.setdefault(value.name, value)
    for assignment in system.assignments:
        if assignment.target.path:
            continue
        defined = definitions.initial if assignment.section is Section.INITIAL else definitions.assigned
        if assignment.places:
            defined.setdefault(assignment.target.name, assignment)
        else:
            _define_once(defined, assignment.target.name, assignment, "is assigned twice", report)
    for when in system.whens:
        for assignment in when.assignments:
            definitions.at_events.setdefault(assignment.target.name, assignment)
    return definitions


def _declare(declaration: Declaration, definitions: Occurrences, report: Report) -> None:
    known = definitions.declared.get(declaration.name)
    if known is None or (known.kind is Declared.OUTPUT and declaration.kind is Declared.STATE):
        definitions.declared[declaration.name] = declaration
    elif not (known.kind is Declared.STATE and declaration.kind is Declared.OUTPUT):
        report.error(
            "duplicate-declaration",
            f"'{declaration.name}' is declared as {known.kind.value} and again as {declaration.kind.value}",
            declaration.span,
            "remove one of the declarations",
            (Related("first declared here", known.span),),
        )


def _define_once(defined: dict[str, Defining], name: str, definition: Defining, problem: str, report: Report) -> None:
    known = defined.get(name)
    if known is None:
        defined[name] = definition
    else:
        report.error(
            "duplicate-definition",
            f"'{name}' {problem}",
            definition.span,
            _hint_about_spelling(name, known.span, definition.span) or "keep one of them",
            (Related("first defined here", known.span),),
        )


def _hint_about_spelling(name: str, first: Span, second: Span) -> str:
    """If both begin with the name, spelled in two ways."""
    one, other = (span.text[: len(name)] for span in (first, second))
    is_same = one == other or one.casefold() != other.casefold()
    return "" if is_same else f"'{one}' and '{other}' are one name: rename one of them"


def _in_order_of_appearance(definitions: Occurrences) -> list[tuple[str, Span]]:
    span_of_name: dict[str, Span] = {}
    for table in (
        definitions.declared,
        definitions.given,
        definitions.initial,
        definitions.assigned,
        definitions.at_events,
    ):
        for name, definition in table.items():
            span = definition.target.span if isinstance(definition, Assignment) else definition.span
            if name not in span_of_name and span is not None:
                span_of_name[name] = span
    return sorted(span_of_name.items(), key=lambda item: item[1].start)


def _variable(system: System, name: str, span: Span, definitions: Occurrences) -> Variable:
    declared = definitions.declared.get(name)
    role = _role(name, definitions)
    given = definitions.given.get(name)
    unit: Unit | None = (declared.unit if declared else None) or (given.unit if given else None)
    is_sampled = system.kind is SystemKind.DISCRETE and role in (
        Role.STATE,
        Role.NEW,
        Role.NEXT_SAMPLE,
        Role.OUTPUT,
        Role.AUXILIARY,
    )
    is_event = declared is not None and declared.kind is Declared.EVENT
    return Variable(
        name,
        role,
        system.name,
        name,
        given.value if given else None,
        unit,
        span,
        system.name if is_sampled and not is_event else "",
    )


def _role(name: str, definitions: Occurrences) -> Role:
    declared = definitions.declared.get(name)
    if declared is not None:
        role = _ROLE_OF_DECLARED[declared.kind]
        if role is Role.PARAMETER and name in definitions.assigned:
            return Role.AUXILIARY
        if role is not Role.OUTPUT or name in definitions.assigned:
            return role
        if name in definitions.at_events:
            return Role.HELD
        return Role.PARAMETER if name in definitions.given else role
    if name in definitions.at_events:
        return Role.HELD
    if name in definitions.assigned:
        return Role.AUXILIARY
    return Role.CONSTANT if name in definitions.initial else Role.PARAMETER


def _check_definitions(name: str, variable: Variable, definitions: Occurrences, report: Report) -> None:
    assigned = definitions.assigned.get(name)
    at_event = definitions.at_events.get(name)
    fixed = definitions.initial.get(name) if variable.role in _FROM_OUTSIDE else None
    given = definitions.given.get(name) if variable.role is Role.TIME else None
    for wrong in (fixed, given):
        if wrong is not None:
            _report_assigned(variable, wrong, report)
            return
    if assigned is not None and variable.role in (Role.INPUT, Role.STATE, Role.TIME, Role.HELD):
        _report_assigned(variable, assigned, report)
        return
    if at_event is not None and variable.role not in (Role.STATE, Role.HELD):
        report.error(
            "duplicate-definition",
            f"WHEN cannot assign '{name}', which is {_article(variable.role)}",
            at_event.span,
            "a WHEN assigns states, and names that nothing else assigns",
        )
        return
    has_initial = variable.role in _HAS_INITIAL_VALUE or (variable.role is Role.OUTPUT and variable.sampler)
    has_initial = has_initial or (assigned is not None and name in names_in(assigned.value))
    declared = definitions.declared.get(name)
    has_initial = has_initial or (declared is not None and declared.kind in _UNKNOWN)
    defining = [definitions.given.get(name), definitions.initial.get(name)]
    if assigned is not None and not has_initial:
        defining.append(assigned)
    found = [each for each in defining if each is not None]
    if len(found) > 1:
        first, second = sorted((each.span for each in found), key=lambda span: span.start)[:2]
        report.error(
            "duplicate-definition",
            f"'{name}' is defined in two ways",
            second,
            _hint_about_spelling(name, first, second) or "a name has either a value or an equation",
            (Related("first defined here", first),),
        )


def _report_assigned(variable: Variable, assignment: Assignment | GivenValue, report: Report) -> None:
    hints = {
        Role.INPUT: "an input is assigned in the connecting system",
        Role.STATE: "assign its DER or NEW variable; an initial value is name: number",
        Role.TIME: "time cannot be assigned",
        Role.HELD: "a name is assigned either by an equation or in WHEN",
    }
    is_held = variable.role is Role.HELD
    report.error(
        "duplicate-definition" if is_held else "assigned-input",
        f"'{variable.name}' is {'assigned in WHEN' if is_held else _article(variable.role)}"
        " and cannot be assigned here",
        assignment.span,
        hints[variable.role],
    )


def _article(role: Role) -> str:
    word = role.value
    if role is Role.TIME:
        return f"the {word}"
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _check_missing(system: System, definitions: Occurrences, report: Report) -> None:
    must_be_assigned = [Declared.NEW, Declared.TSAMP]
    # Relations can determine an output or a derivative; a discrete system without terminals has none.
    if not system.is_relational or (system.kind is SystemKind.DISCRETE and not system.terminals):
        must_be_assigned += [Declared.DER, Declared.OUTPUT]
    candidates = [name for name in definitions.assigned if name not in definitions.declared]
    for name, declaration in definitions.declared.items():
        is_plain_value = declaration.kind is Declared.OUTPUT and (
            name in definitions.given or name in definitions.initial or name in definitions.at_events
        )
        if declaration.kind not in must_be_assigned or is_plain_value:
            continue
        if name not in definitions.assigned and name not in system.unreadable:
            near = nearest(name, candidates)
            report.error(
                "missing-equation",
                f"{declaration.kind.value} '{name}' has no equation",
                declaration.span,
                f"did you mean '{near}'?" if near else f"write {name} = expression",
            )


def _check_sections(definitions: Occurrences, variables: dict[str, Variable], report: Report) -> None:
    for name, assignment in definitions.assigned.items():
        role = variables[name].role
        if assignment.section is Section.OUTPUT and role in (Role.DERIVATIVE, Role.NEW, Role.NEXT_SAMPLE):
            report.error(
                "wrong-section",
                f"'{name}' is {_article(role)} and cannot be assigned in the OUTPUT section",
                assignment.span,
                "move the equation to DYNAMICS",
            )


def _check_pairs(system: System, report: Report) -> None:
    kind = Declared.NEW if system.kind is SystemKind.DISCRETE else Declared.DER
    states, targets = system.declared(Declared.STATE), system.declared(kind)
    if len(states) == len(targets):
        return
    longer, shorter = (states, targets) if len(states) > len(targets) else (targets, states)
    extra = longer[len(shorter)]
    other = kind.value if longer is states else Declared.STATE.value
    report.error(
        "unmatched-state",
        f"{extra.kind.value} '{extra.name}' has no {other}: "
        f"{len(states)} STATE but {len(targets)} {kind.value} are declared",
        extra.span,
        f"STATE and {kind.value} are matched in the order in which they are declared",
    )


def _check_sampling(system: System, report: Report) -> None:
    if system.kind is not SystemKind.DISCRETE:
        return
    for declaration in system.declared(Declared.TSAMP)[1:]:
        report.error(
            "duplicate-declaration",
            f"a discrete system has one TSAMP, and '{declaration.name}' is the second",
            declaration.span,
            "remove it; a system can have several EVENTs",
        )

"""System -> Definition: a type as its instances need it, with one version chosen and its statements expanded.

The variables of terminals become local names such as `p.v`. In a relational system every equation is a relation, except
one that names a variable for the first time, which stays an equation for it.
"""

from collections.abc import Mapping, Set
from dataclasses import replace

from simnon.doors import loaded_on_use
from simnon.model import (
    ELEMENT,
    Apply,
    Assignment,
    Declared,
    Expression,
    GivenValue,
    Name,
    Number,
    Part,
    Relation,
    Section,
    System,
    Variable,
    parts_of,
    rewrite,
)
from simnon.source import Related, Report, frozen

from .arrays import find_shapes, sizes_in_arrays, with_shapes
from .catalogue import Catalogue
from .defined_terminals import DefinedTerminal, define_terminals
from .given_units import convert_values
from .loops import Numbers, has_numbers, integer, loops_of, unrolled, warn_if_reversed
from .names import check_names
from .roles import find_roles

with loaded_on_use(__name__):
    from .whens import check_when

_NEVER_ASSIGNED = (Declared.STATE, Declared.INPUT, Declared.TIME)


@frozen
class Definition:
    system: System
    variables: Mapping[str, Variable]
    """By local name, in order of first appearance."""
    terminals: Mapping[str, DefinedTerminal]
    """By casefolded name, including those within others."""
    parts: tuple[tuple[str, Part, int | None], ...]
    """The name of each part with its index if it belongs to an array, and the index."""
    structural: tuple[str, ...]
    """The structural parameters."""
    sizes: tuple[Expression, ...]
    """What array sizes and FOR are computed from, unless it is a number."""
    orders: frozenset[str]
    """The EVENTs that others trigger: they have no expression."""


def structural_names(system: System) -> frozenset[str]:
    """The casefolded names that array sizes, FOR and the indices of parts depend on."""
    if not has_numbers(system):
        return frozenset()
    expressions = [*_sizes(system), *sizes_in_arrays(system)]
    for name in _indexed_names(system):
        expressions += [step.number for step in name.path if step.number is not None]
    own = {loop.index.casefold() for loop in loops_of(system)}
    found = {node.name.casefold() for e in expressions for node in parts_of(e) if isinstance(node, Name)}
    return frozenset(found - own)


def _sizes(system: System) -> list[Expression]:
    """The limits of arrays and of FOR."""
    bounds = [bound for part in system.parts for bound in (part.first, part.last) if bound is not None]
    bounds += [limit for declaration in system.declarations for pair in declaration.shape for limit in pair]
    return bounds + [limit for loop in loops_of(system) for limit in (loop.first, loop.last)]


def define(system: System, numbers: Numbers, catalogue: Catalogue, report: Report) -> Definition:
    """The definition of a system with its version chosen; reports everything that is wrong with it."""
    structural = structural_names(system)
    sizes = tuple(size for size in _sizes(system) if not isinstance(size, Number))
    known = {**{value.name.casefold(): value.value for value in system.values if value.given is None}, **numbers}
    parts = tuple(_parts(system, known, report))
    system = unrolled(system, known, report)
    terminals = define_terminals(system, catalogue, report)
    system = _with_local_terminals(system, terminals)
    shapes = find_shapes(system, known, report)
    system = convert_values(system, report)
    _check_redefinitions(system, {name.casefold() for name, _, _ in parts}, report)
    if system.is_relational:
        system = _with_relations(system)
    variables = with_shapes(find_roles(system, report), shapes, report)
    for terminal in terminals.values():
        for each in terminal.variables:
            across_of = terminal.type.name if each.kind is Declared.ACROSS else ""
            variables[each.local] = replace(variables[each.local], terminal=terminal.name, across_of=across_of)
    check_names(system, variables, report)
    for when in system.whens:
        check_when(when, report)
    spelled = tuple(name for name in variables if name.casefold() in structural)
    return Definition(system, variables, terminals, parts, spelled, sizes, _orders(system))


def _orders(system: System) -> frozenset[str]:
    events = frozenset(declaration.name for declaration in system.declared(Declared.EVENT))
    if not events:
        return events
    return events - {assignment.target.name for assignment in system.assignments if not assignment.target.path}


def _parts(system: System, known: Numbers, report: Report) -> list[tuple[str, Part, int | None]]:
    found: dict[str, tuple[str, Part, int | None]] = {}
    for part in system.parts:
        names: list[tuple[str, int | None]] = [(part.name, None)]
        if part.first is not None and part.last is not None:
            first = integer(part.first, known, "the first index of the array", report, part.span)
            last = integer(part.last, known, "the last index of the array", report, part.span)
            if first is not None and last is not None:
                warn_if_reversed(f"'{part.name}'", first, last, report, part.span)
            numbers = range(first, last + 1) if first is not None and last is not None else range(0)
            names = [(f"{part.name}[{k}]", k) for k in numbers]
        for name, number in names:
            _, earlier, _ = found.setdefault(name.casefold(), (name, part, number))
            if earlier is not part:
                report.error(
                    "duplicate-declaration",
                    f"there are two parts '{name}'",
                    part.span,
                    "rename one of them",
                    (Related("the first one is here", earlier.span),),
                )
    return list(found.values())


def _with_local_terminals(system: System, terminals: Mapping[str, DefinedTerminal]) -> System:
    """The system with the variables of its terminals declared, and every reference to them a local name."""
    if not terminals:
        return system
    local_of = {
        (key, variable.name.casefold()): variable.local
        for key, terminal in terminals.items()
        for variable in terminal.variables
    }

    def local_name(name: Name) -> Name:
        local = local_of.get((name.owner.casefold(), name.name.casefold()))
        return Name(local, name.span) if local is not None else name

    def change(node: Expression) -> Expression | None:
        return local_name(node) if isinstance(node, Name) and node.path else None

    type_of = {key: {d.name: d for d in terminal.type.declarations} for key, terminal in terminals.items()}
    declarations = tuple(
        replace(type_of[key][variable.name], kind=variable.kind, name=variable.local, span=terminal.span)
        for key, terminal in terminals.items()
        for variable in terminal.variables
    )
    given = [(local_name(each.target), each) for each in system.redefinitions]
    ranges = tuple(
        replace(each, name=local_of.get((key, each.name.casefold()), f"{terminal.name}.{each.name}"))
        for key, terminal in terminals.items()
        for each in terminal.type.ranges
    )
    return replace(
        system,
        declarations=system.declarations + declarations,
        ranges=system.ranges + ranges,
        values=system.values
        + tuple(
            GivenValue(name.name, each.value, each.unit, each.span, each.given) for name, each in given if not name.path
        ),
        redefinitions=tuple(each for name, each in given if name.path or each.choice),
        assignments=tuple(
            replace(a, target=local_name(a.target), value=rewrite(a.value, change)) for a in system.assignments
        ),
        relations=tuple(
            replace(r, left=rewrite(r.left, change), right=rewrite(r.right, change)) for r in system.relations
        ),
        whens=tuple(
            replace(
                when,
                condition=rewrite(when.condition, change),
                assignments=tuple(replace(a, value=rewrite(a.value, change)) for a in when.assignments),
            )
            for when in system.whens
        ),
        stops=tuple(replace(stop, condition=rewrite(stop.condition, change)) for stop in system.stops),
        requires=tuple(replace(each, condition=rewrite(each.condition, change)) for each in system.requires),
        functions=tuple(replace(f, body=rewrite(f.body, change)) for f in system.functions),
    )


def _check_redefinitions(system: System, keys: Set[str], report: Report) -> None:
    """Only parts can be given different values; `keys` are their casefolded names."""
    names = {part.name.casefold() for part in system.parts}
    arrays = {part.name.casefold(): part for part in system.parts if part.first is not None}
    for redefinition in system.redefinitions:
        path = redefinition.target.path
        if path and path[0].name.casefold() not in names:
            report.error(
                "unknown-part",
                f"'{system.name}' has no part or terminal '{path[0].name}'",
                redefinition.span,
                "a system can set only its own parts: SYSTEM name: type",
            )
        elif path and path[0].key not in keys and path[0].name.casefold() in arrays and not path[0].is_lost:
            part = arrays[path[0].name.casefold()]
            what = f"there is no part '{path[0].text}'" if path[0].number else f"'{part.name}' is an array of parts"
            related = (Related("the array is here", part.span),)
            hint = f"give the numbers of parts: {part.name}[1..3].{redefinition.target.name}: value"
            report.error("unknown-part", what, redefinition.span, hint, related)


def _with_relations(system: System) -> System:
    """Equations that name no new variable are relations."""
    kinds = {declaration.name: declaration.kind for declaration in system.declarations}
    taken: set[str] = set()
    assignments: list[Assignment] = []
    relations = list(system.relations)
    for assignment in system.assignments:
        name = assignment.target.name
        if assignment.target.path or assignment.section is Section.INITIAL:
            assignments.append(assignment)
        elif (name in taken and not assignment.places) or kinds.get(name) in (
            *_NEVER_ASSIGNED,
            Declared.ACROSS,
            Declared.THROUGH,
        ):
            relations.append(_as_relation(assignment))
        else:
            taken.add(name)
            assignments.append(assignment)
    return replace(system, assignments=tuple(assignments), relations=tuple(relations))


def _as_relation(assignment: Assignment) -> Relation:
    left: Expression = assignment.target
    if assignment.places:
        left = Apply(ELEMENT, (assignment.target, *assignment.places), assignment.target.span)
    return Relation(left, assignment.value, assignment.section, assignment.span, assignment.loop)


def _indexed_names(system: System) -> list[Name]:
    found = [assignment.target for assignment in system.assignments]
    found += [redefinition.target for redefinition in system.redefinitions]
    found += [end for connect in system.connects for end in connect.ends]
    expressions = [assignment.value for assignment in system.assignments]
    expressions += [side for relation in system.relations for side in (relation.left, relation.right)]
    expressions += [require.condition for require in system.requires]
    found += [node for e in expressions for node in parts_of(e) if isinstance(node, Name)]
    return [name for name in found if name.is_open]

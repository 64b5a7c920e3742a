"""Several descriptions of one system -> one: the chosen version, or all of them if a WHEN changes it.

If the version changes during a run, the held variable `version` has the number of the active one, and an equation of
the system is one of those of its versions. Variables with the same name are one variable.
"""

from dataclasses import replace
from typing import Any, TypeAlias

from simnon.model import (
    ELEMENT,
    Apply,
    Assignment,
    Declared,
    Expression,
    GivenValue,
    IndexRange,
    Name,
    Number,
    Redefinition,
    Relation,
    Section,
    Stop,
    System,
    When,
    apply,
    numbered_versions,
)
from simnon.source import Report, Span

from .brackets import settled_within

VERSION = "version"
ZERO = Number(0.0)
_JOINED = (
    "declarations", "values", "assignments", "whens", "stops", "functions", "tables", "foreign", "terminals", "parts",
    "relations", "connects", "redefinitions", "ranges", "requires", "remarks",
)  # fmt: skip
_UNKNOWN = (Declared.VARIABLE, Declared.DER)
_NEVER_ASSIGNED = (Declared.STATE, Declared.INPUT, Declared.TIME)


def version_of_number(system: System, number: float, span: Span, report: Report) -> str:
    """The name of the version with that number, counted from 1; empty (reported) if there is none."""
    if number.is_integer() and 1 <= number <= len(system.versions):
        return system.versions[int(number) - 1].name
    _report_version(system, f"{number:g}", span, report)
    return ""


def own_version(system: System, report: Report) -> str:
    """The version that the text of the system itself chooses, empty if it chooses none."""
    own = next((r for r in system.redefinitions if not r.target.path and r.choice), None)
    if own is not None:
        return own.choice
    number = next((value for value in system.values if value.name.casefold() == VERSION), None)
    if number is None or not system.versions:
        return ""
    return version_of_number(system, number.value, number.span, report)


def with_version(system: System, choice: str, redefinition: Redefinition | None, report: Report) -> System:
    """The system with the content of the chosen version, by default the first one."""
    names = [version.name.casefold() for version in system.versions]
    if choice and choice.casefold() not in names:
        _report_version(system, choice, redefinition.span if redefinition is not None else system.span, report)
        choice = ""
    if not system.versions:
        return system
    number = names.index(choice.casefold()) if choice else 0
    system = replace(system, values=tuple(value for value in system.values if value.name.casefold() != VERSION))
    if any(_changes_version(when) for each in (system, *system.versions) for when in each.whens):
        return _switched(system, number, report)
    return _joined(system, (system.versions[number],))


def _changes_version(when: When) -> bool:
    return bool(when.version) or any(a.target.name.casefold() == VERSION for a in when.assignments)


def _joined(system: System, versions: tuple[System, ...]) -> System:
    everything = (system, *versions)
    joined: dict[str, Any] = {
        name: tuple(item for each in everything for item in getattr(each, name)) for name in _JOINED
    }
    unreadable = frozenset[str]().union(*(each.unreadable for each in everything))
    soft_words = frozenset[str]().union(*(each.soft_words for each in everything))
    has_brackets = any(each.has_brackets for each in everything)
    return replace(
        system, versions=(), unreadable=unreadable, soft_words=soft_words, has_brackets=has_brackets, **joined
    )


def _report_version(system: System, choice: str, span: Span, report: Report) -> None:
    names = numbered_versions([version.name for version in system.versions])
    hint = f"it has {names}" if names else "it has no versions"
    report.error("unknown-version", f"'{system.name}' has no version '{choice}'", span, hint)


def _switched(system: System, number: int, report: Report) -> System:
    """All versions in one system, each active while `version` has its number, counted from 1."""
    everything = _joined(system, system.versions)
    versions = tuple(settled_within(version, everything) for version in system.versions)
    system = replace(settled_within(system, everything), versions=versions)
    system = replace(system, versions=tuple(_with_relations(version, system) for version in versions))
    for version in system.versions:
        for span in _spans_of_structure(version):
            report.error(
                "unswitchable-version",
                f"'{version.name}' has parts, terminals or connections of its own, and a WHEN changes the version",
                span,
                "all versions share their connections: move these before the first VERSION",
            )
    assignments = [a for version in system.versions for a in version.assignments if a.section is Section.INITIAL]
    whole = _joined(system, system.versions)
    whens = [_numbered(when, system, report) for when in system.whens]
    for i, version in enumerate(system.versions):
        during = _is_active(i, version.span)
        whens += [_numbered(replace(when, during=during), system, report) for when in version.whens]
    return replace(
        whole,
        declarations=tuple({d.name: d for d in reversed(whole.declarations)}.values())[::-1],
        values=(*whole.values, GivenValue(VERSION, number + 1.0, None, system.versions[number].span)),
        assignments=(*system.assignments, *assignments, *_assignments(system, report)),
        relations=(*system.relations, *_relations(system, report)),
        whens=tuple(whens),
        stops=(*whole.stops, *_stops(system, whens)),
        redefinitions=tuple(r for r in whole.redefinitions if not r.choice or r.target.path),
    )


def _with_relations(version: System, system: System) -> System:
    """An equation of the version for a variable determined elsewhere is a relation."""
    taken = {assignment.target.name for assignment in system.assignments if not assignment.places}
    taken |= {d.name for d in (*system.declarations, *version.declarations) if d.kind in _NEVER_ASSIGNED}
    assignments: list[Assignment] = []
    relations = list(version.relations)
    for each in version.assignments:
        if each.section is not Section.INITIAL and (each.target.path or each.target.name in taken):
            left = Apply(ELEMENT, (each.target, *each.places), each.target.span) if each.places else each.target
            relations.append(Relation(left, each.value, each.section, each.span, each.loop))
        else:
            assignments.append(each)
    return replace(version, assignments=tuple(assignments), relations=tuple(relations))


def _spans_of_structure(version: System) -> list[Span]:
    found = [part.span for part in version.parts]
    found += [terminal.span for terminal in version.terminals]
    return found + [connect.span for connect in version.connects]


def _numbered(when: When, system: System, report: Report) -> When:
    """The WHEN with the change of version as an assignment."""
    for each in when.assignments:
        if each.target.name.casefold() == VERSION and isinstance(each.value, Number):
            version_of_number(system, each.value.value, each.span, report)
    if not when.version:
        return when
    names = [version.name.casefold() for version in system.versions]
    if when.version.casefold() not in names:
        _report_version(system, when.version, when.span, report)
        return when
    number = Number(names.index(when.version.casefold()) + 1.0, when.span)
    change = Assignment(Name(VERSION, when.span), number, Section.NONE, when.span)
    return replace(when, assignments=(*when.assignments, change), version="")


def _stops(system: System, whens: list[When]) -> list[Stop]:
    """The run ends if a WHEN computes an invalid version number."""
    computed = [a for when in whens for a in when.assignments if a.target.name == VERSION]
    computed = [a for a in computed if not isinstance(a.value, Number)]
    if not computed:
        return []
    span = computed[0].span
    known = Apply("or", tuple(_is_active(i, span) for i in range(len(system.versions))), span)
    names = tuple(version.name for version in system.versions)
    return [Stop(Apply("not", (known,), span), "there is no such version", span, names)]


def _is_active(i: int, span: Span) -> Expression:
    return Apply("=", (Name(VERSION, span), Number(i + 1.0, span)), span)


def _chosen(values: list[Expression], span: Span) -> Expression:
    """The value in the active version."""
    if len(values) == 1:
        return values[0]
    arguments: list[Expression] = []
    for i, value in enumerate(values[:-1]):
        arguments += [_is_active(i, value.span or span), value]
    return Apply("if", (*arguments, values[-1]), span)


_Ranges: TypeAlias = tuple[tuple[str, Expression, Expression], ...]


def _ranges(loop: IndexRange | None) -> _Ranges:
    """The indices of a FOR and their limits, wherever it is written."""
    return tuple((each.index.casefold(), each.first, each.last) for each in loop.ranges()) if loop is not None else ()


def _assignments(system: System, report: Report) -> list[Assignment]:
    """For each name, or elements of an array, that versions assign, its value in each; zero if one does not."""
    found: dict[tuple[str, tuple[Expression, ...], _Ranges], list[Assignment | None]] = {}
    for i, version in enumerate(system.versions):
        for assignment in version.assignments:
            if assignment.section is not Section.INITIAL and not assignment.target.path:
                key = (assignment.target.name, assignment.places, _ranges(assignment.loop))
                assigned = found.setdefault(key, [None] * len(system.versions))
                assigned[i] = assignment
    _check_elements([*found.values()], system, report)
    combined = []
    for assigned in found.values():
        first = next(each for each in assigned if each is not None)
        values = [each.value if each is not None else ZERO for each in assigned]
        combined.append(replace(first, value=_chosen(values, first.span)))
    return combined


def _check_elements(pieces: list[list[Assignment | None]], system: System, report: Report) -> None:
    """Versions that give an array must divide it in the same way."""
    for piece in pieces:
        first = next(each for each in piece if each is not None)
        name = first.target.name
        for i, version in enumerate(system.versions):
            others = [other[i] for other in pieces if other[i] is not None and other is not piece]
            other = next((each for each in others if each is not None and each.target.name == name), None)
            if piece[i] is None and other is not None and (first.places or other.places):
                given = (first.span.text.partition("=")[0] + _for_text(first)).strip()
                report.error(
                    "unswitchable-version",
                    f"'{version.name}' does not give '{given}' in one equation, and a WHEN changes the version",
                    other.span,
                    "give the same elements in each version, with the same indices after FOR",
                )
                return


def _for_text(assignment: Assignment) -> str:
    return assignment.loop.span.text if assignment.loop is not None else ""


def _relations(system: System, report: Report) -> list[Relation]:
    """The relations of the versions side by side; variables of only one version are zero in the others."""
    lists = [_with_others_at_rest(version, system) for version in system.versions]
    counts = {len(relations) for relations in lists}
    if len(counts) > 1:
        shown = ", ".join(
            f"'{version.name}' {len(relations)}" for version, relations in zip(system.versions, lists, strict=True)
        )
        report.error(
            "unswitchable-version",
            f"the versions of '{system.name}' determine different numbers of variables: {shown}",
            system.span,
            "each version needs one equation for each variable it determines",
        )
        return []
    return [_combined(each, report) for each in zip(*lists, strict=True)]


def _combined(relations: tuple[Relation, ...], report: Report) -> Relation:
    for each in relations[1:]:
        if _ranges(each.loop) != _ranges(relations[0].loop):
            report.error(
                "unswitchable-version",
                "this equation holds for other indices than that of the first version, and a WHEN changes the version",
                each.span,
                "give the same FOR in each version",
            )
            return relations[0]
    differences: list[Expression] = [apply("+", r.left, apply("neg", r.right)) for r in relations]
    span = relations[0].span
    return Relation(_chosen(differences, span), Number(0.0, span), relations[0].section, span, relations[0].loop)


def _with_others_at_rest(version: System, system: System) -> list[Relation]:
    own = _unknowns(version)
    found = list(version.relations)
    for other in system.versions:
        for name, span in _unknowns(other).items():
            if name not in own and not any(r.left == Name(name) for r in found[len(version.relations) :]):
                found.append(Relation(Name(name, span), ZERO, Section.NONE, span))
    return found


def _unknowns(version: System) -> dict[str, Span]:
    """The variables that relations of the version must determine: declared there, and not assigned."""
    assigned = {assignment.target.name for assignment in version.assignments}
    return {d.name: d.span for d in version.declarations if d.kind in _UNKNOWN and d.name not in assigned}

"""Too many or too few relations for their variables -> errors that name both."""

from collections.abc import Mapping, Sequence

from simnon.model import Variable
from simnon.source import Related, Report, frozen

from .chains import Chains
from .make_causal import Dependence
from .matching import NONE, Matching, reached_by_rows, transposed
from .relation import Relation
from .report_references import MissingReferences

_MAX_NAMED = 8
_MAX_EQUAL = 3


@frozen
class Naming:
    """How unknowns are named in messages: `others_of_name` are the names merged into an unknown."""

    others_of_name: Mapping[str, Sequence[str]]
    variable_of_name: Mapping[str, Variable]

    def listed(self, names: Sequence[str]) -> str:
        shown = ", ".join(map(self._described, names[:_MAX_NAMED]))
        return shown if len(names) <= _MAX_NAMED else f"{shown} and {len(names) - _MAX_NAMED} more"

    def _described(self, name: str) -> str:
        others = self.others_of_name.get(name, ())
        equal = [f"'{other}'" for other in others[:_MAX_EQUAL]] + (["..."] if len(others) > _MAX_EQUAL else [])
        return f"'{name}' (the same as {', '.join(equal)})" if equal else f"'{name}'"


def report_singular(
    relations: Sequence[Relation],
    edges: Sequence[Sequence[tuple[int, int]]],
    chains: Chains,
    naming: Naming,
    references: MissingReferences,
    report: Report,
) -> bool:
    """Whether relations lack a variable, or variables a relation; a state counts with its derivative."""
    columns = [[chain for chain, _ in row] for row in edges]
    matching = Matching(len(relations), len(chains.names))
    left = matching.grow(columns, range(len(relations)))
    free = [column for column, row in enumerate(matching.row_of_column) if row == NONE]
    undetermined: list[str] = []
    rows_of_undetermined: list[int] = []
    if free:
        concerned, rows_of_undetermined = reached_by_rows(
            free, transposed(columns, len(chains.names)), matching.column_of_row
        )
        undetermined = [chains.names[j][-1] for j in concerned]
        # A missing level also makes one of the sums of flows redundant.
        if references.report(undetermined, report):
            return True
    if left:
        rows, concerned = reached_by_rows(left, columns, matching.row_of_column)
        names = [chains.names[j][-1] for j in concerned]
        _report_too_many([relations[i] for i in rows], names, len(left), naming, report)
    if free:
        rest = [relations[i] for i in rows_of_undetermined]
        _report_too_few(undetermined, rest, len(free), naming, references.hint(undetermined), report)
    return bool(left or free)


def _report_too_many(relations: list[Relation], names: list[str], excess: int, naming: Naming, report: Report) -> None:
    what = f"{_count(len(relations), 'equation')} for {_count(len(names), 'unknown')}: {naming.listed(names)}"
    report.error(
        "too-many-equations",
        what if names else "other equations determine all names in this equation",
        relations[0].span,
        f"remove {_count(excess, 'equation')}, or make a VARIABLE of a parameter in them",
        _related("is one of them", relations[1:]),
    )


def _report_too_few(
    names: list[str], relations: list[Relation], lack: int, naming: Naming, hint: str, report: Report
) -> None:
    variable = naming.variable_of_name.get(names[0])
    if variable is not None and variable.terminal and not hint:
        hint = ", or connect the terminal"
    what = f"{_count(len(relations), 'equation')} for {_count(len(names), 'unknown')}: {naming.listed(names)}"
    report.error(
        "too-few-equations",
        what if relations else f"nothing determines {naming.listed(names)}",
        relations[0].span if relations else variable.span if variable is not None else None,
        f"add {_count(lack, 'equation')}{hint}",
        _related("is one of them", relations[1:]),
    )


def report_dependences(
    dependences: Sequence[Dependence], naming: Naming, references: MissingReferences, report: Report
) -> None:
    explained = [references.report(each.unknowns, report) for each in dependences]
    # As in `report_singular`: the other dependences follow from the missing level.
    if not any(explained):
        for each in dependences:
            _report_dependence(each, naming, report)


def _report_dependence(dependence: Dependence, naming: Naming, report: Report) -> None:
    report.error(
        "too-few-equations",
        f"equations that repeat each other do not determine {naming.listed(dependence.unknowns)}",
        dependence.relations[0].span,
        "add an independent equation; in a circuit, connect a ground",
        _related("is one of them", list(dependence.relations[1:])),
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _related(what: str, relations: list[Relation]) -> tuple[Related, ...]:
    found = [relation.span for relation in relations if relation.span is not None]
    return tuple(Related(f"this {what}", span) for span in found[:_MAX_NAMED])

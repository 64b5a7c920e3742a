"""Relations that are too many for their variables, or too few -> errors that name both."""

from collections.abc import Sequence

from simnon.source import Related, Report

from .chains import Chains
from .matching import NONE, Matching, reached_by_rows, turned
from .relation import Relation

_MOST_NAMED = 8


def report_singular(
    relations: Sequence[Relation], edges: Sequence[Sequence[tuple[int, int]]], chains: Chains, report: Report
) -> bool:
    """Whether relations are without a variable of their own, or the contrary; a state counts with its derivative."""
    columns = [[chain for chain, _ in row] for row in edges]
    matching = Matching(len(relations), len(chains.names))
    left = matching.grow(columns, range(len(relations)))
    free = [column for column, row in enumerate(matching.row_of_column) if row == NONE]
    if left:
        rows, concerned = reached_by_rows(left, columns, matching.row_of_column)
        _report_too_many([relations[i] for i in rows], [chains.names[j][-1] for j in concerned], len(left), report)
    if free:
        concerned, rows = reached_by_rows(free, turned(columns, len(chains.names)), matching.column_of_row)
        _report_too_few([chains.names[j][-1] for j in concerned], [relations[i] for i in rows], len(free), report)
    return bool(left or free)


def _report_too_many(relations: list[Relation], names: list[str], excess: int, report: Report) -> None:
    count = f"{len(relations)} equations" if len(relations) > 1 else "an equation"
    if names:
        what = f"{count} for {len(names)} unknown{'s' if len(names) > 1 else ''}: {_listed(names)}"
    else:
        what = f"{count} without any unknown"
    report.error(
        "too-many-equations",
        what,
        relations[0].span,
        f"remove {excess} of these equations, or make a parameter in them a VARIABLE",
        _related("is one of them", relations[1:]),
    )


def _report_too_few(names: list[str], relations: list[Relation], lack: int, report: Report) -> None:
    given = f"{len(relations)} equation{'s' if len(relations) != 1 else ''}" if relations else "nothing"
    verb = "determine" if len(relations) > 1 else "determines"
    report.error(
        "too-few-equations",
        f"{given} {verb} {_listed(names)}" if relations else f"nothing determines {_listed(names)}",
        relations[0].span if relations else None,
        f"add {lack} equation{'s' if lack > 1 else ''}, or give {'some of them values' if lack > 1 else 'it a value'}",
        _related("stands with them", relations[1:]),
    )


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


def _related(what: str, relations: list[Relation]) -> tuple[Related, ...]:
    found = [relation for relation in relations if relation.span is not None][:_MOST_NAMED]
    return tuple(Related(f"this {what}", relation.span) for relation in found if relation.span is not None)

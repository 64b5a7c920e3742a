"""Branches -> tables of all their points, for other libraries and files."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simnon.source import arguments, atomic_file, require

from .branch import Branch


def columns_of(branches: Sequence[Branch]) -> dict[str, Any]:
    """A row for each point: the number of its branch, what it is, its label, whether it is stable, all variables."""
    names = list(dict.fromkeys(name for branch in branches for name in branch.columns))
    found: dict[str, Any] = {
        "branch": np.repeat(np.arange(len(branches)), [len(branch) for branch in branches]),
        "kind": [branch.kind for branch in branches for _ in range(len(branch))],
        "label": [label for branch in branches for label in _labels(branch)],
        "stable": np.concatenate([branch.is_stable for branch in branches]),
    }
    for name in names:
        parts = [branch.columns.get(name, np.full(len(branch), np.nan)) for branch in branches]
        found[name] = np.concatenate(parts)
    return found


def _labels(branch: Branch) -> list[str]:
    label_of_index = {each.index: each.label for each in branch.special}
    return [label_of_index.get(i, "") for i in range(len(branch))]


def to_pandas(branches: Sequence[Branch]) -> Any:
    return require("pandas", "to_pandas").DataFrame(columns_of(branches))


def to_csv(branches: Sequence[Branch], path: str | Path, *, force: bool) -> None:
    """The old file remains until the new one is complete."""
    columns = columns_of(branches)
    target = arguments.file_path(path)
    with atomic_file(target, force=force) as place, place.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*(_words(column) for column in columns.values()), strict=True))


def _words(column: Any) -> list[Any]:
    values = column.tolist() if isinstance(column, np.ndarray) else column
    return [repr(value) if isinstance(value, float) else value for value in values]

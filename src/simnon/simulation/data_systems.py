"""A data file -> the text of a continuous system with its columns as outputs; an FMU -> that of a system from it.

The system is named after the file, its outputs after the columns. Values between rows are interpolated linearly; with
HOLD: 1 each row holds until the next. Two rows at one time are a jump. Beyond the ends the end values hold.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from simnon.doors import loaded_on_use
from simnon.source import Source, UserError, valid_name, valid_names

from .extensions import MOCK_UP, TABLE_EXTENSIONS

with loaded_on_use(__name__):
    from .mock_up_systems import mock_up_text
    from .tables import Table, read_table

_FIRST = "c"
"""What the name of a column begins with if its own is none."""


def is_data_file(path: Path) -> bool:
    """Whether it is a system, but not a text."""
    return path.suffix.lower() in (*TABLE_EXTENSIONS, MOCK_UP)


def with_data_systems(paths_or_text: Iterable[str | Path | Source]) -> list[str | Path | Source]:
    """The same, with data files replaced by the systems they are."""
    return [_as_system(each) for each in paths_or_text]


def _as_system(given: str | Path | Source) -> str | Path | Source:
    if isinstance(given, str | Path) and "\n" not in str(given) and is_data_file(Path(given)):
        return data_system(Path(given))
    return given


def data_system(path: Path) -> Source:
    return Source(f"{path.stem}.t", data_system_text(path), str(path.parent.absolute()))


def data_system_text(path: Path) -> str:
    """The system as text; a UserError if columns are not signals, or if an FMU cannot be a system."""
    if path.suffix.lower() == MOCK_UP:
        return mock_up_text(path)
    table = read_table(path)
    _check(table, path.name)
    times = _growing(table)
    outputs = valid_names(table.columns, ("hold",), _FIRST)
    # Generated names end with an underscore, those of columns do not.
    time = "t_" if any(output.casefold() == "t" for output in outputs) else "t"
    lines = [
        f"CONTINUOUS SYSTEM {valid_name(path.stem, _FIRST)}",
        f"OUTPUT {' '.join(outputs)}",
        f"TIME {time}",
        "HOLD: 0",
    ]
    lines += _table_text("row_", "HOLD", times, times)
    for number, (output, column) in enumerate(zip(outputs, table.columns.values(), strict=True), start=1):
        # Within each formula: as a variable it would be among those of the model.
        lines.append(f"{output} = column_{number}_(IF HOLD > 0.5 THEN row_({time}) ELSE {time})")
        lines += _table_text(f"column_{number}_", "LINEAR", times, column.tolist())
    return "\n".join([*lines, "END", ""])


def _table_text(name: str, kind: str, arguments: list[float], values: list[float]) -> list[str]:
    pairs = zip(arguments, values, strict=True)
    return [f"TABLE {name}(t) {kind}", *(f"{argument!r} {value!r}" for argument, value in pairs), "END"]


def _check(table: Table, file: str) -> None:
    if len(table.t) < 2 or not table.columns:
        raise UserError(
            "bad-file", f"{file} has no signals", "it needs a time column, at least one more column, and two rows"
        )
    for name, column in {"the time": table.t, **table.columns}.items():
        wrong = np.flatnonzero(~np.isfinite(column))
        if len(wrong):
            raise UserError("bad-file", f"{file}: {name} is {column[wrong[0]]} in row {wrong[0] + 1}", "remove the row")
    back = np.flatnonzero(np.diff(table.t) < 0)
    if len(back):
        at = int(back[0])
        raise UserError("bad-file", f"{file}: the time decreases from {table.t[at]:g} to {table.t[at + 1]:g}")
    same = np.diff(table.t) == 0
    thrice = np.flatnonzero(same[1:] & same[:-1])
    if len(thrice):
        raise UserError(
            "bad-file",
            f"{file} has three rows at the time {table.t[thrice[0]]:g}",
            "a jump is two rows at the same time",
        )


def _growing(table: Table) -> list[float]:
    """The times of the rows; of two rows at one time, the first is at the previous float."""
    t = np.array(table.t, dtype=np.float64)
    is_before_jump = np.append(np.diff(t) == 0, False)
    t[is_before_jump] = np.nextafter(t[is_before_jump], -np.inf)
    times: list[float] = t.tolist()
    return times

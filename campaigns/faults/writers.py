"""Everything that writes files: the lines that do it, and how the file is read afterwards.

Two sessions have done the same with different numbers, so that it is clear whose file it is.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import simnon
from simnon.session import Session
from simnon.session.outcome import Failed
from simnon.source import require

MODEL = """CONTINUOUS SYSTEM osc
STATE x v
DER dx dv
dx = v
dv = -w*w*x
w: 1
x: 1
END
"""
PICTURE = "PICTURE osc\nLIMITS -2, -1, 2, 1\nFILLCIRCLE x, 0, 0.2\nEND\n"
LOGGED = "CONNECTING SYSTEM con\nu1[logger] = x[osc]\nEND\n"
NOTE = "what the user has written\n"
Read = Callable[[Path], str]


@dataclass(frozen=True, slots=True)
class Writer:
    """`old` is how the first version is written: by the same lines, or as the user's own text."""

    file: str
    lines: tuple[str, ...]
    read: Read
    is_over_a_note: bool = False


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _bytes(path: Path) -> str:
    return _digest(path.read_bytes())


def _table(path: Path) -> str:
    run = simnon.read_trajectory(path)
    return _digest(run.t.tolist(), {name: column.tolist() for name, column in run.columns.items()})


def _ensemble(path: Path) -> str:
    stored = simnon.read_ensemble(path).results.stored
    numbers = {**stored.reduced, **{name: np.asarray(curves[:]) for name, curves in stored.curves.items()}}
    return _digest(stored.stops.tolist(), {name: values.tolist() for name, values in numbers.items()})


def _rows(path: Path) -> str:
    return _digest(require("pyarrow.parquet", "the campaign").read_table(path).to_pydict())


WRITERS: dict[str, Writer] = {
    "SAVE": Writer("case.par", ("SAVE case",), _bytes),
    "SAVE -FORCE": Writer("note.t", ("SAVE note.t -FORCE",), _bytes, True),
    "JOURNAL": Writer("journal.t", ("JOURNAL journal",), _bytes),
    "JOURNAL -FORCE": Writer("note.t", ("JOURNAL note -FORCE",), _bytes, True),
    "EDIT": Writer("note.t", ("EDIT note -LINE", "N 1", "R edited", "E"), _bytes, True),
    "DISP": Writer("values.txt", ("DISP /values",), _bytes),
    "PRINT": Writer("table.txt", ("PRINT x /table",), _bytes),
    "LINEAR": Writer("near.t", ("LINEAR w[osc] TO x[osc] -TEXT near",), _bytes),
    "LOGGER": Writer("LOGGER.csv", ("SIMU 0 20",), _table),
    "HCOPY svg": Writer("page.svg", ("HCOPY page.svg",), _bytes),
    "HCOPY pdf": Writer("page.pdf", ("HCOPY page.pdf",), _bytes),
    "HCOPY png": Writer("page.png", ("HCOPY page.png",), _bytes),
    "ANIMATE svg": Writer("moved.svg", ("ANIMATE osc moved.svg",), _bytes),
    "ANIMATE gif": Writer("moved.gif", ("ANIMATE osc moved.gif RATE: 1 WIDTH: 60",), _bytes),
    "EXPORT csv": Writer("run.csv", ("EXPORT run.csv",), _table),
    "EXPORT dat": Writer("run.dat", ("EXPORT run.dat",), _table),
    "EXPORT parquet": Writer("run.parquet", ("EXPORT run.parquet",), _table),
    "EXPORT nc": Writer("run.nc", ("EXPORT run.nc",), _table),
    "EXPORT many nc": Writer("many.nc", ("EXPORT many.nc /many",), _ensemble),
    "EXPORT many zarr": Writer("many.zarr", ("EXPORT many.zarr /many",), _ensemble),
    "EXPORT many parquet": Writer("many.parquet", ("EXPORT many.parquet /many",), _rows),
}


def prepared(folder: Path, w: float) -> Session:
    """A session with something to write for each of them."""
    (folder / "osc.t").write_text(MODEL, encoding="utf-8")
    (folder / "con.t").write_text(LOGGED, encoding="utf-8")
    (folder / "osc.picture").write_text(PICTURE, encoding="utf-8")
    session = Session(folder, is_interactive=False)
    given = ("SYST osc logger con", "PAR DT[logger]: 0.1", f"PAR w: {w}", "SIMU 0 20", "ASHOW x")
    for line in (*given, "SWEEP x=1,2,3,4,5,6,7,8 FINAL(x) v /many"):
        assert not (failed := execute(session, line)), failed
    return session


def execute(session: Session, *lines: str) -> list[str]:
    """The codes of what failed."""
    outcomes = [outcome for line in lines for outcome in session.execute(line)]
    return [f"{outcome.code}: {outcome.message}" for outcome in outcomes if isinstance(outcome, Failed)]

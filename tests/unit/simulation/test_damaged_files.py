"""Whatever the bytes of a file: a table, or a UserError with the file, the cause and a hint; nothing else."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.simulation import netcdf_trial, read_table, read_trajectory
from simnon.source import require
from tests.damaged_files import put_damaged
from tests.seeds import seeds

TEXT = "CONTINUOUS SYSTEM s\nSTATE x [m] v\nDER dx dv\nTIME t [s]\ndx = v\ndv = -x\nx: 1\nEND\n"
KINDS = (".csv", ".dat", ".parquet", ".nc")
DEEP = "[" * 200_000


@pytest.fixture(scope="module")
def run() -> simnon.Trajectory:
    return simnon.load(TEXT).simulate(0, 3)


def assert_read_or_refused(path: Path) -> None:
    found = read_or_refused(path)
    if isinstance(found, simnon.UserError):
        assert path.name in str(found)
        assert found.hint
        assert "\n" not in str(found)
    else:
        assert all(len(column) == len(found.t) for column in found.columns.values())
        assert found.t.dtype == np.float64


def read_or_refused(path: Path) -> simnon.Trajectory | simnon.UserError:
    try:
        return read_trajectory(path)
    except simnon.UserError as error:
        return error


@pytest.mark.parametrize("seed", seeds(range(10), 1))
@pytest.mark.parametrize("extension", KINDS)
def test_a_damaged_table_is_read_or_rejected(run: simnon.Trajectory, tmp_path: Path, extension: str, seed: int) -> None:
    """NetCDF is tried in a separate process, which is slow."""
    good = tmp_path / f"good{extension}"
    run.write(good)
    for number in range(2 if extension == ".nc" else 40):
        bad = tmp_path / f"bad{number}{extension}"
        put_damaged(good, bad, 100 * seed + number)
        assert_read_or_refused(bad)


def write_parquet(path: Path, columns: dict[str, object], attributes: str = "") -> None:
    arrow = require("pyarrow", "the test")
    table = arrow.table(columns)
    if attributes:
        table = table.replace_schema_metadata({"PANDAS_ATTRS": attributes})
    require("pyarrow.parquet", "the test").write_table(table, path)


def write_netcdf(path: Path, variables: dict[str, object], attributes: dict[str, str] | None = None) -> None:
    dataset = require("xarray", "the test").Dataset(variables, attrs=attributes or {})
    path.write_bytes(dataset.to_netcdf(None, engine="h5netcdf"))


def write_plain_hdf5(path: Path) -> None:
    with require("h5py", "the test").File(path, "w") as file:
        file["t"] = np.arange(3)


FOREIGN: dict[str, Callable[[Path], object]] = {
    "empty.csv": lambda path: path.write_bytes(b""),
    "dos.csv": lambda path: path.write_bytes("t,LÅGE\n0,1\n".encode("cp850")),
    "nul.csv": lambda path: path.write_bytes(b"t,x\n0,1\0\n"),
    "long.csv": lambda path: path.write_bytes(b"t,x\n0," + b"1" * 200_000 + b"\n"),
    "twice.csv": lambda path: path.write_text("t,x,x\n0,1,2\n"),
    "folder.csv": lambda path: path.mkdir(),
    "dos.dat": lambda path: path.write_bytes('" t LÅGE\n0 1\n'.encode("cp850")),
    "folder.dat": lambda path: path.mkdir(),
    "folder.parquet": lambda path: path.mkdir(),
    "no-columns.parquet": lambda path: write_parquet(path, {}),
    "words.parquet": lambda path: write_parquet(path, {"t": [0.0, 1.0], "x": ["a", "b"]}),
    "lists.parquet": lambda path: write_parquet(path, {"t": [0.0], "x": [[1.0, 2.0]]}),
    "units-are-a-list.parquet": lambda path: write_parquet(path, {"t": [0.0]}, '{"units": "[1]"}'),
    "deep.parquet": lambda path: write_parquet(path, {"t": [0.0]}, '{"sources": "' + DEEP + '"}'),
    "deep-attributes.parquet": lambda path: write_parquet(path, {"t": [0.0]}, DEEP),
    "no-time.nc": lambda path: write_netcdf(path, {"x": ("u", [1.0, 2.0])}),
    "square.nc": lambda path: write_netcdf(path, {"t": ("t", [0.0, 1.0]), "x": (("t", "u"), [[1.0], [2.0]])}),
    "words.nc": lambda path: write_netcdf(path, {"t": ("t", [0.0, 1.0]), "x": ("t", ["a", "b"])}),
    "deep.nc": lambda path: write_netcdf(path, {"t": ("t", [0.0])}, {"sources": DEEP}),
    "list.nc": lambda path: write_netcdf(path, {"t": ("t", [0.0])}, {"sources": "[1, 2]"}),
    "plain.nc": write_plain_hdf5,
    "text.nc": lambda path: path.write_text("t,x\n0,1\n"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_file_of_a_different_type_is_rejected_with_its_name_and_a_hint(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    FOREIGN[name](path)
    with pytest.raises(simnon.UserError, match=name) as raised:
        read_trajectory(path)
    assert raised.value.hint


@pytest.mark.parametrize("extension", KINDS)
def test_a_missing_file_is_reported(tmp_path: Path, extension: str) -> None:
    with pytest.raises(simnon.UserError, match="there is no") as raised:
        read_table(tmp_path / f"nowhere{extension}")
    assert raised.value.code == "file-not-found"


@pytest.mark.parametrize("code", ["while True: pass", "import os; os.kill(os.getpid(), 11)"])
def test_a_library_that_crashes_or_hangs_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    path = tmp_path / "bad.nc"
    write_netcdf(path, {"t": ("t", [0.0, 1.0])})
    monkeypatch.setattr(netcdf_trial, "_TRIAL", code)
    monkeypatch.setattr(netcdf_trial, "SECONDS", 0.2)

    with pytest.raises(simnon.UserError, match=r"bad\.nc.*damaged"):
        read_table(path)


def test_an_unchanged_file_of_ours_needs_no_trial(
    run: simnon.Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(netcdf_trial, "_TRIAL", "1/0")
    run.write(tmp_path / "a.nc")

    assert len(read_table(tmp_path / "a.nc").t) == len(run.t)

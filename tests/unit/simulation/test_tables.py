"""Trajectories as tables of other libraries and as files: the numbers survive the round trip."""

from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.simulation import read_table, write_table
from simnon.source import libraries

BALL = (Path(__file__).parents[3] / "examples" / "ball.t").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def run() -> simnon.Trajectory:
    return simnon.load(BALL).simulate(0, 5, store=["h", "v"])


@pytest.mark.parametrize("suffix", [".csv", ".dat", ".parquet", ".nc"])
def test_a_file_preserves_every_number_and_unit(run: simnon.Trajectory, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"ball{suffix}"
    run.write(path)

    back = simnon.read_trajectory(path)

    assert np.array_equal(back.t, run.t)
    assert np.array_equal(back["h"], run["h"])
    assert dict(back.units)["v"] == "m/s"
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", [".parquet", ".nc"])
def test_a_file_has_its_provenance(run: simnon.Trajectory, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"ball{suffix}"
    run.write(path)

    back = simnon.read_trajectory(path)

    assert back.provenance.model == "ball"
    assert back.provenance.sources == run.provenance.sources
    assert back.stop.code == "end"


def test_a_discontinuity_is_two_rows_at_one_time(run: simnon.Trajectory) -> None:
    frame = run.to_pandas()
    jumps = frame[frame.index.duplicated(keep=False)]["v"]

    assert len(jumps) >= 2
    assert jumps.iloc[0] < 0 < jumps.iloc[1]


def test_xarray_has_units_and_the_time_as_coordinate(run: simnon.Trajectory) -> None:
    dataset = run.to_xarray()

    assert dataset["h"].attrs["units"] == "m"
    assert dataset["h"].dims == ("t",)
    assert dataset.attrs["model"] == "ball"


def test_an_unknown_file_type_is_rejected(run: simnon.Trajectory, tmp_path: Path) -> None:
    with pytest.raises(simnon.UserError, match=r"unknown file type '.cvs'"):
        run.write(tmp_path / "ball.cvs")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_library_is_named(run: simnon.Trajectory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda _name: None)
    with pytest.raises(simnon.UserError, match="to_pandas needs the library pandas"):
        run.to_pandas()


@pytest.mark.parametrize("text", ["", "t,x\n1,b\n", "t,x\n1\n"])
def test_a_file_that_is_not_a_table_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(simnon.UserError):
        simnon.read_trajectory(path)


def test_the_text_form_names_its_columns_in_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "old.dat"
    path.write_text('" t H[TANK] U\n" a remark\n0 1.5 2\n" another\n  1  2.5E0  -3\n', encoding="utf-8")

    table = read_table(path)

    assert table.t.tolist() == [0.0, 1.0]
    assert {name: column.tolist() for name, column in table.columns.items()} == {"H[TANK]": [1.5, 2.5], "U": [2, -3]}


@pytest.mark.parametrize("text", ["", "0 1\n1 2\n", '" t x\n0 1\n1 b\n', '" t x\n0 1\n1\n'])
def test_a_text_that_is_not_a_table_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.dat"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(simnon.UserError, match=r"bad\.dat"):
        read_table(path)


@pytest.mark.parametrize("unit", ["s", "min", "h"])
@pytest.mark.parametrize("extension", [".csv", ".nc", ".parquet"])
def test_the_time_keeps_its_unit_in_files(tmp_path: Path, extension: str, unit: str) -> None:
    text = f"CONTINUOUS SYSTEM s\nSTATE x [m]\nDER dx\nTIME t [{unit}]\ndx = v*t/t\nv: 1 [m/{unit}]\nEND\n"
    run = simnon.load(text).simulate(1, 2)
    path = tmp_path / f"run{extension}"

    write_table(run.table(), path)
    back = read_table(path)

    assert back.units["t"] == unit
    assert back.t.tolist() == run.t.tolist()


def test_an_index_of_a_parquet_file_is_its_time(tmp_path: Path) -> None:
    frame = pytest.importorskip("pandas").DataFrame({"t": [0.0, 1.0], "x": [5.0, 6.0], "y": [7.0, 8.0]})
    frame.set_index("t").to_parquet(tmp_path / "indexed.parquet")

    table = read_table(tmp_path / "indexed.parquet")

    assert table.t.tolist() == [0.0, 1.0]
    assert list(table.columns) == ["x", "y"]


def test_dates_are_not_taken_for_numbers(tmp_path: Path) -> None:
    """They would be nanoseconds since 1970."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"t": pandas.to_datetime(["2020-01-01", "2020-01-02"]), "x": [1.0, 2.0]})
    frame.to_parquet(tmp_path / "dated.parquet")

    with pytest.raises(simnon.UserError, match="dates or durations"):
        read_table(tmp_path / "dated.parquet")


def test_a_table_of_a_spreadsheet_can_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes("\ufefft,nivå\r\n0,1\r\n1,2\r\n".encode())

    table = read_table(path)

    assert (table.t.tolist(), list(table.columns)) == ([0.0, 1.0], ["nivå"])


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("2,nine,4", "line 3, column 2 (x): 'nine' is not a number"),
        ("2, 3 ,4;5", "line 3, column 3 (y): '4;5' is not a number"),
        ("2,3", "line 3 has 2 values for 3 columns"),
        ("2,3,4,5", "line 3 has 4 values for 3 columns"),
    ],
)
def test_what_is_no_number_is_told_with_its_place(tmp_path: Path, row: str, told: str) -> None:
    path = tmp_path / "log.csv"
    path.write_text(f"t,x [m],y\n1,2,3\n{row}\n", "utf-8")

    with pytest.raises(simnon.SimnonError) as caught:
        read_table(path)

    assert f"log.csv, {told}" in str(caught.value)

"""Where results go: Datasets, files and streams have the same numbers, and their provenance."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simnon import Ensemble, Model, UserError, load, read_ensemble
from simnon.source import restore_replaced
from simnon.studies import Threads, grid_design, leave, normal
from simnon.studies.storage import storing
from tests.seeds import first_fast
from tests.unit.studies.models import ESCAPE, OSCILLATOR


@pytest.fixture(scope="module")
def model() -> Model:
    return load(OSCILLATOR)


@pytest.fixture(scope="module")
def grid(model: Model) -> Ensemble:
    return model.sweep({"d": [0.1, 0.5, 1.0], "x": [1.0, 2.0]}, 0, 2, keep=["max(x)", "x"], spacing=0.25)


@pytest.fixture(scope="module")
def cloud(model: Model) -> Ensemble:
    return model.sample({"d": normal(0.5, 0.1)}, 0, 2, count=7, keep=["final(x)", "v"], spacing=0.25, seed=3)


def assert_same(one: Ensemble, other: Ensemble) -> None:
    assert one.results.design.names == other.results.design.names
    assert one.results.shape == other.results.shape
    for name in (*one.results.stored.reduced, *one.results.stored.curves, *one.results.design.names):
        assert np.array_equal(one[name], other[name], equal_nan=True), name
    assert one.stops.tolist() == other.stops.tolist()
    assert one.t.tolist() == other.t.tolist()
    assert one.messages == other.messages
    assert one.provenance == other.provenance


def test_the_dataset_has_parameters_as_coordinates_and_units(grid: Ensemble, cloud: Ensemble) -> None:
    dataset = grid.dataset

    assert dataset["max(x)"].dims == ("d", "start(x)")
    assert dataset["x"].dims == ("d", "start(x)", "t")
    assert dataset["max(x)"].attrs["units"] == dataset["x"].attrs["units"] == "m"
    assert dataset["max(x)"].sel({"d": 0.5, "start(x)": 2.0}) == grid["max(x)"][1, 1]
    assert cloud.dataset["d"].dims == ("member",)


def test_the_dataset_has_its_provenance(model: Model, cloud: Ensemble) -> None:
    attributes = cloud.dataset.attrs

    assert json.loads(attributes["sources"]) == model._simulator.hashes
    assert json.loads(attributes["options"])["spacing"] == 0.25
    assert (attributes["design"], attributes["seed"]) == ("random", "3")
    assert attributes["simnon"]


@pytest.mark.slow
def test_stop_reasons_are_indices_into_a_list_with_messages() -> None:
    ensemble = load(ESCAPE).sweep({"a": [0.1, 5.0]}, 0, 1)
    dataset = ensemble.dataset
    reasons = json.loads(dataset["stop"].attrs["reasons"])

    assert [reasons[number] for number in dataset["stop"].to_numpy()] == ["end", "step-too-small"]
    assert "step-too-small" in json.loads(dataset.attrs["stop_messages"])


@pytest.mark.parametrize("extension", [".nc", ".zarr"])
def test_a_file_survives_a_round_trip(grid: Ensemble, cloud: Ensemble, tmp_path: Path, extension: str) -> None:
    for ensemble in (grid, cloud):
        path = tmp_path / f"{len(ensemble)}{extension}"
        ensemble.write(path)
        assert_same(read_ensemble(path), ensemble)


@pytest.mark.parametrize("extension", first_fast([".zarr", ".nc"]))
def test_a_streamed_file_equals_the_results_in_memory(
    model: Model, grid: Ensemble, cloud: Ensemble, tmp_path: Path, extension: str
) -> None:
    streamed = model.sweep(
        {"d": [0.1, 0.5, 1.0], "x": [1.0, 2.0]}, 0, 2, keep=["max(x)", "x"], spacing=0.25, to=tmp_path / f"g{extension}"
    )
    assert_same(streamed, grid)
    assert_same(read_ensemble(tmp_path / f"g{extension}"), grid)
    model.sample(
        {"d": normal(0.5, 0.1)},
        0,
        2,
        count=7,
        keep=["final(x)", "v"],
        spacing=0.25,
        seed=3,
        to=tmp_path / f"c{extension}",
    )
    assert_same(read_ensemble(tmp_path / f"c{extension}"), cloud)


@pytest.mark.parametrize("extension", first_fast([".zarr", ".nc"]))
def test_an_unfinished_file_can_be_read(model: Model, tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"part{extension}"
    study = model.study(grid_design({"d": np.linspace(0, 1, 500)}), 0, 2, keep=["max(x)"], to=path)
    assert read_ensemble(path).summary().splitlines()[1:] == ["  500 not run"]
    going = study.resume(Threads(1))
    next(going)
    assert 0 < read_ensemble(path).stops.tolist().count("end") < 500
    leave(going)
    study.ensemble()
    found = read_ensemble(path)

    assert found.stops.tolist() == study.ensemble().stops.tolist()
    assert set(found.stops.tolist()) == {"end", "not-run"}
    assert list(found.results.stored.reduced) == ["max(x)"]
    assert_same(study.finish(), model.sweep({"d": np.linspace(0, 1, 500)}, 0, 2, keep=["max(x)"]))


@pytest.mark.parametrize("extension", [".nc", ".zarr", ".parquet"])
def test_records_are_written_even_if_some_are_missing(model: Model, tmp_path: Path, extension: str) -> None:
    study = model.study(grid_design({"d": np.linspace(0, 1, 300)}), 0, 2, keep="all")
    going = study.resume(Threads(1))
    next(going)
    leave(going)
    left = study.ensemble()
    left.write(tmp_path / f"some{extension}")

    assert set(left.stops.tolist()) == {"end", "not-run"}
    if extension != ".parquet":
        found = read_ensemble(tmp_path / f"some{extension}").results.stored.records
        assert [rows.tolist() for rows in found] == [rows.tolist() for rows in left.results.stored.records]


@pytest.mark.parametrize("extension", [".nc", ".zarr"])
def test_a_damaged_or_missing_file_is_a_user_error(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"other{extension}"
    with pytest.raises(UserError, match="there is no"):
        read_ensemble(path)
    path.write_bytes(b"\x89HDF\r\n\x1a\nnot quite")
    with pytest.raises(UserError, match="damaged"):
        read_ensemble(path)


def test_parquet_has_a_row_for_each_member(grid: Ensemble, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    grid.write(tmp_path / "grid.parquet")
    table = parquet.read_table(tmp_path / "grid.parquet")

    assert table["max(x)"].to_pylist() == grid["max(x)"].reshape(-1).tolist()
    assert table["x"].to_pylist() == grid["x"].reshape(6, -1).tolist()
    assert table["d"].to_pylist() == [0.1, 0.1, 0.5, 0.5, 1.0, 1.0]
    assert table["stop"].to_pylist() == ["end"] * 6
    assert table.schema.metadata[b"model"] == b"oscillator"


def test_records_of_different_lengths_are_padded_in_files(model: Model, tmp_path: Path) -> None:
    ensemble = model.sweep({"k": [1.0, 30.0]}, 0, 2, keep="all")
    ensemble.write(tmp_path / "all.nc")
    again = read_ensemble(tmp_path / "all.nc")

    for one, other in zip(ensemble.results.stored.records, again.results.stored.records, strict=True):
        assert np.array_equal(one, other)


def test_unsupported_files_are_rejected(model: Model, grid: Ensemble, tmp_path: Path) -> None:
    for path in ("grid.csv", "grid.netcdf"):
        with pytest.raises(UserError, match="cannot be written"):
            grid.write(tmp_path / path)
    with pytest.raises(UserError, match="cannot be streamed"):
        model.sweep({"d": [1.0]}, 0, 1, to=tmp_path / "grid.parquet")
    with pytest.raises(UserError, match="stream"):
        model.sweep({"d": [1.0]}, 0, 1, keep="all", to=tmp_path / "grid.zarr")
    with pytest.raises(UserError, match="cannot be read"):
        read_ensemble(tmp_path / "grid.parquet")


@pytest.mark.parametrize("extension", [".nc", ".zarr"])
def test_an_unwritable_path_is_a_user_error(model: Model, tmp_path: Path, extension: str) -> None:
    (tmp_path / "file").write_text("not a folder")

    with pytest.raises(UserError, match=r"Not a directory|File exists|unable to open") as raised:
        model.sweep({"d": [1.0]}, 0, 1, to=tmp_path / "file" / f"grid{extension}")
    assert raised.value.code == "file-not-written"


@pytest.mark.parametrize("extension", first_fast([".zarr", ".nc"]))
def test_a_stream_replaces_nothing_without_force_and_keeps_what_it_replaces(
    model: Model, tmp_path: Path, extension: str
) -> None:
    path = tmp_path / f"hours{extension}"
    first = model.sweep({"d": [0.1, 0.2]}, 0, 1, to=path)
    with pytest.raises(UserError, match="already exists") as raised:
        model.sweep({"d": [0.5]}, 0, 1, to=path)
    assert raised.value.code == "file-exists"
    assert_same(read_ensemble(path), first)

    second = model.sweep({"d": [0.5]}, 0, 1, to=path, force=True)
    assert_same(read_ensemble(path), second)
    restore_replaced(path)
    assert_same(read_ensemble(path), first)


def test_force_without_a_file_is_rejected(model: Model) -> None:
    with pytest.raises(UserError, match="force="):
        model.sweep({"d": [0.5]}, 0, 1, force=True)


@pytest.mark.parametrize("extension", first_fast([".zarr", ".nc"]))
def test_a_member_counts_as_done_only_when_its_numbers_are_on_the_disk(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extension: str
) -> None:
    path = tmp_path / f"cut{extension}"
    study = model.study(grid_design({"d": np.linspace(0, 1, 50)}), 0, 2, keep=["max(x)", "x"], spacing=0.5, to=path)

    def fail(_files: set[Path]) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storing, "sync", fail)
    with pytest.raises(UserError, match="No space left"):
        study.finish()
    found = read_ensemble(path)
    assert set(found.stops.tolist()) == {"not-run"}
    assert np.isfinite(found["max(x)"]).any()


@pytest.mark.parametrize("extension", [".nc", ".zarr", ".parquet"])
def test_an_ensemble_is_written_over_itself(grid: Ensemble, cloud: Ensemble, tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"e{extension}"
    for ensemble in (grid, cloud, grid):
        ensemble.write(path)

    if extension != ".parquet":
        assert_same(read_ensemble(path), grid)


@pytest.mark.skipif(os.name == "nt", reason="limits of processes are those of POSIX")
@pytest.mark.slow
@pytest.mark.parametrize("extension", [".nc", ".zarr"])
def test_a_disk_too_small_for_a_stream_is_reported_before_the_first_run(tmp_path: Path, extension: str) -> None:
    code = f"""
import resource
import simnon
model = simnon.load({OSCILLATOR!r})
before = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
try:
    model.sweep({{"d": [0.001*i for i in range(1000)]}}, 0, 2, keep=["x"], spacing=0.01, to="wide{extension}")
except simnon.UserError as error:
    print(error.code, error)
finally:
    # The coverage of this process is longer than the files that it is allowed here.
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
"""
    words = [sys.executable, "-B", "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"file-not-written wide{extension}: File too large; the system allows no files of this size\n"
    assert list(tmp_path.iterdir()) == []


def test_messages_that_would_not_fit_are_shortened() -> None:
    letters = storing._letters({f"reason-{number}": "why " * 200 for number in range(60)})

    found = json.loads(letters.tobytes())
    assert len(found) == 60
    assert found["reason-7"].startswith("why why")


def test_names_are_found_as_the_user_gives_them(grid: Ensemble) -> None:
    assert np.array_equal(grid["MAX( X )"], grid["max(x)"])
    assert grid["X"].shape == (3, 2, 9)
    with pytest.raises(UserError, match="was not kept"):
        grid["min(x)"]

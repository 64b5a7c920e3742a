"""Whatever the bytes of a file: a valid ensemble, or a UserError; nothing else."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simnon import Ensemble, UserError, load, read_ensemble
from simnon.source import require
from tests.damaged_files import put_damaged
from tests.seeds import first_fast, seeds
from tests.unit.studies.models import OSCILLATOR

DEEP = "[" * 200_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An ensemble in each type of file, written at once or streamed."""
    folder = tmp_path_factory.mktemp("good")
    model = load(OSCILLATOR)
    values = {"d": [0.1, 0.5, 1.0]}
    for extension in (".nc", ".zarr"):
        model.sweep(values, 0, 2, keep=["max(x)", "x"], spacing=0.25).write(folder / f"whole{extension}")
        model.sweep(values, 0, 2, keep=["max(x)", "x"], spacing=0.25, to=folder / f"streamed{extension}")
    return folder


@pytest.fixture(scope="module")
def grid() -> Ensemble:
    return load(OSCILLATOR).sweep({"d": [0.1, 0.5, 1.0]}, 0, 2, keep=["max(x)", "x"], spacing=0.25)


def read_or_refused(path: Path) -> Ensemble | UserError:
    try:
        return read_ensemble(path)
    except UserError as error:
        return error


def assert_refused(path: Path) -> None:
    with pytest.raises(UserError, match=path.name) as raised:
        read_ensemble(path)
    assert raised.value.hint
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("seed", seeds(range(20), 1))
@pytest.mark.parametrize("name", first_fast(["streamed.nc", "whole.zarr", "whole.nc", "streamed.zarr"], 2))
def test_a_damaged_ensemble_is_read_or_rejected(folder: Path, tmp_path: Path, name: str, seed: int) -> None:
    for number in range(1 if name.endswith(".nc") else 5):
        bad = tmp_path / f"bad{number}{Path(name).suffix}"
        put_damaged(folder / name, bad, 100 * seed + number)
        found = read_or_refused(bad)
        if isinstance(found, UserError):
            assert bad.name in str(found)
            assert found.hint
        else:
            found.summary()
            assert len(found.stops) == 3
            assert found["x"].dtype == found["max(x)"].dtype == np.float64


@pytest.mark.parametrize(
    ("attribute", "text"),
    first_fast(
        [
            ("parameters", "no JSON"),
            ("parameters", '{"d": 1}'),
            ("parameters", '["nosuch"]'),
            ("parameters", "[1]"),
            ("parameters", DEEP),
            ("stop_messages", "[]"),
            ("stop_messages", '{"end": 1}'),
            ("variable_units", '"m"'),
            ("recorded", '{"x": "y"}'),
            ("grid", "[[1.0], [2.0]]"),
            ("grid", "7"),
        ]
    ),
)
def test_an_invalid_description_is_rejected(grid: Ensemble, tmp_path: Path, attribute: str, text: str) -> None:
    dataset = grid.dataset.assign_attrs({attribute: text})
    path = tmp_path / "other.nc"
    path.write_bytes(dataset.to_netcdf(None, engine="h5netcdf"))

    assert_refused(path)


def with_words(dataset: Any) -> Any:
    return dataset.assign({"max(x)": ("d", ["a", "b", "c"])})


def with_unknown_reason(dataset: Any) -> Any:
    return dataset.assign(stop=("d", np.array([1, 2, 100], np.int8)))


def without_stops(dataset: Any) -> Any:
    return dataset.drop_vars("stop")


def nothing_but_numbers(dataset: Any) -> Any:
    return dataset.drop_attrs()


@pytest.mark.parametrize("change", first_fast([with_words, with_unknown_reason, without_stops, nothing_but_numbers]))
def test_a_dataset_that_is_not_an_ensemble_is_rejected(grid: Ensemble, tmp_path: Path, change: Any) -> None:
    path = tmp_path / "other.nc"
    path.write_bytes(change(grid.dataset).to_netcdf(None, engine="h5netcdf"))

    assert_refused(path)


def test_a_group_that_is_an_array_is_rejected(tmp_path: Path) -> None:
    require("zarr", "the test").create_array(str(tmp_path / "array.zarr"), data=np.zeros(3))

    assert_refused(tmp_path / "array.zarr")


def test_attributes_that_are_not_json_are_rejected(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "deep.zarr"
    put_damaged(folder / "whole.zarr", path, 0)
    for text in (DEEP, "{}", json.dumps({"zarr_format": 3, "node_type": "group", "attributes": 7})):
        (path / "zarr.json").write_text(text)
        assert_refused(path)

"""Memory stays bounded: by the numbers that are kept, and by nothing if they stream to the disk."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from simnon import Model, load, read_ensemble
from simnon.studies import uniform
from tests.unit.studies.models import ESCAPE

MEBIBYTE = 2**20


def peak(work: Callable[[], object]) -> float:
    """The peak allocation, in MiB."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] / MEBIBYTE
    finally:
        tracemalloc.stop()


@pytest.fixture
def model() -> Model:
    return load(ESCAPE)


@pytest.mark.slow
def test_a_member_with_one_number_takes_few_bytes(model: Model) -> None:
    count = 300_000
    model.sample({"a": uniform(-1, 0)}, 0, 1, count=100, keep=["final(x)"])  # what compiling takes is not meant
    used = peak(lambda: model.sample({"a": uniform(-1, 0)}, 0, 1, count=count, keep=["final(x)"]))

    # Ten million of them stay below 2 GiB.
    assert used * MEBIBYTE / count < 200


@pytest.mark.slow
def test_streamed_curves_are_never_all_in_memory(model: Model, tmp_path: Path) -> None:
    path, count, points = tmp_path / "big.zarr", 40_000, 1000

    def stream() -> None:
        model.sample({"a": uniform(-1, 0)}, 0, 1, count=count, keep=["x"], spacing=1 / (points - 1), to=path)

    assert peak(stream) < 0.6 * 8 * count * points / MEBIBYTE
    assert read_ensemble(path)["x"].shape == (count, points)

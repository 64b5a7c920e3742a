"""A plugin of pytest that keeps every model that tests simulate, pickled, with the end of its first run.

SIMNON_RECORDED=models.pickle python -m pytest -p tests.unit.exports.fmu.recording tests/library
"""

import os
import pickle
from pathlib import Path
from typing import Any

import pytest

import simnon

_FOUND: dict[bytes, tuple[float, float]] = {}


def pytest_configure() -> None:
    simulate = simnon.Model.simulate

    def recorded(self: simnon.Model, start: float = 0.0, stop: float = 1.0, **options: Any) -> simnon.Trajectory:
        _FOUND.setdefault(pickle.dumps(self), (float(start), float(stop)))
        return simulate(self, start, stop, **options)

    pytest.MonkeyPatch().setattr(simnon.Model, "simulate", recorded)


def pytest_unconfigure() -> None:
    found = [(data, stop) for data, (start, stop) in _FOUND.items() if start == 0.0]
    Path(os.environ["SIMNON_RECORDED"]).write_bytes(pickle.dumps(found))

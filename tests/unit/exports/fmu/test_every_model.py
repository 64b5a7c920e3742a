"""Every example, every golden model and every model of the library's tests as an FMU, in FMPy and in our own runs."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from fmpy.validation import validate_fmu

import simnon
from tests.golden.printed_stages import FILES_OF_MODEL
from tests.unit.exports.fmu.importing import columns, names_in, own_numbers, simulate

ROOT = Path(__file__).parents[4]
EXAMPLES = ROOT / "examples"
HERE = ("x86_64-linux",)
METHOD = "dopri5"
TOGETHER = (
    ("tank.t", "regulator.t", "level.t"),
    ("tank-study/tank.t", "tank-study/dpid.t", "tank-study/regtank.t"),
)
NOT_ALONE = ("optimum/loop.t", "optimum/steer.t", "optimum/steering.t", "optimum/tuning.t")
"""Connections to systems that only a session has, and macros."""


def example_files() -> dict[str, tuple[Path, ...]]:
    names = sorted(str(path.relative_to(EXAMPLES)) for path in EXAMPLES.rglob("*.t"))
    joined = {name for group in TOGETHER for name in group}
    groups = [*TOGETHER, *((name,) for name in names if name not in joined and name not in NOT_ALONE)]
    return {group[-1]: tuple(EXAMPLES / name for name in group) for group in groups}


MODELS = {**example_files(), **{f"golden {name}": files for name, files in FILES_OF_MODEL.items()}}
STOP = 4.0
"""Some golden models grow without bound, with an event for each unit."""
TOLERANCE = 1e-6
"""Of a run, unless the user says otherwise."""


def differences(model: simnon.Model, stop: float, version: int, folder: Path) -> Iterator[str]:
    """What FMPy finds wrong with the FMU, and the first number that differs from our own run."""
    path = model.to_fmu(folder / "m.fmu", version=version, stop=stop, method=METHOD, machines=HERE, force=True)
    yield from validate_fmu(str(path))
    names = names_in(path, [variable.name for variable in model.variables])
    ours = own_numbers(model, stop, METHOD, names)
    theirs = columns(simulate(path, stop, "CoSimulation", names, set_stop_time=False), names)
    are_same = (theirs[: len(ours)] == ours) | (np.isnan(theirs[: len(ours)]) & np.isnan(ours))
    for row, column in np.argwhere(~are_same)[:1]:
        yield f"row {row}: {names[column]} is {theirs[row, column]!r}, not {ours[row, column]!r}"


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", MODELS)
def test_the_fmu_of_an_example_or_golden_model_gives_our_own_bits(name: str, version: int, tmp_path: Path) -> None:
    model = simnon.load(*MODELS[name], trust=True, open_inputs=True)

    assert list(differences(model, STOP, version, tmp_path)) == []


NOT_EXCHANGED = {
    "belt.t": "slides along a switching surface, which an importer cannot do",
    "delayed.t": "has a DELAY",
    "golden memory": "has a DELAY",
    "noise.t": "is random at each of its samples, which an importer may round to another instant",
}


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", [name for name in MODELS if name not in NOT_EXCHANGED])
def test_in_model_exchange_it_stays_within_ten_tolerances_and_finds_the_events(
    name: str, version: int, tmp_path: Path
) -> None:
    model = simnon.load(*MODELS[name], trust=True, open_inputs=True)
    path = model.to_fmu(tmp_path / "m.fmu", version=version, stop=STOP, method=METHOD, machines=HERE)
    names = list(model.integrated)
    found = simulate(path, STOP, "ModelExchange", names, relative_tolerance=TOLERANCE / 1000, record_events=True)
    times = found["time"].tolist()
    own = model.simulate(0.0, STOP, method="dop853", rtol=1e-11, atol=1e-12, times=sorted(set(times)))
    row_of_time = {time: row for row, time in enumerate(own.t.tolist())}
    between = [i for i, time in enumerate(times) if times.count(time) == 1 and time in row_of_time]
    for each in names:
        ours = np.array([own[each][row_of_time[times[i]]] for i in between])
        size = max(1e-3, float(np.abs(ours).max(initial=0.0)))
        assert np.abs(found[each][between] - ours).max(initial=0.0) < 10 * TOLERANCE * size, each
    instants = np.array([time for time in times if times.count(time) > 1] or [-1.0])
    for time in {event.time for event in own.events if 0.0 < event.time < times[-1]}:
        assert np.abs(instants - time).min() < TOLERANCE, time


@pytest.fixture(scope="module")
def library_models(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[bytes, float]]:
    """The models of the library's tests, pickled, and the ends of their runs."""
    kept = tmp_path_factory.mktemp("models") / "models.pickle"
    words = ["-q", "-p", "tests.unit.exports.fmu.recording", "-p", "no:xdist", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, ROOT / "tests" / "library"],
        cwd=ROOT,
        env={**os.environ, "SIMNON_RECORDED": str(kept)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    found: list[tuple[bytes, float]] = pickle.loads(kept.read_bytes())  # noqa: S301
    return found


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
def test_the_fmus_of_the_library_give_our_own_bits(
    version: int, library_models: list[tuple[bytes, float]], tmp_path: Path
) -> None:
    found = {}
    for data, stop in library_models:
        model: simnon.Model = pickle.loads(data)  # noqa: S301
        wrong = list(differences(model, stop, version, tmp_path))
        if wrong:
            found[model._simulator.sources[0].text] = wrong

    assert len(library_models) > 100
    assert found == {}

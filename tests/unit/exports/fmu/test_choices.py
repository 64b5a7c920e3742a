"""Versions that an importer chooses before the start: each gives what the model with that version gives."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
import pytest
from fmpy.fmi3 import FMU3Model, FMU3Slave
from fmpy.validation import validate_fmu

import simnon
from tests.unit.exports.fmu.importing import STEPS, columns, simulate, step_of
from tests.unit.session.sessions import output_of, session_with

HERE = ("x86_64-linux",)
STOP = 4.0
ITEMS = ("linear", "lagging", "direct")
PLANT = """CONTINUOUS SYSTEM valve
INPUT u
OUTPUT y
k: 2
VERSION linear
STATE x
DER dx
dx = u - x
y = k*x
VERSION lagging
STATE x z
DER dx dz
dx = u - gain*x
dz = x - z
y = k*z*z
gain: 3
WHEN z > 0.4
  z = 0.1
END
VERSION direct
y = k*u
END
CONNECTING SYSTEM plant
TIME t
SYSTEM v: valve
SYSTEM w: valve
v.u = sin(t)
w.u = v.y
END
"""
SWITCHED = """CONTINUOUS SYSTEM one
STATE x
DER dx
VERSION a
dx = 1 - x
WHEN x > 0.5
  VERSION b
END
VERSION b
dx = -x
END
"""


def loaded(v: str = "lagging", w: str = "linear") -> simnon.Model:
    return simnon.load(PLANT, choices={"v.version": v, "w.version": w})


@pytest.fixture(scope="module", params=[2, 3])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the initial choice of `loaded`, which is not the first version."""
    made = tmp_path_factory.mktemp("made") / f"plant{request.param}.fmu"
    choices = ["v.version", "W.VERSION"]
    return loaded().to_fmu(
        made, version=request.param, stop=STOP, method="dopri5", choices=choices, machines=HERE
    )  # fmt: skip


def numbers(v: str, w: str) -> dict[str, Any]:
    return {"v.version": ITEMS.index(v) + 1, "w.version": ITEMS.index(w) + 1}


def computed(path: Path, model: simnon.Model) -> list[str]:
    known = {variable.name for variable in model.variables}
    found = fmpy.read_model_description(str(path)).modelVariables
    return [v.name for v in found if v.causality in ("output", "local") and v.name in known]


@pytest.mark.slow
def test_each_combination_in_co_simulation_gives_the_bits_of_its_model(path: Path) -> None:
    assert validate_fmu(str(path)) == []
    for v in ITEMS:
        for w in ITEMS:
            model = loaded(v, w)
            names = computed(path, model)
            start = {**numbers(v, w), "v.k": 1.5}
            found = columns(simulate(path, STOP, "CoSimulation", names, set_stop_time=False, start_values=start), names)
            run = model.begin(0.0, STOP, method="dopri5", parameters={"v.k": 1.5})
            for row, time in zip(found, (step_of(STOP) * np.arange(STEPS + 1)).tolist(), strict=False):
                run.advance_to(time)
                assert row.tolist() == [run[name] for name in names], (v, w, time)


@pytest.mark.slow
def test_each_version_in_model_exchange_finds_its_events(path: Path) -> None:
    for v in ITEMS:
        model = loaded(v, "lagging")
        names = ["v.y", "w.y", "w.z"]
        result = simulate(
            path,
            STOP,
            "ModelExchange",
            names,
            start_values=numbers(v, "lagging"),
            relative_tolerance=1e-9,
            record_events=True,
        )
        own = model.simulate(0.0, STOP, method="dopri5", rtol=1e-9, atol=1e-12)
        events = [t for t, again in zip(result["time"], result["time"][1:], strict=False) if t == again]

        instants = {event.time for event in own.events if event.time <= result["time"][-1]}

        assert events == pytest.approx(sorted(instants), abs=1e-6), v
        assert columns(result, names)[-1].tolist() == pytest.approx(
            [float(own.at(result["time"][-1])[name]) for name in names], rel=1e-5, abs=1e-6
        ), v


@pytest.fixture(scope="module")
def third(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Any]:
    made = tmp_path_factory.mktemp("third") / "plant.fmu"
    loaded().to_fmu(made, stop=STOP, method="dopri5", choices=["v.version", "w.version"], machines=HERE)
    return str(fmpy.extract(str(made), str(made.with_suffix("")))), fmpy.read_model_description(str(made))


def made(third: tuple[str, Any], kind: type[FMU3Slave] | type[FMU3Model] = FMU3Slave) -> Any:
    folder, description = third
    unit = kind(guid=description.guid, unzipDirectory=folder, modelIdentifier="plant")
    unit.instantiate()
    return unit


@pytest.fixture
def unit(third: tuple[str, Any]) -> Iterator[FMU3Slave]:
    found = made(third)
    yield found
    found.freeInstance()


@pytest.fixture
def reference(third: tuple[str, Any]) -> dict[str, int]:
    return {variable.name: variable.valueReference for variable in third[1].modelVariables}


def begin(unit: Any) -> None:
    unit.enterInitializationMode(startTime=0.0)
    unit.exitInitializationMode()


def advance(unit: FMU3Slave, start: float, reference: dict[str, int]) -> list[float]:
    for i in range(8):
        unit.doStep(start + 0.125 * i, 0.125)
    return [float(each) for each in unit.getFloat64([reference["v.y"], reference["w.y"]])]


@pytest.mark.slow
def test_a_version_is_chosen_before_the_start_only(unit: FMU3Slave, reference: dict[str, int]) -> None:
    chosen = [reference["v.version"]]
    assert unit.getInt64(chosen) == [2]
    unit.setInt64(chosen, [1])
    assert unit.getInt64(chosen) == [1]
    for wrong in (0, 4, -1):
        with pytest.raises(Exception, match="fmi3SetInt64"):
            unit.setInt64(chosen, [wrong])
    begin(unit)
    unit.setInt64(chosen, [1])
    with pytest.raises(Exception, match="fmi3SetInt64"):
        unit.setInt64(chosen, [2])
    unit.reset()
    assert unit.getInt64(chosen) == [2]


@pytest.mark.slow
def test_what_the_chosen_version_lacks_is_nan_and_can_be_set(unit: FMU3Slave, reference: dict[str, int]) -> None:
    unit.setInt64([reference["v.version"]], [1])
    unit.setFloat64([reference["v.gain"]], [4.0])
    begin(unit)
    unit.setFloat64([reference["v.gain"]], [5.0])

    assert np.isnan(unit.getFloat64([reference["v.gain"], reference["v.z"], reference["der(v.z)"]])).all()
    with pytest.raises(Exception, match="fmi3SetFloat64"):
        unit.setFloat64([reference["v.y"]], [1.0])


@pytest.mark.slow
def test_a_parameter_that_is_set_before_the_choice_counts(third: tuple[str, Any], reference: dict[str, int]) -> None:
    found = []
    for is_first in (True, False):
        unit = made(third)
        if is_first:
            unit.setFloat64([reference["v.k"]], [7.0])
        unit.setInt64([reference["v.version"]], [3])
        if not is_first:
            unit.setFloat64([reference["v.k"]], [7.0])
        begin(unit)
        found.append(advance(unit, 0.0, reference))
        unit.freeInstance()

    assert found[0] == found[1]
    assert found[0][0] == pytest.approx(7.0 * np.sin(1.0))


@pytest.mark.slow
def test_a_kept_state_has_its_choice(unit: FMU3Slave, third: tuple[str, Any], reference: dict[str, int]) -> None:
    unit.setInt64([reference["v.version"], reference["w.version"]], [3, 2])
    begin(unit)
    advance(unit, 0.0, reference)
    kept = unit.getFMUState()
    data = unit.serializeFMUState(kept)
    expected = advance(unit, 1.0, reference)
    other = made(third)
    begin(other)
    advance(other, 0.0, reference)
    restored = other.deserializeFMUState(data)
    other.setFMUState(restored)

    assert other.getInt64([reference["v.version"], reference["w.version"]]) == [3, 2]
    assert advance(other, 1.0, reference) == expected
    unit.setFMUState(kept)
    assert advance(unit, 1.0, reference) == expected
    with pytest.raises(Exception, match="fmi3DeserializeFMUState"):
        other.deserializeFMUState(bytes([9]) + bytes(data)[1:])
    other.freeFMUState(restored)
    unit.freeFMUState(kept)
    other.freeInstance()


@pytest.mark.slow
def test_derivatives_are_those_of_the_chosen_version(third: tuple[str, Any], reference: dict[str, int]) -> None:
    unit = made(third, FMU3Model)
    unit.setInt64([reference["v.version"]], [1])
    begin(unit)
    unknowns = [reference[name] for name in ("der(v.x)", "der(v.z)", "der(w.x)", "v.y")]
    found = unit.getDirectionalDerivative(unknowns, [reference["v.x"]], [1.0])

    assert list(found) == [-1.0, 0.0, 2.0, 2.0]
    unit.freeInstance()


@pytest.mark.slow
def test_a_session_names_a_version_to_let_it_be_chosen(tmp_path: Path) -> None:
    session = session_with(tmp_path, plant=PLANT.replace("v.u = sin(t)", "v.u = sin(t)\nv.version: lagging"))
    for line in ("SYST plant", "PAR v.gain: 5", "EXPORT plant.fmu w.y v.version"):
        output_of(session, line)
    found = {v.name: v for v in fmpy.read_model_description(str(tmp_path / "plant.fmu")).modelVariables}

    assert (found["v.version"].causality, found["v.version"].start) == ("parameter", "2")
    assert (found["v.gain"].start, found["w.version"].variability) == ("5.0", "constant")
    assert [name for name, each in found.items() if each.causality == "output"] == ["w.y"]


@pytest.mark.parametrize(
    ("text", "names", "message"),
    [
        (PLANT, ["v.versions"], "there are no versions 'v.versions'; did you mean 'v.version'"),
        (PLANT.replace("y = k*u", "y = j"), ["v.version"], "with v.version: direct: .*'j'"),
        (PLANT.replace("y = k*u", "x = k*u\ny = x\nz: 3"), ["v.version"], r"text 1:\d+: 'v.z' is something else"),
        (SWITCHED, ["version"], "a WHEN changes 'version'"),
    ],
)
def test_what_cannot_be_chosen_is_refused(text: str, names: list[str], message: str, tmp_path: Path) -> None:
    model = simnon.load(text)

    with pytest.raises(simnon.UserError, match=message):
        model.to_fmu(tmp_path / "m.fmu", choices=names, machines=HERE)


def test_too_many_combinations_are_refused(tmp_path: Path) -> None:
    parts = "".join(f"SYSTEM p{i}: valve\np{i}.u = 1\n" for i in range(4))
    model = simnon.load(PLANT[: PLANT.index("CONNECTING")] + f"CONNECTING SYSTEM many\n{parts}END\n")

    with pytest.raises(simnon.UserError, match=r"there are 81 combinations of .*: at most 32 fit"):
        model.to_fmu(tmp_path / "m.fmu", choices=[f"p{i}.version" for i in range(4)], machines=HERE)

"""Instances of an FMU, driven by FMPy call by call: inputs, parameters, states kept and restored, derivatives."""

import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fmpy
import pytest
from fmpy.fmi3 import FMU3Slave

import simnon

TEXT = """CONTINUOUS SYSTEM spring " a mass on a spring
INPUT force [N]
OUTPUT energy
STATE x [m] v [m/s]
DER dx dv
dx = v
dv = (force - k*x - d*v)/m
energy = 0.5*k*x*x + 0.5*m*v*v + stiff
INITIAL
stiff = 2*k
m: 2 [kg]
k: 8
d: 0.5
x: 1
END
"""
STOP = 4.0


@pytest.fixture(scope="module")
def model() -> simnon.Model:
    return simnon.load(TEXT, open_inputs=True)


@pytest.fixture(scope="module")
def path(model: simnon.Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model.to_fmu(tmp_path_factory.mktemp("fmu") / "spring.fmu", stop=STOP, machines=["x86_64-linux"])


@pytest.fixture(scope="module")
def folder(path: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(fmpy.extract(str(path), str(tmp_path_factory.mktemp("unzipped"))))


@pytest.fixture(scope="module")
def description(path: Path) -> Any:
    return fmpy.read_model_description(str(path))


@pytest.fixture
def instance(folder: str, description: Any) -> Iterator[FMU3Slave]:
    made = make(folder, description)
    yield made
    made.freeInstance()


def make(folder: str, description: Any) -> FMU3Slave:
    made = FMU3Slave(
        guid=description.guid, unzipDirectory=folder, modelIdentifier=description.coSimulation.modelIdentifier
    )
    made.instantiate()
    return made


def references(description: Any) -> dict[str, int]:
    return {variable.name: variable.valueReference for variable in description.modelVariables}


def start(instance: FMU3Slave) -> None:
    instance.enterInitializationMode(startTime=0.0)
    instance.exitInitializationMode()


@pytest.mark.slow
def test_inputs_and_parameters_change_at_communication_points_as_in_our_own_run(
    model: simnon.Model, description: Any, instance: FMU3Slave
) -> None:
    found, run = references(description), model.begin(0.0, STOP, method="dopri5")
    start(instance)
    run.advance_to(0.0)
    for i in range(16):
        force, k = 0.1 * i, 8.0 + (i >= 8)
        instance.setFloat64([found["force"], found["k"]], [force, k])
        instance.doStep(currentCommunicationPoint=0.25 * i, communicationStepSize=0.25)
        run.set({"force": force, "k": k})
        run.advance_to(0.25 * i + 0.25)
        names = ("x", "v", "energy", "stiff")
        assert instance.getFloat64([found[name] for name in names]) == [run[name] for name in names]


@pytest.mark.slow
def test_an_initial_value_counts_before_the_start_and_is_refused_after_it(
    description: Any, instance: FMU3Slave
) -> None:
    found = references(description)
    instance.setFloat64([found["x"]], [3.0])
    start(instance)

    assert instance.getFloat64([found["x"]]) == [3.0]
    with pytest.raises(Exception, match="fmi3SetFloat64"):
        instance.setFloat64([found["x"]], [1.0])


@pytest.mark.slow
def test_a_state_that_was_kept_or_serialized_continues_with_the_same_bits(
    description: Any, instance: FMU3Slave
) -> None:
    found = references(description)
    start(instance)
    instance.doStep(currentCommunicationPoint=0.0, communicationStepSize=1.0)
    kept = instance.getFMUState()
    data = instance.serializeFMUState(kept)
    instance.doStep(currentCommunicationPoint=1.0, communicationStepSize=1.0)
    first = instance.getFloat64([found["x"]])
    again = []
    for state in (kept, instance.deserializeFMUState(data)):
        instance.setFMUState(state)
        instance.doStep(currentCommunicationPoint=1.0, communicationStepSize=1.0)
        again.append(instance.getFloat64([found["x"]]))
        instance.freeFMUState(state)

    assert again == [first, first]


@pytest.mark.slow
def test_directional_and_adjoint_derivatives_are_exact(description: Any, instance: FMU3Slave) -> None:
    found = references(description)
    start(instance)
    derivative, columns = found["der(v)"], [found["x"], found["v"], found["force"]]
    seeds = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
    forward = [instance.getDirectionalDerivative([derivative], columns, seed)[0] for seed in seeds]
    adjoint = instance.getAdjointDerivative([derivative], columns, [1.0], nSensitivity=3)

    assert forward == pytest.approx([-8.0 / 2.0, -0.5 / 2.0, 1.0 / 2.0], rel=1e-15)
    assert list(adjoint) == pytest.approx(forward, rel=1e-15)


@pytest.mark.slow
def test_two_instances_in_one_process_do_not_see_each_other(folder: str, description: Any) -> None:
    found = references(description)
    one, two = make(folder, description), make(folder, description)
    one.setFloat64([found["x"]], [5.0])
    for each in (one, two):
        start(each)
        each.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.5)
    numbers = [each.getFloat64([found["x"]])[0] for each in (one, two)]
    one.freeInstance()
    two.freeInstance()

    assert numbers[0] != numbers[1]
    assert abs(numbers[0] / numbers[1] - 5.0) < 1e-4


@pytest.mark.slow
def test_a_thousand_instances_leave_nothing_behind(folder: str, description: Any) -> None:
    instance = make(folder, description)
    instance.freeInstance()
    before = 0
    for i in range(1000):
        made = make(folder, description)
        start(made)
        made.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.1)
        made.freeInstance()
        if i == 200:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096

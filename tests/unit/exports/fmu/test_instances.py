"""Instances of an FMU, driven by FMPy call by call: inputs, parameters, states kept and restored, derivatives."""

import ctypes
import resource
import signal
import subprocess
import sys
import threading
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


@pytest.mark.slow
def test_a_library_loaded_and_unloaded_a_thousand_times_leaves_nothing_behind(folder: str, description: Any) -> None:
    before = 0
    for i in range(1000):
        made = make(folder, description)
        start(made)
        handle = made.dll._handle
        made.freeInstance()
        assert f"{description.coSimulation.modelIdentifier}.so" not in Path("/proc/self/maps").read_text(), handle
        if i == 200:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096


@pytest.mark.slow
def test_instances_in_several_threads_give_the_numbers_that_they_give_alone(folder: str, description: Any) -> None:
    found = references(description)

    def simulated(x: float) -> list[float]:
        made = make(folder, description)
        made.setFloat64([found["x"]], [x])
        start(made)
        numbers = []
        for i in range(200):
            made.doStep(currentCommunicationPoint=0.25 * i, communicationStepSize=0.25)
            numbers += made.getFloat64([found["x"], found["energy"]])
        made.freeInstance()
        return numbers

    keep = ctypes.CDLL(make(folder, description).dll._name)
    places = [0.5 * (i + 1) for i in range(8)]
    alone = {x: simulated(x) for x in places}
    together: dict[float, list[float]] = {}
    threads = [threading.Thread(target=lambda x=x: together.update({x: simulated(x)})) for x in places]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert together == alone
    assert keep is not None


@pytest.mark.slow
def test_two_fmus_in_one_program_do_not_see_each_other(model: simnon.Model, path: Path, tmp_path: Path) -> None:
    other = simnon.load(Path(__file__).parents[4] / "examples" / "vdpol.t")
    second = other.to_fmu(tmp_path / "vdpol.fmu", stop=4.0, method="dopri5", machines=["x86_64-linux"])
    slaves = []
    for file in (path, second):
        described = fmpy.read_model_description(str(file))
        unzipped = fmpy.extract(str(file), str(tmp_path / file.stem))
        slaves.append((make(unzipped, described), references(described)))
    runs = [model.begin(0.0, STOP, method="dopri5"), other.begin(0.0, STOP, method="dopri5")]
    for slave, _ in slaves:
        start(slave)
    for run in runs:
        run.advance_to(0.0)
    for i in range(16):
        for (slave, found), run, name in zip(slaves, runs, ("x", "y"), strict=True):
            slave.doStep(currentCommunicationPoint=0.25 * i, communicationStepSize=0.25)
            run.advance_to(0.25 * i + 0.25)
            assert slave.getFloat64([found[name]]) == [run[name]]
    for slave, _ in slaves:
        slave.freeInstance()


KILLED = """
import sys, fmpy
from tests.unit.exports.fmu.test_instances import make, start
description = fmpy.read_model_description(sys.argv[1])
instance = make(sys.argv[1], description)
start(instance)
i = 0
while True:
    instance.doStep(currentCommunicationPoint=0.25 * i, communicationStepSize=0.25)
    i += 1
    if i == 10:
        print("running", flush=True)
"""


@pytest.mark.slow
def test_a_program_that_is_killed_half_way_leaves_an_fmu_that_works(
    folder: str, description: Any, instance: FMU3Slave
) -> None:
    before = sorted(file for file in Path(folder).rglob("*") if file.is_file())
    contents = [file.read_bytes() for file in before]
    root = Path(__file__).parents[4]
    running = subprocess.Popen([sys.executable, "-c", KILLED, folder], stdout=subprocess.PIPE, text=True, cwd=root)
    with running:
        assert running.stdout is not None
        assert running.stdout.readline() == "running\n"
        running.kill()
    start(instance)
    instance.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.25)

    assert running.returncode == -signal.SIGKILL
    assert sorted(file for file in Path(folder).rglob("*") if file.is_file()) == before
    assert [file.read_bytes() for file in before] == contents


@pytest.mark.slow
def test_the_importer_sees_each_internal_step_and_can_return_early(
    model: simnon.Model, folder: str, description: Any
) -> None:
    made = FMU3Slave(guid=description.guid, unzipDirectory=folder, modelIdentifier="spring")
    times: list[float] = []

    def look(_environment: Any, time: float, *rest: Any) -> None:
        times.append(time)
        *_, may_return, asks, _when = rest
        if may_return and time > 1.0:
            asks[0] = True

    made.instantiate(earlyReturnAllowed=True, intermediateUpdate=look)
    start(made)
    found = references(description)
    event, terminate, early, last = made.doStep(currentCommunicationPoint=0.0, communicationStepSize=4.0)
    run = model.begin(0.0, STOP, method="dopri5")
    run.advance_to(0.0)

    assert (bool(event), bool(terminate), bool(early)) == (False, False, True)
    assert 1.0 < last < 4.0
    assert times == sorted(times)
    assert times[-1] == last
    assert len(times) > 2
    run.advance_to(last)
    assert made.getFloat64([found["x"]])[0] == pytest.approx(run["x"], rel=1e-5)
    made.freeInstance()


@pytest.mark.slow
def test_a_stop_is_not_an_early_return_unless_that_is_allowed(tmp_path: Path) -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1\nSTOP WHEN x > 0.3 'enough'\nEND\n"
    path = simnon.load(text).to_fmu(tmp_path / "s.fmu", machines=["x86_64-linux"])
    described, unzipped = fmpy.read_model_description(str(path)), str(tmp_path / "s")
    fmpy.extract(str(path), unzipped)
    for is_allowed in (False, True):
        made = FMU3Slave(guid=described.guid, unzipDirectory=unzipped, modelIdentifier="s")
        made.instantiate(earlyReturnAllowed=is_allowed)
        start(made)
        _, terminate, early, last = made.doStep(currentCommunicationPoint=0.0, communicationStepSize=1.0)
        made.freeInstance()

        assert (bool(terminate), bool(early)) == (True, is_allowed)
        assert last == pytest.approx(0.3)

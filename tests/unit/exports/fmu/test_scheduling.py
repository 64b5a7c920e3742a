"""Scheduled execution: discrete systems with clocks that the importer ticks, beside our own runs."""

from pathlib import Path
from typing import Any

import fmpy
import pytest
from fmpy.fmi3 import FMU3ScheduledExecution, FMU3Slave, fmi3Float64, fmi3Int32, fmi3ValueReference
from fmpy.validation import validate_fmu

import simnon

EXAMPLES = Path(__file__).parents[4] / "examples"
HERE = ("x86_64-linux",)
TWO = """DISCRETE SYSTEM fast
INPUT u
OUTPUT y
STATE s
NEW ns
TIME t
TSAMP ts
y = s + u
ns = 0.5*s + u
ts = t + 0.25
END
DISCRETE SYSTEM slow
INPUT u
OUTPUT y
STATE s
NEW ns
TIME t
TSAMP ts
y = s
ns = s + u
ts = t + IF s < 2 THEN 1 ELSE 0.5
END
CONNECTING SYSTEM both
slow.u = fast.y
END
"""


@pytest.fixture(scope="module")
def model() -> simnon.Model:
    return simnon.load(TWO, open_inputs=True)


@pytest.fixture(scope="module")
def path(model: simnon.Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return model.to_fmu(tmp_path_factory.mktemp("fmu") / "two.fmu", scheduled=True, machines=HERE)


def references(path: Path) -> dict[str, int]:
    return {v.name: v.valueReference for v in fmpy.read_model_description(str(path)).modelVariables}


def instance(path: Path, folder: Path) -> Any:
    description = fmpy.read_model_description(str(path))
    unzipped = fmpy.extract(str(path), str(folder))
    made = FMU3ScheduledExecution(
        guid=description.guid, unzipDirectory=unzipped, modelIdentifier="both", instanceName="one"
    )
    made.instantiate()
    return made


def interval(made: Any, clock: int, function: str) -> float:
    value, qualifier, reference = fmi3Float64(), fmi3Int32(), fmi3ValueReference(clock)
    more = (qualifier,) if function.endswith("IntervalDecimal") else ()
    getattr(made, function)(made.component, reference, 1, value, *more)
    assert not more or qualifier.value == 2
    return float(value.value)


@pytest.mark.slow
def test_each_discrete_system_has_a_clock_and_the_description_is_valid(path: Path) -> None:
    description = fmpy.read_model_description(str(path))
    clocks = [v for v in description.modelVariables if v.type == "Clock"]

    assert validate_fmu(str(path)) == []
    assert description.scheduledExecution is not None
    assert description.coSimulation is None
    assert [(v.name, v.causality, v.intervalVariability) for v in clocks] == [
        ("clock of fast", "input", "changing"),
        ("clock of slow", "input", "changing"),
    ]


@pytest.mark.slow
def test_a_scheduler_that_follows_the_clocks_gives_the_bits_of_a_run(
    model: simnon.Model, path: Path, tmp_path: Path
) -> None:
    found, made = references(path), instance(path, tmp_path)
    clocks = {found["clock of fast"]: 0.0, found["clock of slow"]: 0.0}
    made.enterInitializationMode(startTime=0.0)
    made.exitInitializationMode()
    for clock in clocks:
        clocks[clock] = interval(made, clock, "fmi3GetShiftDecimal")
    run = model.begin(0.0, 10.0)
    while (time := min(clocks.values())) < 8.0:
        made.setFloat64([found["u[fast]"]], [time])
        run.set({"u[fast]": time})
        run.advance_to(time)
        for clock, due in clocks.items():
            if due == time:
                made.activateModelPartition(clock, time)
                clocks[clock] = time + interval(made, clock, "fmi3GetIntervalDecimal")
        names = ("y[fast]", "s[fast]", "y[slow]", "s[slow]", "ts[slow]")
        assert made.getFloat64([found[name] for name in names]) == [run[name] for name in names], time
    made.freeInstance()


@pytest.mark.slow
def test_a_clock_that_is_not_ticked_leaves_its_system_alone(path: Path, tmp_path: Path) -> None:
    found, made = references(path), instance(path, tmp_path)
    made.enterInitializationMode(startTime=0.0)
    made.exitInitializationMode()
    made.setFloat64([found["u[fast]"]], [1.0])
    for k in range(3):
        made.activateModelPartition(found["clock of fast"], 0.1 * k)

    assert made.getFloat64([found["y[fast]"], found["y[slow]"]]) == [2.5, 0.0]
    made.freeInstance()


@pytest.mark.slow
def test_it_has_no_other_interface(path: Path, tmp_path: Path) -> None:
    description = fmpy.read_model_description(str(path))
    slave: Any = FMU3Slave(
        guid=description.guid, unzipDirectory=fmpy.extract(str(path), str(tmp_path)), modelIdentifier="both"
    )

    with pytest.raises(Exception, match="instantiate"):
        slave.instantiate()


@pytest.mark.parametrize(
    ("names", "version", "message"),
    [
        (("vdpol.t",), 3, "no discrete system to schedule"),
        (("tank.t", "regulator.t", "level.t"), 3, r"tank\.t:\d+: 'level\[tank\]' is a continuous state"),
        (("regulator.t",), 2, "FMI 2.0 has no scheduled execution"),
    ],
)
def test_what_cannot_be_scheduled_is_refused(
    names: tuple[str, ...], version: int, message: str, tmp_path: Path
) -> None:
    model = simnon.load(*(EXAMPLES / name for name in names), open_inputs=True)

    with pytest.raises(simnon.UserError, match=message):
        model.to_fmu(tmp_path / "m.fmu", version=version, scheduled=True)

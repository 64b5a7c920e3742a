"""An FMU that Simnon has not made: integers, truth values and enumerations are numbers in the system."""

import zipfile
from pathlib import Path

import pytest

import simnon
from simnon.targets import read_mock_up
from tests.pickling import pickled
from tests.unit.targets.mock_up_in_c import make_counter


@pytest.fixture
def counter(tmp_path: Path) -> Path:
    return make_counter(tmp_path)


def test_values_of_every_kind_are_numbers(counter: Path) -> None:
    model = simnon.load(counter, trust=True)
    values = {"n": 2.0, "go": 1.0, "k": 3.0}

    run = model.simulate(0, 2, parameters=values)
    stopped = model.simulate(0, 2, parameters={**values, "go": 0.0})

    assert (run["body_y"][-1], run["count"][-1], run["many"][-1]) == (6, 8, 1)
    assert (stopped["body_y"][-1], stopped["count"][-1], stopped["many"][-1]) == (6, 0, 0)


def test_what_the_file_says_is_in_the_system(counter: Path) -> None:
    model = simnon.load(counter, trust=True)

    assert dict(model.parameters) == {"n": 1, "go": 1, "k": 2, "period": 0.5}
    assert dict(model.units) == {"body_y": "kg*m^2/s"}
    assert {each.name: each.text for each in read_mock_up(counter).signals}["k"] == "a 'rate'"


def test_an_output_that_depends_on_no_input_can_drive_one(counter: Path) -> None:
    loop = "CONNECTING SYSTEM loop\ngo[counter] = 1 - many[counter]\nn[counter] = 2\nEND\n"

    run = simnon.load(counter, loop, trust=True).simulate(0, 4)

    assert run["count"][-1] == 6


def test_a_variable_that_the_fmu_does_not_have_is_reported(counter: Path) -> None:
    (counter.parent / "own.t").write_text(
        "DISCRETE SYSTEM own FROM 'counter.fmu'\nTIME t\nTSAMP ts\nSTATE run_\nNEW nrun\nOUTPUT speed\n"
        "ts = t + 1\nINITIAL\nEND\n"
    )

    with pytest.raises(simnon.SimnonError, match=r"counter\.fmu has no variable 'speed'"):
        simnon.load(counter.parent / "own.t", trust=True)


def test_an_fmu_is_a_system_and_not_a_function(counter: Path) -> None:
    (counter.parent / "own.t").write_text(
        "CONTINUOUS SYSTEM own\nOUTPUT y\nTIME t\nFUNCTION f(x) FROM 'counter.fmu'\ny = f(t)\nEND\n"
    )

    with pytest.raises(simnon.SimnonError, match="an FMU has no function 'f'"):
        simnon.load(counter.parent / "own.t", trust=True)


def test_the_text_cannot_ask_for_an_interface_that_the_fmu_lacks(counter: Path) -> None:
    (counter.parent / "own.t").write_text("CONTINUOUS SYSTEM own FROM 'counter.fmu'\nOUTPUT count\nEND\n")

    with pytest.raises(simnon.SimnonError, match=r"counter\.fmu has no model exchange"):
        simnon.load(counter.parent / "own.t", trust=True)


def test_fmi_1_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "old.fmu", "w") as archive:
        archive.writestr(
            "modelDescription.xml",
            '<fmiModelDescription fmiVersion="1.0" modelName="m" modelIdentifier="m" guid="1" '
            'numberOfContinuousStates="0" numberOfEventIndicators="0"/>',
        )

    with pytest.raises(simnon.UserError, match=r"old\.fmu has FMI 1\.0, which is not supported"):
        simnon.load(tmp_path / "old.fmu", trust=True)


def test_a_file_without_a_folder_in_its_name_is_that_of_this_folder(
    counter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(counter.parent)
    model = simnon.load("counter.fmu", trust=["."])
    monkeypatch.chdir("/")

    assert pickled(model).simulate(0, 1)["body_y"][-1] == 2

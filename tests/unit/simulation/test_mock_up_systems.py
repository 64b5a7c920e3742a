"""FMUs as systems: those that Simnon itself exports run as the models they were made of."""

import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.simulation import StopKind, data_system_text
from simnon.source import libraries
from simnon.targets import TARGETS
from tests.pickling import pickled
from tests.unit.session.sessions import failure, output_of, replies, session_with
from tests.unit.targets.mock_up_in_c import make_counter

HERE = ("x86_64-linux",)
PLANT = """CONTINUOUS SYSTEM plant " a mass on a spring
INPUT u [N] " the force
OUTPUT y [m]
STATE x [m] v [m/s]
DER dx dv
k: 2 [N/m] " the stiffness
m: 1 [kg]
x: 1
dx = v
dv = (u - k*x)/m
y = x
END
"""
LAW = "CONTINUOUS SYSTEM law\nINPUT e\nOUTPUT w\ngain: 3\nw = -gain*e\nEND\n"
CON = "CONNECTING SYSTEM con\ne[law] = y[plant]\nu[plant] = w[law]\nEND\n"
BALL = """CONTINUOUS SYSTEM ball
OUTPUT h v
STATE h v
DER dh dv
g: 9.81
h: 1
dh = v
dv = -g
WHEN h < 0
  v = -0.8*PRE(v)
END
END
"""
ESCAPE = """CONTINUOUS SYSTEM escape
OUTPUT x n
STATE x
DER dx
n: 0
x: 1
dx = x*x
WHEN x > 2
  n = 1
END
END
"""
PERIOD = 0.0625
STEPS = 64


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The FMU of a text, made once."""
    folder = tmp_path_factory.mktemp("made")

    def make(text: str, name: str, version: int) -> Path:
        path = folder / f"{name}{version}" / f"{name}.fmu"
        if not path.exists():
            path.parent.mkdir()
            model = simnon.load(text, open_inputs=True)
            model.to_fmu(path, version=version, stop=4.0, method="dopri5", machines=HERE)
        return path

    return make


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("version", [2, 3])
def test_model_exchange_gives_the_bits_of_the_model_it_was_made_of(
    made: Callable[..., Path], version: int, target: str
) -> None:
    model = simnon.load(made(PLANT, "plant", version), LAW, CON, trust=True)
    run, expected = (
        each.simulate(0, 5, method="dopri5", target=target) for each in (model, simnon.load(PLANT, LAW, CON))
    )

    assert run.notes == ()
    for name in ("x[plant]", "v[plant]", "y[plant]", "w[law]"):
        assert np.array_equal(run[name], expected[name]), name


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("version", [2, 3])
def test_co_simulation_gives_the_bits_of_the_model_at_its_samples(
    made: Callable[..., Path], version: int, target: str
) -> None:
    model = simnon.load(made(BALL, "ball", version), trust=True)
    run = model.simulate(0, 4, parameters={"period": PERIOD}, target=target)
    own = simnon.load(BALL).begin(0.0, 4.0, method="dopri5")

    assert run.notes == ()
    for number in range(STEPS):
        own.advance_to(number * PERIOD)
        row = np.searchsorted(run.t, number * PERIOD, side="right") - 1
        assert (run["h"][row], run["v"][row]) == (own["h"], own["v"]), number


STEPPED = """DISCRETE SYSTEM plant FROM 'plant.fmu'
TIME time_
TSAMP next_
STATE run_
NEW new_run_
INPUT u
OUTPUT y FROM time_ run_ k m
k: 2
m: 1
period: 0.0625
next_ = time_ + period
INITIAL
END
"""
SAMPLED_LAW = """DISCRETE SYSTEM law
INPUT e
OUTPUT w
TIME t
TSAMP ts
gain: 3
w = -gain*e
ts = t + 0.0625
END
"""


def stepped(folder: Path, fmu: Path) -> simnon.Model:
    shutil.copy(fmu, folder / "plant.fmu")
    (folder / "plant.t").write_text(STEPPED)
    return simnon.load(folder / "plant.t", LAW, CON, trust=True)


@pytest.mark.parametrize("version", [2, 3])
def test_a_text_decides_for_co_simulation_whose_inputs_hold_during_a_step(
    made: Callable[..., Path], tmp_path: Path, version: int
) -> None:
    run = stepped(tmp_path, made(PLANT, "plant", version)).simulate(0, 4)
    expected = simnon.load(PLANT, SAMPLED_LAW, CON).simulate(0, 4, rtol=1e-10, atol=1e-10)

    assert run.notes == ()
    assert run["y[plant]"][-1] == pytest.approx(expected["x[plant]"][-1], abs=1e-5)


def test_members_of_an_ensemble_and_later_runs_have_instances_of_their_own(
    made: Callable[..., Path], tmp_path: Path
) -> None:
    model = stepped(tmp_path, made(PLANT, "plant", 3))
    values = {"k[plant]": [1.0, 2.0, 3.0], "gain[law]": [3.0, 4.0]}

    members = model.sweep(values, 0, 4, keep=["final(y[plant])"])

    found = np.ravel(members["final(y[plant])"])
    single = [
        model.simulate(0, 4, parameters={"k[plant]": k, "gain[law]": gain})["y[plant]"][-1]
        for k in values["k[plant]"]
        for gain in values["gain[law]"]
    ]
    assert len(set(single)) == 6
    assert found.tolist() == single


def test_two_parts_are_two_instances(made: Callable[..., Path], tmp_path: Path) -> None:
    shutil.copy(made(BALL, "ball", 2), tmp_path / "ball.fmu")
    (tmp_path / "both.t").write_text("CONTINUOUS SYSTEM both\nSYSTEM a b: ball\nb.g: 1.62\nEND\n")
    model = simnon.load(tmp_path / "ball.fmu", tmp_path / "both.t", trust=True)

    run = model.simulate(0, 0.25, parameters={"a.period": PERIOD, "b.period": PERIOD})

    assert run["a.h"][-1] == pytest.approx(1 - 9.81 / 2 * 0.25**2, abs=1e-6)
    assert run["b.h"][-1] == pytest.approx(1 - 1.62 / 2 * 0.25**2, abs=1e-6)


def test_a_model_with_an_fmu_is_pickled(made: Callable[..., Path]) -> None:
    model = simnon.load(made(BALL, "ball", 3), trust=True)

    assert pickled(model).simulate(0, 1)["h"][-1] == model.simulate(0, 1)["h"][-1]


def test_units_descriptions_and_values_come_over(made: Callable[..., Path]) -> None:
    assert data_system_text(made(PLANT, "plant", 3)).splitlines()[:10] == [
        "CONTINUOUS SYSTEM plant FROM 'plant.fmu' \" a mass on a spring",
        "TIME time_",
        "STATE x [m]",
        "STATE v [m/s]",
        "DER der_x der_v",
        'INPUT u [N] " the force',
        "OUTPUT y [m] FROM time_ x v k m",
        "u: 0.0",
        'k: 2.0 [N/m] " the stiffness',
        "m: 1.0 [kg]",
    ]


def test_initial_values_of_model_exchange_are_those_of_the_user(made: Callable[..., Path]) -> None:
    model = simnon.load(made(PLANT, "plant", 2), trust=True)

    run = model.simulate(0, 1, initial={"x": 3.0}, parameters={"k": 4.0})

    assert run["x"][-1] == pytest.approx(3 * np.cos(2), abs=1e-4)


def test_a_session_takes_an_fmu_like_a_text_if_its_folder_is_trusted(made: Callable[..., Path], tmp_path: Path) -> None:
    shutil.copy(made(PLANT, "plant", 2), tmp_path / "plant.fmu")
    session = session_with(tmp_path, law=LAW, con=CON)

    assert "would run the code" in failure(session, "SYST PLANT.FMU law con").diagnostics[0].message
    session.workspace.trusted = (tmp_path,)
    replies(session, "SYST PLANT.FMU law con", "SIMU 0 5")

    assert "   1 CONTINUOUS SYSTEM plant FROM 'plant.fmu'" in output_of(session, "LIST")
    expected = simnon.load(PLANT, LAW, CON).simulate(0, 5)["x[plant]"][-1]
    assert session.workspace.run_named("").final["x"] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("version", [2, 3])
def test_a_step_that_fails_is_a_note_of_the_run(made: Callable[..., Path], version: int) -> None:
    model = simnon.load(made(ESCAPE, "escape", version), trust=True)

    run = model.simulate(0, 4)

    why = "the step has become too small: the solution may be singular here"
    assert run.notes == (f"the function output failed: {why}", f"the function dynamics failed: {why}")
    assert run["x"][0] == 1
    assert np.isnan(run["x"][-1])


def changed(fmu: Path, folder: Path, *changes: tuple[str, str], without: str = "nothing") -> Path:
    """A copy with another description, or without some files."""
    path = folder / "changed.fmu"
    with zipfile.ZipFile(fmu) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "modelDescription.xml":
                for before, after in changes:
                    assert before in text.decode()
                    text = text.decode().replace(before, after).encode()
            if not name.startswith(without):
                new.writestr(name, text)
    return path


def without_co_simulation(fmu: Path, folder: Path) -> Path:
    with zipfile.ZipFile(fmu) as archive:
        found = re.search(r"<CoSimulation[^>]*/>", archive.read("modelDescription.xml").decode())
    assert found is not None
    return changed(fmu, folder, (found[0], "")).rename(folder / fmu.name)


def test_an_fmu_can_refuse_to_set_a_parameter_that_keeps_its_value(tmp_path: Path) -> None:
    refusing = make_counter(tmp_path, refusal="sizeof(x[0]) == 8 && v[i] == 1")
    model = simnon.load(refusing, trust=True)

    run = model.simulate(0, 4)
    changed = model.simulate(0, 4, parameters={"k": 3})

    assert run.notes == ()
    assert run["body_y"][-1] == pytest.approx(8.0)
    assert any("fmi2SetReal" in note for note in changed.notes)


@pytest.mark.parametrize(
    ("end", "note"), [("ended = 1; return 2;", "it ended the simulation"), ("return 2;", "discard")]
)
def test_an_fmu_that_ends_the_simulation_says_so(tmp_path: Path, end: str, note: str) -> None:
    run = simnon.load(make_counter(tmp_path, end), trust=True).simulate(0, 4)

    assert run.stop.kind is StopKind.FAILURE
    assert "at t = 1.5" in run.stop.message
    assert note in run.notes[0]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("method", ["dopri5", pytest.param("rodas5p", marks=pytest.mark.slow)])
def test_events_of_model_exchange_are_located(
    made: Callable[..., Path], tmp_path: Path, version: int, target: str, method: str
) -> None:
    model = simnon.load(without_co_simulation(made(BALL, "ball", version), tmp_path), trust=True)

    run = model.simulate(0, 3, target=target, method=method, rtol=1e-8, atol=1e-8)

    # The bounces of a ball with restitution 0.8, by hand.
    time, speed = np.sqrt(2 / 9.81), 0.8 * np.sqrt(2 * 9.81)
    while time + 2 * speed / 9.81 < 3:
        time, speed = time + 2 * speed / 9.81, 0.8 * speed
    rest = 3 - time
    assert run.notes == ()
    assert run["h"][-1] == pytest.approx(speed * rest - 9.81 / 2 * rest**2, abs=1e-7)
    assert run["v"][-1] == pytest.approx(speed - 9.81 * rest, abs=1e-7)


RELAY = """CONTINUOUS SYSTEM relay
INPUT d
OUTPUT w
STATE x
DER dx
on: 1
dx = w + d
w = IF on > 0.5 THEN 1 ELSE -1
WHEN x > 0.1
  on = 0
END
WHEN x < -0.1
  on = 1
END
END
"""
SLOW = """CONTINUOUS SYSTEM slow
INPUT u
OUTPUT y
STATE y
DER dy
dy = u - y
END
CONNECTING SYSTEM con
u[slow] = w[relay]
d[relay] = 0.5*y[slow]
END
"""
SAMPLED = """CONTINUOUS SYSTEM plant
INPUT u
OUTPUT x
STATE x
DER dx
dx = u - x
x: 1
END
DISCRETE SYSTEM law
INPUT e
OUTPUT u
TIME t
TSAMP ts
u = -e
ts = t + 0.3
END
CONNECTING SYSTEM con
u[plant] = u[law]
e[law] = x[plant]
END
"""


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
def test_events_between_two_directions_change_what_is_connected(
    made: Callable[..., Path], tmp_path: Path, version: int
) -> None:
    model = simnon.load(without_co_simulation(made(RELAY, "relay", version), tmp_path), SLOW, trust=True)

    run, expected = (each.simulate(0, 5, rtol=1e-8, atol=1e-8) for each in (model, simnon.load(RELAY, SLOW)))

    assert run.notes == ()
    for name in ("x[relay]", "y[slow]"):
        assert run[name][-1] == pytest.approx(expected[name][-1], abs=1e-7)


@pytest.mark.parametrize("version", [2, 3])
def test_planned_events_of_model_exchange_are_taken(made: Callable[..., Path], tmp_path: Path, version: int) -> None:
    model = simnon.load(without_co_simulation(made(SAMPLED, "sampled", version), tmp_path), trust=True)

    run, expected = (each.simulate(0, 4, rtol=1e-8, atol=1e-8) for each in (model, simnon.load(SAMPLED)))

    assert run.notes == ()
    assert run["x_plant"][-1] == pytest.approx(expected["x[plant]"][-1], abs=1e-7)


@pytest.mark.slow
def test_members_of_an_ensemble_have_their_own_events(made: Callable[..., Path], tmp_path: Path) -> None:
    model = simnon.load(without_co_simulation(made(BALL, "ball", 3), tmp_path), trust=True)

    members, expected = (each.sweep({"g": [8.0, 9.0, 9.81]}, 0, 2) for each in (model, simnon.load(BALL)))

    assert members["final(h)"] == pytest.approx(expected["final(h)"], abs=1e-6)


def test_events_need_an_fmu_whose_state_can_be_kept(made: Callable[..., Path], tmp_path: Path) -> None:
    path = without_co_simulation(made(BALL, "ball", 2), tmp_path)
    forgetful = changed(path, tmp_path, ('canGetAndSetFMUstate="true" ', ""), ('canSerializeFMUstate="true" ', ""))

    with pytest.raises(simnon.UserError, match="its state cannot be kept"):
        simnon.load(forgetful, trust=True)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("</Float64>", '<Dimension start="1"/></Float64>', "'u' is an array"),
        ('causality="input" ', 'causality="input" clocks="0" ', "'u' belongs to a clock"),
    ],
)
def test_arrays_and_clocks_are_refused(
    made: Callable[..., Path], tmp_path: Path, before: str, after: str, message: str
) -> None:
    fmu = made(PLANT, "plant", 3)
    with zipfile.ZipFile(fmu) as archive:
        text = archive.read("modelDescription.xml").decode()
    found = re.search(r"<Float64 [^>]*name=.u. .*?</Float64>", text, re.DOTALL)
    assert found is not None
    assert before in found[0]

    with pytest.raises(simnon.UserError, match=message):
        simnon.load(changed(fmu, tmp_path, (found[0], found[0].replace(before, after))), trust=True)


def test_a_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pump.fmu").write_text("no archive")

    with pytest.raises(simnon.UserError, match=r"pump\.fmu is not an FMU that can be read"):
        simnon.load(tmp_path / "pump.fmu", trust=True)


def test_a_file_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(simnon.UserError, match=r"there is no file 'pump\.fmu'"):
        simnon.load(tmp_path / "pump.fmu", trust=True)


def test_a_file_without_a_library_for_this_machine_is_refused(made: Callable[..., Path], tmp_path: Path) -> None:
    path = changed(made(PLANT, "plant", 2), tmp_path, without="binaries")

    for folder in ("binaries/win64", "binaries/linux64"):
        with zipfile.ZipFile(path, "a") as archive:
            archive.mkdir(folder)
        with pytest.raises(simnon.SimnonError, match="has no library for this machine"):
            simnon.load(path, trust=True)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([('fmiVersion="2.0"', 'fmiVersion="4.0"')], "Unsupported FMI version: 4.0"),
        ([("<CoSimulation ", '<CoSimulation colour="red" ')], "Failed to validate.*The attribute 'colour' is not"),
        ([("<CoSimulation", "<!-- "), ('numberOfEventIndicators="0"', 'numberOfEventIndicators="3"')], "not an FMU"),
    ],
)
def test_descriptions_that_cannot_be_read_are_refused(
    made: Callable[..., Path], tmp_path: Path, changes: list[tuple[str, str]], message: str
) -> None:
    with pytest.raises(simnon.UserError, match=message):
        simnon.load(changed(made(PLANT, "plant", 2), tmp_path, *changes), trust=True)


@pytest.mark.parametrize("number", ["INF", "NaN"])
def test_a_parameter_without_a_number_is_left_to_the_fmu(
    made: Callable[..., Path], tmp_path: Path, number: str
) -> None:
    path = changed(made(PLANT, "plant", 2), tmp_path, ('start="2.0"', f'start="{number}"'))
    model = simnon.load(path, trust=True, open_inputs=True)

    assert "k" not in {variable.name for variable in model.variables}
    assert model.simulate(0, 1)["x"][-1] == simnon.load(PLANT, open_inputs=True).simulate(0, 1)["x"][-1]


def test_a_small_archive_with_a_huge_description_is_refused(made: Callable[..., Path], tmp_path: Path) -> None:
    path = changed(made(PLANT, "plant", 2), tmp_path, without="modelDescription")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", b" " * (129 << 20))

    with pytest.raises(simnon.UserError, match="its description has 129 MB, more than 128"):
        simnon.load(path, trust=True)


def test_without_its_library_an_fmu_says_what_to_install(
    made: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(PLANT, "plant", 2)
    monkeypatch.setattr(libraries, "is_installed", lambda _: False)

    with pytest.raises(simnon.UserError, match="an FMU needs the library fmpy") as found:
        simnon.load(path, trust=True)
    assert found.value.hint == "install simnon[fmi]"

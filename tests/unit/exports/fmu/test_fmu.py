"""FMUs of the examples, validated and simulated by FMPy: co-simulation bit for bit, model exchange within bounds."""

import zipfile
from pathlib import Path

import numpy as np
import pytest
from fmpy.validation import validate_fmu

import simnon
from simnon.targets.llvm import elsewhere
from tests.unit.exports.fmu.importing import STEPS, columns, names_in, own_numbers, simulate, step_of

EXAMPLES = Path(__file__).parents[4] / "examples"
HERE = ("x86_64-linux",)
TANK = ("tank.t", "regulator.t", "level.t")
MODELS = {
    "tank": (TANK, 200.0, "dopri5"),
    "vdpol": (("vdpol.t",), 20.0, "dopri5"),
    "pendulum": (("pendulum.t",), 10.0, "dop853"),
    "ball": (("ball.t",), 4.0, "dopri5"),
    "relay": (("relay.t",), 10.0, "dopri5"),
    "lorenz": (("lorenz.t",), 5.0, "dopri5"),
    "robertson": (("robertson.t",), 40.0, "rodas5p"),
    "friction": (("friction.t",), 10.0, "dopri5"),
    "multirate": (("multirate.t",), 10.0, "dopri5"),
    "noise": (("noise.t",), 10.0, "dopri5"),
    "counter": (("counter.t",), 10.0, "dopri5"),
    "delayed": (("delayed.t",), 10.0, "dopri5"),
    "drive": (("drive.t",), 2.0, "dopri5"),
    "balance": (("balance.t",), 5.0, "dopri5"),
    "rectifier": (("rectifier.t",), 0.1, "dopri5"),
    "belt": (("belt.t",), 20.0, "dopri5"),
}
TOLERANCE = 1e-6
"""Of our own runs; the importer integrates with a hundredth of it, so that its own error does not count."""
SMOOTH = ("vdpol", "pendulum", "ball", "relay")
"""Models whose solutions do not amplify the difference between two integrators."""


def load(name: str) -> simnon.Model:
    return simnon.load(*(EXAMPLES / each for each in MODELS[name][0]))


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", MODELS)
def test_co_simulation_gives_our_own_bits_at_every_communication_point(name: str, version: int, tmp_path: Path) -> None:
    _, stop, method = MODELS[name]
    model, path = load(name), tmp_path / "model.fmu"
    model.to_fmu(path, version=version, stop=stop, method=method, machines=HERE)
    assert validate_fmu(str(path)) == []
    names = names_in(path, [v.name for v in model.variables])
    ours = own_numbers(model, stop, method, names)
    theirs = columns(simulate(path, stop, "CoSimulation", names, set_stop_time=False), names)

    np.testing.assert_array_equal(theirs[: len(ours)], ours)


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", SMOOTH)
def test_model_exchange_stays_within_ten_tolerances(name: str, version: int, tmp_path: Path) -> None:
    _, stop, _ = MODELS[name]
    model, path = load(name), tmp_path / "model.fmu"
    model.to_fmu(path, version=version, stop=stop, machines=HERE)
    names = list(model.integrated)
    times = (step_of(stop) * np.arange(STEPS + 1)).tolist()
    exact = model.simulate(0.0, stop, method="dop853", rtol=1e-12, atol=1e-12, times=times)
    result = simulate(path, stop, "ModelExchange", names, relative_tolerance=1e-8, record_events=False)
    size = max(float(np.abs(exact[each]).max()) for each in names)
    for i, time in enumerate(exact.t.tolist()):
        row = result[int(np.argmin(np.abs(result["time"] - time)))]
        if abs(row["time"] - time) < 1e-9:
            difference = max(abs(row[each] - exact[each][i]) for each in names)
            assert difference < 10 * TOLERANCE * size, (name, time, difference)


@pytest.mark.slow
def test_a_long_name_still_gives_a_file_that_can_be_unpacked(tmp_path: Path) -> None:
    name, path = "s" * 300, tmp_path / "long.fmu"
    simnon.load(f"CONTINUOUS SYSTEM {name}\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n").to_fmu(path, machines=HERE)

    assert validate_fmu(str(path)) == []
    assert simulate(path, 1.0, "CoSimulation", ["x"])["x"][-1] == pytest.approx(np.exp(-STEPS * step_of(1.0)), rel=1e-5)


@pytest.mark.slow
def test_a_unit_for_five_systems_is_the_same_each_time_and_holds_the_text(tmp_path: Path) -> None:
    model = load("vdpol")
    for name in ("one.fmu", "two.fmu"):
        model.to_fmu(tmp_path / name, stop=20.0)

    assert (tmp_path / "one.fmu").read_bytes() == (tmp_path / "two.fmu").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.fmu") as archive:
        assert sorted(name for name in archive.namelist() if name.startswith("binaries")) == [
            "binaries/aarch64-darwin/vdpol.dylib",
            "binaries/aarch64-linux/vdpol.so",
            "binaries/x86_64-darwin/vdpol.dylib",
            "binaries/x86_64-linux/vdpol.so",
            "binaries/x86_64-windows/vdpol.dll",
        ]
        assert archive.read("resources/simnon/vdpol.t").decode() == (EXAMPLES / "vdpol.t").read_text("utf-8")


def test_a_function_of_a_file_cannot_be_exported(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text("import os\ndef f(x):\n    return x + len(os.sep)\n")
    text = tmp_path / "s.t"
    text.write_text("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nFUNCTION f(x) FROM 'f.py'\ndx = f(x)\nEND\n")

    with pytest.raises(simnon.UserError, match="function f is in a file of its own"):
        simnon.load(text, trust=True).to_fmu(tmp_path / "s.fmu")


def test_a_model_that_takes_too_long_to_compile_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "SECONDS_ALLOWED", 0.01)

    with pytest.raises(simnon.UserError, match=r"the code for x86_64-linux was not compiled within 0\.01 seconds"):
        load("vdpol").to_fmu(tmp_path / "m.fmu", machines=HERE)
    assert list(tmp_path.iterdir()) == []


def test_a_version_of_fmi_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(simnon.UserError, match="no FMI 1"):
        load("vdpol").to_fmu(tmp_path / "v.fmu", version=1)


def test_only_a_parameter_can_become_an_input(tmp_path: Path) -> None:
    with pytest.raises(simnon.UserError, match="cannot be an input"):
        load("vdpol").to_fmu(tmp_path / "v.fmu", inputs=["dy"])

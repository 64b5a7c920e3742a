"""Controllers in C: the bits of the simulation in double, small errors otherwise, no warning, nothing undefined."""

import ctypes
import math
import subprocess
from pathlib import Path

import pytest

import simnon
from simnon.exports import write_c, write_fixed_c
from tests.unit.exports.c.compiling import compile_library, compilers, struct_of, write

EXAMPLES = Path(__file__).parents[4] / "examples"
PERIOD = 5.0
MEASURED = [2.0 + 1.5 * math.sin(0.3 * k) for k in range(60)]
WANTED = 2.0


@pytest.fixture(scope="module")
def regulator() -> simnon.Model:
    return simnon.load(EXAMPLES / "regulator.t", open_inputs=True)


@pytest.fixture(scope="module")
def simulated(regulator: simnon.Model) -> list[float]:
    """The output at each sample, from the simulation."""
    run = regulator.begin(0.0, 1000.0)
    outputs = []
    for k, y in enumerate(MEASURED):
        run.set({"y": y, "yref": WANTED})
        run.advance_to(PERIOD * k)
        outputs.append(run["u"])
    return outputs


@pytest.mark.parametrize("compiler", compilers(), ids=lambda each: Path(each[-1]).name)
def test_in_double_the_regulator_gives_the_bits_of_the_simulation(
    compiler: list[str], regulator: simnon.Model, simulated: list[float], tmp_path: Path
) -> None:
    code = write_c(regulator._simulator)
    library = compile_library(code, tmp_path, compiler)
    memory = struct_of(code)()
    library.regulator_init(ctypes.byref(memory))
    library.regulator_start(ctypes.byref(memory), ctypes.c_double(0.0))
    found = []
    for k, y in enumerate(MEASURED):
        memory.y, memory.yref = y, WANTED
        library.regulator_step(ctypes.byref(memory), ctypes.c_double(PERIOD * k))
        found.append(memory.u)

    assert found == simulated


def test_the_time_of_the_next_sample_is_computed_apart_from_the_step(regulator: simnon.Model, tmp_path: Path) -> None:
    code = write_c(regulator._simulator)
    library = compile_library(code, tmp_path, compilers()[0])
    memory = struct_of(code)()
    library.regulator_init(ctypes.byref(memory))
    library.regulator_start(ctypes.byref(memory), ctypes.c_double(0.0))
    times = [0.0]
    for _ in range(50):
        library.regulator_step(ctypes.byref(memory), ctypes.c_double(times[-1]))
        library.regulator_next(ctypes.byref(memory), ctypes.c_double(times[-1]))
        times.append(memory.next)

    assert times == [PERIOD * k for k in range(51)]


def test_in_float_it_stays_within_the_rounding_of_float(
    regulator: simnon.Model, simulated: list[float], tmp_path: Path
) -> None:
    code = write_c(regulator._simulator, "float")
    library = compile_library(code, tmp_path, compilers()[0])
    memory = struct_of(code)()
    library.regulator_init(ctypes.byref(memory))
    library.regulator_start(ctypes.byref(memory), ctypes.c_float(0.0))
    worst = 0.0
    for k, y in enumerate(MEASURED):
        memory.y, memory.yref = y, WANTED
        library.regulator_step(ctypes.byref(memory), ctypes.c_float(PERIOD * k))
        worst = max(worst, abs(memory.u - simulated[k]))

    # Sixty additions to the integral, each rounded to 24 bits of a number below 4.
    assert 0.0 < worst < 60 * 4 * 2.0**-24


def test_in_fixed_point_it_stays_within_the_rounding_of_its_formats(
    regulator: simnon.Model, simulated: list[float], tmp_path: Path
) -> None:
    code = write_fixed_c(regulator._simulator, {"y": (0.0, 4.0), "yref": (0.0, 4.0)})
    library = compile_library(code, tmp_path, compilers()[0])
    memory = struct_of(code)()
    formats = {
        line.split()[1].removeprefix("REGULATOR_").removesuffix("_Q").lower(): int(line.split()[2])
        for line in code.header.splitlines()
        if line.startswith("#define") and line.split()[1].endswith("_Q")
    }
    library.regulator_init(ctypes.byref(memory))
    worst = 0.0
    for k, y in enumerate(MEASURED):
        memory.y, memory.yref = (round(number * 2 ** formats["y"]) for number in (y, WANTED))
        library.regulator_step(ctypes.byref(memory))
        worst = max(worst, abs(memory.u / 2 ** formats["u"] - simulated[k]))

    # The integral rounds once a sample, the output once more.
    assert 0.0 < worst < (60 + 2) * 2.0 ** -formats["u"]


def test_an_input_without_a_range_is_refused_in_fixed_point(regulator: simnon.Model) -> None:
    with pytest.raises(simnon.UserError, match="range of the input 'y'"):
        write_fixed_c(regulator._simulator, {})


@pytest.mark.parametrize("method", ["euler", "heun", "rk4", "simpson"])
def test_a_continuous_system_gives_the_bits_of_the_method_with_fixed_steps(method: str, tmp_path: Path) -> None:
    model = simnon.load(EXAMPLES / "pendulum.t")
    step, count = 2.0**-6, 640
    reference = model.simulate(0.0, step * count, method=method, step=step, times=[step * k for k in range(count + 1)])
    code = write_c(model._simulator, method=method)
    library = compile_library(code, tmp_path, compilers()[0])
    memory = struct_of(code)()
    library.pendulum_init(ctypes.byref(memory))
    library.pendulum_start(ctypes.byref(memory), ctypes.c_double(0.0))
    found = [(memory.angle, memory.speed)]
    for _ in range(count):
        library.pendulum_step(ctypes.byref(memory), ctypes.c_double(step))
        found.append((memory.angle, memory.speed))

    assert found == list(zip(reference["angle"].tolist(), reference["speed"].tolist(), strict=True))


@pytest.mark.slow
def test_the_sanitizers_find_nothing_in_a_model_with_elementary_functions_and_noise(tmp_path: Path) -> None:
    model = simnon.load(EXAMPLES / "noise.t", open_inputs=True)
    code = write_c(model._simulator)
    source = write(code, tmp_path)
    main = tmp_path / "main.c"
    main.write_text(
        f'#include "{code.name}.h"\n#include <stdio.h>\n'
        f"int main(void) {{ {code.name}_t m; {code.name}_init(&m); {code.name}_start(&m, 0.0);\n"
        f'for (int k = 0; k < 1000; k++) {{ {code.name}_step(&m, (double)k); }} printf("done\\n"); return 0; }}\n'
    )
    program = tmp_path / "program"
    sanitizers = ("-std=c99", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    subprocess.run([*compilers()[0], *sanitizers, "-o", program, source, main, "-lm"], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_what_c_cannot_express_is_refused_with_its_place() -> None:
    model = simnon.load(EXAMPLES / "ball.t")

    with pytest.raises(simnon.UserError, match=r"ball\.t:9: C code has no WHEN"):
        write_c(model._simulator)


def test_the_lines_of_the_text_are_in_the_comments(regulator: simnon.Model) -> None:
    text = write_c(regulator._simulator).implementation

    assert "/* regulator.t:10: u = gain*(e + sum) */\n    self->u = self->gain * (self->e + self->sum);" in text


def test_an_unknown_kind_of_number_is_refused(regulator: simnon.Model) -> None:
    with pytest.raises(simnon.UserError, match="number is 'half'"):
        write_c(regulator._simulator, "half")


def _expressible() -> list[Path]:
    """The examples that C code can be made of, WHEN as a comment."""
    found = []
    for path in sorted(EXAMPLES.glob("*.t")):
        try:
            model = simnon.load(path, open_inputs=True, trust=True)
            write_c(model._simulator, keeps=True)
        except simnon.SimnonError:
            continue
        found.append(path)
    return found


@pytest.mark.slow
def test_no_compiler_warns_about_any_example(tmp_path: Path) -> None:
    paths = _expressible()
    for path in paths:
        model = simnon.load(path, open_inputs=True, trust=True)
        for number in ("double", "float"):
            code = write_c(model._simulator, number, keeps=True)
            for compiler in compilers():
                compile_library(code, tmp_path, compiler)

    assert len(paths) >= 12

"""compile_model: files or text become a compiled model, or one exception with all errors."""

import gc
from pathlib import Path

import numpy as np
import pytest

from simnon.compiler import analyse, compile_model
from simnon.lowering import elementary_program
from simnon.program import print_program
from simnon.source import Report, Severity, SimnonError, Source, UserError
from simnon.targets.llvm import compile_objects, compile_program, make_ready

EXAMPLES = Path(__file__).parents[3] / "examples"
VDPOL = (EXAMPLES / "vdpol.t").read_text("utf-8")
LOOP = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\na = b + x\nb = 2*a\ndx = a\nEND\n"
INITIAL_LOOP = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nINITIAL\nc = d + 1\nd = 2*c\nEND\n"


def test_text_with_a_line_break_is_the_model_itself() -> None:
    model = compile_model(VDPOL)

    assert (model.name, model.states, dict(model.parameters)) == ("vdpol", ("x", "y"), {"mu": 1.0})
    assert model.diagnostics == ()


@pytest.mark.parametrize("path", [EXAMPLES / "vdpol.t", str(EXAMPLES / "vdpol.t"), str(EXAMPLES / "vdpol")])
def test_a_path_can_be_a_string_without_extension(path: str | Path) -> None:
    assert compile_model(path).name == "vdpol"


def test_an_extension_can_be_in_upper_case(tmp_path: Path) -> None:
    (tmp_path / "A.T").write_text(VDPOL)

    assert compile_model(tmp_path / "A.T").name == "vdpol"
    assert compile_model(tmp_path / "A").name == "vdpol"


def test_systems_come_from_several_files_in_any_order() -> None:
    files = [EXAMPLES / name for name in ("level.t", "tank.t", "regulator.t")]

    assert compile_model(*files).name == compile_model(*reversed(files)).name == "level"


def test_files_and_text_can_be_mixed() -> None:
    connection = (EXAMPLES / "level.t").read_text("utf-8")

    assert compile_model(EXAMPLES / "tank", connection, EXAMPLES / "regulator").states == (
        "level[tank]",
        "sum[regulator]",
    )


def test_variables_have_role_owner_start_and_unit() -> None:
    model = compile_model(*(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t")))
    (area,) = [v for v in model.variables if v.name == "area[tank]"]

    assert (area.role.value, area.owner, area.local, area.start) == ("parameter", "tank", "area", 10.0)
    assert model.units["area[tank]"] == "m^2"
    assert not [v for v in model.variables if v.name.startswith(("guard", "mode", "parameter."))]


def test_the_machine_code_can_be_called() -> None:
    model = compile_model(VDPOL)
    assert model.program is not None
    assert model.executable is not None
    values = np.array([slot.start for slot in model.program.layout.slots])
    out = np.zeros(2)

    model.executable.call("derivatives", 0.0, np.array([2.0, 3.0]), values, out)

    assert list(out) == [3.0, 1.0 * (1 - 4.0) * 3.0 - 2.0]


@pytest.mark.parametrize("text", [LOOP, INITIAL_LOOP])
def test_a_loop_gives_a_warning(text: str) -> None:
    model = compile_model(text)

    assert [(d.severity, d.code) for d in model.diagnostics] == [(Severity.WARNING, "algebraic-loop")]


def test_one_exception_has_all_errors_and_prints_as_the_terminal() -> None:
    with pytest.raises(SimnonError) as raised:
        compile_model("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = yy + zz\nunused: 1\nEND\n")

    assert [d.code for d in raised.value.diagnostics] == ["undefined-name", "undefined-name"]
    assert "  4 | dx = yy + zz\n    |      ^^\n" in str(raised.value)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("no_such_file.t", "file-not-found"),
        ("", "file-not-found"),
        ("x" * 5000, "file-not-found"),
        ("a\0b", "file-not-found"),
        (str(EXAMPLES), "file-not-found"),
        (str(EXAMPLES / "characteristic.py"), "unknown-dialect"),
        ("\n", "no-system"),
    ],
)
def test_an_unreadable_file_raises_the_same_exception(given: str, code: str) -> None:
    with pytest.raises(SimnonError) as raised:
        compile_model(given)

    assert [d.code for d in raised.value.diagnostics] == [code]


def test_windows_line_ends_in_text_are_normalised() -> None:
    assert compile_model(VDPOL.replace("\n", "\r\n")).name == "vdpol"


def test_the_classic_order_is_noted_only_on_request() -> None:
    text = VDPOL.replace("dx = y", "dx = a\na = y")

    assert compile_model(text).diagnostics == ()
    report = Report()
    analyse([Source("text", text)], report, is_classic=True)

    assert [d.code for d in report.diagnostics] == ["classic-order"]


@pytest.mark.parametrize(
    ("python", "line", "is_good"),
    [
        ("def f(x):\n    return 2*x\n", "FUNCTION f(x) FROM 'own.py'", True),
        ("def g(x):\n    return {1: x}[1]\n", "FUNCTION f(x) FROM 'own.py' AS g", True),
        ("def g(x):\n    return x\n", "FUNCTION f(x) FROM 'own.py'", False),
        ("def f(x, y):\n    return x\n", "FUNCTION f(x) FROM 'own.py'", False),
        ("def f(x:\n", "FUNCTION f(x) FROM 'own.py'", False),
        ("raise ValueError\ndef f(x):\n    return {1: x}[1]\n", "FUNCTION f(x) FROM 'own.py'", False),
        ("", "FUNCTION f(x) FROM 'other.py'", False),
        ("", "FUNCTION f(x) FROM 'model.t'", False),
    ],
)
def test_a_foreign_function_is_found_beside_the_model(tmp_path: Path, python: str, line: str, is_good: bool) -> None:
    (tmp_path / "own.py").write_text(python)
    (tmp_path / "model.t").write_text(f"CONTINUOUS SYSTEM s\n{line}\nSTATE x\nDER dx\ndx = f(x)\nEND\n")

    if is_good:
        assert compile_model(tmp_path / "model.t", trust=True).executable is not None
    else:
        with pytest.raises(SimnonError) as raised:
            compile_model(tmp_path / "model.t", trust=True)
        assert [d.code for d in raised.value.diagnostics] == ["foreign-function"]


def test_the_garbage_collector_runs_again_afterwards() -> None:
    compile_model(VDPOL)
    with pytest.raises(SimnonError):
        compile_model("\n")

    assert gc.isenabled()


SINES = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = SIN(x)^0.3 + EXP(1)\nEND\n"


def test_the_functions_of_the_c_library_are_called_on_request() -> None:
    own, libm = compile_model(SINES), compile_model(SINES, math="libm")

    assert [f.name for f in own.program.functions if "sine" in f.name] == [
        "kernel.sine_of",
        "kernel.cosine_of",
        "kernel.sine",
    ]
    assert not any(f.name.startswith("kernel.") for f in libm.program.functions)


def test_an_unknown_mathematics_is_refused() -> None:
    with pytest.raises(UserError, match="math is 'fast'") as refused:
        compile_model(SINES, math="fast")

    assert refused.value.hint == "choose one of 'own', 'libm'"


def test_a_python_file_can_declare_its_encoding(tmp_path: Path) -> None:
    text = "# -*- coding: latin-1 -*-\ndef f(x):\n    return 2*x  # nivå\n"
    (tmp_path / "own.py").write_bytes(text.encode("latin-1"))
    (tmp_path / "model.t").write_text(
        "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nFUNCTION f(x) FROM 'own.py'\ndx = f(x)\nEND\n"
    )

    assert compile_model(tmp_path / "model.t").executable is not None


@pytest.mark.parametrize(("math", "operators"), [("own", 0), ("libm", 3)])
def test_python_files_use_the_same_mathematics_as_the_model(tmp_path: Path, math: str, operators: int) -> None:
    (tmp_path / "own.py").write_text("import math\ndef f(x):\n    return math.sin(x)**1.5 + abs(math.log(x))\n")
    (tmp_path / "model.t").write_text(
        "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nFUNCTION f(x) FROM 'own.py'\ndx = f(x)\nx: 0.5\nEND\n"
    )

    model = compile_model(tmp_path / "model.t", math=math)

    text = print_program(model.program)
    assert (
        sum(text.count(f" {operator}(") + text.count(f"({operator}(") for operator in ("sin", "log", "pow"))
        == operators
    )
    assert ("kernel.natural_logarithm" in text) == (math == "own")


@pytest.mark.usefixtures("only_new_garbage")
def test_elementary_functions_stay_in_memory_as_long_as_they_are_called() -> None:
    ready = make_ready(compile_objects(elementary_program()))
    executable = compile_program(compile_model(SINES).program, ready)
    expected, out = np.zeros(1), np.zeros(1)
    executable.call("derivatives", 0.0, np.array([0.5]), np.zeros(9), expected)
    del ready
    gc.collect()

    executable.call("derivatives", 0.0, np.array([0.5]), np.zeros(9), out)

    assert out[0] == expected[0] != 0.0

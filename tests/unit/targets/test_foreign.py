"""Foreign functions: found by path, called by every target, and never the end of a run."""

import math
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from simnon.program import Call, Convention, Expression, ForeignFunction, Program
from simnon.source import UserError
from simnon.targets import TARGETS
from simnon.targets.interpreter import InterpretedProgram, interpret
from simnon.targets.llvm import CompiledProgram, compile_program
from tests.unit.targets.small_programs import FLOAT, give, number, program_of, run, run_executable, state

Compile = Callable[[Program], InterpretedProgram | CompiledProgram]

PYTHON_TEXT = """
import math
calls = 0
def weighted(a, b):
    return a + 10 * b
def integer():
    return 3
def failing(x):
    return 1 / x
def wordy(x):
    return "much"
def counting():
    global calls
    calls += 1
    return float(calls)
constant = 3.0
"""

C_TEXT = """
double weighted(double a, double b) { return a + 10 * b; }
double fweighted_(double *a, double *b) { double sum = *a + 10 * *b; *a = 0; return sum; }
"""


@pytest.fixture
def python_file(tmp_path: Path) -> Path:
    path = tmp_path / "functions.py"
    path.write_text(PYTHON_TEXT, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("library")
    (folder / "functions.c").write_text(C_TEXT, encoding="utf-8")
    command = [compiler, "-shared", "-fPIC", "-o", str(folder / "functions.so"), str(folder / "functions.c")]
    subprocess.run(command, check=True)
    return folder / "functions.so"


def foreign(path: Path, symbol: str, arity: int, convention: Convention = Convention.PYTHON) -> ForeignFunction:
    return ForeignFunction(f"{symbol}(x)", symbol, str(path), arity, convention)


def program_calling(function: ForeignFunction, *arguments: Expression) -> Program:
    return program_of(give(Call(function.name, arguments, FLOAT)), foreign=(function,))


@pytest.mark.parametrize("target", TARGETS)
def test_a_python_function_is_called(python_file: Path, target: str) -> None:
    weighted = foreign(python_file, "weighted", 2)

    assert run(program_calling(weighted, state(0), number(2.0)), target, (1.0,))[0] == 21.0
    assert run(program_calling(foreign(python_file, "integer", 0)), target)[0] == 3.0


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("symbol", "convention"), [("weighted", Convention.C), ("fweighted", Convention.FORTRAN)])
def test_a_function_of_a_library_is_called(library: Path, symbol: str, convention: Convention, target: str) -> None:
    weighted = foreign(library, symbol, 2, convention)
    first = Call(weighted.name, (state(0), number(2.0)), FLOAT)
    second = Call(weighted.name, (state(0), number(3.0)), FLOAT)

    program = program_of(give(first), give(second, 1), foreign=(weighted,))

    assert run(program, target, (1.0,))[:2] == [21.0, 31.0]


@pytest.mark.parametrize("target", TARGETS)
def test_each_call_in_the_text_is_a_call(python_file: Path, target: str) -> None:
    counting = foreign(python_file, "counting", 0)
    call = Call(counting.name, (), FLOAT)

    assert run(program_of(give(call), give(call, 1), foreign=(counting,)), target)[:2] == [1.0, 2.0]


@pytest.mark.parametrize("compile_", [interpret, compile_program])
def test_a_failing_function_returns_nan_and_is_recorded_once(python_file: Path, compile_: Compile) -> None:
    executable = compile_(program_calling(foreign(python_file, "failing", 1), state(0)))

    assert run_executable(executable, (2.0,))[0] == 0.5
    assert math.isnan(run_executable(executable, (0.0,))[0])
    assert math.isnan(run_executable(executable, (0.0,))[0])
    assert executable.foreign_errors == {"failing(x)": "ZeroDivisionError: float division by zero"}


@pytest.mark.parametrize("compile_", [interpret, compile_program])
def test_a_function_that_does_not_return_a_number_gives_nan(python_file: Path, compile_: Compile) -> None:
    executable = compile_(program_calling(foreign(python_file, "wordy", 1), state(0)))

    assert math.isnan(run_executable(executable, (2.0,))[0])
    assert executable.foreign_errors == {"wordy(x)": "it returned str, not a number"}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("symbol", "message"), [("missing", "defines no function"), ("constant", "defines no function")]
)
def test_a_missing_python_function_is_a_user_error(python_file: Path, symbol: str, message: str, target: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        run(program_calling(foreign(python_file, symbol, 0)), target)

    assert caught.value.code == "foreign-function"
    assert caught.value.hint


@pytest.mark.parametrize("convention", Convention)
def test_a_missing_file_is_a_user_error(tmp_path: Path, convention: Convention) -> None:
    with pytest.raises(UserError, match="there is no file"):
        interpret(program_calling(foreign(tmp_path / "absent", "f", 0, convention)))


@pytest.mark.parametrize("convention", [Convention.C, Convention.FORTRAN])
def test_a_missing_symbol_is_a_user_error(library: Path, convention: Convention) -> None:
    with pytest.raises(UserError, match="has no symbol 'absent'"):
        compile_program(program_calling(foreign(library, "absent", 0, convention)))


def test_a_file_that_is_not_a_library_is_a_user_error(python_file: Path) -> None:
    with pytest.raises(UserError, match="is not a library"):
        compile_program(program_calling(foreign(python_file, "weighted", 0, Convention.C)))


@pytest.mark.parametrize("text", ["def f(:", "raise KeyError('x')", "import no_such_module"])
def test_a_python_file_that_fails_is_a_user_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(UserError, match="cannot be run"):
        interpret(program_calling(foreign(path, "f", 0)))

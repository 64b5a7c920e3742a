"""Run loops: the general one at first, a specialised one when it is worth it, cached for the next process."""

from pathlib import Path
from typing import Any

import pytest

import simnon
from simnon import Model
from simnon.compiler import compile_run
from simnon.kernels import METHODS
from simnon.lowering import ELEMENTARY_LIBRARY
from simnon.program import Program, RunCode
from simnon.simulation.run_buffers import fixed_numbers
from simnon.targets import llvm
from simnon.targets.llvm import CompiledRun, ObjectCode, run_code
from simnon.targets.llvm.engine import Effort
from simnon.targets.llvm.run_code import ready
from tests.seeds import first_fast

TEXT = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIMNON_CACHE", str(tmp_path))
    return tmp_path


def code_of(model: Model, method: str = "dopri5") -> CompiledRun:
    fixed = fixed_numbers(model._simulator.program.layout, METHODS[method])
    return compiled(compile_run(model._simulator, method, fixed=fixed).run)


def compiled(code: RunCode) -> CompiledRun:
    assert isinstance(code, CompiledRun)
    return code


def long_model() -> Model:
    names = [f"x{i}" for i in range(9)]
    lines = [f"STATE {' '.join(names)}", f"DER {' '.join('d' + name for name in names)}"]
    lines += [f"d{name} = -{name}" for name in names]
    return simnon.load("\n".join(["CONTINUOUS SYSTEM s", *lines, "END\n"]))


def test_short_runs_are_not_worth_a_loop() -> None:
    code = code_of(simnon.load(TEXT))
    general = code.linked
    code.note_run(1e-5)
    code.note_run(0.02)

    assert code.make_specialised is not None
    assert code.linked is general


@pytest.mark.parametrize("seconds", first_fast([[0.02, 0.02], [1.0], [1e-6] * 31]))
def test_long_and_many_runs_are_worth_a_loop(seconds: list[float]) -> None:
    code = code_of(simnon.load(TEXT))
    general = code.linked
    for spent in seconds:
        code.note_run(spent)
    assert code.make_specialised is None
    code.finish()

    assert code.linked is not general


def test_a_specialised_loop_is_found_when_the_model_is_compiled_again(folder: Path) -> None:
    first = code_of(simnon.load(TEXT))
    first.finish()
    second = code_of(simnon.load(TEXT))

    assert second.make_specialised is None
    assert [path.name[: len("model-dopri5")] for path in folder.glob("model*")] == ["model-dopri5"]


@pytest.mark.parametrize(
    "other", first_fast([TEXT.replace("-x", "-2*x"), TEXT.replace("END", "WHEN x < 0.5\n  x = 1\nEND\nEND")])
)
def test_a_different_model_does_not_find_it(other: str) -> None:
    code_of(simnon.load(TEXT)).finish()

    assert code_of(simnon.load(other)).make_specialised is not None


def test_a_different_method_does_not_find_it() -> None:
    model = simnon.load(TEXT)
    code_of(model).finish()

    assert code_of(model, "dop853").make_specialised is not None


def test_a_large_model_keeps_the_general_loop() -> None:
    code = code_of(long_model())
    general = code.linked
    code.finish()

    assert code.make_specialised is None
    assert code.linked is general


def test_the_functions_that_all_models_call_are_in_memory_under_their_names() -> None:
    assert set(ready(ELEMENTARY_LIBRARY).address_of_function) == ELEMENTARY_LIBRARY.functions


def test_a_process_about_to_end_does_not_start_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(simnon.load(TEXT))
    general = code.linked

    class Ended:
        @staticmethod
        def is_alive() -> bool:
            return False

    monkeypatch.setattr("threading.main_thread", Ended)
    code.finish()

    assert code.linked is general


def test_a_specialised_loop_calls_the_foreign_functions_of_its_model(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text("def twice(x):\n    return eval('2 * x')\n", encoding="utf-8")
    text = TEXT.replace("dx = -x", f"FUNCTION f(a) FROM '{tmp_path}/twice.py' AS twice\ndx = -f(x)")
    general = simnon.load(text, trust=True).simulate(0, 1)
    for is_kept in (False, True):
        model = simnon.load(text, trust=tmp_path)
        assert (compiled(model._simulator._code("dopri5").run).make_specialised is None) is is_kept
        model.finish_compiling()

        assert model.simulate(0, 1).final == general.final


@pytest.mark.parametrize("method", ["dopri5", "rodas5p"])
def test_a_changed_text_compiles_its_equations_and_no_method(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    simnon.load(TEXT).simulate(0, 1, method=method)
    compiled_programs: list[str] = []
    compile_objects = llvm.compile_objects

    def noting(program: Program, *others: Any, **named: Any) -> ObjectCode:
        compiled_programs.append(program.name)
        return compile_objects(program, *others, **named)

    monkeypatch.setattr(run_code, "compile_objects", noting)
    simnon.load(TEXT.replace("-x", "-2*x")).simulate(0, 1, method=method)

    assert not [name for name in compiled_programs if method in name]


@pytest.mark.parametrize("method", ["dopri5", "rodas5p"])
def test_the_step_of_a_number_of_states_gives_the_bits_of_the_step_of_the_model(method: str) -> None:
    model = simnon.load(TEXT.replace("-x", "SIN(t) - x^3\nTIME t"))
    first = model.simulate(0, 10, method=method)
    model.finish_compiling()
    second = model.simulate(0, 10, method=method)

    assert first["x"].tobytes() == second["x"].tobytes()


def test_the_step_of_a_stiff_method_is_optimised_as_the_loop_around_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    model = simnon.load(TEXT)
    model.simulate(0, 1, method="rodas5p")
    effort_of_program: dict[str, Effort] = {}
    compile_objects = llvm.compile_objects

    def noting(program: Program, effort: Effort = Effort.QUICK, **named: Any) -> ObjectCode:
        effort_of_program[program.name] = effort
        return compile_objects(program, effort, **named)

    monkeypatch.setattr(run_code, "compile_objects", noting)
    model.finish_compiling()

    assert len(effort_of_program) == 2
    assert set(effort_of_program.values()) == {Effort.THOROUGH}

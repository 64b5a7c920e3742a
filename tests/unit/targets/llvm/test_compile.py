"""compile_program: the input of LLVM, and the lifetime of its code."""

import ctypes
import gc
import threading
import weakref

import llvmlite.binding as llvm
import numpy as np
import pytest

from simnon.program import Allocate, For, If, Layout, Load, Program, Return, Set, Store
from simnon.targets.llvm import compile_program, engine, llvm_text
from simnon.targets.llvm.module import Module
from tests.unit.targets.small_programs import (
    FLOAT,
    INT,
    apply,
    call,
    function_of,
    give,
    integer,
    is_less,
    local,
    number,
    program_of,
    run_executable,
    state,
)

SQUARE = apply("*", state(0), state(0))
SINE = apply("sin", SQUARE)


def lines_with(text: str, word: str) -> int:
    return sum(word in line for line in text.splitlines() if not line.startswith("declare"))


def test_equal_operations_are_computed_once() -> None:
    text = llvm_text(program_of(give(SINE), give(apply("+", SINE, SQUARE), 1)))

    assert [lines_with(text, word) for word in ("@sin", "fmul", "load")] == [1, 1, 1]


def test_a_load_is_shared_until_its_element_is_written() -> None:
    first, second = Load("out", integer(0)), Load("out", integer(1))
    body = (Set("x", first), Store("out", integer(1), number(1.0)), Set("y", first), Set("z", second))

    assert lines_with(llvm_text(program_of(*body)), "load") == 1


def test_a_load_is_not_shared_across_a_store_at_an_unknown_index() -> None:
    place = apply("int", state(0), gives=INT)
    body = (Set("x", Load("out", integer(0))), Store("out", place, number(1.0)), Set("y", Load("out", integer(0))))

    assert lines_with(llvm_text(program_of(*body)), "%p3, align") == 2


def test_a_number_loaded_long_ago_is_loaded_again() -> None:
    """Otherwise long straight-line code holds more numbers than there are registers."""
    between = [give(apply("+", state(1), number(float(value)))) for value in range(100)]
    text = llvm_text(program_of(give(state(0)), *between, give(state(0), 1)))

    assert lines_with(text, "load double, ptr %p1,") == 2


def test_the_arms_of_a_branch_share_no_results() -> None:
    choice = If(is_less(state(1), number(0.0)), (give(SINE),), (give(SINE, 1),))

    assert lines_with(llvm_text(program_of(choice, give(SINE, 2))), "@sin") == 3


def test_an_inline_function_leaves_no_function() -> None:
    square = function_of("square", {"x": FLOAT}, FLOAT, Return(apply("*", local("x"), local("x"))), is_inline=True)
    text = llvm_text(program_of(give(call(square, state(0))), functions=(square,)))

    assert lines_with(text, "define") == 1
    assert lines_with(text, "call") == 0


def test_a_program_without_entries_is_valid() -> None:
    assert compile_program(Program("empty", (), (), Layout())).entries == ()


def test_functions_that_no_entry_needs_are_omitted() -> None:
    unused = function_of("unused", {}, FLOAT, Return(number(1.0)))

    assert "unused" not in llvm_text(program_of(functions=(unused,)))


def test_nothing_is_contracted_and_every_function_names_the_processor() -> None:
    text = llvm_text(program_of(give(SINE)))

    assert "fast" not in text.split("attributes")[0]
    assert '"target-cpu"=' in text
    assert '"target-features"=' in text


def test_too_large_local_arrays_are_rejected() -> None:
    with pytest.raises(AssertionError, match="too large local arrays"):
        compile_program(program_of(Allocate("work", 20000)))


def test_text_that_llvm_rejects_is_an_internal_error_and_is_shown() -> None:
    with pytest.raises(AssertionError, match="llvm: the text") as caught:
        engine.compile_modules((Module("define nonsense", is_straight=True),))

    assert caught.value.__notes__ == ["define nonsense"]


def test_text_that_breaks_the_rules_of_llvm_is_an_internal_error() -> None:
    text = "define i64 @f() {\na:\n  %x = add i64 %y, 1\n  %y = add i64 %x, 1\n  ret i64 %y\n}\n"

    with pytest.raises(AssertionError, match="llvm: the text"):
        engine.compile_modules((Module(text, is_straight=True),))


def test_an_entry_can_be_called_by_its_address() -> None:
    executable = compile_program(program_of(give(SQUARE)))
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_double, *[ctypes.c_void_p] * 3)
    states, values, out = np.array([3.0]), np.zeros(1), np.zeros(1)

    prototype(executable.address("outputs"))(0.0, states.ctypes.data, values.ctypes.data, out.ctypes.data)

    assert out[0] == 9.0


def test_unsuitable_arrays_are_rejected() -> None:
    executable = compile_program(program_of(give(number(1.0))))
    good = np.zeros(4)

    with pytest.raises(AssertionError, match="float64"):
        executable.call("outputs", 0.0, good, good, np.zeros(4, dtype=np.float32))
    with pytest.raises(AssertionError, match="contiguous"):
        executable.call("outputs", 0.0, good, good, np.zeros(8)[::2])


def test_states_can_be_empty_or_read_only() -> None:
    executable = compile_program(program_of(give(number(1.0))))
    states, out = np.zeros(3), np.zeros(1)
    states.flags.writeable = False

    executable.call("outputs", 0.0, states, np.zeros(0), out)

    assert out[0] == 1.0


@pytest.mark.usefixtures("only_new_garbage")
def test_code_is_released_with_its_program() -> None:
    executable = compile_program(program_of(give(SQUARE)))
    tracker = weakref.ref(executable._machine._tracker)

    del executable
    gc.collect()

    assert tracker() is None


@pytest.mark.usefixtures("only_new_garbage")
def test_programs_outlive_the_engine_of_later_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PROGRAMS_PER_ENGINE", 2)
    executables = [compile_program(program_of(give(number(float(value))))) for value in range(9)]
    gc.collect()

    assert [run_executable(executable)[0] for executable in executables] == list(map(float, range(9)))


def test_threads_compile_and_run_in_parallel() -> None:
    wrong = []

    def work(value: float) -> None:
        for _ in range(20):
            executable = compile_program(program_of(give(apply("+", SQUARE, number(value)))))
            if run_executable(executable, (3.0,))[0] != 9.0 + value:
                wrong.append(value)

    threads = [threading.Thread(target=work, args=(float(number_),)) for number_ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


def test_a_loop_and_straight_code_call_each_other() -> None:
    """They are compiled separately, at different levels."""
    square = function_of("square", {"x": FLOAT}, FLOAT, Return(apply("*", local("x"), local("x"))))
    add = Set("sum", apply("+", local("sum"), call(square, local("sum"))))
    total = function_of(
        "total", {"sum": FLOAT}, FLOAT, For("i", integer(0), integer(3), 1, (add,)), Return(local("sum"))
    )
    program = program_of(give(call(total, state(0))), give(call(square, state(0)), 1), functions=(square, total))

    assert run_executable(compile_program(program), (1.0,))[:2] == [42.0, 1.0]


def test_the_same_program_gives_the_same_text() -> None:
    assert llvm_text(program_of(give(SINE))) == llvm_text(program_of(give(SINE)))


def row_of_sums(count: int) -> str:
    """A function that adds two rows of numbers, one number after another."""
    lines = ["define void @add(ptr noalias %a, ptr noalias %b, ptr noalias %out) {"]
    for i in range(count):
        lines += [f"  %{name}{i} = getelementptr inbounds double, ptr %{name}, i64 {i}" for name in ("a", "b", "out")]
        lines += [f"  %x{i} = load double, ptr %a{i}, align 8", f"  %y{i} = load double, ptr %b{i}, align 8"]
        lines += [f"  %sum{i} = fadd double %x{i}, %y{i}", f"  store double %sum{i}, ptr %out{i}, align 8"]
    return "\n".join([*lines, "  ret void", "}"])


@pytest.mark.parametrize(
    ("count", "effort", "is_packed"),
    [
        (2, engine.Effort.THOROUGH, False),
        (16, engine.Effort.THOROUGH, True),
        (2, engine.Effort.WITH_LOOPS, True),
    ],
)
def test_a_small_model_uses_vector_registers_only_if_they_save_much(
    count: int, effort: engine.Effort, is_packed: bool
) -> None:
    assert is_row_packed(row_of_sums(count), effort) is is_packed


def test_fused_products_and_sums_are_worth_any_vector() -> None:
    text = f"{row_of_sums(2)}\ndeclare double @llvm.fma.f64(double, double, double)"

    assert is_row_packed(text, engine.Effort.THOROUGH)


def is_row_packed(text: str, effort: engine.Effort) -> bool:
    engine.host()
    with llvm.create_context() as context, llvm.parse_assembly(text, context) as module:
        engine._optimise(module, engine._machine(engine.FULL), effort)
        return "x double>" in str(module)

"""Foreign code in a process of its own: the same numbers; a crash or an endless call ends the run, not the session."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.session.outcome import RunEnded
from simnon.simulation import StopKind
from simnon.targets import TARGETS
from tests.pickling import pickled
from tests.seeds import first_fast
from tests.unit.session.sessions import give, session_with
from tests.unit.targets.mock_up_in_c import make_counter

CRASH = "*(volatile int *)0 = 1;"
HANG = "for (;;) {}"
LEAVE = "extern void _exit(int); _exit(7);"
PRINT = 'extern int puts(const char *); extern int fflush(void *); puts("from the unit"); fflush(0);'


@pytest.mark.parametrize("target", TARGETS)
def test_an_fmu_in_its_own_process_gives_the_same_bits(tmp_path: Path, target: str) -> None:
    path = make_counter(tmp_path, PRINT)
    apart, here = (simnon.load(path, trust=True, isolate=isolate) for isolate in (True, False))

    one, two = (model.simulate(0, 3, parameters={"n": 2.0}, target=target) for model in (apart, here))

    assert one.notes == ()
    assert np.array_equal(one.t, two.t)
    for name in ("body_y", "count", "many"):
        assert np.array_equal(one[name], two[name]), name


@pytest.mark.parametrize(
    ("mischief", "message"),
    [
        (CRASH, "the process of counter.fmu ended with SIGSEGV (Segmentation fault)"),
        (LEAVE, "the process of counter.fmu ended with exit status 7"),
    ],
)
@pytest.mark.parametrize("target", first_fast(TARGETS))
def test_a_crash_ends_the_run_with_its_reason_and_the_next_run_starts_again(
    tmp_path: Path, mischief: str, message: str, target: str
) -> None:
    model = simnon.load(make_counter(tmp_path, mischief), trust=True, isolate=True)

    for _ in range(2):
        run = model.simulate(0, 4, target=target)
        assert (run.stop.kind, run.stop.code, run.stop.message) == (StopKind.FAILURE, "foreign-process", message)
        assert run.stop.time == 1.5
        assert run["body_y"][0] == 0
        assert "another run starts it again" in run.stop.hint
    assert model.simulate(0, 1, target=target).stop.kind is StopKind.END


def test_a_call_that_never_returns_ends_the_run_after_the_seconds_allowed(tmp_path: Path) -> None:
    model = simnon.load(make_counter(tmp_path, HANG), trust=True, isolate=0.5)

    run = model.simulate(0, 4)

    assert (run.stop.code, run.stop.message) == (
        "foreign-process",
        "the process of counter.fmu did not answer within 0.5 s",
    )
    assert model.simulate(0, 1)["body_y"][-1] == 2


@pytest.mark.slow
def test_members_of_an_ensemble_that_crash_are_nan_and_later_ones_are_right(tmp_path: Path) -> None:
    model = simnon.load(make_counter(tmp_path, CRASH), trust=True, isolate=True)

    crashed = model.sweep({"k": [1.0, 2.0]}, 0, 2, keep=["final(body_y)"])
    sound = model.sweep({"k": [1.0, 2.0]}, 0, 1, keep=["final(body_y)"])

    assert np.isnan(crashed["final(body_y)"]).all()
    assert np.ravel(sound["final(body_y)"]).tolist() == [1.0, 2.0]


@pytest.mark.slow
def test_a_run_in_a_lost_process_cannot_be_continued(tmp_path: Path) -> None:
    run = simnon.load(make_counter(tmp_path, CRASH), trust=True, isolate=True).begin(0.0, 4.0)

    assert run.advance_to(3.0).code == "foreign-process"
    assert run.advance_to(4.0).code == "foreign-process"


def test_the_switch_isolates_the_next_model_of_a_session(tmp_path: Path) -> None:
    make_counter(tmp_path, CRASH)
    session = session_with(tmp_path)
    session.workspace.trusted = (tmp_path,)

    give(session, "SWITCH ISOLATE ON", "SYST counter.fmu")

    (ended,) = (each for each in give(session, "SIMU 0 4") if isinstance(each, RunEnded))
    assert ended.stop.message == "the process of counter.fmu ended with SIGSEGV (Segmentation fault)"
    give(session, "SIMU 0 1")
    assert session.workspace.run_named("").final["body_y"] == 2


C_FUNCTION = "double twice(double x) { if (x > 0.9) *(volatile int *)0 = 1; return 2 * x; }\n"
CALLER = """CONTINUOUS SYSTEM s
TIME t
OUTPUT y
STATE x
DER dx
FUNCTION twice(x) FROM '{}'
dx = 1
y = twice(x)
END
"""


@pytest.mark.parametrize("target", TARGETS)
def test_a_function_of_a_library_is_isolated_too(tmp_path: Path, target: str) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    (tmp_path / "f.c").write_text(C_FUNCTION)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", "f.so", "f.c"], check=True, cwd=tmp_path)
    (tmp_path / "s.t").write_text(CALLER.format("f.so"))
    model = simnon.load(tmp_path / "s.t", trust=True, isolate=True)

    assert model.simulate(0, 0.5, target=target)["y"][-1] == pytest.approx(1.0, rel=1e-12)
    assert model.simulate(0, 2, target=target).stop.message == (
        "the process of f.so ended with SIGSEGV (Segmentation fault)"
    )


def test_an_error_of_a_python_file_is_a_note_as_it_is_without_a_process(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text("import os\ndef twice(x):\n    return {}[os.sep] if x > 0.9 else 2 * x\n")
    (tmp_path / "s.t").write_text(CALLER.format("f.py"))
    runs = [
        simnon.load(tmp_path / "s.t", trust=True, isolate=isolate).simulate(0, 2, method="dopri5")
        for isolate in (False, True)
    ]

    assert runs[0].notes
    assert runs[0].notes == runs[1].notes
    assert np.array_equal(runs[0]["y"], runs[1]["y"], equal_nan=True)


def test_a_file_that_cannot_be_loaded_is_reported_as_it_is_without_a_process(tmp_path: Path) -> None:
    (tmp_path / "f.so").write_text("no library")
    (tmp_path / "s.t").write_text(CALLER.format("f.so"))

    with pytest.raises(simnon.SimnonError, match="is not a library that can be loaded"):
        simnon.load(tmp_path / "s.t", trust=True, isolate=True)


@pytest.mark.parametrize("seconds", [-1.0, float("inf"), float("nan")])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(simnon.UserError, match="isolate is"):
        simnon.load("CONTINUOUS SYSTEM s\nEND\n", isolate=seconds)


@pytest.mark.slow
def test_a_pickled_model_is_isolated_too(tmp_path: Path) -> None:
    model = simnon.load(make_counter(tmp_path, CRASH), trust=True, isolate=True)

    assert pickled(model) == model
    assert pickled(model).simulate(0, 4).stop.code == "foreign-process"


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.slow
def test_the_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    make_counter(tmp_path, HANG)
    text = (
        "import subprocess, simnon\n"
        f"model = simnon.load({str(tmp_path / 'counter.fmu')!r}, trust=True, isolate=True)\n"
        "model.simulate(0, 1)\n"
        "print('ready', flush=True)\n"
        "model.simulate(0, 4)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, env={**os.environ})
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()

    assert children
    for child in map(int, children):
        while is_running(child):
            os.sched_yield()


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"

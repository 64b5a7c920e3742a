"""run.py: its messages before any package is installed."""

import os
import runpy
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "run.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_arguments_the_usage_is_printed() -> None:
    done = run()

    assert done.returncode == 0
    assert "run.py test" in done.stdout


def test_an_unknown_benchmark_is_refused() -> None:
    done = run("bench", "no-such")

    assert done.returncode == 2
    assert "There is no benchmark 'no-such'" in done.stderr


def test_an_old_python_gets_a_clear_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))

    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or later; this is Python 3\.9\."):
        runpy.run_path(str(ROOT / "run.py"))


def test_uv_on_the_path_is_preferred(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    uv = tmp_path / ("uv.exe" if os.name == "nt" else "uv")
    uv.write_text("")
    uv.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert runpy.run_path(str(ROOT / "run.py"))["find_uv"]() == str(uv)


def test_if_uv_cannot_be_fetched_the_attempts_are_reported(tmp_path: Path) -> None:
    shutil.copy(ROOT / "run.py", tmp_path)
    script = "import runpy, sys; sys.executable = 'no-such-python'; sys.argv = ['run.py', 'test']; "
    script += "runpy.run_path('run.py', run_name='__main__')"

    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "uv was not found" in done.stderr
    assert "no-such-python" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="sends an interrupt to a group of processes")
def test_an_interrupt_goes_to_the_running_program(tmp_path: Path) -> None:
    child = "import signal, sys, time\nsignal.signal(signal.SIGINT, lambda *_: sys.exit(7))\n"
    child += "print('ready', flush=True)\ntime.sleep(30)"
    script = f"import runpy, sys; follow = runpy.run_path({str(ROOT / 'run.py')!r})['follow']; "
    script += f"sys.exit(follow([sys.executable, '-c', {child!r}]))"

    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)

        assert running.wait(timeout=20) == 7

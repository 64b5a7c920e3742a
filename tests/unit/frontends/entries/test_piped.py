"""`simnon` with lines from a pipe: plain text, and errors do not end it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.frontends.sessions import fill


def test_all_lines_are_executed_with_plain_text_replies(tmp_path: Path) -> None:
    typed = "SYST decay\nPAR rat: 2\nPAR rate: 2\nSIMU 0 1\nASHOW x\nask\n7\nSTOP\nPAR rate: 3\n"

    done = subprocess.run(
        [sys.executable, "-m", "simnon"], cwd=fill(tmp_path), input=typed, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert done.stderr == ""
    first, hint, changed, ended, *rest = done.stdout.splitlines()
    assert (first, hint) == (
        "error[unknown-variable]: the model has no parameter 'rat'",
        "  hint: did you mean 'rate'?",
    )
    assert changed == "rate: 1 -> 2 1/s"
    assert ended.startswith("the end of the run, t = 1; ")
    assert rest == ["how many?", "got 3 7"]


@pytest.mark.slow
def test_a_dialect_has_the_replies_of_its_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simnon", "--as", "simnon72"],
        cwd=tmp_path,
        input="SYSTT\nA=T+\nA=T\n*END\nSTOPP\nSTOP\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "        <SYSTEM DESCRIPTION>:",
        "        A=T+",
        "ERR33       ↑",
        "        A=T",
        "        *END",
        "        ILLEGAL COMMAND",
    ]

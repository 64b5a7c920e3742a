"""explain: the model as text after any stage; the same text gives the same program, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simnon.compiler import STAGES, explain, read_sources
from simnon.source import Report, Source, UserError

ROOT = Path(__file__).parents[3]
SCRIPT = """
import sys
from pathlib import Path
from simnon.compiler import explain, read_sources
from simnon.source import Report
for group in sys.argv[1:]:
    for stage in ("hoist_invariants", "order", "lower"):
        print(explain(read_sources([Path(name) for name in group.split(",")], Report()), Report(), stage))
"""


def test_every_stage_can_be_shown() -> None:
    sources = read_sources([ROOT / "examples" / "ball.t"], Report())

    for stage in STAGES:
        assert explain(sources, Report(), stage)
        assert explain(sources, Report(), stage.replace("_", "-"))


def test_an_unknown_stage_is_a_user_error_with_the_nearest() -> None:
    with pytest.raises(UserError, match="there is no stage 'ordr'") as raised:
        explain((), Report(), "ordr")

    assert raised.value.hint == "did you mean 'order'?"


def test_a_stage_unlike_any_lists_them_all() -> None:
    with pytest.raises(UserError) as raised:
        explain((), Report(), "zzz")

    assert "hoist_invariants" in raised.value.hint


def test_errors_before_the_stage_give_no_text() -> None:
    report = Report()

    assert explain((Source("t", "CONTINUOUS SYSTEM s\nSTATE x\nEND\n"),), report, "lower") is None
    assert report.has_errors


@pytest.mark.slow
def test_the_same_text_gives_the_same_program_whatever_the_hashes_of_strings() -> None:
    examples = ROOT / "examples"
    groups = [str(examples / f"{name}.t") for name in ("multirate", "counter", "relay", "valve", "noise", "delayed")]
    groups += [",".join(str(examples / name) for name in ("tank.t", "regulator.t", "level.t"))]
    groups += [str(path) for path in sorted((ROOT / "tests" / "golden" / "models").glob("*.t"))]

    printed = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *groups],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert len(printed) == 1
    assert b"def derivatives" in printed.pop()

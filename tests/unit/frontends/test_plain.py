"""Outcomes as plain text: short, complete, and the same every time."""

from pathlib import Path

import numpy as np
import pytest

from simnon.frontends.plain import duration, failure_text, plain_text
from simnon.session import (
    Advanced,
    Changed,
    Diagnosed,
    Echoed,
    EditorRequested,
    Ended,
    Failed,
    Noted,
    Outcome,
    PageDrawn,
    Printed,
    RunEnded,
    Tabulated,
    Valued,
    ValueRow,
    Wrote,
)
from simnon.simulation import Statistics, StopKind, StopReason
from simnon.source import Diagnostic, Severity
from tests.unit.frontends.sessions import curve, figure

FOLDER = Path("study")
STATISTICS = Statistics("dopri5", 52, 1, 300, 1, 41, 0.00012)
ERROR = Diagnostic(Severity.ERROR, "undefined-name", "'y' has no value", None, "give it one")
TABLE = Tabulated(("t", "h"), ("s", ""), (np.array([0.0, 1.0]), np.array([2.0, 0.25])))


def ended(kind: StopKind, message: str, hint: str = "", name: str = "") -> RunEnded:
    return RunEnded(name, StopReason(kind, "some-code", message, 20.0, hint), STATISTICS)


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Printed("two\nlines"), "two\nlines"),
        (Noted("mind this"), "note: mind this"),
        (Echoed("PAR DT: P"), "> PAR DT: P"),
        (Echoed("PAR DT: 5", "macro SAMP, line 3"), "macro SAMP, line 3: PAR DT: 5"),
        (Diagnosed((ERROR,)), "error[undefined-name]: 'y' has no value\n  hint: give it one"),
        (Changed("TI[DPID]", 1e10, 50.0), "TI[DPID]: 1e+10 -> 50"),
        (Changed("area", 10.0, 0.1 + 0.2, "m^2"), "area: 10 -> 0.3 m^2"),
        (Valued((ValueRow("", "MAX(H)", 2.5),)), "MAX(H)  2.5"),
        (TABLE, "t [s]     h\n    0     2\n    1  0.25"),
        (ended(StopKind.END, "the end"), "the end; 52 steps, 41 samples, 1 event, 0.12 ms"),
        (ended(StopKind.END, "the end", name="slow"), "run slow: the end; 52 steps, 41 samples, 1 event, 0.12 ms"),
        (ended(StopKind.CONDITION, "empty"), "empty, t = 20; 52 steps, 41 samples, 1 event, 0.12 ms"),
        (
            ended(StopKind.FAILURE, "x became inf", "look"),
            "error[some-code]: x became inf; 52 steps, 41 samples, 1 event, 0.12 ms\n  hint: look",
        ),
        (Wrote(FOLDER / "a.svg"), "wrote a.svg"),
        (Wrote(Path("elsewhere") / "a.svg"), f"wrote {Path('elsewhere') / 'a.svg'}"),
        (EditorRequested(FOLDER / "a.t", 3), "a.t, line 3, is open for editing"),
        (
            Failed("bad-number", "no number", "give one", "macro M, line 2"),
            "error[bad-number]: no number\n  in macro M, line 2\n  hint: give one",
        ),
        (Failed("model-error", "errors", "", "", (ERROR,)), plain_text(Diagnosed((ERROR,)), FOLDER)),
        (PageDrawn(figure(curve())), ""),
        (Advanced(1.0, 0.0, 2.0), ""),
        (Ended(), ""),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_each_outcome_has_its_text(outcome: Outcome, text: str) -> None:
    assert plain_text(outcome, FOLDER) == text


def test_colours_change_nothing_but_colours() -> None:
    assert plain_text(Noted("so"), FOLDER, colour=True) == "\x1b[36mnote\x1b[0m: so"
    assert "\x1b[1;31merror[code]" in plain_text(Failed("code", "so"), FOLDER, colour=True)


def test_the_line_of_a_file_is_below_the_macro() -> None:
    failed = Failed("code", "so", "", "macro M, line 2")

    assert failure_text(failed, "a.txt, line 7") == "error[code]: so\n  in macro M, line 2\n  in a.txt, line 7"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.00012, "0.12 ms"), (0.1, "100 ms"), (0.9994, "999 ms"), (75, "75.0 s")]
)
def test_durations_are_short(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_all_digits_of_a_value_are_shown_on_request(tmp_path: Path) -> None:
    third = Valued((ValueRow("", "third", 1 / 3), ValueRow("", "a", 2.0, "m")), has_all_digits=True)

    assert plain_text(third, tmp_path) == "third  0.3333333333333333\na      2.0                m"

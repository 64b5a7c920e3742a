"""The text under the line being typed."""

from pathlib import Path

import pytest

from simnon.frontends.usage_line import usage_line
from simnon.session import Session
from tests.unit.frontends.sessions import new_session


@pytest.mark.parametrize(
    ("lines", "typed", "expected"),
    [
        ((), "", "SYST file ... compiles systems, HELP lists commands, STOP ends"),
        ((), "simu 0", "SIMU [start stop [spacing]] [-CONT] [-MARK] [/name]   Run a simulation."),
        ((), "nosuch", ""),
        (("SYST decay",), "", "DECAY   t = 0 to 100"),
        (("MACRO M A=1",), "", "END ends the macro, NEXT the loop; Ctrl-C discards it"),
        (("MACRO M A=1",), "FOR", "FOR variable = first TO last [STEP step]"),
        (("MACRO M A=1", "END"), "m ", "MACRO M A=1"),
        (("MACRO M", "SUSPEND", "END", "M"), "", "a macro is suspended: RESUME continues it, Ctrl-C cancels it"),
        (("ask",), "", "a macro is asking; Ctrl-C cancels it"),
    ],
)
def test_it_shows_what_can_be_typed(tmp_path: Path, lines: tuple[str, ...], typed: str, expected: str) -> None:
    assert usage_line(new_session(tmp_path, *lines), typed) == expected


def test_in_the_editor_it_shows_the_editor_commands(tmp_path: Path) -> None:
    assert usage_line(new_session(tmp_path, "SYST decay -EDIT"), "R").startswith("decay.t: T  N [n]  L text")


def test_in_a_dialect_it_shows_the_syntax_of_that_dialect(tmp_path: Path) -> None:
    session = Session(tmp_path, dialect="simnon72")

    assert usage_line(session, "PLOT T").startswith("PLOT x←y")
    assert usage_line(session, "").startswith("SYSTT  SYSDK  DISP")

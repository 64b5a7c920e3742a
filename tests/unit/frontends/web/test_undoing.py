"""What UNDO would revert, in words."""

from pathlib import Path

import pytest

from simnon.frontends.web.undoing import undone_text
from tests.unit.session.sessions import executed, new_session

MANY = """CONTINUOUS SYSTEM MANY
STATE X
DER DX
DX = A + B + C + D
A:1
B:2
C:3
D:4
END
"""


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ((), ""),
        (("SYST OSC",), ""),
        (("SYST OSC", "PAR W:2"), "W: 1"),
        (("SYST OSC", "PAR W:2", "PAR W:3"), "W: 2"),
        (("SYST OSC", "INIT X:3"), "X: 1"),
        (("SYST OSC", "INIT V:3"), "V: 0"),
        (("SYST OSC", "PAR W:2", "UNDO"), ""),
    ],
)
def test_it_is_written_as_a_command_would(tmp_path: Path, lines: tuple[str, ...], text: str) -> None:
    assert undone_text(executed(new_session(tmp_path), *lines).workspace) == text


def test_many_values_are_cut(tmp_path: Path) -> None:
    (tmp_path / "MANY.T").write_text(MANY)
    session = executed(new_session(tmp_path), "SYST MANY", "PAR A:5 B:6 C:7 D:8")
    assert undone_text(session.workspace) == "A: 1 B: 2 C: 3 ..."

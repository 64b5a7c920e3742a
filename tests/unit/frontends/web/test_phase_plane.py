"""The direction field of a phase plane."""

from pathlib import Path

import numpy as np
import pytest

from simnon.frontends.web.phase_plane import field_of_arrows
from simnon.frontends.web.requests import FieldOfArrows
from simnon.session import Session
from simnon.source import UserError
from tests.unit.session.sessions import executed

TEXT = """CONTINUOUS SYSTEM vdpol
STATE x y z
DER dx dy dz
dx = y
dy = mu*(1 - x^2)*y - x + z
dz = -z
mu: 1
x: 2
z: 0.5
END
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "vdpol.t").write_text(TEXT)
    return executed(Session(tmp_path), "SYST VDPOL", "PAR mu: 3")


def asked(**changes: object) -> FieldOfArrows:
    given = {"id": 7, "horizontal": "x", "vertical": "Y", "box": (-2.0, 2.0, -1.0, 1.0), "columns": 5, "rows": 3}
    return FieldOfArrows(**{**given, **changes})  # type: ignore[arg-type]


def test_the_slopes_are_those_of_the_equations_at_the_present_values(session: Session) -> None:
    arrows = field_of_arrows(session, asked())
    x, y = np.tile(np.linspace(-2, 2, 5), 3), np.repeat([-1.0, 0.0, 1.0], 5)

    assert arrows.id == 7
    assert arrows.across == pytest.approx(y)
    assert arrows.up == pytest.approx(3 * (1 - x**2) * y - x + 0.5)


def test_other_states_have_their_initial_values(session: Session) -> None:
    executed(session, "INIT z: 2")

    assert field_of_arrows(session, asked(columns=1, rows=1)).up == pytest.approx([3 * (1 - 4.0) * -1 + 2 + 2])


@pytest.mark.parametrize(
    "changes",
    [{"horizontal": "mu"}, {"vertical": "nobody"}, {"box": (0.0, 1.0)}, {"columns": 0}, {"columns": 1000, "rows": 11}],
)
def test_what_cannot_be_drawn_is_refused(session: Session, changes: dict[str, object]) -> None:
    with pytest.raises(UserError):
        field_of_arrows(session, asked(**changes))

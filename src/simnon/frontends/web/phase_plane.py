"""Two states and a grid of their values -> their slopes there: the direction field of a phase plane."""

from simnon.doors import loaded_on_use
from simnon.session import Session
from simnon.source import UserError

from .messages import Arrows
from .requests import FieldOfArrows

with loaded_on_use(__name__):
    from simnon.session import slopes_at

MAX_POINTS = 10_000


def field_of_arrows(session: Session, asked: FieldOfArrows) -> Arrows:
    """As `slopes_at` has it."""
    if asked.columns < 1 or asked.rows < 1 or asked.columns * asked.rows > MAX_POINTS:
        raise UserError("bad-box", f"a phase plane has at most {MAX_POINTS} arrows")
    names = (asked.horizontal, asked.vertical)
    return Arrows(asked.id, *slopes_at(session.workspace, names, asked.box, asked.columns, asked.rows))

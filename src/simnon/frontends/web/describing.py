"""A library or a type -> its description, as INFO shows it."""

from collections.abc import Iterable

from simnon.compiler import InfoLine, information
from simnon.session import Session

from .messages import InfoItem, LibraryPage
from .requests import Describe


def described(session: Session, asked: Describe) -> LibraryPage:
    """UserError if there is no such library or type."""
    found = information(asked.name, session.workspace.folders)
    return LibraryPage(
        asked.id,
        found.name,
        found.kind,
        found.remarks,
        _items(found.terminals),
        _items(found.parameters),
        _items(found.variables),
        found.versions,
        _items(found.entries),
    )


def _items(rows: Iterable[InfoLine]) -> tuple[InfoItem, ...]:
    return tuple(InfoItem(row.name, row.kind, row.value, row.unit, row.range, row.description) for row in rows)

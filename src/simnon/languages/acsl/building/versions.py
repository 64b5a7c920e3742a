"""Versions of variables that procedural code made -> fewer of them."""

from collections.abc import Container, Iterable

from simnon.model import Expression, Name, depth_of, parts_of, rewrite

from ...procedural import VersionedAssignment

_DEEPEST = 50


def inlined(versions: Iterable[VersionedAssignment], kept_names: Container[str]) -> list[VersionedAssignment]:
    """Without versions that one other reads, which are written in its place, and without those that none reads."""
    versions = tuple(versions)
    uses: dict[str, int] = {}
    for version in versions:
        for part in parts_of(version.value):
            if isinstance(part, Name):
                uses[part.name] = uses.get(part.name, 0) + 1
    written: dict[str, Expression] = {}
    kept: list[VersionedAssignment] = []
    for version in versions:
        value = rewrite(version.value, lambda part: written.get(part.name) if isinstance(part, Name) else None)
        if version.name in kept_names or uses.get(version.name, 0) > 1 or depth_of(value) > _DEEPEST:
            kept.append(VersionedAssignment(version.name, value, version.span))
        else:
            written[version.name] = value
    return kept

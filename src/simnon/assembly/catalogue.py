"""Systems by name: which of them are types of parts, and which one is the model."""

from collections.abc import Iterator

from simnon.model import System, SystemKind
from simnon.source import Related, Report, Span, nearest

from .connected_parts import is_structured


class Catalogue:
    """Finds types; a name without a category is first searched for in the category of the system that uses it."""

    def __init__(self, systems: tuple[System, ...], report: Report) -> None:
        self._report = report
        self._systems: dict[str, System] = {}
        self._reported: set[str] = set()
        for system in systems:
            self._add(system)

    def __iter__(self) -> Iterator[System]:
        return iter(self._systems.values())

    def find(self, name: str, user: System, span: Span, *, is_terminal: bool) -> System | None:
        """The type called `name` in the text of `user`, or None (reported)."""
        own = f"{user.category}.{name}" if user.category else name
        found = self._systems.get(own.casefold()) or self._systems.get(name.casefold())
        if found is None:
            self._report_missing(name, span, is_terminal)
        elif (found.kind is SystemKind.TERMINAL) is not is_terminal:
            word, statement = (
                ("a terminal", "TERMINAL") if found.kind is SystemKind.TERMINAL else ("a system", "SYSTEM")
            )
            self._report.error("unknown-type", f"'{name}' is {word}", span, f"write {statement} name: {name}")
            found = None
        return found

    def model(self) -> System | None:
        """The system that is composed of others and part of none, or the only one; None for connected systems."""
        systems = [system for system in self if system.kind is not SystemKind.TERMINAL]
        if not any(is_structured(system) for system in systems):
            return None
        used = {part.type.casefold() for system in systems for each in _with_versions(system) for part in each.parts}
        tops = [system for system in systems if not self._is_used(system, used)]
        composed = [system for system in tops if any(each.parts for each in _with_versions(system))]
        candidates = composed or tops
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            self._report_several(candidates)
        else:
            self._report.error(
                "endless-structure", "every system is a part of another", systems[0].span, "remove one of the parts"
            )
        return systems[-1]

    def _is_used(self, system: System, used: set[str]) -> bool:
        return system.name.casefold() in used or system.name_in_category.casefold() in used

    def _report_several(self, candidates: list[System]) -> None:
        names = ", ".join(f"'{system.name}'" for system in candidates)
        related = tuple(Related(f"'{system.name}'", system.span) for system in candidates[:-1])
        self._report.error(
            "several-models",
            f"{names} are not parts of any system: which of them is the model?",
            candidates[-1].span,
            "make them parts of one system, or remove the others",
            related,
        )

    def _report_missing(self, name: str, span: Span, is_terminal: bool) -> None:
        if name.casefold() in self._reported:
            return
        self._reported.add(name.casefold())
        known = [s.name for s in self if (s.kind is SystemKind.TERMINAL) is is_terminal]
        near = nearest(name, known)
        what = "type of terminals" if is_terminal else "system or type"
        hint = f"did you mean '{near}'?" if near else "define it in the text, or check the name of its library: INFO"
        self._report.error("unknown-type", f"there is no {what} '{name}'", span, hint)

    def _add(self, system: System) -> None:
        known = self._systems.setdefault(system.name.casefold(), system)
        if known is not system:
            self._report.error(
                "duplicate-system",
                f"there are two systems '{system.name}'",
                system.span,
                "rename one of them",
                (Related("the first one is here", known.span),),
            )


def _with_versions(system: System) -> tuple[System, ...]:
    return (system, *system.versions)

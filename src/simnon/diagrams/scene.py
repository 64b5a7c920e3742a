"""Systems -> Scene: the diagram of the model and of every type that it needs, each once."""

from dataclasses import replace
from pathlib import PurePath

from simnon.assembly import Catalogue, own_version, with_connected_parts, with_version
from simnon.model import Part, System, SystemKind
from simnon.source import Report, UserError

from .describe import describe
from .diagram import Diagram, Scene
from .graph import block_diagram
from .ports import with_category

BLOCK_LANGUAGES = (".sial",)
"""By extension: languages whose programs are block diagrams."""


def scene_of(systems: tuple[System, ...]) -> Scene:
    """UserError if there is no system at all; whatever else is wrong with the text does not matter here."""
    report = Report()
    systems = _composed(with_connected_parts(systems))
    catalogue = Catalogue(systems, report)
    top = _top(catalogue, systems)
    terminals = {with_category(t.name, t).casefold(): t for t in systems if t.kind is SystemKind.TERMINAL}
    diagrams: dict[str, Diagram] = {}
    waiting = [top]
    for system in waiting:
        key = system.name.casefold()
        if key in diagrams:
            continue
        chosen = with_version(system, own_version(system, report), None, report)
        types = _types_of_parts(chosen, catalogue)
        is_blocks = PurePath(system.span.source.name).suffix.lower() in BLOCK_LANGUAGES
        diagrams[key] = block_diagram(chosen) if is_blocks else describe(chosen, types, terminals)
        waiting += types.values()
    return Scene(top.name, diagrams)


def _top(catalogue: Catalogue, systems: tuple[System, ...]) -> System:
    candidates = [system for system in systems if system.kind is not SystemKind.TERMINAL]
    if not candidates:
        raise UserError("no-system", "the text contains no system", "begin with CONTINUOUS SYSTEM name")
    used = {part.type.casefold() for each in candidates for s in (each, *each.versions) for part in s.parts}
    tops = [s for s in candidates if s.name.casefold() not in used and s.name_in_category.casefold() not in used]
    composed = [s for s in tops if any(each.parts for each in (s, *s.versions))]
    own = [s for s in composed or tops or candidates if not s.category]
    return next(iter(own or composed or tops), None) or catalogue.model() or candidates[0]


def _composed(systems: tuple[System, ...]) -> tuple[System, ...]:
    """Connected systems as the parts of the one that connects them; several without one, as parts of a new one."""
    plain = [system for system in systems if system.kind not in (SystemKind.TERMINAL, SystemKind.CONNECTING)]
    if any(system.parts or system.versions for system in systems) or len(systems) == 1:
        return systems
    connecting = next((system for system in systems if system.kind is SystemKind.CONNECTING), None)
    if connecting is None:
        return systems
    parts = tuple(Part(each.name, each.name, None, None, each.span) for each in plain)
    return tuple(replace(each, parts=parts) if each is connecting else each for each in systems)


def _types_of_parts(system: System, catalogue: Catalogue) -> dict[str, System]:
    found = {
        part.name.casefold(): catalogue.find(part.type, system, part.span, is_terminal=False) for part in system.parts
    }
    return {name: type_ for name, type_ in found.items() if type_ is not None}

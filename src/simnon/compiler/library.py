"""Types that a text uses but does not define -> their sources, from folders beside the text and from the libraries.

`electrical.resistor` is the system `resistor` of the file `electrical/resistor.t`: in the folder of the
text that uses it, or among the libraries that come with the program.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from simnon.model import System
from simnon.source import Report, Source, read_source

LIBRARIES = Path(__file__).parents[1] / "library"
EXTENSION = ".t"


class Library:
    """Finds the files of types; remembers those already used."""

    def __init__(self, systems: Iterable[System], report: Report) -> None:
        self._report = report
        self._known = {system.name.casefold() for system in systems}
        self._asked: set[tuple[str, str, str]] = set()

    def missing(self, systems: Iterable[System]) -> Iterator[Source]:
        """The sources of the types that the systems use and that are still missing."""
        for system in systems:
            for name in _types_used(system):
                source = self._find(name, system.category, system.span.source)
                if source is not None:
                    yield source

    def add(self, systems: Iterable[System]) -> None:
        self._known.update(system.name.casefold() for system in systems)

    def _find(self, name: str, category: str, user: Source) -> Source | None:
        candidates = [f"{category}.{name}", name] if category else [name]
        key = (category, name.casefold(), user.folder)
        if key in self._asked or any(candidate.casefold() in self._known for candidate in candidates):
            return None
        self._asked.add(key)
        for candidate in candidates:
            path = find_type(candidate, _root(user))
            if path is not None:
                self._known.add(candidate.casefold())
                source = read_source(path, self._report)
                if source is None:
                    return None
                return replace(
                    source, category=candidate.rpartition(".")[0], open_folders=(_root(user), *user.open_folders)
                )
        return None


def find_type(name: str, folder: str = "") -> Path | None:
    """The file of a type, beside the text or in the libraries."""
    steps = name.split(".")
    for root in ([Path(folder)] if folder else []) + [LIBRARIES]:
        for spelled in (steps, [step.lower() for step in steps]):
            path = root.joinpath(*spelled[:-1], spelled[-1] + EXTENSION)
            if path.is_file():
                return path
    return None


def categorised(systems: Iterable[System], source: Source) -> tuple[System, ...]:
    """The systems of a source under their full names."""
    if not source.category:
        return tuple(systems)
    return tuple(
        replace(system, name=f"{source.category}.{system.name}", category=source.category) for system in systems
    )


def _root(source: Source) -> str:
    """The folder to which the category of the source is relative."""
    if not source.category or not source.folder:
        return source.folder
    return str(Path(source.folder).parents[source.category.count(".")])


def _types_used(system: System) -> list[str]:
    described = (system, *system.versions)
    names = [part.type for each in described for part in each.parts]
    names += [terminal.type for each in described for terminal in each.terminals]
    return list(dict.fromkeys(names))

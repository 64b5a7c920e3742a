"""Types -> the tree of instances, each with the values given from above."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field

from simnon.doors import loaded_on_use
from simnon.model import Counts, Declared, Name, Part, Redefinition, System, SystemKind, Unit, place_text, positions
from simnon.source import Report, Span, frozen, resources

from .brackets import with_settled_words
from .catalogue import Catalogue
from .definitions import Definition, define, structural_names
from .loops import Numbers, known_value
from .versions import VERSION, own_version, version_of_number, with_version

with loaded_on_use(__name__):
    from .arrays import given_numbers, places_of

MAX_LEVELS = 100
MANY_PARTS = 20_000
"""Up to this many are created without checking the memory they need."""
BYTES_OF_A_PART, BYTES_OF_A_VARIABLE = 2_000, 5_000
"""The memory they need during compilation, measured with models of thousands of parts."""
Choices = Mapping[str, float | str]
"""By path: numbers, and names of versions."""


class TooLarge(Exception):
    """There is not enough memory for the model; the report states how much it would need."""


@frozen
class Override:
    """A value given in a system above; `choice` is the name of a version."""

    value: float
    choice: str
    unit: Unit | None
    span: Span
    redefinition: Redefinition | None = None
    numbers: tuple[float, ...] = ()
    """Of a whole array, and its sizes in `counts`."""
    counts: Counts = ()


Givens = dict[tuple[str, ...], Override]
"""By path and name, casefolded, relative to the system they are given to."""


@dataclass(slots=True)
class Instance:
    """`path` is empty for the model itself, and begins with the system's name if several systems are connected.

    The flat name of a variable is its local one between `prefix` and `suffix`.
    """

    name: str
    path: str
    prefix: str
    suffix: str
    definition: Definition
    given: Givens
    sampler: str = ""
    version: str = ""
    versions: tuple[str, ...] = ()
    """The versions of its type; `version` is the chosen one."""
    children: dict[str, "Instance"] = field(default_factory=dict)
    """By casefolded name."""
    array: tuple[str, int] | None = None
    """The outermost array of parts it is in, by its path, and the number of the part there."""

    def given_by_local(self) -> dict[str, Override]:
        """The values given to it, by local name; those given to its parts are by path."""
        return {".".join(path): given for path, given in self.given.items()}

    def below(self) -> Iterator["Instance"]:
        """Itself and all instances below it, in text order."""
        stack = [self]
        while stack:
            instance = stack.pop()
            yield instance
            stack.extend(reversed(instance.children.values()))


class Builder:
    """Creates instances; one definition for each set of structural parameters."""

    def __init__(self, catalogue: Catalogue, report: Report) -> None:
        self._catalogue = catalogue
        self._report = report
        self._definitions: dict[tuple[str, str, tuple[tuple[str, float], ...]], Definition] = {}
        self._structural: dict[tuple[str, str], frozenset[str]] = {}
        self._chosen: dict[tuple[str, str], System] = {}
        self._own_choice: dict[str, str] = {}
        self._created = 0
        self._top: tuple[System, Givens] | None = None

    def instance(self, system: System, name: str, given: Givens) -> Instance:
        """`name` is empty if the system is the whole model.

        Raises TooLarge, with a report, if there are more parts than memory for them.
        """
        self._top = (system, given)
        self._created = 0
        return self._instance(system, name, None, given, ())

    def _instance(
        self,
        system: System,
        name: str,
        above: Instance | None,
        given: Givens,
        users: tuple[str, ...],
        array: tuple[str, int] | None = None,
    ) -> Instance:
        self._created += 1
        if self._created == MANY_PARTS:
            self._check_size()
        choice = self._choice(system, given)
        definition = self._definition(system, choice, given)
        path, prefix, suffix = _naming(name, above)
        sampler = self._sampler(definition.system, path, above.sampler if above is not None else "")
        instance = Instance(name, path, prefix, suffix, definition, given, sampler, array=array)
        instance.versions = tuple(version.name for version in system.versions)
        instance.version = choice
        users = (*users, system.name.casefold())
        for child, part, number, type_, inner in self._parts(system, definition, given):
            if type_.name.casefold() in users:
                self._report.error(
                    "endless-structure", f"'{type_.name}' would be a part of itself", part.span, "remove the part"
                )
                continue
            if len(users) > MAX_LEVELS:
                message = f"parts are nested more than {MAX_LEVELS} deep"
                self._report.error("nesting-too-deep", message, part.span, "use fewer levels")
                continue
            array = instance.array
            if array is None and number is not None:
                array = (f"{path}.{part.name}" if path else part.name, number)
            instance.children[child.casefold()] = self._instance(type_, child, instance, inner, users, array)
        return instance

    def _parts(
        self, system: System, definition: Definition, given: Givens
    ) -> Iterator[tuple[str, Part, int | None, System, Givens]]:
        """Each part with its name, its number in an array, its type and the values given to it."""
        inner = self._given_by_part(definition, given)
        for key, outer in _by_first_step(given).items():
            inner.setdefault(key, {}).update(outer)
        for name, part, number in definition.parts:
            type_ = self._catalogue.find(part.type, system, part.span, is_terminal=False)
            if type_ is not None:
                yield name, part, number, type_, inner.get(name.casefold(), {})

    def _check_size(self) -> None:
        """Refuse a model that would not fit before creating it; identical parts are counted once."""
        assert self._top is not None
        system, given = self._top
        parts, variables = self._count(system, given, {}, ())
        needed, available = BYTES_OF_A_PART * parts + BYTES_OF_A_VARIABLE * variables, resources.memory_available()
        if available is not None and needed > available:
            self._report.error(
                "model-too-large",
                f"the model would have {parts:,} parts with {variables:,} variables, which need about "
                f"{resources.size_text(needed)} of memory, but {resources.size_text(available)} is available",
                system.span,
                "remove parts, or make their arrays smaller",
            )
            raise TooLarge

    def _count(
        self, system: System, given: Givens, known: dict[Hashable, tuple[int, int]], users: tuple[str, ...]
    ) -> tuple[int, int]:
        """The number of parts and variables of an instance, including all below it."""
        key = (system.name, frozenset((name, each.value, each.choice) for name, each in given.items()))
        if key not in known:
            users = (*users, system.name.casefold())
            definition = self._definition(system, self._choice(system, given), given)
            below = [
                self._count(type_, inner, known, users)
                for _, _, _, type_, inner in self._parts(system, definition, given)
                if type_.name.casefold() not in users and len(users) <= MAX_LEVELS
            ]
            variables = len(definition.variables) + sum(count for _, count in below)
            known[key] = 1 + sum(count for count, _ in below), variables
        return known[key]

    def _definition(self, system: System, choice: str, given: Givens) -> Definition:
        version = given.get((VERSION,))
        key = (system.name, choice.casefold())
        if key not in self._chosen:
            redefinition = version.redefinition if version is not None else None
            self._chosen[key] = with_settled_words(with_version(system, choice, redefinition, self._report))
            self._structural[key] = structural_names(self._chosen[key])
        structural = self._structural[key]
        numbers: Numbers = {name: given[(name,)].value for name in sorted(structural) if (name,) in given}
        whole_key = (*key, tuple(numbers.items()))
        if whole_key not in self._definitions:
            self._definitions[whole_key] = define(self._chosen[key], numbers, self._catalogue, self._report)
        return self._definitions[whole_key]

    def _choice(self, system: System, given: Givens) -> str:
        """The version requested by name or number, empty if none is."""
        version = given.get((VERSION,))
        if version is not None and version.choice:
            return version.choice
        if version is not None and system.versions:
            return version_of_number(system, version.value, version.span, self._report)
        if system.name not in self._own_choice:
            self._own_choice[system.name] = own_version(system, self._report)
        return self._own_choice[system.name]

    def _given_by_part(self, definition: Definition, given: Givens) -> dict[str, Givens]:
        """The values that the system gives to its parts, by part and by the path below it."""
        found: Givens = {}
        for r in definition.system.redefinitions:
            if r.target.path and r.given is None:
                found[_path_of(r.target)] = Override(r.value, r.choice, r.unit, r.span, r)
            elif r.target.path:
                found |= self._given_arrays(r, definition, given)
        numbers = {value.name.casefold(): value.value for value in definition.system.values}
        numbers.update((".".join(path), value.value) for path, value in given.items())
        for a in definition.system.assignments:
            if a.target.path:
                value = known_value(a.value, numbers)
                if value is not None:
                    found[_path_of(a.target)] = Override(value, "", None, a.span)
        return _by_first_step(found)

    def _given_arrays(self, r: Redefinition, definition: Definition, given: Givens) -> Givens:
        """`reg.K: [1, 2]` by the name of the array, and `reg.K[2]: 3` by that of the element."""
        assert r.given is not None
        known = {value.name.casefold(): value.value for value in definition.system.values if value.given is None}
        known.update((".".join(path), value.value) for path, value in given.items())
        numbers = given_numbers(r.given, known, r.target.name, r.span, self._report)
        places = places_of(r.given.places, known, r.target.name, r.span, self._report)
        if numbers is None or places is None:
            return {}
        counts, values = numbers
        *path, name = _path_of(r.target)
        if not places:
            whole = Override(values[0], "", r.unit, r.span, r, values if counts else (), counts)
            return {(*path, name): whole}
        found: Givens = {}
        for i, position in enumerate(positions(tuple(map(len, places)))):
            place = place_text([place[each] for place, each in zip(places, position, strict=True)])
            value = values[min(i, len(values) - 1)]
            found[(*path, f"{name}{place}")] = Override(value, "", r.unit, r.span, r)
        return found

    def _sampler(self, system: System, path: str, above: str) -> str:
        """The discrete system at whose instants it is sampled; empty for other kinds."""
        if system.kind is not SystemKind.DISCRETE:
            return ""
        if system.declared(Declared.TSAMP) or system.declared(Declared.EVENT):
            return path or system.name
        if not above:
            self._report.error(
                "missing-sampling",
                f"the discrete system '{path or system.name}' does not say when it is sampled",
                system.span,
                "declare TSAMP ts and write ts = t + 1, or EVENT e and write e = expression, "
                "or make it a part of a discrete system that does",
            )
        return above


def given_from_outside(choices: Choices, tops: list[System]) -> Givens:
    """Values that override those of the text."""
    span = tops[0].span
    return {
        tuple(name.casefold().split(".")): Override(0.0, value, None, span)
        if isinstance(value, str)
        else Override(float(value), "", None, span)
        for name, value in choices.items()
    }


def _naming(name: str, above: Instance | None) -> tuple[str, str, str]:
    """The path, prefix and suffix of an instance of this name in the one above it."""
    if above is None:
        return name, "", f"[{name}]" if name else ""
    path = f"{above.path}.{name}" if above.path else name
    return path, f"{above.prefix}{name}.", above.suffix


def _path_of(name: Name) -> tuple[str, ...]:
    return (*(step.key for step in name.path), name.name.casefold())


def _by_first_step(given: Givens) -> dict[str, Givens]:
    found: dict[str, Givens] = {}
    for (first, *rest), value in given.items():
        if rest:
            found.setdefault(first, {})[tuple(rest)] = value
    return found

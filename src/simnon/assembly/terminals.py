"""CONNECT -> relations: across variables are equal, through variables sum to zero, signals go to inputs."""

from collections.abc import Callable
from dataclasses import field

from simnon.model import Apply, Connect, Declared, Expression, FixedSet, Name, Number, Role, System, parts_of
from simnon.source import Related, Report, Span, frozen

from .connections import Endpoint, References
from .defined_terminals import DefinedTerminal, TerminalVariable
from .instances import Instance

NamesOf = Callable[[Instance, str], str]
ZERO = Number(0.0)


@frozen
class Face:
    """A terminal seen from outside its instance, or from inside, where the parts are connected to it."""

    instance: Instance = field(compare=False)
    path: str
    terminal: DefinedTerminal = field(compare=False)
    name: str
    is_inside: bool


@frozen
class Connected:
    """`left` equals `right`; if `target` is set, it is an input or an event that gets its value from `right`."""

    left: Expression
    right: Expression
    span: Span
    target: Endpoint | None = None
    source: Endpoint | None = None


class Sets:
    """The connected sets; finds their relations when all connections are known."""

    def __init__(self, references: References, flat: NamesOf, report: Report) -> None:
        self._references = references
        self._flat = flat
        self._report = report
        self._parent: dict[Face, Face] = {}
        self._span_of: dict[Face, Span] = {}
        self.signals: list[Connected] = []
        self.fixed: list[FixedSet] = []

    def add(self, connect: Connect, scope: Instance) -> None:
        endpoints = [self._references.end(end, scope) for end in connect.ends]
        known = [(endpoint, end) for endpoint, end in zip(endpoints, connect.ends, strict=True) if endpoint is not None]
        if len(known) < 2:
            return
        if all(endpoint.terminal is not None and endpoint.variable is None for endpoint, _ in known):
            self._add_terminals(connect, known, scope)
        elif any(endpoint.terminal is not None for endpoint, _ in known):
            self._refuse_mixture(connect, known)
        else:
            self._add_signals(connect, known, scope)

    def relations(self, root: list[Instance]) -> list[Connected]:
        """The relations of all sets, and of the unconnected terminals."""
        members: dict[Face, list[Face]] = {}
        for face in self._parent:
            members.setdefault(self._find(face), []).append(face)
        found = list(self.signals)
        for faces in members.values():
            found += self._relations_of(faces)
        for top in root:
            for instance in top.below():
                found += self._unconnected(instance)
        return found

    def _add_terminals(self, connect: Connect, known: list[tuple[Endpoint, Name]], scope: Instance) -> None:
        faces = []
        for endpoint, end in known:
            assert endpoint.terminal is not None
            is_inside = endpoint.instance is scope
            faces.append(
                Face(endpoint.instance, endpoint.instance.path, endpoint.terminal, endpoint.terminal.name, is_inside)
            )
            first = faces[0].terminal
            if endpoint.terminal.type is not first.type:
                self._report.error(
                    "improper-connection",
                    f"'{_written(end)}' is a terminal of type '{endpoint.terminal.type.name}', "
                    f"'{_written(known[0][1])}' one of type '{first.type.name}'",
                    connect.span,
                    _hint(known[0], (endpoint, end)),
                    (
                        Related(f"'{first.type.name}'", first.type.span),
                        Related(f"'{endpoint.terminal.type.name}'", endpoint.terminal.type.span),
                    ),
                )
                return
        self._join(faces, connect.span)

    def _join(self, faces: list[Face], span: Span) -> None:
        """Connect them and their nested terminals, one by one."""
        for face in faces:
            self._parent.setdefault(face, face)
            self._span_of.setdefault(face, span)
            self._parent[self._find(face)] = self._find(faces[0])
        # Terminals of one type differ in their nested terminals only if these are circular, which has been reported.
        for each in zip(*map(_inner_faces, faces), strict=not self._report.has_errors):
            self._join(list(each), span)

    def _find(self, face: Face) -> Face:
        root = face
        while self._parent[root] is not root:
            root = self._parent[root]
        while self._parent[face] is not root:
            self._parent[face], face = root, self._parent[face]
        return root

    def _relations_of(self, faces: list[Face]) -> list[Connected]:
        found: list[Connected] = []
        span = self._span_of[faces[0]]
        for i, variable in enumerate(faces[0].terminal.variables):
            names = [Name(self._flat(face.instance, face.terminal.variables[i].local), span) for face in faces]
            if variable.kind is Declared.ACROSS:
                found += [Connected(names[0], name, span) for name in names[1:]]
            elif variable.kind is Declared.THROUGH:
                terms: list[Expression] = [
                    Apply("neg", (name,), span) if face.is_inside else name
                    for face, name in zip(faces, names, strict=True)
                ]
                found.append(Connected(_total(terms, span), ZERO, span))
            elif variable.kind is Declared.FIXED:
                self.fixed.append(_fixed_set(faces, i, span, self._flat))
            else:
                found += self._directed(faces, i, span)
        return found

    def _directed(self, faces: list[Face], number: int, span: Span) -> list[Connected]:
        """One end is the source of the signal, the others take it; seen from inside, the directions are reversed."""
        givers: list[tuple[Face, TerminalVariable]] = []
        takers: list[tuple[Face, TerminalVariable]] = []
        for face in faces:
            variable = face.terminal.variables[number]
            is_giver = (variable.kind is Declared.OUTPUT) is not face.is_inside
            (givers if is_giver else takers).append((face, variable))
        if len(givers) != 1:
            name = faces[0].terminal.variables[number].name
            shown = ", ".join(f"{face.path}.{variable.local}".lstrip(".") for face, variable in givers)
            message = (
                f"the signal '{name}' has no source"
                if not givers
                else f"the signal '{name}' has several sources: {shown}"
            )
            hint = "connect an output to inputs: declare one terminal REVERSED"
            self._report.error("improper-connection", message, span, hint)
            return []
        face, variable = givers[0]
        source = Name(self._flat(face.instance, variable.local), span)
        return [
            Connected(
                Name(self._flat(taker.instance, taken.local), span),
                source,
                span,
                Endpoint(taker.instance, taker.instance.definition.variables[taken.local]),
            )
            for taker, taken in takers
        ]

    def _unconnected(self, instance: Instance) -> list[Connected]:
        """Nothing flows through an unconnected terminal."""
        found = []
        definition = instance.definition
        used: set[str] | None = None
        for terminal in definition.terminals.values():
            outside = Face(instance, instance.path, terminal, terminal.name, False)
            inside = Face(instance, instance.path, terminal, terminal.name, True)
            for variable in terminal.variables:
                if variable.kind is not Declared.THROUGH:
                    continue
                name = Name(self._flat(instance, variable.local), definition.system.span)
                if outside not in self._parent:
                    found.append(Connected(name, ZERO, definition.system.span))
                if definition.parts and inside not in self._parent:
                    if used is None:
                        used = _names_used(instance)
                    if variable.local not in used:
                        found.append(Connected(name, ZERO, definition.system.span))
        return found

    def _add_signals(self, connect: Connect, known: list[tuple[Endpoint, Name]], scope: Instance) -> None:
        (source, first), *targets = known
        for target, end in targets:
            assert source.variable is not None
            assert target.variable is not None
            mine, theirs = source.variable.unit, target.variable.unit
            if mine is not None and theirs is not None and mine.factors != theirs.factors:
                self._report.error(
                    "improper-connection",
                    f"'{_written(first)}' is in [{mine.text}], '{_written(end)}' in [{theirs.text}]",
                    connect.span,
                    "give both the same unit, or convert with an equation",
                )
            left = Name(self._flat(target.instance, target.variable.local), end.span)
            right = Name(self._flat(source.instance, source.variable.local), first.span)
            is_own_output = target.instance is scope and target.variable.role is Role.OUTPUT
            self.signals.append(Connected(left, right, connect.span, None if is_own_output else target, source))

    def _refuse_mixture(self, connect: Connect, known: list[tuple[Endpoint, Name]]) -> None:
        parts = [f"'{_written(end)}' is {_what(endpoint)}" for endpoint, end in known]
        self._report.error(
            "improper-connection",
            ", ".join(parts),
            connect.span,
            "connect whole terminals, or an output to inputs",
        )


def _inner_faces(face: Face) -> list[Face]:
    """The terminals nested in the terminal."""
    inner = face.terminal.inner
    return [Face(face.instance, face.path, terminal, terminal.name, face.is_inside) for terminal in inner]


def _hint(first: tuple[Endpoint, Name], second: tuple[Endpoint, Name]) -> str:
    """If a part of one terminal has the type of the other, or of a part of it, suggest to connect these."""
    for name, type_ in _named_types(*first):
        for other, other_type in _named_types(*second):
            if type_ is other_type:
                return f"connect the matching parts: CONNECT {name} {other}"
    return "connect terminals of the same type, or put a part with both types between them"


def _named_types(endpoint: Endpoint, end: Name) -> list[tuple[str, System]]:
    """The terminal and all nested in it, as they would be written here."""
    assert endpoint.terminal is not None
    found = []
    waiting = [(_written(end), endpoint.terminal)]
    for written, terminal in waiting:
        found.append((written, terminal.type))
        waiting += [(f"{written}.{inner.local}", inner) for inner in terminal.inner]
    return found


def _what(endpoint: Endpoint) -> str:
    if endpoint.variable is None:
        return "a terminal"
    if endpoint.terminal is not None:
        kinds = {v.local: v.kind for v in endpoint.terminal.variables}
        return f"the {kinds[endpoint.variable.local].value.lower()} variable of a terminal"
    role = endpoint.variable.role.value
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def _written(name: Name) -> str:
    return f"{name.owner}.{name.name}" if name.path else name.name


def _shown(face: Face) -> str:
    return f"{face.path}.{face.name}" if face.path else face.name


def _fixed_set(faces: list[Face], number: int, span: Span, flat: NamesOf) -> FixedSet:
    names = tuple(flat(face.instance, face.terminal.variables[number].local) for face in faces)
    return FixedSet(faces[0].terminal.variables[number].name, tuple(map(_shown, faces)), names, span=span)


def _total(terms: list[Expression], span: Span) -> Expression:
    return terms[0] if len(terms) == 1 else Apply("+", tuple(terms), span)


def _names_used(instance: Instance) -> set[str]:
    """The local names that its own equations read."""
    system = instance.definition.system
    expressions = [assignment.value for assignment in system.assignments]
    expressions += [side for relation in system.relations for side in (relation.left, relation.right)]
    return {node.name for e in expressions for node in parts_of(e) if isinstance(node, Name) and not node.path}

"""Compiled model -> Modelica: one model, or a class with connectors for each kind of part and a model that joins them.

Samples and WHEN are `when` equations. Parts are components if their samples and WHENs read only their own variables;
otherwise everything is in one model.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simnon.compiler import CompiledModel
from simnon.model import Equation, FlatModel, Name, Role, Variable
from simnon.version import __version__

from ...c import identifier
from ..equations import Equations, equations_of, refuse
from .body import INPUT, OUTPUT, Body, Declared
from .groups import Group, split, whole
from .terminals import Connections, find_connections
from .words import LANGUAGE, number_text, place_of, plain_name, unit_text


def write_modelica(compiled: CompiledModel, *, keeps: bool = False) -> str:
    """With `keeps`, what Modelica cannot express is a comment; otherwise UserError has its place."""
    found = equations_of(compiled)
    model = found.model
    missing = (
        ("table of values", model.tables),
        ("function of a file", model.foreign),
        ("random numbers", model.randoms),
        ("delay of this kind", model.delays),
    )
    if not keeps:
        refuse(LANGUAGE, missing)
    notes = [f"  // {LANGUAGE} has no {what}" for what, things in missing if things]
    groups = split(found)
    lines = _flat(found, keeps) if groups is None else _Components(found, groups, keeps).lines()
    first, *rest = lines
    return "\n".join([first, *notes, *rest]) + "\n"


def _heading(name: str) -> str:
    return f'model {name} "written by Simnon {__version__}"'


def _flat(found: Equations, keeps: bool) -> Iterator[str]:
    model, name = found.model, identifier(found.model.name)
    names = {model.time: "time"}

    def spelled(flat: str) -> str:
        if flat not in names:
            wanted = plain_name(identifier(flat))
            while wanted in names.values() or wanted == name:
                wanted += "_"
            names[flat] = wanted
        return names[flat]

    body = Body(found, whole(found), spelled, has_signals=False, keeps=keeps)
    yield _heading(name)
    yield from (declared.text for declared in body.declarations())
    yield from body.initial()
    yield "equation"
    yield from body.equations()
    yield f"end {name};"


class _Components:
    def __init__(self, found: Equations, groups: Sequence[Group], keeps: bool) -> None:
        self.found, self.model = found, found.model
        self.joining, self.parts, self.keeps = groups[0], groups[1:], keeps
        self.variables = self.model.by_name()
        self.connections = find_connections(self.model, self.joining)
        self.name = identifier(self.model.name)
        self.component_of_owner = self._component_names()
        self.type_of_part = dict(self.model.parts)
        self.class_of_body: dict[tuple[object, ...], tuple[str, tuple[Declared, ...]]] = {}

    def _component_names(self) -> dict[str, str]:
        own = {plain_name(v.local) for v in self.joining.variables}
        found: dict[str, str] = {}
        for part in self.parts:
            wanted = plain_name(part.owner)
            while wanted in own or wanted in found.values() or wanted == self.name:
                wanted += "_"
            found[part.owner] = wanted
        return found

    def lines(self) -> Iterator[str]:
        components = []
        classes: list[str] = []
        for part in self.parts:
            text, component = self._component(part)
            classes += text
            components.append(component)
        top = Body(self.found, self._joining(), self._from_outside, has_signals=False, keeps=self.keeps)
        yield _heading(self.name)
        yield f"  connector {INPUT} = input Real;"
        yield f"  connector {OUTPUT} = output Real;"
        yield from self._connectors()
        yield from (f"  {line}" for line in classes)
        yield from (declared.text for declared in top.declarations())
        free = [v for part in self.parts for v in part.variables if v.is_free_input]
        yield from (f"  input Real {self._open_name(v)} = {number_text(v.start or 0.0)};" for v in free)
        yield from components
        yield from top.initial()
        yield "equation"
        yield from (f"  {self._from_outside(v.name)} = {self._open_name(v)};" for v in free)
        yield from top.equations()
        yield from self._connects()
        yield f"end {self.name};"

    def _open_name(self, variable: Variable) -> str:
        return f"{self.component_of_owner[variable.owner]}_{plain_name(variable.local)}"

    def _joining(self) -> Group:
        """Without the relations and signals that connections express."""
        left = [e for e in self.joining.continuous if not self._is_relation(e) and self._signal(e) is None]
        return replace(self.joining, continuous=tuple(left))

    def _is_relation(self, equation: Equation) -> bool:
        return self.connections is not None and equation.target in self.connections.relations

    def _signal(self, equation: Equation) -> tuple[str, str] | None:
        """The output and the input, if the equation does nothing but connect them."""
        target = self.variables.get(equation.target)
        source = self.variables.get(equation.value.name) if isinstance(equation.value, Name) else None
        if target is None or source is None or target.role is not Role.INPUT or source.role is not Role.OUTPUT:
            return None
        owners = self.component_of_owner
        return (source.name, target.name) if source.owner in owners and target.owner in owners else None

    def _connects(self) -> Iterator[str]:
        for equation in self.joining.continuous:
            signal = self._signal(equation)
            if signal is not None:
                ends = ", ".join(map(self._from_outside, signal))
                yield f"  connect({ends});{place_of(equation)}"
        for first, second in () if self.connections is None else self.connections.pairs:
            ends = ", ".join(f"{self.component_of_owner[owner]}.{plain_name(end)}" for owner, end in (first, second))
            yield f"  connect({ends});"

    def _connectors(self) -> Iterator[str]:
        for kind, members in self._connector_types(self.connections, self.model).items():
            yield f"  connector {plain_name(kind)}"
            for member in members:
                unit = unit_text(member.unit) if member.unit is not None else ""
                flow = "" if member.across_of else "flow "
                name = plain_name(member.local.removeprefix(f"{member.terminal}."))
                yield f"    {flow}Real {name}{f'(unit={chr(34)}{unit}{chr(34)})' if unit else ''};"
            yield f"  end {plain_name(kind)};"

    @staticmethod
    def _connector_types(connections: Connections | None, model: FlatModel) -> dict[str, list[Variable]]:
        found: dict[str, list[Variable]] = {}
        if connections is None:
            return found
        at: dict[tuple[str, str], list[Variable]] = {}
        for variable in model.variables:
            if variable.terminal:
                at.setdefault((variable.owner, variable.terminal), []).append(variable)
        for members in at.values():
            found.setdefault(_kind(members), members)
        return found

    def _component(self, part: Group) -> tuple[list[str], str]:
        """The class, if it is new, and the declaration of the component."""
        body = Body(self.found, part, self._from_inside, has_signals=True, keeps=self.keeps)
        declared = tuple(d for d in body.declarations() if "." not in d.name)
        terminals = self._terminals(part)
        equations = (*body.initial(), "equation", *body.equations())
        key = (tuple(d.without_numbers for d in declared), terminals, equations)
        name = self.component_of_owner[part.owner]
        known = self.class_of_body.get(key)
        text: list[str] = []
        if known is None:
            known = self.class_of_body[key] = (self._class_name(part), declared)
            text = [f"model {known[0]}", *terminals, *(d.text for d in declared), *equations, f"end {known[0]};"]
        changes = [own.difference(other) for own, other in zip(declared, known[1], strict=True)]
        modification = ", ".join(change for change in changes if change)
        return text, f"  {known[0]} {name}{f'({modification})' if modification else ''};"

    def _class_name(self, part: Group) -> str:
        wanted = plain_name(self.type_of_part.get(part.owner, part.owner)).title().replace("_", "")
        taken = {name for name, _ in self.class_of_body.values()}
        number = 1
        found = wanted
        while found in taken or found in (self.name, INPUT, OUTPUT):
            number += 1
            found = f"{wanted}{number}"
        return found

    def _terminals(self, part: Group) -> tuple[str, ...]:
        if self.connections is None:
            return ()
        at: dict[str, list[Variable]] = {}
        for variable in part.variables:
            if variable.terminal:
                at.setdefault(variable.terminal, []).append(variable)
        return tuple(f"  {plain_name(_kind(members))} {plain_name(name)};" for name, members in at.items())

    def _from_inside(self, flat: str) -> str:
        if flat == self.model.time:
            return "time"
        variable = self.variables[flat]
        if variable.terminal and self.connections is not None:
            inside = variable.local.removeprefix(f"{variable.terminal}.")
            return f"{plain_name(variable.terminal)}.{plain_name(inside)}"
        return plain_name(variable.local or variable.name)

    def _from_outside(self, flat: str) -> str:
        if flat == self.model.time:
            return "time"
        owner = self.variables[flat].owner
        inside = self._from_inside(flat)
        return f"{self.component_of_owner[owner]}.{inside}" if owner in self.component_of_owner else inside


def _kind(members: Sequence[Variable]) -> str:
    """The type of a terminal, by its ACROSS variables, or by the names of all of them."""
    kind = next((v.across_of for v in members if v.across_of), "")
    return kind or "_".join(v.local.removeprefix(f"{v.terminal}.") for v in members)

"""System -> Diagram: its parts as boxes, its connections as nets, its own equations as formulas or as text.

An equation between a variable of a part and an input of another is a net; any other is a formula between them. Nothing
but the text is used, and nothing is expanded: an array is one box.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from simnon.model import (
    Apply,
    Assignment,
    Connect,
    Declared,
    Expression,
    Name,
    Number,
    Redefinition,
    Relation,
    Remark,
    Section,
    System,
    SystemKind,
    When,
    parts_of,
    print_expression,
    print_number,
    rewrite,
)
from simnon.source import Span

from .diagram import (
    FRAME,
    Box,
    BoxKind,
    Diagram,
    Net,
    NetKind,
    Parameter,
    Pin,
    Port,
    PortKind,
    Side,
    Sides,
)
from .ports import line_comments, ports_of

DERIVATIVE, NEW = "der", "new"
"""Functions that mark a derivative, and the value after an instant, in equations that are shown."""
OUT, IN = "=", "in"
"""The ports of a formula: its value, and (numbered) what it reads."""


def describe(system: System, types: Mapping[str, System], terminals: Mapping[str, System]) -> Diagram:
    """`types` has, for each part by folded name, its type; `terminals` the types of terminals by folded name."""
    return _Describer(system, types, terminals).diagram()


class _Describer:
    def __init__(self, system: System, types: Mapping[str, System], terminals: Mapping[str, System]) -> None:
        self.system = system
        self.types = types
        self.terminals = terminals
        self.own_ports = {port.name.casefold(): port for port in self._ports_of(system)}
        self.boxes: dict[str, Box] = {}
        self.nets: list[Net] = []
        self.driven: dict[Pin, int] = {}
        """The net of each source, by its position: all targets of one source are one net."""
        self.formulas: dict[str, str] = {}
        """The box of each variable that a formula computes."""
        self.values = {value.name.casefold() for value in system.values}
        self.replaced: set[tuple[str, str]] = set()
        """Ports of arrays whose members have ports of their own."""

    def diagram(self) -> Diagram:
        system = self.system
        for part in system.parts:
            self._add_part(part.name)
        if self.boxes:
            self._connect_everything()
            self._join_nets()
            self._remove_replaced()
        return Diagram(
            system.name,
            tuple(self.boxes.values()),
            tuple(self.nets),
            tuple(self.own_ports.values()),
            _parameters(system),
            () if self.boxes else tuple(_equations(system)),
            next((text for remark, text in system.remarks if remark is Remark.PURPOSE), ""),
            system.kind.value.lower(),
            tuple(comment.text for comment in system.comments if comment.is_alone and comment.text),
        )

    def _add_part(self, name: str) -> None:
        part = next(part for part in self.system.parts if part.name == name)
        members = ""
        if part.first is not None and part.last is not None:
            members = f"{print_expression(part.first)}..{print_expression(part.last)}"
        type_ = self.types.get(name.casefold())
        ports = self._ports_of(type_) if type_ is not None else ()
        versions = self._versions(name, type_) if type_ is not None else ()
        shown = type_.name if type_ is not None else part.type
        self.boxes[name.casefold()] = Box(name, BoxKind.PART, shown, ports, members, versions, span=part.span)

    def _ports_of(self, system: System) -> tuple[Port, ...]:
        """Terminals name the variables that meet in them, with their units."""
        return tuple(self._with_variables(port) for port in ports_of(system))

    def _with_variables(self, port: Port) -> Port:
        terminal = self.terminals.get(port.type.casefold())
        if terminal is None:
            return port
        variables = (f"{each.name} [{each.unit.text}]" if each.unit else each.name for each in terminal.declarations)
        return replace(port, note=f"{port.note}: {', '.join(variables)}")

    def _versions(self, part: str, type_: System) -> tuple[str, ...]:
        """All versions of the type, the chosen one first."""
        names = [version.name for version in type_.versions]
        chosen = next(
            (r.choice for r in self.system.redefinitions if r.choice and _is_of(r.target, part)),
            names[0] if names else "",
        )
        return tuple(sorted(names, key=lambda name: name.casefold() != chosen.casefold()))

    def _connect_everything(self) -> None:
        for assignment in self._own_equations():
            if not assignment.target.path:
                self.formulas[assignment.target.name.casefold()] = assignment.target.name
        for connect in self.system.connects:
            self._add_connect(connect)
        for assignment in self._own_equations():
            self._add_assignment(assignment)
        for number, relation in enumerate(self.system.relations, start=1):
            self._add_relation(relation, number)
        for redefinition in self.system.redefinitions:
            self._add_value(redefinition)
        for number, when in enumerate(self.system.whens, start=1):
            self._add_when(when, number)

    def _own_equations(self) -> Iterable[Assignment]:
        return (each for each in self.system.assignments if each.section is not Section.INITIAL)

    # Connections

    def _add_connect(self, connect: Connect) -> None:
        pins = [pin for pin in map(self._pin, connect.ends) if pin is not None]
        if len(pins) < 2:
            return
        ports = [self._port(pin) for pin in pins]
        first = next((port for port in ports if port is not None), None)
        if first is None:
            return
        if first.kind is PortKind.TERMINAL:
            self.nets.append(Net(self._kind_of_terminal(first.type), tuple(pins), first.type, span=connect.span))
        elif any(port is not None and port.kind is PortKind.EVENT for port in ports):
            self.nets.append(Net(NetKind.ORDER, tuple(pins), span=connect.span))
        else:
            source, *targets = pins
            for target in targets:
                self._drive(source, target, connect.span)

    def _kind_of_terminal(self, type_: str) -> NetKind:
        found = self.terminals.get(type_.casefold())
        kinds = {each.kind for each in found.declarations} if found is not None else set()
        is_directed = kinds and kinds.isdisjoint((Declared.ACROSS, Declared.THROUGH))
        return NetKind.BUNDLE if is_directed else NetKind.PHYSICAL

    def _drive(self, source: Pin, target: Pin, span: Span) -> None:
        """A signal from one port to another: nets with one source are joined."""
        position = self.driven.get(source)
        if position is None:
            self.driven[source] = len(self.nets)
            self.nets.append(Net(self._kind_of_signal(source), (source, target), span=span))
        else:
            net = self.nets[position]
            if target not in net.pins:
                self.nets[position] = Net(net.kind, (*net.pins, target), span=net.span)

    def _kind_of_signal(self, source: Pin) -> NetKind:
        port = self._port(source)
        if port is not None and port.kind is PortKind.PROBE:
            return NetKind.MEASUREMENT
        owner = self.types.get(source.box.casefold()) if source.box else self.system
        is_sampled = owner is not None and owner.kind is SystemKind.DISCRETE
        return NetKind.SAMPLED if is_sampled else NetKind.SIGNAL

    def _port(self, pin: Pin) -> Port | None:
        if pin.box == FRAME:
            return self.own_ports.get(pin.port.casefold())
        box = self.boxes.get(pin.box.casefold())
        return box.port(pin.port) if box is not None else None

    def _pin(self, end: Name) -> Pin | None:
        """Where a name in the text ends; a variable that is no port of its box becomes one."""
        if not end.path:
            return Pin(FRAME, end.name) if end.name.casefold() in self.own_ports else None
        step = end.path[0]
        box = self.boxes.get(step.name.casefold())
        if box is None:
            inner = self.own_ports.get(step.name.casefold())
            return Pin(FRAME, inner.name) if inner is not None else None
        steps = [each.text for each in end.path[1:]]
        port = box.port(".".join((*steps, end.name))) or (box.port(steps[0]) if steps else None)
        if port is None:
            port = self._probe(box, ".".join((*steps, end.name)))
        if step.number is None:
            return Pin(box.name, port.name)
        index = print_expression(step.number)
        return Pin(box.name, self._member_port(box.name, port, index).name, index)

    def _probe(self, box: Box, name: str) -> Port:
        port = Port(name, PortKind.PROBE, Side.RIGHT, "", "inside the part")
        return self._added(box.name, port)

    def _member_port(self, box: str, port: Port, index: str) -> Port:
        """Members of an array are connected differently: each has ports of its own on the one box."""
        own = Port(f"{port.name}[{index}]", port.kind, port.side, port.type, port.note)
        self.replaced.add((box.casefold(), port.name))
        return self._added(box, own)

    def _added(self, box: str, port: Port) -> Port:
        here = self.boxes[box.casefold()]
        known = here.port(port.name)
        if known is None:
            self.boxes[box.casefold()] = replace(here, ports=(*here.ports, port))
        return known or port

    def _join_nets(self) -> None:
        """Nets of terminals, or of orders, that share an end are one."""
        kept: list[Net] = []
        for net in self.nets:
            shared = [each for each in kept if each.kind is net.kind and not set(each.pins).isdisjoint(net.pins)]
            if shared and net.kind in (NetKind.PHYSICAL, NetKind.BUNDLE, NetKind.ORDER):
                pins = dict.fromkeys(pin for each in (*shared, net) for pin in each.pins)
                kept = [each for each in kept if each not in shared[1:]]
                kept[kept.index(shared[0])] = replace(shared[0], pins=tuple(pins))
            else:
                kept.append(net)
        self.nets = kept

    def _remove_replaced(self) -> None:
        used = {(pin.box.casefold(), pin.port) for net in self.nets for pin in net.pins}
        gone = self.replaced - used
        for key, box in self.boxes.items():
            self.boxes[key] = replace(box, ports=tuple(port for port in box.ports if (key, port.name) not in gone))

    # Equations

    def _add_assignment(self, assignment: Assignment) -> None:
        target, value = assignment.target, assignment.value
        if target.path:
            self._add_for_part(assignment)
            return
        box = None
        source = self._source(value) if isinstance(value, Name) else None
        if source is None or target.name.casefold() not in self.own_ports:
            box = self._add_formula(target.name, _written(assignment.span), value, assignment.span)
            source = Pin(box.name, OUT)
        if target.name.casefold() in self.own_ports:
            self._drive(source, Pin(FRAME, target.name), assignment.span)

    def _add_for_part(self, assignment: Assignment) -> None:
        pin = self._input_pin(assignment.target)
        value = assignment.value
        if pin is None:
            # A parameter: it has a wire only if it changes during a run.
            if not self._sources(value):
                return
            pin = self._pin(assignment.target)
            if pin is None:
                return
        if isinstance(value, Name):
            source = self._source(value)
            if source is not None:
                self._drive(source, pin, assignment.span)
                return
        name = f"{pin.box}.{pin.port}" + (f"[{pin.index}]" if pin.index else "")
        text = _written(assignment.span).partition("=")[2].strip() or print_expression(value)
        kind = BoxKind.FORMULA if any(isinstance(node, Name) for node in parts_of(value)) else BoxKind.VALUE
        box = self._add_formula(name, text, value, assignment.span, kind)
        self._drive(Pin(box.name, OUT), pin, assignment.span)

    def _input_pin(self, target: Name) -> Pin | None:
        box = self.boxes.get(target.path[0].name.casefold()) if target.path else None
        port = box.port(target.name) if box is not None and len(target.path) == 1 else None
        return self._pin(target) if port is not None and port.kind is PortKind.INPUT else None

    def _add_formula(self, name: str, text: str, value: Expression, span: Span, kind: BoxKind = BoxKind.FORMULA) -> Box:
        sources = self._sources(value)
        ports = [Port(f"{IN}{i}", PortKind.INPUT, Side.LEFT) for i in range(1, len(sources) + 1)]
        ports.append(Port(OUT, PortKind.OUTPUT, Side.RIGHT))
        box = Box(name, kind, "", tuple(ports), text=text, span=span)
        self.boxes[name.casefold()] = box
        for port, source in zip(ports, sources, strict=False):
            self._drive(source, Pin(name, port.name), span)
        return box

    def _add_relation(self, relation: Relation, number: int) -> None:
        text = _written(relation.span)
        sources = list(dict.fromkeys((*self._sources(relation.left), *self._sources(relation.right))))
        ports = tuple(Port(f"{IN}{i}", PortKind.INPUT, Side.LEFT) for i in range(1, len(sources) + 1))
        name = f"relation {number}"
        self.boxes[name.casefold()] = Box(name, BoxKind.FORMULA, "", ports, text=text, span=relation.span)
        for port, source in zip(ports, sources, strict=True):
            self._drive(source, Pin(name, port.name), relation.span)

    def _sources(self, value: Expression) -> list[Pin]:
        """Where what an expression reads comes from, each once; parameters and time have no wires."""
        found = [self._source(node) for node in parts_of(value) if isinstance(node, Name)]
        return list(dict.fromkeys(pin for pin in found if pin is not None))

    def _source(self, name: Name) -> Pin | None:
        if name.path:
            return self._source_in_part(name)
        key = name.name.casefold()
        if key in self.own_ports and self.own_ports[key].kind is not PortKind.OUTPUT:
            return Pin(FRAME, self.own_ports[key].name)
        return Pin(self.formulas[key], OUT) if key in self.formulas and key not in self.values else None

    def _source_in_part(self, name: Name) -> Pin | None:
        """A variable of a terminal is read inside it: it has an end of its own."""
        box = self.boxes.get(name.path[0].name.casefold())
        if box is None or self._is_constant_of_part(name):
            return None
        if len(name.path) > 1 and box.port(name.path[1].text) is not None:
            self._probe(box, ".".join((*(step.text for step in name.path[1:]), name.name)))
            name = Name(".".join((*(step.text for step in name.path[1:]), name.name)), name.span, name.path[:1])
        return self._pin(name)

    def _is_constant_of_part(self, name: Name) -> bool:
        type_ = self.types.get(name.path[0].name.casefold())
        if type_ is None or len(name.path) > 1:
            return False
        key = name.name.casefold()
        declared = {each.name.casefold() for each in type_.declarations}
        return key not in declared and any(value.name.casefold() == key for value in type_.values)

    def _add_value(self, redefinition: Redefinition) -> None:
        """`part.input: 1`: a constant on the wire."""
        pin = self._input_pin(redefinition.target) if not redefinition.choice else None
        if pin is None:
            return
        unit = f" {redefinition.unit.text}" if redefinition.unit is not None else ""
        name = f"{pin.box}.{pin.port}" + (f"[{pin.index}]" if pin.index else "")
        text = f"{print_number(redefinition.value)}{unit}"
        box = self._add_formula(name, text, Number(redefinition.value), redefinition.span, BoxKind.VALUE)
        self._drive(Pin(box.name, OUT), pin, redefinition.span)

    def _add_when(self, when: When, number: int) -> None:
        """What happens at an event of the system itself, and the parts that it orders to act."""
        name = f"event {number}"
        box = self._add_formula(name, _written(when.span), when.condition, when.span)
        targets = [pin for pin in map(self._pin, when.orders) if pin is not None]
        if targets:
            self.nets.append(Net(NetKind.ORDER, (Pin(box.name, OUT), *targets), span=when.span))


def _written(span: Span) -> str:
    """As in the text, on one line, without the comment."""
    return " ".join(span.text.partition('"')[0].split())


def _is_of(target: Name, part: str) -> bool:
    return len(target.path) == 1 and target.path[0].name.casefold() == part.casefold()


def _parameters(system: System) -> tuple[Parameter, ...]:
    """Values that are neither initial ones nor those of inputs; and those given to parts."""
    comments = line_comments(system)
    declared = {each.name.casefold() for each in system.declarations if each.kind is not Declared.VARIABLE}
    own = [
        Parameter(
            value.name,
            print_number(value.value),
            value.unit.text if value.unit is not None else "",
            comments.get(value.span.line, ""),
        )
        for value in system.values
        if value.name.casefold() not in declared
    ]
    given = [
        Parameter(
            print_path(each.target),
            each.choice or print_number(each.value),
            each.unit.text if each.unit is not None else "",
            comments.get(each.span.line, ""),
        )
        for each in system.redefinitions
    ]
    return (*own, *given)


def print_path(name: Name) -> str:
    """`tray[k + 1].up.flow`, as a text writes it."""
    steps = [f"{s.name}[{print_expression(s.number)}]" if s.number is not None else s.name for s in name.path]
    return ".".join((*steps, name.name))


def _equations(system: System) -> Iterable[Sides]:
    """Derivatives are those of their states, and new values are marked."""
    change = _as_derivatives(system)
    for assignment in system.assignments:
        if assignment.section is not Section.INITIAL:
            yield Sides(rewrite(assignment.target, change), rewrite(assignment.value, change))
    for relation in system.relations:
        yield Sides(rewrite(relation.left, change), rewrite(relation.right, change))
    for when in system.whens:
        for assignment in when.assignments:
            target = Apply(NEW, (rewrite(assignment.target, change),))
            yield Sides(target, rewrite(assignment.value, change), rewrite(when.condition, change))


def _as_derivatives(system: System) -> Callable[[Expression], Expression | None]:
    states = [each.name for each in system.declared(Declared.STATE)]
    found: dict[str, Expression] = {}
    for kind, function in ((Declared.DER, DERIVATIVE), (Declared.NEW, NEW)):
        names = [each.name for each in system.declared(kind)]
        if len(names) == len(states):
            found |= {name: Apply(function, (Name(state),)) for name, state in zip(names, states, strict=True)}

    def change(node: Expression) -> Expression | None:
        return found.get(node.name) if isinstance(node, Name) and not node.path else None

    return change

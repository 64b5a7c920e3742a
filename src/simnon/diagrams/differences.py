"""Two sets of systems -> what differs, in terms of the model: parts, connections, equations, parameters."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from simnon.model import IndexRange, System, Unit, print_expression, print_number
from simnon.source import frozen

from .describe import print_path
from .diagram import Box, Change, Diagram, Net, Parameter, Scene

_SIGNS = {Change.ADDED: "+", Change.REMOVED: "-", Change.CHANGED: "~", Change.NONE: " "}


@frozen
class Difference:
    """`what` is a part, an equation and so on; `before` and `after` are its text, empty if it is not there."""

    system: str
    what: str
    name: str
    before: str
    after: str

    @property
    def change(self) -> Change:
        if not self.before:
            return Change.ADDED
        return Change.CHANGED if self.after else Change.REMOVED

    @property
    def text(self) -> str:
        shown = f"{self.before} -> {self.after}" if self.change is Change.CHANGED else self.before or self.after
        name = f"{self.name}: " if self.name and self.name != shown else ""
        return f"{_SIGNS[self.change]} {self.what} {name}{shown}"


Said = dict[tuple[str, str], tuple[str, str]]
"""By what it is and its folded name: its name and its text."""


def differences(before: tuple[System, ...], after: tuple[System, ...]) -> tuple[Difference, ...]:
    """In the order of the systems, those of the earlier texts first; a model that was renamed is still the same."""
    old, new = _by_name(before), _by_name(after)
    renamed = _renamed(old, new)
    if renamed is not None:
        new[renamed[0]] = new.pop(renamed[1])
    found: list[Difference] = []
    for key in dict.fromkeys((*old, *new)):
        one, other = old.get(key), new.get(key)
        name = (other or one or before[0]).name
        if one is None or other is None:
            kind = (one or other or before[0]).kind.value.lower()
            found.append(Difference(name, "system", "", kind if one else "", kind if other else ""))
        else:
            if one.name.casefold() != other.name.casefold():
                found.append(Difference(name, "system", "", one.name, other.name))
            found += _compared(name, dict(_statements(one)), dict(_statements(other)))
    return tuple(found)


def print_differences(found: tuple[Difference, ...]) -> str:
    """Under the name of each system."""
    lines: list[str] = []
    for number, each in enumerate(found):
        if number == 0 or found[number - 1].system != each.system:
            lines.append(each.system)
        lines.append(f"  {each.text}")
    return "\n".join(lines) or "no differences"


def _by_name(systems: tuple[System, ...]) -> dict[str, System]:
    return {system.name.casefold(): system for system in systems}


def _renamed(old: Mapping[str, System], new: Mapping[str, System]) -> tuple[str, str] | None:
    gone = [key for key in old if key not in new]
    come = [key for key in new if key not in old]
    return (gone[0], come[0]) if len(gone) == len(come) == 1 else None


def _compared(system: str, old: Said, new: Said) -> Iterator[Difference]:
    for key in dict.fromkeys((*old, *new)):
        name, before = old.get(key, ("", ""))
        later, after = new.get(key, ("", ""))
        if before != after:
            yield Difference(system, key[0], later or name, before, after)


def _statements(system: System, within: str = "") -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """What a system says; `within` is the version that says it."""

    def said(what: str, name: str, text: str) -> tuple[tuple[str, str], tuple[str, str]]:
        shown = f"{name} in version {within}" if within else name
        return (what, shown.casefold()), (shown, text)

    yield from (said(*each) for each in _structure(system))
    yield from (said(*each) for each in _mathematics(system))
    for version in system.versions:
        yield said("version", version.name, "version")
        yield from _statements(version, version.name)


def _structure(system: System) -> Iterator[tuple[str, str, str]]:
    yield "kind", "", system.kind.value.lower()
    for part in system.parts:
        members = ""
        if part.first is not None and part.last is not None:
            members = f"[{print_expression(part.first)}..{print_expression(part.last)}]"
        yield "part", part.name, f"{part.type}{members}"
    for terminal in system.terminals:
        yield "terminal", terminal.name, terminal.type + (" reversed" if terminal.is_reversed else "")
    for declaration in system.declarations:
        yield declaration.kind.value.lower(), declaration.name, declaration.name + _unit(declaration.unit)
    for connect in system.connects:
        ends = " ".join(map(print_path, connect.ends)) + _loop(connect.loop)
        yield "connection", ends, ends


def _mathematics(system: System) -> Iterator[tuple[str, str, str]]:
    for value in system.values:
        yield "parameter", value.name, print_number(value.value) + _unit(value.unit)
    for given in system.redefinitions:
        text = given.choice or print_number(given.value) + _unit(given.unit)
        yield "parameter", print_path(given.target) + _loop(given.loop), text
    for assignment in system.assignments:
        name = print_path(assignment.target) + _loop(assignment.loop)
        place = f" ({assignment.section.value.lower()})" if assignment.section.value == "INITIAL" else ""
        yield f"equation{place}", name, print_expression(assignment.value)
    for relation in system.relations:
        text = f"{print_expression(relation.left)} = {print_expression(relation.right)}{_loop(relation.loop)}"
        yield "relation", text, text
    for when in system.whens:
        acts = [f"{print_path(a.target)} = {print_expression(a.value)}" for a in when.assignments]
        acts += [f"ORDER {print_path(order)}" for order in when.orders]
        yield "WHEN", print_expression(when.condition), "; ".join((*acts, when.version))
    for stop in system.stops:
        yield "STOP WHEN", print_expression(stop.condition), stop.message or "stop"
    for function in system.functions:
        yield "function", function.name, f"({', '.join(function.parameters)}) = {print_expression(function.body)}"
    for table in system.tables:
        yield "table", table.name, f"{table.first} {table.second} {table.values}"
    for limits in system.ranges:
        yield "range", limits.name, f"{limits.low:g}..{limits.high:g}"
    for require in system.requires:
        yield "REQUIRE", print_expression(require.condition), require.message or "required"


def _unit(unit: Unit | None) -> str:
    return f" [{unit.text}]" if unit is not None else ""


def _loop(loop: IndexRange | None) -> str:
    return (
        f" FOR {loop.index} = {print_expression(loop.first)}..{print_expression(loop.last)}" if loop is not None else ""
    )


def mark_changes(before: Scene, after: Scene) -> Scene:
    """The later scene, with what is new or different marked, and with what is gone, marked too."""
    marked = {}
    for key, diagram in after.diagrams.items():
        old = before.diagrams.get(key)
        if old is None and key == after.top.casefold():
            old = before.diagrams[before.top.casefold()]
        marked[key] = _marked(old, diagram) if old is not None else diagram
    return Scene(after.top, marked)


def _marked(old: Diagram, new: Diagram) -> Diagram:
    olds, news = {box.name.casefold(): box for box in old.boxes}, {box.name.casefold() for box in new.boxes}
    boxes = [replace(box, change=_box_change(olds.get(box.name.casefold()), box, old, new)) for box in new.boxes]
    boxes += [replace(box, change=Change.REMOVED) for key, box in olds.items() if key not in news]
    known = {_net_key(net) for net in old.nets}
    still = {_net_key(net) for net in new.nets}
    nets = [net if _net_key(net) in known else replace(net, change=Change.ADDED) for net in new.nets]
    nets += [
        replace(net, change=Change.REMOVED) for net in old.nets if _net_key(net) not in still and _fits(net, boxes, new)
    ]
    return replace(new, boxes=tuple(boxes), nets=tuple(nets))


def _net_key(net: Net) -> frozenset[tuple[str, str]]:
    return frozenset((pin.box.casefold(), pin.port.casefold()) for pin in net.pins)


def _fits(net: Net, boxes: list[Box], new: Diagram) -> bool:
    """Whether all its ends are still there to be drawn."""
    ports = {(box.name, port.name) for box in boxes for port in box.ports} | {("", port.name) for port in new.ports}
    return all((pin.box, pin.port) in ports for pin in net.pins)


def _box_change(old: Box | None, box: Box, before: Diagram, after: Diagram) -> Change:
    if old is None:
        return Change.ADDED
    is_same = (old.type, old.members, old.text, old.versions[:1]) == (box.type, box.members, box.text, box.versions[:1])
    given = [_given(diagram.parameters, box.name) for diagram in (before, after)]
    return Change.NONE if is_same and given[0] == given[1] else Change.CHANGED


def _given(parameters: tuple[Parameter, ...], box: str) -> dict[str, str]:
    """The values that are given to a part."""
    own = (each for each in parameters if each.name.casefold().replace("[", ".").startswith(f"{box.casefold()}."))
    return {each.name.casefold(): f"{each.value} {each.unit}" for each in own}

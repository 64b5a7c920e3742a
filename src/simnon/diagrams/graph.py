"""Equations -> Diagram: a box for each, and wires from what it computes to those that need it.

States break cycles: a wire from a derivative to its state is not drawn, and what is left of cycles are algebraic loops,
whose boxes are marked.
"""

from collections.abc import Iterable, Mapping, Sequence

from simnon.model import Expression, Name, Section, System, parts_of, print_expression
from simnon.source import Span, frozen

from .diagram import Box, BoxKind, Diagram, Net, NetKind, Pin, Port, PortKind, Side

OUT = "="


@frozen
class Node:
    """Something that is computed: the names it gives, those it reads, and what it says."""

    name: str
    gives: tuple[str, ...]
    reads: tuple[str, ...]
    text: str = ""
    type: str = ""
    is_memory: bool = False
    """Whether what it gives is known before what it reads: a state, a delay."""
    span: Span | None = None


def graph_of(name: str, nodes: Sequence[Node], loops: Iterable[Sequence[str]] | None = None) -> Diagram:
    """`loops` are names that are computed together; without them, loops are found from what is read."""
    giver = {given.casefold(): node for node in nodes for given in node.gives}
    reads = {node.name: _givers(node, giver) for node in nodes}
    looped = {each.casefold() for loop in loops for each in loop} if loops is not None else None
    marked = _marked(nodes, reads) if looped is None else {
        node.name for node in nodes if any(given.casefold() in looped for given in node.gives)
    }  # fmt: skip
    nets: dict[str, list[Pin]] = {node.name: [Pin(node.name, OUT)] for node in nodes}
    boxes = []
    for node in nodes:
        ports = [Port(each, PortKind.INPUT, Side.LEFT) for each in reads[node.name]]
        for source in reads[node.name]:
            nets[source].append(Pin(node.name, source))
        ports.append(Port(OUT, PortKind.OUTPUT, Side.RIGHT))
        kind = BoxKind.PART if node.type else BoxKind.FORMULA
        boxes.append(
            Box(
                node.name, kind, node.type, tuple(ports), text=node.text, is_loop=node.name in marked, span=node.span
            )
        )  # fmt: skip
    wires = tuple(Net(NetKind.SIGNAL, tuple(pins)) for pins in nets.values() if len(pins) > 1)
    return Diagram(name, tuple(boxes), wires)


def _givers(node: Node, giver: Mapping[str, Node]) -> list[str]:
    """The boxes that it needs, each once."""
    found = (giver.get(name.casefold()) for name in node.reads)
    return list(dict.fromkeys(each.name for each in found if each is not None))


def _marked(nodes: Sequence[Node], reads: Mapping[str, list[str]]) -> set[str]:
    """The nodes on cycles of values that are needed at once."""
    memory = {node.name for node in nodes if node.is_memory}
    after = {node.name: [each for each in reads[node.name] if each not in memory] for node in nodes}
    return {name for loop in strong_components(after) for name in loop if len(loop) > 1 or name in after[name]}


def strong_components(after: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The sets of nodes from which each other can be reached (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    waiting: set[str] = set()
    found: list[list[str]] = []
    for root in after:
        if root in index:
            continue
        path = [(root, iter(after[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while path:
            node, targets = path[-1]
            target = next(targets, None)
            if target is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    found.append(stack[cut:])
                    waiting.difference_update(stack[cut:])
                    del stack[cut:]
            elif target not in index:
                index[target] = low[target] = len(index)
                stack.append(target)
                waiting.add(target)
                path.append((target, iter(after[target])))
            elif target in waiting:
                low[node] = min(low[node], index[target])
    return found


def names_read(expression: Expression) -> list[str]:
    return [print_expression(node) for node in parts_of(expression) if isinstance(node, Name)]


def block_diagram(system: System) -> Diagram:
    """A program of blocks, one to a line: SIAL. Each line is a box with its number and its code."""
    nodes: dict[int, Node] = {}
    states = {declaration.name for declaration in system.declarations}
    reads: dict[int, list[str]] = {}
    spans: dict[int, Span] = {}
    gives: dict[int, list[str]] = {}
    for assignment in (*system.assignments, *(each for when in system.whens for each in when.assignments)):
        line = assignment.span.line
        spans[line] = assignment.span
        gives.setdefault(line, []).append(assignment.target.name)
        if assignment.section is not Section.INITIAL:
            reads.setdefault(line, []).extend(names_read(assignment.value))
    for when in system.whens:
        spans.setdefault(when.span.line, when.span)
        reads.setdefault(when.span.line, []).extend(names_read(when.condition))
    for stop in system.stops:
        spans.setdefault(stop.span.line, stop.span)
        reads.setdefault(stop.span.line, []).extend(names_read(stop.condition))
    for line in sorted(spans):
        words = spans[line].text.partition("]")[2].split() or spans[line].text.split()
        code = next((word for word in words if word[:1].isalpha()), "")
        given = list(dict.fromkeys(gives.get(line, [])))
        number = next((name[1:] for name in given if name[:1] == "Z"), str(len(nodes) + 1))
        is_memory = any(name in states for name in given)
        others = tuple(name for name in dict.fromkeys(reads.get(line, [])) if is_memory or name not in given)
        nodes[line] = Node(
            f"{number} {code}", tuple(given), others, " ".join(words), f"sial.{code.lower()}", is_memory, spans[line]
        )
    return graph_of(system.name, list(nodes.values()))

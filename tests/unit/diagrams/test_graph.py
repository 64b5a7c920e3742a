"""The graph of equations: who needs whom, with algebraic loops marked."""

import pytest

from simnon.compiler import analyse, loops_of
from simnon.diagrams import Diagram, Node, equation_graph, graph_of
from simnon.source import Report, Source


def graph_of_text(text: str) -> Diagram:
    report = Report()
    analysed = analyse([Source("model.t", text)], report)
    assert analysed is not None, report.diagnostics
    loops = [members for members, _ in loops_of(analysed)]
    return equation_graph(analysed.declared, analysed.model, analysed.schedule, loops)


def wires(diagram: Diagram) -> set[tuple[str, str]]:
    return {(net.pins[0].box, pin.box) for net in diagram.nets for pin in net.pins[1:]}


def test_each_equation_has_wires_from_those_it_needs() -> None:
    graph = graph_of_text("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\na = 2*x\nb = a + x\ndx = -b\nEND")

    assert wires(graph) == {("x", "a"), ("x", "b"), ("a", "b"), ("b", "dx"), ("dx", "x")}
    assert not any(box.is_loop for box in graph.boxes)


def test_an_algebraic_loop_is_marked() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nu = 1 - 0.5*y\ny = x + SIN(u)\ndx = y\nEND"
    graph = graph_of_text(text)

    assert {box.name for box in graph.boxes if box.is_loop} >= {"u"} or {
        box.name for box in graph.boxes if box.is_loop
    } >= {"y"}
    assert not next(box for box in graph.boxes if box.name == "dx").is_loop


def test_conditions_are_read_through_to_what_users_know() -> None:
    graph = graph_of_text("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\na = 3*x\ndx = IF a > 1 THEN -x ELSE x\nEND")

    assert ("a", "dx") in wires(graph)


@pytest.mark.parametrize("is_memory", [True, False])
def test_loops_are_found_from_what_is_read(is_memory: bool) -> None:
    nodes = [Node("a", ("a",), ("b",), is_memory=is_memory), Node("b", ("b",), ("a",)), Node("c", ("c",), ("b",))]

    marked = {box.name for box in graph_of("g", nodes).boxes if box.is_loop}

    assert marked == (set() if is_memory else {"a", "b"})

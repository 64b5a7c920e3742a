"""graph: components, reach and cycles, compared with the simplest algorithms."""

from hypothesis import given
from hypothesis import strategies as st

from simnon.analysis.graph import (
    all_candidates,
    feedback_nodes,
    reached_from,
    shortest_cycle,
    strongly_connected,
)

Graph = list[list[int]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(0, 9))
    nodes = st.integers(0, max(0, size - 1))
    return [draw(st.lists(nodes, max_size=4)) for _ in range(size)]


def reach(graph: Graph, start: int) -> set[int]:
    """The nodes that `start` needs, through at least one edge."""
    found: set[int] = set()
    waiting = set(graph[start])
    while waiting:
        found |= waiting
        waiting = {need for node in waiting for need in graph[node]} - found
    return found


def test_needs_come_first_and_the_order_is_kept_otherwise() -> None:
    assert strongly_connected([[], [], []]) == [[0], [1], [2]]
    assert strongly_connected([[2], [], []]) == [[2], [0], [1]]


def test_nodes_of_a_component_are_in_order() -> None:
    assert strongly_connected([[2], [0], [1]]) == [[0, 1, 2]]


def test_a_long_chain_needs_no_recursion() -> None:
    size = 50_000

    assert strongly_connected([[i + 1] for i in range(size - 1)] + [[]])[0] == [size - 1]


@given(graphs())
def test_two_nodes_share_a_component_exactly_when_each_reaches_the_other(graph: Graph) -> None:
    component_of = {node: i for i, component in enumerate(strongly_connected(graph)) for node in component}

    for one in range(len(graph)):
        for other in range(len(graph)):
            is_mutual = one == other or (other in reach(graph, one) and one in reach(graph, other))
            assert (component_of[one] == component_of[other]) == is_mutual


@given(graphs())
def test_every_node_is_in_one_component_after_what_it_needs(graph: Graph) -> None:
    components = strongly_connected(graph)

    seen: set[int] = set()
    for component in components:
        assert component == sorted(component)
        seen |= set(component)
        assert all(need in seen for node in component for need in graph[node])
    assert sum(map(len, components)) == len(graph) == len(seen)


@given(graphs(), st.data())
def test_reached_from_gives_the_roots_and_all_they_need(graph: Graph, data: st.DataObject) -> None:
    roots = data.draw(st.lists(st.integers(0, len(graph) - 1), max_size=3)) if graph else []

    expected = set(roots).union(*(reach(graph, root) for root in roots))

    assert {i for i, is_reached in enumerate(reached_from(roots, graph)) if is_reached} == expected


@given(graphs())
def test_a_shortest_cycle_passes_through_the_first_member_and_none_is_shorter(graph: Graph) -> None:
    for component in strongly_connected(graph):
        if component[0] not in reach(graph, component[0]):
            continue
        cycle = shortest_cycle(graph, component)

        assert cycle[0] == component[0]
        assert len(set(cycle)) == len(cycle)
        assert all(after in graph[node] for node, after in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
        assert len(cycle) == shortest_length(graph, component[0])


def shortest_length(graph: Graph, start: int) -> int:
    length, ends = 1, set(graph[start])
    while start not in ends:
        length, ends = length + 1, {need for node in ends for need in graph[node]}
    return length


@given(graphs())
def test_without_its_feedback_nodes_a_graph_has_no_cycle(graph: Graph) -> None:
    taken = feedback_nodes(graph, [True] * len(graph))

    assert taken is not None
    left = [[j for j in needs if j not in taken] if i not in taken else [] for i, needs in enumerate(graph)]
    assert all(i not in reach(left, i) for i in range(len(graph)))


def test_the_node_in_most_cycles_is_taken_and_the_first_among_equals() -> None:
    assert feedback_nodes([[1], [0]], [True, True]) == [0]
    assert feedback_nodes([[2], [2], [0, 1]], [True] * 3) == [2]
    assert feedback_nodes([[1], [0]], [False, True]) == [1]
    assert feedback_nodes([[0, 1], [0]], [True, True]) == [0]


def test_without_enough_candidates_there_is_no_answer() -> None:
    assert feedback_nodes([[1], [0]], [False, False]) is None
    assert feedback_nodes([[0, 1], [0]], [False, True]) is None


def test_the_search_for_feedback_nodes_ends_at_the_limit() -> None:
    loops = [[i] for i in range(10)] + [[11], [10]]

    assert feedback_nodes(loops, [True] * 12) == [*range(11)]
    assert len(feedback_nodes(loops, [True] * 12, 3) or ()) > 3


def test_all_candidates_are_taken_unless_the_others_have_a_cycle() -> None:
    graph = [[1], [2], [0], [4], [3]]

    assert all_candidates(graph, [False, True, False, True, False]) == [1, 3]
    assert all_candidates(graph, [True, True, True, False, False]) is None

"""Structural algorithms on graphs of integers; independent of equations."""

from collections.abc import Iterable, Sequence


def strongly_connected(needs: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components, needs first (Tarjan 1972), without recursion.

    Nodes are visited in order, so the result keeps the order of the nodes except where a need
    must come first; the nodes of a component are in order too.
    """
    unvisited = -1
    index_of = [unvisited] * len(needs)
    lowest = [0] * len(needs)
    is_on_stack = [False] * len(needs)
    stack: list[int] = []
    components: list[list[int]] = []
    visited = 0
    for root in range(len(needs)):
        if index_of[root] != unvisited:
            continue
        work = [(root, 0)]
        while work:
            node, position = work.pop()
            if position == 0:
                index_of[node] = lowest[node] = visited
                visited += 1
                stack.append(node)
                is_on_stack[node] = True
            is_descending = False
            children = needs[node]
            for i in range(position, len(children)):
                child = children[i]
                if index_of[child] == unvisited:
                    work.append((node, i + 1))
                    work.append((child, 0))
                    is_descending = True
                    break
                if is_on_stack[child]:
                    lowest[node] = min(lowest[node], index_of[child])
            if is_descending:
                continue
            if lowest[node] == index_of[node]:
                components.append(_popped(stack, is_on_stack, node))
            if work:
                parent = work[-1][0]
                lowest[parent] = min(lowest[parent], lowest[node])
    return components


def _popped(stack: list[int], is_on_stack: list[bool], node: int) -> list[int]:
    component = []
    while True:
        member = stack.pop()
        is_on_stack[member] = False
        component.append(member)
        if member == node:
            return sorted(component)


def reached_from(roots: Iterable[int], needs: Sequence[Sequence[int]]) -> list[bool]:
    """Which nodes the roots need, directly or indirectly; the roots included."""
    is_reached = [False] * len(needs)
    stack = list(roots)
    while stack:
        node = stack.pop()
        if not is_reached[node]:
            is_reached[node] = True
            stack.extend(needs[node])
    return is_reached


def feedback_nodes(
    needs: Sequence[Sequence[int]], is_candidate: Sequence[bool], limit: int | None = None
) -> list[int] | None:
    """A small set of nodes that breaks all cycles, or None if the candidates cannot break them.

    If there are more than `limit`, the search ends with those taken so far.

    Greedy: a node that needs itself must be taken; otherwise, in each component with cycles, take the
    node with the largest number of paths through it (in times out), the first among equals.
    """
    taken: set[int] = set()
    while True:
        left = [[j for j in needs[i] if j not in taken] if i not in taken else [] for i in range(len(needs))]
        cyclic = [nodes for nodes in strongly_connected(left) if len(nodes) > 1 or nodes[0] in left[nodes[0]]]
        if not cyclic or (limit is not None and len(taken) > limit):
            return sorted(taken)
        for nodes in cyclic:
            inside = set(nodes)
            out_of = {i: [j for j in left[i] if j in inside] for i in nodes}
            ways_in = dict.fromkeys(nodes, 0)
            for followers in out_of.values():
                for j in followers:
                    ways_in[j] += 1
            forced = [i for i in nodes if i in out_of[i]]
            candidates = [i for i in forced or nodes if is_candidate[i]]
            if not candidates or len(candidates) < len(forced):
                return None
            taken.update(forced or [max(candidates, key=lambda i: ways_in[i] * len(out_of[i]))])


def all_candidates(needs: Sequence[Sequence[int]], is_candidate: Sequence[bool]) -> list[int] | None:
    """All candidates, or None if there is a cycle without them."""
    left = [[] if may else [j for j in needs[i] if not is_candidate[j]] for i, may in enumerate(is_candidate)]
    has_cycle = any(len(nodes) > 1 or nodes[0] in left[nodes[0]] for nodes in strongly_connected(left))
    return None if has_cycle else [i for i, may in enumerate(is_candidate) if may]


def shortest_cycle(needs: Sequence[Sequence[int]], members: Sequence[int]) -> list[int]:
    """A shortest cycle through the first member, within the members; each node needs the next one."""
    inside = set(members)
    start = members[0]
    came_from: dict[int, int] = {}
    queue = [start]
    for node in queue:
        for need in needs[node]:
            if need == start:
                return _path(came_from, start, node)
            if need in inside and need not in came_from:
                came_from[need] = node
                queue.append(need)
    raise AssertionError("shortest_cycle: the first member is on no cycle")


def _path(came_from: dict[int, int], start: int, node: int) -> list[int]:
    path = [node]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return path[::-1]

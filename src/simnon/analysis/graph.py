"""Structural algorithms on graphs of integers; they know nothing of equations."""

from collections.abc import Iterable, Sequence


def strongly_connected(needs: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components, needs first (Tarjan 1972), without recursion.

    Nodes are visited in order, so the result is the order of the nodes except where a need
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
    """Which nodes the roots need, directly or through others; the roots included."""
    is_reached = [False] * len(needs)
    stack = list(roots)
    while stack:
        node = stack.pop()
        if not is_reached[node]:
            is_reached[node] = True
            stack.extend(needs[node])
    return is_reached


def shortest_cycle(needs: Sequence[Sequence[int]], members: Sequence[int]) -> list[int]:
    """A shortest cycle through the first member, within the members; each needs the one after it."""
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

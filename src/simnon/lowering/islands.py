"""HybridModel -> its islands: parts of a large model that no event outside them affects at its instant.

What an event can change is found along the equations, from the modes and from what a WHEN assigns. Guards, modes,
events and derivatives that such a variable connects belong to one island, and so does each state whose course they
decide. States do not connect the derivatives that read them: at an instant a state stays where it is, unless a WHEN
assigns it. The elements of an island are adjacent in every table; parts in between belong to it too.
"""

from collections.abc import Iterable, Sequence

from simnon.model import HybridModel, Role, Schedule, names_in
from simnon.program import Island

from .layout import condition_names, guard_names
from .layout.curved_names import curved_names

MIN_GUARDS = 64
MIN_ISLANDS = 8
GUARDS_OF_AN_ISLAND = 8
"""Smaller islands are joined with the next one: each is a function of its own."""
MAX_VISITS = 200
"""How many variables may stand behind a guard, on average."""
_TABLES = ("guards", "modes", "events", "states")


def find_islands(model: HybridModel, schedule: Schedule) -> tuple[tuple[Island, ...], dict[str, int]]:
    """The islands of a model, and the island of each variable that an event can change; none if it is not divided."""
    guards = guard_names(model)
    if len(guards) < MIN_GUARDS or not _is_plain(model) or curved_names(model, guards):
        return (), {}
    finder = _Finder(model, schedule, guards)
    if not finder.connect():
        return (), {}
    colours, alone = finder.colours(), finder.states_of_guards()
    finder.join_neighbours()
    islands = finder.islands(colours, alone)
    if len(islands) < MIN_ISLANDS:
        return (), {}
    number_of_root = {finder.find(("guards", island.guards.start)): i for i, island in enumerate(islands)}
    found = ((name, number_of_root.get(finder.find(name))) for name in finder.changing)
    return islands, {name: number for name, number in found if number is not None}


def _is_plain(model: HybridModel) -> bool:
    """True if events are all that interrupts a run, and equations have no memory."""
    others = (model.samplers, model.delays, model.solutions, model.foreign, model.sensitivities)
    earlier = {before.name for before in model.befores}
    is_read_in_between = any(not earlier.isdisjoint(equation.reads) for equation in model.equations)
    return not any(others) and not model.whole and not is_read_in_between


_Node = str | tuple[str, int]


class _Finder:
    def __init__(self, model: HybridModel, schedule: Schedule, guards: Sequence[str]) -> None:
        self.model = model
        self.guards = guards
        self.reads_of_name = {target: block.part.reads for block in schedule.blocks for target in block.part.targets}
        self.reads_of_name |= {before.name: [before.of] for before in model.befores}
        self.number_of_state = {state: i for i, (state, _) in enumerate(model.states)}
        self.parent: dict[_Node, _Node] = {}
        self.changing = self._changing()

    def _changing(self) -> set[str]:
        """The variables that an event can change."""
        held = {variable.name for variable in self.model.variables if variable.role is Role.HELD}
        found = {mode.name for mode in self.model.modes} | {before.name for before in self.model.befores}
        assigned = {equation.target for event in self.model.events for equation in event.equations}
        found |= {name for name in assigned if name in held or name in self.number_of_state}
        readers: dict[str, list[str]] = {}
        for name, reads in self.reads_of_name.items():
            for read in reads:
                readers.setdefault(read, []).append(name)
        waiting = list(found)
        while waiting:
            new = [name for name in readers.get(waiting.pop(), ()) if name not in found]
            found.update(new)
            waiting += new
        return found

    def find(self, node: _Node) -> _Node:
        root = node
        while (above := self.parent.get(root, root)) != root:
            root = above
        while node != root:
            above = self.parent.get(node, node)
            self.parent[node] = root
            node = above
        return root

    def join(self, one: _Node, other: _Node) -> None:
        self.parent[self.find(other)] = self.find(one)

    def connect(self) -> bool:
        """Join what belongs together; False if a guard depends on time, or on too much."""
        model = self.model
        for name in self.changing:
            for read in self.reads_of_name.get(name, ()):
                if read in self.changing:
                    self.join(name, read)
        for i, (state, derivative) in enumerate(model.states):
            self.join(("states", i), state)
            if derivative in self.changing:
                self.join(("states", i), derivative)
        number_of_guard = {name: i for i, name in enumerate(self.guards)}
        roots: list[tuple[_Node, Iterable[str]]] = [(("guards", i), [name]) for i, name in enumerate(self.guards)]
        for i, mode in enumerate(model.modes):
            self.join(("modes", i), mode.name)
            for guard in mode.guards:
                if guard in number_of_guard:
                    self.join(("modes", i), ("guards", number_of_guard[guard]))
            roots.append((("modes", i), names_in(mode.value)))
        for i, event in enumerate(model.events):
            for equation in event.equations:
                if equation.target in self.changing:
                    self.join(("events", i), equation.target)
            roots.append((("events", i), [event.condition, *(n for e in event.equations for n in e.reads)]))
        roots += [(before.name, [before.of]) for before in model.befores]
        others = condition_names(model)[len(model.events) :]
        roots += [(("others", i), [name]) for i, name in enumerate(others)]
        return self._join_behind(roots)

    def _join_behind(self, roots: Sequence[tuple[_Node, Iterable[str]]]) -> bool:
        """Join each root with the states and the changing variables behind it."""
        visits = MAX_VISITS * len(roots)
        for root, names in roots:
            behind = set(names)
            waiting = list(behind)
            while waiting:
                name = waiting.pop()
                visits -= 1
                if visits < 0 or (root[0] == "guards" and name == self.model.time):
                    return False
                if name in self.changing or name in self.number_of_state:
                    self.join(root, name)
                new = set(self.reads_of_name.get(name, ())) - behind
                behind |= new
                waiting += new
        return True

    def colours(self) -> list[int]:
        """For each state its number among the states of its part."""
        counts: dict[_Node, int] = {}
        colours: list[int] = []
        for i in range(len(self.number_of_state)):
            root = self.find(("states", i))
            colours.append(counts.get(root, 0))
            counts[root] = colours[-1] + 1
        return colours

    def states_of_guards(self) -> list[int]:
        """For each guard the only state of its part, or -1."""
        states: dict[_Node, list[int]] = {}
        for i in range(len(self.number_of_state)):
            states.setdefault(self.find(("states", i)), []).append(i)
        found = (states.get(self.find(("guards", i)), []) for i in range(len(self.guards)))
        return [own[0] if len(own) == 1 else -1 for own in found]

    def join_neighbours(self) -> None:
        """Join islands until the elements of each are adjacent and none has very few guards."""
        self._join_overlapping()
        size, last = 0, -1
        for i in range(len(self.guards)):
            if last >= 0 and self.find(("guards", i)) != self.find(("guards", last)):
                if size < GUARDS_OF_AN_ISLAND:
                    self.join(("guards", last), ("guards", i))
                else:
                    size = 0
            size, last = size + 1, i
        self._join_overlapping()

    def _join_overlapping(self) -> None:
        is_changed = True
        while is_changed:
            is_changed = False
            for ranges in self._ranges().values():
                last, stop = None, -1
                for root, own in sorted(ranges.items(), key=lambda pair: pair[1].start):
                    if last is not None and own.start < stop:
                        self.join(last, root)
                        is_changed = True
                    last, stop = root, max(stop, own.stop)

    def _ranges(self) -> dict[str, dict[_Node, range]]:
        """For each table the range of every island with elements in it."""
        sizes = (len(self.guards), len(self.model.modes), len(self.model.events), len(self.number_of_state))
        found: dict[str, dict[_Node, range]] = {}
        for table, size in zip(_TABLES, sizes, strict=True):
            ranges = found.setdefault(table, {})
            for i in range(size):
                root = self.find((table, i))
                ranges[root] = range(ranges[root].start, i + 1) if root in ranges else range(i, i + 1)
        return found

    def islands(self, colours: Sequence[int], alone: Sequence[int]) -> tuple[Island, ...]:
        ranges = self._ranges()
        count = len(condition_names(self.model)) - len(self.model.events)
        is_open = {self.find(("others", i)) for i in range(count)}
        found: list[Island] = []
        for root, guards in sorted(ranges["guards"].items(), key=lambda pair: pair[1].start):
            modes, events, states = (ranges[table].get(root, range(0)) for table in _TABLES[1:])
            own = tuple(colours[i] for i in states), tuple(alone[i] for i in guards)
            found.append(Island(guards, modes, events, states, *own, root in is_open))
        return tuple(found)

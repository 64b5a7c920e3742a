"""A compiled model -> the graph of who needs whom: a box for each equation in the order in which it is computed.

What analysis has added (guards, modes, residuals) is not shown: who reads it reads what it was computed from.
"""

from collections.abc import Iterable, Sequence

from simnon.model import ADDED_ROLES, Equation, FlatModel, HybridModel, Schedule, Solution, names_in, print_equation

from .diagram import Diagram
from .graph import Node, graph_of

_LONGEST = 60
"""Letters of an equation that was derived; longer ones are not shown."""


def equation_graph(
    declared: FlatModel, model: HybridModel, schedule: Schedule, loops: Iterable[Sequence[str]]
) -> Diagram:
    """`loops` are the variables of each algebraic loop."""
    return _Grapher(declared, model, schedule).graph(list(loops))


class _Grapher:
    def __init__(self, declared: FlatModel, model: HybridModel, schedule: Schedule) -> None:
        self.declared, self.model = declared, model
        self.parts = [*schedule.initial, *(block.part for block in schedule.blocks)]
        self.hidden = {variable.name for variable in model.variables if variable.role in ADDED_ROLES}
        self.reads_of = {target: part.reads for part in self.parts for target in part.targets}
        self.reads_of |= {mode.name: names_in(mode.value) for mode in model.modes}
        self.reads_of |= {before.name: [before.of] for before in model.befores}
        self.alias_of = dict((*model.aliases, *model.negatives))
        self.written = {equation.target: equation for equation in declared.equations}

    def graph(self, loops: list[Sequence[str]]) -> Diagram:
        nodes: dict[tuple[str, ...], Node] = {}
        pairs = [*self.model.states, *(pair for sampler in self.model.samplers for pair in sampler.states)]
        for state, following in pairs:
            # A state is computed from its derivative, over time.
            text = f"{state} from {following}"
            nodes[(state,)] = Node(state, (state,), (following,), text, is_memory=True)
        for part in self.parts:
            given = tuple(name for name in part.targets if name not in self.hidden)
            if given and given not in nodes:
                nodes[given] = self._node(part, given)
        return graph_of(self.declared.name, list(nodes.values()), loops)

    def _node(self, part: Equation | Solution, given: tuple[str, ...]) -> Node:
        reads = tuple(dict.fromkeys(name for read in part.reads for name in self._shown(read)))
        name = given[0]
        text = print_equation(self.written[name]) if name in self.written else ", ".join(given)
        if isinstance(part, Equation) and name not in self.written:
            text = print_equation(part)
            text = text if len(text) <= _LONGEST else f"{name} = ..."
        return Node(
            name, given, tuple(each for each in reads if each not in given), text, span=getattr(part, "span", None)
        )

    def _shown(self, name: str) -> list[str]:
        """The variables that users know, behind those that analysis added."""
        found: list[str] = []
        waiting, seen = [name], {name}
        for each in waiting:
            known = self.alias_of.get(each, each)
            if known not in self.hidden:
                found.append(known)
                continue
            for read in self.reads_of.get(known, ()):
                if read not in seen:
                    seen.add(read)
                    waiting.append(read)
        return found

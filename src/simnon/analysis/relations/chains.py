"""Variables with their derivatives: a state and its derivative begin a chain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .relation import Relation


@dataclass(slots=True)
class Chains:
    """`names[j][k]` is the derivative of order k of the variable `names[j][0]`."""

    names: list[list[str]]
    position_of_name: dict[str, tuple[int, int]] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    """Derivatives that are states themselves: `dx` if `dx = v`."""

    def __post_init__(self) -> None:
        for chain, names in enumerate(self.names):
            for order, name in enumerate(names):
                self.position_of_name[name] = (chain, order)

    def name(self, chain: int, order: int) -> str:
        """The name of the derivative, created if necessary."""
        names = self.names[chain]
        while len(names) <= order:
            names.append(f"der({names[-1]})")
            self.position_of_name[names[-1]] = (chain, len(names) - 1)
        return names[order]

    @property
    def orders(self) -> list[int]:
        return [len(names) - 1 for names in self.names]


def make_chains(states: Iterable[tuple[str, str]], unknowns: Iterable[str]) -> Chains:
    pairs = list(states)
    derivatives = {derivative for _, derivative in pairs}
    return Chains(
        [[state, derivative] for state, derivative in pairs] + [[n] for n in unknowns if n not in derivatives]
    )


def linked(chains: Chains, relations: Sequence[Relation]) -> tuple[Chains, list[int]]:
    """Join the chains of two states if one is the derivative of the other; also return the relations used up by this.

    The derivative of a position is a velocity: a constraint on positions then involves as few variables as possible.
    """
    pairs = {names[1]: names[0] for names in chains.names if len(names) == 2}
    states = set(pairs.values())
    state_after: dict[str, str] = {}
    before: set[str] = set()
    used: list[int] = []
    for i, relation in enumerate(relations):
        form = relation.form
        if form is None or len(form[0]) != 2 or form[1] != 0.0 or sum(form[0].values()) != 0.0:
            continue
        derivative, state = sorted(form[0], key=lambda name: name in states)
        if derivative not in pairs or state not in states or state in before:
            continue
        if not _leads_to(state, pairs[derivative], state_after) and pairs[derivative] not in state_after:
            state_after[pairs[derivative]] = state
            before.add(state)
            used.append(i)
    return _joined(chains, state_after, before), used


def _leads_to(start: str, end: str, state_after: dict[str, str]) -> bool:
    while start != end and start in state_after:
        start = state_after[start]
    return start == end


def _joined(chains: Chains, state_after: dict[str, str], before: set[str]) -> Chains:
    derivative_of_state = {names[0]: names[1] for names in chains.names if len(names) == 2}
    result: list[list[str]] = []
    renamed: dict[str, str] = {}
    for names in chains.names:
        if names[0] in before:
            continue
        chain = [names[0]]
        while chain[-1] in state_after:
            renamed[derivative_of_state[chain[-1]]] = state_after[chain[-1]]
            chain.append(state_after[chain[-1]])
        result.append([*chain, *([derivative_of_state[chain[-1]]] if len(names) == 2 else [])])
    return Chains(result, renamed=renamed)

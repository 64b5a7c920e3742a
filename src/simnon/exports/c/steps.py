"""Parts of a continuous model -> the C of one step of a Runge-Kutta method, in the order of the kernels."""

from collections.abc import Iterator

from simnon.kernels import TABLEAUS

from .expressions import number_text
from .functions import INDENT
from .parts import Parts


def step_lines(parts: Parts, number: str, method: str) -> Iterator[str]:
    """The function `step`."""
    name, states = parts.name, sorted(parts.program.layout.states, key=lambda state: state.index)
    members = parts.member_of_slot()
    tableau, factor = TABLEAUS[method]
    rows = _rows(tableau)
    count = max(1, len(states))
    yield f"void {name}_step({name}_t *self, {number} h)"
    yield "{"
    yield f"{INDENT}const {number} t = self->t;"
    yield f"{INDENT}{number} x[{count}];"
    yield f"{INDENT}{number} x0[{count}];"
    for stage in range(1, len(rows)):
        yield f"{INDENT}{number} k{stage}[{count}];"
    for state in states:
        yield f"{INDENT}x0[{state.index}] = self->{members[state.value].name};"
    yield from _modes(parts, number)
    for stage, (node, coefficients) in enumerate(rows[:-1], start=1):
        yield from _stage(parts, number, stage, node, coefficients)
    yield from _advance(parts, number, rows[-1][1], factor)
    yield f"{INDENT}self->t = t + h;"
    for state in states:
        yield f"{INDENT}self->{members[state.value].name} = x[{state.index}];"
    if "outputs" in parts.functions:
        yield from (f"{INDENT}{name}_{entry}(self, self->t, x, k1);" for entry in _present(parts, "times", "outputs"))
    yield "}"


def _rows(tableau: tuple[float, ...]) -> list[tuple[float, tuple[float, ...]]]:
    """The node and the coefficients of each stage; those of the last are the weights."""
    rows: list[tuple[float, tuple[float, ...]]] = []
    place = 0
    while place < len(tableau):
        size = len(rows)
        rows.append((tableau[place], tuple(tableau[place + 1 : place + 1 + size])))
        place += 1 + size
    return rows


def _present(parts: Parts, *entries: str) -> tuple[str, ...]:
    return tuple(entry for entry in entries if entry in parts.functions)


def _modes(parts: Parts, number: str) -> Iterator[str]:
    """Comparisons have their results from the start of the step until its end."""
    modes, members = parts.program.layout.modes, parts.member_of_slot()
    if modes:
        yield f"{INDENT}{number} modes[{len(modes)}];"
        yield f"{INDENT}{parts.name}_modes(self, t, x0, modes);"
        yield from (f"{INDENT}self->{members[slot].name} = modes[{i}];" for i, slot in enumerate(modes))
    for entry in _present(parts, "held"):
        yield f"{INDENT}{parts.name}_{entry}(self, t, x0, k1);"


def _stage(parts: Parts, number: str, stage: int, node: float, coefficients: tuple[float, ...]) -> Iterator[str]:
    at, count = "x0", len(parts.program.layout.states)
    time = f"t + ({number_text(node, number)} * h)" if node else "t"
    if stage > 1:
        at = "x"
        for i in range(count):
            terms = [_term(c, "h", j, i, number) for j, c in enumerate(coefficients, start=1) if c]
            yield f"{INDENT}x[{i}] = {_sum([f'x0[{i}]', *terms])};"
    for entry in _present(parts, "times", "derivatives"):
        yield f"{INDENT}{parts.name}_{entry}(self, {time}, {at}, k{stage});"


def _advance(parts: Parts, number: str, weights: tuple[float, ...], factor: str) -> Iterator[str]:
    for i in range(len(parts.program.layout.states)):
        terms = [_term(w, "", j, i, number) for j, w in enumerate(weights, start=1) if w]
        step = factor.replace("6.0", number_text(6.0, number)).replace("0.5", number_text(0.5, number))
        yield f"{INDENT}x[{i}] = x0[{i}] + (({step}) * {_sum(terms)});"


def _sum(terms: list[str]) -> str:
    """From the left, one addition after another."""
    total = terms[0]
    for term in terms[1:]:
        total = f"({total} + {term})"
    return total


def _term(weight: float, factor: str, stage: int, i: int, number: str) -> str:
    parts = [number_text(weight, number) if weight != 1.0 else "", factor]
    scale = " * ".join(part for part in parts if part)
    scale = f"({scale})" if " * " in scale else scale
    return f"({scale} * k{stage}[{i}])" if scale else f"k{stage}[{i}]"

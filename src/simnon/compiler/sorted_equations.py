"""An analysed model -> its equations in the order in which they are computed, in the names and words of the user.

Each equation is shown as it was written. One that was derived from relations is shown as it was solved, with the
variables that analysis added replaced by what they stand for; if that is impossible, by the relation it came from.
"""

from collections.abc import Iterator, Sequence

from simnon.model import (
    ADDED_ROLES,
    Apply,
    Equation,
    Expression,
    FlatModel,
    Iteration,
    LinearSystem,
    Name,
    Role,
    Stage,
    names_in,
    print_equation,
    rewrite,
    shown_variables,
)
from simnon.source import listed

from .compile import Analysed

_LONGEST = 400
"""Longer formulas are shown as the relation that they come from."""


def print_sorted_equations(analysed: Analysed) -> str:
    """The equations under the stage at which they are computed."""
    printer = _Printer(analysed)
    lines = [analysed.model.name]
    heading = ""
    for title, text in printer.lines():
        if title != heading:
            lines.append(f"  {title}")
            heading = title
        lines.append(f"    {text}")
    return "\n".join(lines)


def loops_of(analysed: Analysed) -> list[tuple[tuple[str, ...], bool]]:
    """The variables of each algebraic loop, as the user named them, and whether it is linear."""
    shown = {variable.name for variable in shown_variables(analysed.declared)}
    parts = [block.part for block in analysed.schedule.blocks]
    linear = [loop.members for loop in analysed.model.linear_loops]
    seen = {name for members in linear for name in members}
    linear += [part.targets for part in parts if isinstance(part, LinearSystem) and seen.isdisjoint(part.targets)]
    found = [(members, True) for members in linear]
    found += [(part.members, False) for part in parts if isinstance(part, Iteration)]
    named = [(tuple(name for name in members if name in shown), is_linear) for members, is_linear in found]
    return [(members, is_linear) for members, is_linear in named if members]


class _Printer:
    def __init__(self, analysed: Analysed) -> None:
        self.schedule = analysed.schedule
        declared, model = analysed.declared, analysed.model
        self.shown = {variable.name for variable in shown_variables(declared)}
        self.declared = _by_target(declared.equations, declared)
        self.initial = _by_target(declared.initial_equations, declared)
        computed = [*analysed.schedule.initial, *(block.part for block in analysed.schedule.blocks)]
        self.value_of_name: dict[str, Expression] = {
            part.target: part.value for part in computed if isinstance(part, Equation) and part.target not in self.shown
        }
        self.value_of_name |= {mode.name: mode.value for mode in model.modes}
        remembered = [v for v in model.variables if v.role in (Role.DELAYED, Role.RANDOM) and v.written]
        self.texts = {variable.written for variable in remembered}
        self.value_of_name |= {variable.name: Name(variable.written) for variable in remembered}
        befores = [before for before in model.befores if before.of in self.shown]
        self.value_of_name |= {before.name: Apply("pre", (Name(before.of),)) for before in befores}

    def lines(self) -> Iterator[tuple[str, str]]:
        """Each line under its title."""
        for part in self.schedule.initial:
            yield from (("initially", text) for text in self._texts(part, self.initial))
        computed = {target for part in self.schedule.initial for target in part.targets}
        for block in self.schedule.blocks:
            if block.stage <= Stage.INITIAL and block.targets[0] in computed:
                continue
            title = f"sample {block.sampler}" if block.sampler else block.stage.name.lower()
            yield from ((title, text) for text in self._texts(block.part, self.declared))

    def _texts(self, part: Equation | LinearSystem | Iteration, written: dict[str, Equation]) -> Iterator[str]:
        if isinstance(part, Equation):
            if part.target in self.shown:
                yield self._text(part, written)
            return
        members = part.members if isinstance(part, Iteration) else part.targets
        members = tuple(name for name in members if name in self.shown)
        own = {equation.target: equation for equation in getattr(part, "equations", ())}
        for name in members:
            if name in written or name in own:
                yield f"loop {self._text(own.get(name, Equation(name, Name(name))), written)}"
        others = [name for name in members if name not in written and name not in own]
        if others:
            yield f"loop for {listed(others)}"

    def _text(self, equation: Equation, written: dict[str, Equation]) -> str:
        if equation.target in written:
            return print_equation(written[equation.target])
        value = self._in_users_terms(equation.value)
        text = print_equation(Equation(equation.target, value))
        if {*self.shown, *self.texts}.issuperset(names_in(value)) and len(text) <= _LONGEST:
            return text
        if equation.span is not None:
            return f"{equation.target} from {' '.join(equation.span.text.split())}"
        return f"{equation.target} from the other equations"

    def _in_users_terms(self, expression: Expression) -> Expression:
        def change(node: Expression) -> Expression | None:
            value = self.value_of_name.get(node.name) if isinstance(node, Name) else None
            return None if value is None else self._in_users_terms(value)

        return rewrite(expression, change)


def _by_target(equations: Sequence[Equation], declared: FlatModel) -> dict[str, Equation]:
    """The equations that were written for a variable; residuals have none."""
    role_of_name = {variable.name: variable.role for variable in declared.variables}
    return {e.target: e for e in equations if role_of_name.get(e.target) not in ADDED_ROLES}

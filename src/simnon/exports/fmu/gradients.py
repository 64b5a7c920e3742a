"""Simulator + variables of an FMU -> the derivatives that importers ask for."""

from simnon.compiler import compile_gradients
from simnon.kernels import fmu
from simnon.model import Role
from simnon.program import Program
from simnon.simulation import Simulator

from .description import derivative_name
from .variables import INPUT, OUTPUT, Variables


class Gradients:
    """The derivatives of derivatives and outputs by states and inputs, as a program and as pairs of references."""

    def __init__(self, simulator: Simulator, variables: Variables) -> None:
        self.program: Program | None = None
        self.pairs: tuple[tuple[int, int], ...] = ()
        self.size = 0
        self.dependencies: dict[str, tuple[str, ...]] = {}
        layout = simulator.layout
        if layout.delays or layout.sensitivities is not None:
            return
        scalars, hybrid = variables.by_name(), simulator.analysed.model
        alias_of_name = dict(hybrid.aliases)
        known = {each.name for each in hybrid.variables}
        states = [state.name for state in layout.states]
        inputs = [s.name for s in scalars.values() if s.causality == INPUT and s.name in known]
        sampled = {v.name for v in hybrid.variables if v.sampler or v.role in (Role.HELD, Role.STATE)}
        outputs = [s.name for s in scalars.values() if s.causality == OUTPUT and s.variability == "continuous"]
        outputs = [n for n in outputs if (n in alias_of_name or n in known) and n not in simulator.negated]
        rows = [alias_of_name.get(name, name) for name in outputs]
        pairs = [(name, row) for name, row in zip(outputs, rows, strict=True) if row not in sampled]
        columns = [*states, *inputs]
        if not columns or not states + pairs:
            return
        derivatives = [state.derivative for state in layout.states]
        self.program = compile_gradients(simulator.analysed, [*derivatives, *(row for _, row in pairs)], columns)
        unknowns = [derivative_name(state) for state in states] + [name for name, _ in pairs]
        references = [fmu.DERIVATIVES + i for i in range(len(states))]
        references += [scalars[name].reference for name, _ in pairs]
        of_columns = [scalars[name].reference if name in scalars else -1 for name in columns]
        entries = self.program.layout.jacobian
        self.pairs = tuple((references[row], of_columns[column]) for row, column in entries)
        self.size = max(1, self.program.layout.jacobian_size)
        self.dependencies = dict.fromkeys(unknowns, ())
        for row, column in entries:
            if columns[column] in scalars:
                self.dependencies[unknowns[row]] += (columns[column],)
        integrated = frozenset(states)
        equal = {name: row for name, row in zip(outputs, rows, strict=True) if row in integrated and row != name}
        self.dependencies |= {name: (row,) for name, row in equal.items() if row in scalars}

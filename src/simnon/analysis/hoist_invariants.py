"""HybridModel -> HybridModel: subexpressions that change less often than the whole get their own names.

`SQRT(2*G*h)` needs `2*G` only once per run. Evaluation order is kept, so every value is
the same bit for bit: of a sum or product only the leading terms can be combined.
"""

from dataclasses import replace
from operator import is_

from simnon.model import (
    ELEMENTARY_FUNCTIONS,
    Apply,
    Equation,
    Expression,
    HybridModel,
    Iteration,
    Name,
    Role,
    Stage,
    parts_of,
)
from simnon.source import Report

from .conditions import is_condition
from .find_stages import find_stages
from .workbench import Moment, Setting, Workbench

_STEM_OF_STAGE = {
    Stage.CONSTANT: "parameter",
    Stage.PARAMETER: "parameter",
    Stage.INITIAL: "parameter",
    Stage.HELD: "held",
    Stage.TIME: "time",
}


def hoist_invariants(model: HybridModel, report: Report) -> HybridModel:
    del report
    hoister = _Hoister(model)
    solutions = tuple(hoister.changed(s) if isinstance(s, Iteration) else s for s in model.solutions)
    hoister.bench.rewrite(hoister.change, lambda equation: isinstance(equation.value, Apply))
    return replace(hoister.bench.finished(), solutions=solutions)


def _is_elementary(part: Expression) -> bool:
    """Whether a constant subexpression is worth a name: others are folded already, or cheap."""
    return any(isinstance(inner, Apply) and inner.function in ELEMENTARY_FUNCTIONS for inner in parts_of(part))


class _Hoister:
    def __init__(self, model: HybridModel) -> None:
        self.bench = Workbench(model)
        self.variable_of_name = model.by_name()
        self.stage_of_name = find_stages(model)
        self.conditions = {variable.name for variable in model.variables if variable.is_condition}
        self.name_of_part: dict[Expression, Name] = {}

    def change(self, equation: Equation, setting: Setting) -> Expression:
        if setting.moment in (Moment.INITIAL, Moment.EVENT):
            return equation.value
        outer = Stage.HELD if setting.moment is Moment.SAMPLED else self.stage_of_name[equation.target]
        return self._walk(equation.value, outer, setting)[0]

    def changed(self, iteration: Iteration) -> Iteration:
        """The inside of a loop is computed many times."""
        variable = self.variable_of_name[iteration.unknowns[0]]
        setting = Setting(Moment.SAMPLED if variable.sampler else Moment.CONTINUOUS, variable.owner, variable.sampler)
        outer = self.stage_of_name[variable.name]
        self.stage_of_name |= {e.target: outer for e in iteration.equations if e.target not in self.variable_of_name}

        def walked(value: Expression) -> Expression:
            return self._walk(value, outer, setting)[0]

        return replace(
            iteration,
            equations=tuple(replace(e, value=walked(e.value)) for e in iteration.equations),
            values=tuple(walked(value) for value in iteration.values),
            matrix=tuple(tuple((column, walked(entry)) for column, entry in row) for row in iteration.matrix),
        )

    def _walk(self, node: Expression, outer: Stage, setting: Setting) -> tuple[Expression, Stage]:
        """The node with its earlier subexpressions named, and its stage; the caller names the node itself."""
        if isinstance(node, Name):
            return node, self.stage_of_name[node.name]
        if not isinstance(node, Apply):
            return node, Stage.CONSTANT
        latest = Stage.CONSTANT if node.arguments else Stage.HELD
        walked = []
        for argument in node.arguments:
            part = self._walk(argument, outer, setting)
            walked.append(part)
            latest = max(latest, part[1])
        if latest < outer:
            return node, latest
        arguments, apart = self._leading_together(node, walked, outer, setting)
        for term, stage in apart:
            is_term = node.function == "+" and bool(arguments)
            arguments.append((self._term if is_term else self._named)(term, stage, outer, setting))
        if len(arguments) == len(node.arguments) and all(map(is_, arguments, node.arguments)):
            return node, latest
        return Apply(node.function, tuple(arguments), node.span), latest

    def _leading_together(
        self, node: Apply, walked: list[tuple[Expression, Stage]], outer: Stage, setting: Setting
    ) -> tuple[list[Expression], list[tuple[Expression, Stage]]]:
        """`a*b*x` with a and b earlier than x: name `a*b`; and the remaining factors."""
        count = 0
        while count < len(walked) and walked[count][1] < outer:
            count += 1
        if node.function not in ("+", "*") or count < 2 or count == len(walked):
            return [], walked
        leading = Apply(node.function, tuple(part for part, _ in walked[:count]), node.span)
        stage = max((stage for _, stage in walked[:count]))
        if stage is Stage.CONSTANT:
            return [], walked
        return [self._named(leading, stage, outer, setting)], walked[count:]

    def _term(self, part: Expression, stage: Stage, outer: Stage, setting: Setting) -> Expression:
        """A later term of a sum; its sign stays, since subtracting costs no more than adding."""
        if not (isinstance(part, Apply) and part.function == "neg"):
            return self._named(part, stage, outer, setting)
        inner = self._named(part.arguments[0], stage, outer, setting)
        return part if inner is part.arguments[0] else Apply("neg", (inner,), part.span)

    def _named(self, part: Expression, stage: Stage, outer: Stage, setting: Setting) -> Expression:
        stem = _STEM_OF_STAGE.get(stage)
        if not isinstance(part, Apply) or stage >= outer or stem is None:
            return part
        if stage is Stage.CONSTANT and not _is_elementary(part):
            return part
        known = self.name_of_part.get(part)
        if known is None:
            continuous = Setting(Moment.CONTINUOUS, setting.owner)
            known = self.bench.hoist(
                part, continuous, stem, Role.INTERMEDIATE, is_condition=is_condition(part, self.conditions)
            )
            self.name_of_part[part] = known
            self.stage_of_name[known.name] = stage
        return known

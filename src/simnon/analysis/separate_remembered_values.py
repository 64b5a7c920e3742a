"""FlatModel -> FlatModel: PRE, DELAY, RECT and NORM become separate variables.

Their values are remembered, not computed: the value just before the instant, the value some
time ago, the number drawn at the last sample. Afterwards no expression contains them.
"""

from dataclasses import replace

from simnon.model import (
    Apply,
    Before,
    Delay,
    Distribution,
    Equation,
    Expression,
    FlatModel,
    Name,
    Number,
    RandomStream,
    Role,
    Variable,
    apply,
    rewrite,
)
from simnon.source import Report, Span

from .workbench import Moment, Setting, Workbench

MEMORIES = frozenset({"pre", "delay", "rect", "norm"})
_DISTRIBUTIONS = {"rect": Distribution.UNIFORM, "norm": Distribution.NORMAL}


def separate_remembered_values(model: FlatModel, report: Report) -> FlatModel:
    del report
    remembered = _RememberedValues(model)
    remembered.bench.rewrite(remembered.separate, lambda equation: not MEMORIES.isdisjoint(equation.functions))
    return replace(
        remembered.bench.finished(),
        befores=tuple(remembered.befores),
        delays=tuple(remembered.delays),
        randoms=tuple(remembered.randoms),
    )


def _continuous(setting: Setting) -> Setting:
    return Setting(Moment.CONTINUOUS, setting.owner)


class _RememberedValues:
    def __init__(self, model: FlatModel) -> None:
        self.bench = Workbench(model)
        self.befores: list[Before] = []
        self.delays: list[Delay] = []
        self.randoms: list[RandomStream] = []
        self._before_of_name: dict[str, str] = {}

    def separate(self, equation: Equation, setting: Setting) -> Expression:
        def change(node: Expression) -> Expression | None:
            match node:
                case Apply("pre", (argument,)):
                    return self._before(rewrite(argument, change), setting)
                case Apply("delay", arguments):
                    return self._delayed(tuple(rewrite(a, change) for a in arguments), setting, node.span)
                case Apply("rect" | "norm" as function, arguments):
                    return self._random(function, tuple(rewrite(a, change) for a in arguments), setting, node.span)
                case _:
                    return None

        return rewrite(equation.value, change)

    def _before(self, argument: Expression, setting: Setting) -> Expression:
        if not isinstance(argument, Name):
            argument = self.bench.hoist(argument, _continuous(setting), "PRE.of")
        name = self._before_of_name.get(argument.name)
        if name is None:
            name = self._before_of_name[argument.name] = f"PRE({argument.name})"
            self.bench.variables.append(Variable(name, Role.BEFORE, setting.owner, name, span=argument.span))
            self.befores.append(Before(name, argument.name))
        return Name(name, argument.span)

    def _delayed(self, arguments: tuple[Expression, ...], setting: Setting, span: Span | None) -> Expression:
        source, lag, *before = arguments
        bench, time = self.bench, self.bench.model.time
        if not isinstance(source, Name) or source.name == time:
            source = bench.hoist(source, _continuous(setting), "DELAY.of")
        name = bench.fresh("DELAY")
        earlier = apply("+", Name(time, lag.span), apply("neg", lag))
        at = bench.hoist(earlier, _continuous(setting), "DELAY.at")
        self.delays.append(Delay(name, source.name, at.name))
        variable = Variable(name, Role.DELAYED, setting.owner, name, span=span)
        return bench.add(variable, Apply("delayed", (at, *before), source.span), Moment.CONTINUOUS)

    def _random(
        self, function: str, arguments: tuple[Expression, ...], setting: Setting, span: Span | None
    ) -> Expression:
        distribution = _DISTRIBUTIONS[function]
        name = self.bench.fresh(function.upper())
        number = len(self.randoms)
        self.randoms.append(RandomStream(name, distribution, number))
        seed = arguments[0] if arguments else Number(0.0)
        variable = Variable(name, Role.RANDOM, setting.owner, name, span=span, sampler=setting.sampler)
        return self.bench.add(variable, Apply(distribution.value, (seed, Number(float(number)))), setting.moment)

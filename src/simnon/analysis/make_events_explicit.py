"""HybridModel -> HybridModel: every comparison and corner of a continuous signal becomes a guard and a mode.

A mode is the outcome of a comparison (or the integer part, or the interval of a table). It is
held between events, so the integrator sees smooth equations; a mode can change only where one of its
guards changes sign. An expression that changes only at events anyway needs neither.
A corner in a signal that is only recorded needs neither: nothing jumps and no step depends on it.
Afterwards all other ABS, SIGN, MIN, MAX, MOD, INT and the piecewise tables of continuous signals are gone.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from simnon.model import (
    BUILTINS,
    NOW,
    RELATIONS,
    TOTAL,
    Apply,
    Domain,
    Equation,
    Expression,
    HybridModel,
    Interpolation,
    Mode,
    Name,
    Number,
    Role,
    Stage,
    TableUse,
    Variable,
    apply,
    functions_in,
    names_in,
    parts_of,
    rewrite,
)
from simnon.source import Report

from .conditions import is_condition
from .find_stages import find_stages, stage_of
from .order_equations import only_recorded
from .workbench import Moment, Setting, Workbench

LIMITED = frozenset({"sqrt", "ln", "log", "arcsin", "arccos"})
CORNERS = frozenset({"abs", "min", "max"})
"""They have a corner but no jump."""
EQUALITIES = frozenset({"=", "<>"})
SINGULAR = frozenset({"/", "^", "ln", "log", "atan2"})
"""Their values can be infinite or nan, which an equality may be meant to avoid."""
KINKED = frozenset(name for name, builtin in BUILTINS.items() if builtin.is_kinked) | frozenset(RELATIONS) | LIMITED


def make_events_explicit(model: HybridModel, report: Report) -> HybridModel:
    maker = _Maker(model, report)
    concerned = KINKED | maker.piecewise_tables.keys()
    maker.bench.rewrite(maker.change, lambda equation: not concerned.isdisjoint(equation.functions))
    return replace(maker.bench.finished(), modes=tuple(maker.modes), domains=tuple(maker.domains))


class _Maker:
    def __init__(self, model: HybridModel, report: Report) -> None:
        self.bench = Workbench(model)
        self.report = report
        self.stage_of_name = find_stages(model)
        self.conditions = {variable.name for variable in model.variables if variable.is_condition}
        self.piecewise_tables = {
            table.name: table for table in model.tables if table.interpolation is not Interpolation.SPLINE
        }
        self.only_recorded = only_recorded(model, self._guarded(model.equations))
        self.modes: list[Mode] = []
        self.domains: list[Domain] = []
        self.guard_of_expression: dict[Expression, str] = {}
        self.mode_of_expression: dict[Expression, Name] = {}
        self.active: tuple[Expression, ...] = ()
        """The conditions of the branches around the expression being rewritten."""
        self.is_instant = False
        """Whether equalities are those of the present values, not those that hold between events."""
        self.rules: dict[str, Callable[[Apply, Setting], Expression]] = {
            "abs": self._abs,
            "sign": self._sign,
            "min": self._extreme,
            "max": self._extreme,
            "mod": self._mod,
            "int": self._int,
            **dict.fromkeys(RELATIONS, self._relation),
            **dict.fromkeys(LIMITED, self._limited),
            **dict.fromkeys(self.piecewise_tables, self._table),
        }

    def change(self, equation: Equation, setting: Setting) -> Expression:
        if setting.moment is not Moment.CONTINUOUS:
            return equation.value

        def explicit(node: Expression) -> Expression | None:
            if not isinstance(node, Apply):
                return None
            if node.function == "if" and self._avoids_singularity(node):
                return self._avoided(node, setting, explicit)
            if node.function == "if" and not LIMITED.isdisjoint(functions_in(node)):
                return self._branches(node, explicit)
            rule = self.rules.get(node.function)
            if rule is None or stage_of(node, self.stage_of_name) <= Stage.HELD:
                return None
            changed = replace(node, arguments=tuple([rewrite(argument, explicit) for argument in node.arguments]))
            if stage_of(changed, self.stage_of_name) <= Stage.HELD:
                return changed
            if node.function == "sqrt" and is_never_negative(node.arguments[0]):
                return replace(changed, function="sqrt.inside")
            return rule(changed, setting)

        def explicit_but_corners(node: Expression) -> Expression | None:
            """Within a comparison, or anything else that jumps, a corner belongs to a guard and counts."""
            if isinstance(node, Apply) and node.function in CORNERS:
                return replace(node, arguments=tuple([rewrite(each, explicit_but_corners) for each in node.arguments]))
            return explicit(node)

        is_felt = equation.target not in self.only_recorded
        return rewrite(equation.value, explicit if is_felt else explicit_but_corners)

    def _guarded(self, equations: Iterable[Equation]) -> list[str]:
        """The names within comparisons and other expressions that jump."""
        jumping = (KINKED | self.piecewise_tables.keys()) - CORNERS
        return [
            name
            for equation in equations
            if not jumping.isdisjoint(equation.functions)
            for node in parts_of(equation.value)
            if isinstance(node, Apply) and node.function in jumping
            for name in names_in(node)
        ]

    def _branches(self, node: Apply, explicit: Callable[[Expression], Expression | None]) -> Expression:
        """Each branch, with the conditions under which it is active in `self.active`."""
        arguments: list[Expression] = []
        outer = self.active
        not_before = outer
        for i, argument in enumerate(node.arguments):
            is_test = i % 2 == 0 and i < len(node.arguments) - 1
            self.active = not_before
            if not is_test and i < len(node.arguments) - 1:
                self.active = (*not_before, arguments[-1])
                not_before = (*not_before, Apply("not", (arguments[-1],), argument.span))
            arguments.append(rewrite(argument, explicit))
        self.active = outer
        return Apply("if", tuple(arguments), node.span)

    def _avoids_singularity(self, node: Apply) -> bool:
        """Whether a test compares continuous signals for equality, and a number may not be finite where they meet."""
        if is_condition(node, self.conditions):
            return False
        tests, values = node.arguments[:-1:2], (*node.arguments[1::2], node.arguments[-1])
        return any(
            isinstance(part, Apply) and part.function in EQUALITIES and stage_of(part, self.stage_of_name) > Stage.HELD
            for test in tests
            for part in parts_of(test)
        ) and any(not SINGULAR.isdisjoint(functions_in(value)) for value in values)

    def _avoided(
        self, node: Apply, setting: Setting, explicit: Callable[[Expression], Expression | None]
    ) -> Expression:
        """The value between events; where it is not finite, that of the instant: `IF x = 0 THEN 1 ELSE SIN(x)/x`.

        Signals that only meet are equal for no time, so the branch for their equality is used if the other cannot be.
        """
        between = self._branches(node, explicit)
        assert isinstance(between, Apply)
        now = list(between.arguments)
        around, self.is_instant = self.is_instant, True
        for i in range(0, len(now) - 1, 2):
            now[i] = rewrite(node.arguments[i], explicit)
        self.is_instant = around
        value = self._named(between, setting, "if")
        difference = Apply("+", (value, apply("neg", value)), node.span)
        finite = [Apply(f"={NOW}", (difference, Number(0.0)), node.span)]
        finite += [Apply(f">{NOW}", (x, Number(0.0)), node.span) for x in _arguments_of_logarithms(between)]
        is_finite = finite[0] if len(finite) == 1 else Apply("and", tuple(finite), node.span)
        return Apply("if", (is_finite, value, Apply("if", tuple(now), node.span)), node.span)

    def _relation(self, node: Apply, setting: Setting) -> Expression:
        left, right = node.arguments
        if self.is_instant and node.function in EQUALITIES:
            return replace(node, function=f"{node.function}{NOW}")
        if node.function in EQUALITIES:
            self._warn_about_equality(node)
            below = self._comparison("<", left, right, node, setting)
            above = self._comparison(">", left, right, node, setting)
            differs = Apply("or", (below, above), node.span)
            return differs if node.function == "<>" else Apply("not", (differs,), node.span)
        return self._comparison(node.function, left, right, node, setting)

    def _warn_about_equality(self, node: Apply) -> None:
        self.report.warn(
            "equality-on-continuous",
            f"'{node.function}' compares values that change continuously: they are equal only at isolated instants",
            node.span,
            "compare with <, <=, > or >=, or use WHEN",
        )

    def _comparison(
        self, relation: str, left: Expression, right: Expression, node: Apply, setting: Setting
    ) -> Expression:
        is_zero = isinstance(right, Number) and right.value == 0.0
        difference = left if is_zero else Apply("+", (left, apply("neg", right)), node.span)
        guard = self._guard(difference, node, setting)
        live = Apply(relation, (Name(guard, node.span), Number(0.0)), node.span)
        return self._mode(live, (guard,), node, setting, is_condition=True)

    def _guard(self, expression: Expression, node: Apply, setting: Setting) -> str:
        known = self.guard_of_expression.get(expression)
        if known is None:
            known = self.bench.hoist(replace(expression, span=node.span), setting, "guard", Role.GUARD).name
            self.guard_of_expression[expression] = known
            self.stage_of_name[known] = stage_of(expression, self.stage_of_name)
        return known

    def _mode(
        self, live: Expression, guards: tuple[str, ...], node: Apply, setting: Setting, is_condition: bool
    ) -> Name:
        known = self.mode_of_expression.get(live)
        if known is None:
            known = Name(self._new_mode(node, setting, is_condition), node.span)
            self.mode_of_expression[live] = known
            self.modes.append(Mode(known.name, live, guards, node.span))
        return known

    def _new_mode(self, node: Apply, setting: Setting, is_condition: bool) -> str:
        name = self.bench.fresh("mode")
        self.bench.variables.append(
            Variable(name, Role.MODE, setting.owner, name, span=node.span, is_condition=is_condition)
        )
        self.stage_of_name[name] = Stage.HELD
        return name

    def _named(self, expression: Expression, setting: Setting, stem: str) -> Expression:
        if isinstance(expression, Name | Number):
            return expression
        name = self.bench.hoist(expression, setting, stem)
        self.stage_of_name[name.name] = stage_of(expression, self.stage_of_name)
        return name

    def _abs(self, node: Apply, setting: Setting) -> Expression:
        x = self._named(node.arguments[0], setting, "abs")
        is_negative = self._comparison("<", x, Number(0.0), node, setting)
        return Apply("if", (is_negative, apply("neg", x), x), node.span)

    def _sign(self, node: Apply, setting: Setting) -> Expression:
        x = self._named(node.arguments[0], setting, "sign")
        above = self._comparison(">", x, Number(0.0), node, setting)
        below = self._comparison("<", x, Number(0.0), node, setting)
        return Apply("if", (above, Number(1.0), below, Number(-1.0), Number(0.0)), node.span)

    def _extreme(self, node: Apply, setting: Setting) -> Expression:
        """MIN and MAX of any number of arguments, two at a time from the left."""
        relation = "<" if node.function == "min" else ">"
        best, *others = (self._named(argument, setting, node.function) for argument in node.arguments)
        for i, other in enumerate(others):
            takes_other = self._comparison(relation, other, best, node, setting)
            choice = Apply("if", (takes_other, other, best), node.span)
            best = choice if i == len(others) - 1 else self._named(choice, setting, node.function)
        return best

    def _mod(self, node: Apply, setting: Setting) -> Expression:
        x, y = (self._named(argument, setting, "mod") for argument in node.arguments)
        quotient = Apply("int", (Apply("/", (x, y), node.span),), node.span)
        return Apply("+", (x, apply("neg", apply("*", y, self._int(quotient, setting)))), node.span)

    def _int(self, node: Apply, setting: Setting) -> Expression:
        """The integer part k of x, truncated towards zero: constant while x is between its two edges."""
        x = self._named(node.arguments[0], setting, "int")
        whole = Name(self._new_mode(node, setting, is_condition=False), node.span)
        one, zero = Number(1.0), Number(0.0)
        below = apply("if", apply(">", whole, zero), whole, apply("+", whole, apply("neg", one)))
        above = apply("if", apply("<", whole, zero), whole, apply("+", whole, one))
        return self._piece(Apply("int", (x,), node.span), x, (below, above), whole, node, setting)

    def _piece(
        self,
        live: Expression,
        x: Expression,
        edges: tuple[Expression, Expression],
        piece: Name,
        node: Apply,
        setting: Setting,
    ) -> Name:
        guards = tuple(self._guard(apply("+", x, apply("neg", edge)), node, setting) for edge in edges)
        self.modes.append(Mode(piece.name, live, guards, node.span))
        return piece

    def _limited(self, node: Apply, setting: Setting) -> Expression:
        """A function with a limited domain: a guard detects when its argument leaves it.

        Beyond the edge it continues with the value there, because a trial step may look there.
        """
        x = self._named(node.arguments[0], setting, node.function)
        margins = [x]
        if node.function in ("arcsin", "arccos"):
            margins = [apply("+", Number(1.0), x), apply("+", Number(1.0), apply("neg", x))]
        for margin in margins:
            guard = self._guard(self._if_active(margin), node, setting)
            self.domains.append(Domain(guard, node.function, node.span))
        return Apply(f"{node.function}.inside", (x,), node.span)

    def _if_active(self, margin: Expression) -> Expression:
        """In an inactive branch, any argument will do."""
        if not self.active:
            return margin
        test = self.active[0] if len(self.active) == 1 else Apply("and", self.active, margin.span)
        return Apply("if", (test, margin, Number(1.0)), margin.span)

    def _table(self, node: Apply, setting: Setting) -> Expression:
        """The table with its interval frozen, for each of its arguments."""
        table = self.piecewise_tables[node.function]
        pieces: list[Expression] = []
        arguments = [self._named(argument, setting, "table") for argument in node.arguments]
        for i, x in enumerate(arguments):
            interval = Name(self._new_mode(node, setting, is_condition=False), node.span)
            live = Apply(table.function(TableUse.INTERVAL, i), (x,), node.span)
            edges = (
                Apply(table.function(TableUse.LOWER, i), (interval,), node.span),
                Apply(table.function(TableUse.UPPER, i), (interval,), node.span),
            )
            pieces.append(self._piece(live, x, edges, interval, node, setting))
        return Apply(table.function(TableUse.PIECE), (*arguments, *pieces), node.span)


def _arguments_of_logarithms(branches: Apply) -> list[Expression]:
    """Beyond the edge of its domain a logarithm keeps a finite value, which is not one of the model."""
    values = (*branches.arguments[1::2], branches.arguments[-1])
    parts = (part for value in values for part in parts_of(value))
    return [p.arguments[0] for p in parts if isinstance(p, Apply) and p.function in ("ln.inside", "log.inside")]


def is_never_negative(expression: Expression) -> bool:
    """Whether the form proves it: sums and products of squares, roots, exponentials, positive numbers."""
    match expression:
        case Number(value):
            return value >= 0.0
        case Apply("^", (_, Number(exponent))):
            return exponent % 2.0 == 0.0
        case Apply("exp" | "sqrt" | "sqrt.inside" | "cosh" | "abs", _):
            return True
        case Apply("max", arguments):
            return any(is_never_negative(argument) for argument in arguments)
        case Apply("*", (left, right)) if left == right:
            return True
        case Apply("+" | "*" | "/", arguments):
            return all(is_never_negative(argument) for argument in arguments)
        case Apply(function, (*_, term)) if function == TOTAL:
            return is_never_negative(term)
        case _:
            return False

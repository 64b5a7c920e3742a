"""Statements executed one after the other -> equations that give the same values.

Procedural sections of the dialects (ACSL, CSMP, DARE, the Simnon of 1972) are executed here once, symbolically:
each assignment becomes an equation for a new version of its variable, IF becomes a conditional expression,
DO with constant bounds is unrolled, and a forward jump carries its path to the label. So events inside such
sections are found like all others, and the program can be written as Simnon text.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from simnon.model import Apply, Expression, Name, Number, rewrite
from simnon.source import Report, Span, frozen

from .steps import Assign, Decision, Jump, Label, Repeat, Step, check_labels, targets_of

MAX_ITERATIONS = 100_000
"""The iterations of all loops in one section."""
MAX_DECISIONS = 100
"""On one path through a section: its condition combines all of them."""


@frozen
class VersionedAssignment:
    """An equation: every version but the last has a new `name`, the last has the name of the variable."""

    name: str
    value: Expression
    span: Span


@frozen
class Executed:
    """`versions` in order. `read` are variables read before assignment: their values come from outside, and if they
    are assigned later, their last version has the name `last_of[variable]` instead of their own."""

    versions: tuple[VersionedAssignment, ...]
    assigned: tuple[str, ...]
    read: frozenset[str]
    last_of: Mapping[str, str]


@dataclass(slots=True)
class _Path:
    """One path through the section: the values of variables on it, and the condition of taking it (None: always)."""

    values: dict[str, Expression | None]
    condition: Expression | None = None
    decisions: int = 0

    def fork(self, condition: Expression) -> "_Path":
        joined = condition if self.condition is None else Apply("and", (self.condition, condition), condition.span)
        return _Path(dict(self.values), joined, self.decisions + 1)


@dataclass(slots=True)
class _Execution:
    report: Report
    fresh: Callable[[str], str]
    constant: Callable[[Expression], float | None]
    versions: list[VersionedAssignment] = field(default_factory=list)
    assigned: dict[str, Span] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    pending: dict[str, list[_Path]] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)
    iterations: int = 0

    def run(self, steps: Iterable[Step], path: _Path | None) -> _Path | None:
        """Follow the steps; return the path at their end, None if it is never reached."""
        for step in steps:
            match step:
                case Label(label):
                    path = self._arrive(label, path, step.span)
                case _ if path is None:
                    continue
                case Assign():
                    self._assign(step.target, self._seen(step.value, path), path, step.span)
                case Decision():
                    path = self._decide(step, path)
                case Repeat():
                    path = self._repeat(step, path)
                case Jump(label, span):
                    self._leave(label, path, span)
                    path = None
        return path

    def _seen(self, expression: Expression, path: _Path) -> Expression:
        """The expression with the current version of every variable."""

        def present(part: Expression) -> Expression | None:
            if not isinstance(part, Name) or part.path:
                return None
            if part.name not in path.values:
                self.read.add(part.name)
                return part
            value = path.values[part.name]
            if value is None:
                self.report.error(
                    "maybe-unassigned",
                    f"'{part.name}' may be read before it is assigned",
                    part.span,
                    "assign it on every path that leads here",
                )
                return part
            return Name(value.name, part.span) if isinstance(value, Name) else value

        return rewrite(expression, present)

    def _assign(self, target: str, value: Expression, path: _Path, span: Span) -> None:
        name = self.fresh(target)
        self.versions.append(VersionedAssignment(name, value, span))
        self.assigned.setdefault(target, span)
        path.values[target] = Name(name, span)

    def _decide(self, step: Decision, path: _Path) -> _Path | None:
        if path.decisions > MAX_DECISIONS:
            self.report.error(
                "nesting-too-deep",
                f"more than {MAX_DECISIONS} decisions lead to this statement",
                step.span,
                "use fewer jumps that leave their IF",
            )
            return None
        condition = self._seen(step.condition, path)
        rejected = Apply("not", (condition,), condition.span)
        then = self.run(step.then, path.fork(condition))
        otherwise = self.run(step.otherwise, path.fork(rejected))
        if then is None or otherwise is None:
            return then or otherwise
        is_whole = then.condition == path.fork(condition).condition
        is_whole = is_whole and otherwise.condition == path.fork(rejected).condition
        after = path.condition if is_whole else _either(then.condition, otherwise.condition)
        chosen = condition if is_whole else then.condition
        assert chosen is not None
        merged = self._merged(chosen, then, otherwise, after, step.span)
        if is_whole:
            merged.decisions = path.decisions
        return merged

    def _merged(
        self, condition: Expression, then: _Path, otherwise: _Path, after: Expression | None, span: Span
    ) -> _Path:
        """Where two paths meet, each variable has its value on the path taken."""
        decisions = max(then.decisions, otherwise.decisions) if after is not None else 0
        path = _Path(dict(otherwise.values), after, decisions)
        for name in dict.fromkeys((*then.values, *otherwise.values)):
            here, there = _value(then, name), _value(otherwise, name)
            if here == there:
                path.values[name] = here
            elif here is None or there is None:
                path.values[name] = None
            else:
                if name not in then.values or name not in otherwise.values:
                    self.read.add(name)
                self._assign(name, Apply("if", (condition, here, there), span), path, span)
        return path

    def _repeat(self, step: Repeat, path: _Path) -> _Path | None:
        bounds = [self.constant(self._seen(bound, path)) for bound in (step.first, step.last, step.step)]
        first, last, by = bounds
        if first is None or last is None or not by:
            self.report.error(
                "loop-not-constant",
                "the bounds of this loop are not known at compile time",
                step.span,
                "use numbers or constants: the loop is unrolled",
            )
            return path
        present: _Path | None = path
        for k in range(max(0, int((last - first) / by + 1.0 + 1e-9))):
            if present is None:
                break
            self.iterations += 1
            if self.iterations > MAX_ITERATIONS:
                self.report.error(
                    "loop-too-long", f"loops of more than {MAX_ITERATIONS} iterations are not unrolled", step.span, ""
                )
                return present
            present.values[step.variable] = Number(first + k * by, step.span)
            present = self.run(step.body, present)
        return present

    def _leave(self, label: str, path: _Path, span: Span) -> None:
        if label in self.passed:
            self.report.error(
                "jump-backwards",
                f"a backward jump to '{label}' repeats statements an unknown number of times",
                span,
                "use a loop with constant bounds, or an event",
            )
            return
        self.pending.setdefault(label, []).append(path)

    def _arrive(self, label: str, path: _Path | None, span: Span) -> _Path | None:
        self.passed.add(label)
        for arriving in reversed(self.pending.pop(label, [])):
            if path is None:
                path = arriving
            else:
                assert arriving.condition is not None
                after = _either(path.condition, arriving.condition)
                path = self._merged(arriving.condition, arriving, path, after, span)
        return path


def execute(
    steps: Iterable[Step],
    report: Report,
    *,
    is_taken: Callable[[str], bool],
    is_held: Callable[[str], bool],
    constant: Callable[[Expression], float | None],
) -> Executed:
    """Execute the steps, and report mistakes.

    `is_taken` tells which names already exist; `is_held` which variables have a value before the section although it
    assigns them: states, and variables that change only at events. `constant` returns the value of an expression known
    when the model is compiled.
    """
    steps = tuple(steps)
    check_labels(steps, report)
    count: dict[str, int] = {}

    def fresh(variable: str) -> str:
        while True:
            count[variable] = count.get(variable, 0) + 1
            name = f"{variable}_{count[variable]}"
            if not is_taken(name):
                return name

    execution = _Execution(report, fresh, constant)
    path = execution.run(steps, _Path({name: None for name in targets_of(steps) if not is_held(name)}))
    for label, arriving in execution.pending.items():
        at = next((value.span for value in arriving[0].values.values() if value is not None), None)
        report.error("unknown-label", f"there is no label '{label}' after the jump to it", at, "LABEL, or a number")
    last_of = {}
    for variable in execution.assigned:
        value = None if path is None else path.values.get(variable)
        if isinstance(value, Name):
            last_of[variable] = value.name
    own = {name: variable for variable, name in last_of.items() if variable not in execution.read}
    versions = tuple(_renamed(version, own) for version in execution.versions)
    return Executed(
        versions,
        tuple(execution.assigned),
        frozenset(execution.read),
        {variable: own.get(name, name) for variable, name in last_of.items()},
    )


def assigned_on_every_path(steps: Iterable[Step]) -> frozenset[str]:
    """The variables that the steps assign whichever way they are executed; errors are left to `execute`."""
    executed = execute(
        steps, Report(), is_taken=lambda _: False, is_held=lambda _: False, constant=lambda _expression: None
    )
    return frozenset(executed.last_of)


def read_before_assigned(steps: Iterable[Step]) -> frozenset[str]:
    """The variables that some path reads before it assigns them."""
    executed = execute(
        steps, Report(), is_taken=lambda _: False, is_held=lambda _: True, constant=lambda _expression: None
    )
    return executed.read


def _renamed(version: VersionedAssignment, own: Mapping[str, str]) -> VersionedAssignment:
    def change(part: Expression) -> Expression | None:
        return Name(own[part.name], part.span) if isinstance(part, Name) and part.name in own else None

    return VersionedAssignment(own.get(version.name, version.name), rewrite(version.value, change), version.span)


def _value(path: _Path, name: str) -> Expression | None:
    return path.values[name] if name in path.values else Name(name)


def _either(one: Expression | None, other: Expression | None) -> Expression | None:
    """If both branches of one decision meet again, the condition is the one before it: this keeps conditions small."""
    if one is None or other is None or _is_negation(one, other) or _is_negation(other, one):
        return None
    before, last = _last_decision(one)
    other_before, other_last = _last_decision(other)
    is_same_decision = _is_negation(last, other_last) or _is_negation(other_last, last)
    if is_same_decision and before == other_before:
        return before
    return Apply("or", (one, other), other.span)


def _last_decision(condition: Expression) -> tuple[Expression | None, Expression]:
    """The condition before the last decision of a path, as `fork` joins them, and the last decision."""
    if isinstance(condition, Apply) and condition.function == "and" and len(condition.arguments) == 2:
        before, last = condition.arguments
        return before, last
    return None, condition


def _is_negation(condition: Expression, other: Expression) -> bool:
    return isinstance(other, Apply) and other.function == "not" and other.arguments[0] == condition

"""HybridModel+Schedule -> HybridModel with the derivatives of its states by parameters and initial values as states.

Every equation is differentiated in every direction along with the model: ds/dt = f_x s + f_p. What discrete systems and
WHENs assign has derivatives that they assign too. At an event whose instant moves with a parameter, the run loop first
shifts the derivatives to the moving instant and afterwards back; in between, the derivative of the time is that shift
(`Sensitivities`), and everything is the chain rule.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from simnon.model import (
    Apply,
    Before,
    Equation,
    Event,
    Expression,
    HybridModel,
    LinearSystem,
    Name,
    Number,
    Role,
    Sampler,
    Schedule,
    Sensitivities,
    Stage,
    Variable,
    apply,
)
from simnon.source import UserError, listed

from .delay_sensitivities import DelayedDerivatives, delay_derivatives, shifts_of_arrivals, walk_delay
from .derivative import gradient_of, partials_of_files, simplified
from .gradients import GradientOfName, GradientPart, GradientWalk, needed_equations

ZERO, ONE = Number(0.0), Number(1.0)
AT_START, IN_RUN, BY_TIME = " at the start", " in the run", " of time"
"""Ends of the names of derivatives; those of the Jacobian of the extended model have none, and must differ."""


def sensitivity_name(variable: str, by: str) -> str:
    return f"d({variable})/d({by})"


def initial_label(state: str) -> str:
    """What the derivatives by the initial value of a state are called."""
    return f"INIT({state})"


def add_sensitivities(
    model: HybridModel, schedule: Schedule, parameters: Sequence[str], initial: Sequence[str], of: Sequence[str]
) -> HybridModel:
    """`parameters`, and `initial` values of states, are the directions; `of` are variables to be recorded besides."""
    return _Extension(model, schedule, parameters, initial).extended(of)


class _Extension:
    def __init__(
        self, model: HybridModel, schedule: Schedule, parameters: Sequence[str], initial: Sequence[str]
    ) -> None:
        self.model, self.schedule = model, schedule
        self.labels = (*parameters, *map(initial_label, initial))
        self.columns = range(len(self.labels))
        self.shifts = tuple(f"shift by {label}" for label in self.labels)
        self.conditions = {v.name for v in model.variables if v.is_condition}
        self.role_of_name = {v.name: v.role for v in model.variables}
        self.sampler_of_name = {v.name: v.sampler for v in model.variables if v.sampler}
        self.alias_of_name = dict((*model.aliases, *model.negatives))
        self.negated = {name for name, _ in model.negatives}
        self.states = [state for state, _ in model.states]
        self.sampled = [pair for sampler in model.samplers for pair in sampler.states]
        self.held = [v.name for v in model.variables if v.role is Role.HELD and not v.is_condition]
        directions: GradientOfName = {name: {j: ONE} for j, name in enumerate((*parameters, *initial))}
        self.given = partials_of_files(model.foreign)
        self.start = GradientWalk(directions, (), suffix=AT_START, given=self.given)
        self.start.parts(part for part in schedule.initial if self.conditions.isdisjoint(part.targets))
        self.start_rows: GradientOfName = {**directions, **self.start.row_of_name}
        self.sampler_of_target: dict[str, str] = {}
        self.delay_of_name = {delay.name: delay for delay in model.delays}
        self.walk = self._walked(parameters)
        self.by_time = self._walked_by_time()

    def name(self, variable: str, j: int) -> str:
        return sensitivity_name(variable, self.labels[j])

    def _own(self, variable: str) -> dict[int, Expression]:
        return {j: Name(self.name(variable, j)) for j in self.columns}

    def _walked(self, parameters: Sequence[str]) -> GradientWalk:
        """All equations of a run, differentiated in every direction."""
        moving = [*self.states, *(state for state, _ in self.sampled), *self.held]
        known: GradientOfName = {
            name: row for name, row in self.start.gradient_of_name.items() if not self._is_moving(name)
        }
        known |= {name: self._own(name) for name in moving}
        known |= {name: {j: ONE} for j, name in enumerate(parameters)}
        known[self.model.time] = {j: Name(shift) for j, shift in enumerate(self.shifts)}
        self.befores = {b.of: b.name for b in self.model.befores if b.of not in self.conditions}
        known |= {name: {j: Name(self._before(of, j)) for j in self.columns} for of, name in self.befores.items()}
        results = [derivative for _, derivative in self.model.states] + [new for _, new in self.sampled]
        walk = GradientWalk(known, results, moving, suffix=IN_RUN, given=self.given, shares_factors=True)
        for block in self.schedule.blocks:
            if block.stage > Stage.INITIAL and self.conditions.isdisjoint(block.targets):
                first = len(walk.equations)
                if isinstance(block.part, Equation) and block.part.target in self.delay_of_name:
                    walk_delay(walk, self.delay_of_name[block.part.target], self._own(block.part.target))
                elif isinstance(block.part, Equation):
                    equation = replace(block.part, value=_next_instant(block.part))
                    walk.part(equation, is_stored=bool(block.sampler))
                else:
                    walk.part(block.part, is_stored=bool(block.sampler))
                for part in walk.equations[first:]:
                    self.sampler_of_target |= dict.fromkeys(part.targets, block.sampler)
        return walk

    def _is_moving(self, name: str) -> bool:
        # The copies of equations within a loop are no variables of the model.
        return self.role_of_name.get(name) in (Role.STATE, Role.HELD) and name not in self.alias_of_name

    def _has_own(self, name: str) -> bool:
        """Whether its derivatives are variables already: those of states and of what runs assign."""
        roles = (Role.STATE, Role.HELD, Role.DERIVATIVE, Role.NEW)
        return self.role_of_name[name] in roles and name not in self.alias_of_name

    def _before(self, variable: str, j: int) -> str:
        return f"PRE({self._remembered(variable, j)})"

    def _remembered(self, variable: str, j: int) -> str:
        """The variable whose value before an instant is read: a state's derivative, or one of its own."""
        return self.name(variable, j) if self._is_moving(variable) else f"{self.name(variable, j)} now"

    def _walked_by_time(self) -> GradientWalk:
        """The equations on which guards depend, differentiated along the motion."""
        known: GradientOfName = {state: {0: Name(derivative)} for state, derivative in self.model.states}
        known[self.model.time] = {0: ONE}
        walk = GradientWalk(known, (), suffix=BY_TIME, given=self.given)
        for block in self.schedule.blocks:
            if block.stage not in (Stage.TIME, Stage.STATE):
                continue
            if isinstance(block.part, Equation) and block.part.target in self.delay_of_name:
                walk_delay(walk, self.delay_of_name[block.part.target], {})
            else:
                walk.part(block.part)
        return walk

    def row(self, variable: str) -> list[Expression]:
        """The derivatives of a variable in every direction."""
        meant = self.alias_of_name.get(variable, variable)
        found = self.walk.row_of_name.get(meant, self.walk.gradient_of_name.get(meant, {}))
        row = [found.get(j, ZERO) for j in self.columns]
        return [simplified(apply("neg", value)) for value in row] if variable in self.negated else row

    def extended(self, of: Sequence[str]) -> HybridModel:
        model = self.model
        moving = self._moving_samplers()
        initial = [Equation(self.name(n, j), v) for n in self._starting() for j, v in self._start_row(n).items()]
        slopes = [
            Equation(self.name(derivative, j), self.row(derivative)[j])
            for _, derivative in model.states
            for j in self.columns
        ]
        new = [Equation(self.name(new, j), self.row(new)[j]) for _, new in self.sampled for j in self.columns]
        shown = [name for name in of if not self._has_own(name)]
        recorded = [Equation(self.name(n, j), value) for n in shown for j, value in enumerate(self.row(n))]
        looked_up = dict.fromkeys((*self.befores, *(delay.source for delay in model.delays), *moving))
        past = [name for name in looked_up if not self._is_moving(name)]
        remembered = [Equation(self._remembered(n, j), value) for n in past for j, value in enumerate(self.row(n))]
        for names, equations in ((shown, recorded), (past, remembered)):
            owners = [name for name in names for _ in self.columns]
            for name, equation in zip(owners, equations, strict=True):
                self.sampler_of_target[equation.target] = self.sampler_of_name.get(
                    self.alias_of_name.get(name, name), ""
                )
        events = tuple(map(self._event, model.events))
        shifts = self._shifts_of_events(moving)
        delayed = self._delayed()
        results = [e.value for e in (*initial, *slopes, *new, *recorded, *remembered, *delayed.equations)]
        results += [e.value for event in events for e in event.equations] + [v for row in shifts for v in row]
        parts = needed_equations([*self.start.equations, *self.walk.equations, *self.by_time.equations], results)
        at_start = {target for part in self.start.equations for target in part.targets}
        early = [part for part in parts if not at_start.isdisjoint(part.targets)]
        late = [part for part in parts if at_start.isdisjoint(part.targets)]
        added = (*late, *slopes, *new, *recorded, *remembered, *delayed.equations)
        return replace(
            model,
            variables=(*model.variables, *self._variables(early, late, recorded, remembered), *delayed.variables),
            equations=(*model.equations, *_equations(added)),
            solutions=(*model.solutions, *_solutions(added)),
            initial_equations=(*model.initial_equations, *_equations(early), *initial),
            initial_solutions=(*model.initial_solutions, *_solutions(early)),
            states=(
                *model.states,
                *((self.name(x, j), self.name(dx, j)) for x, dx in model.states for j in self.columns),
            ),
            samplers=tuple(map(self._sampler, model.samplers)),
            events=events,
            befores=(*model.befores, *self._added_befores()),
            delays=delayed.delays,
            sensitivities=Sensitivities(len(model.states), self.shifts, shifts, bool(moving)),
        )

    def _delayed(self) -> DelayedDerivatives:
        def in_all_directions(name: Callable[[str, int], str]) -> Callable[[str], list[str]]:
            return lambda variable: [name(variable, j) for j in self.columns]

        return delay_derivatives(
            self.model.delays,
            {equation.target: equation for equation in self.model.equations},
            self.walk,
            in_all_directions(self.name),
            in_all_directions(self._remembered),
            self.given,
        )

    def _starting(self) -> list[str]:
        return [*self.states, *(state for state, _ in self.sampled), *self.held]

    def _start_row(self, name: str) -> dict[int, Expression]:
        return {j: value for j, value in self.start_rows.get(name, {}).items() if value != ZERO}

    def _moving_samplers(self) -> list[str]:
        """The next instants of samplers whose sampling times depend on a parameter."""
        still = {name: row for name, row in self.walk.gradient_of_name.items() if name != self.model.time}
        equation_of_name = {equation.target: equation for equation in self.model.equations}
        found = []
        for sampler in self.model.samplers:
            equation = equation_of_name.get(sampler.next_sample or "")
            moving = gradient_of(_next_instant(equation), still, self.given) if equation is not None else {}
            if moving and len(self.model.samplers) > 1:
                raise UserError(
                    "sampling-time-moves",
                    f"the sampling times of '{sampler.name}' depend on {listed([self.labels[j] for j in moving])}: "
                    "which of several discrete systems is sampled first would change",
                    "choose parameters that leave the periods as they are",
                )
            if moving and equation is not None:
                found.append(equation.target)
        return found

    def _sampler(self, sampler: Sampler) -> Sampler:
        added = [(self.name(x, j), self.name(new, j)) for x, new in sampler.states for j in self.columns]
        return replace(sampler, states=(*sampler.states, *added))

    def _event(self, event: Event) -> Event:
        """Each assignment with its derivatives; what it has assigned already has the new ones."""
        known, equations = dict(self.walk.gradient_of_name), list[Equation]()
        for equation in event.equations:
            target = equation.target
            gradient = gradient_of(equation.value, known, self.given)
            equations.append(equation)
            if target in self.conditions:
                continue
            equations += [Equation(self.name(target, j), gradient.get(j, ZERO), equation.span) for j in self.columns]
            known[target] = self._own(target)
        return replace(event, equations=tuple(equations))

    def _shifts_of_events(self, moving: Iterable[str]) -> tuple[tuple[Expression, ...], ...]:
        known = {event.guard for event in self.model.time_events}
        guards = [v.name for v in self.model.variables if v.role is Role.GUARD and v.name not in known]
        rows = [tuple(self._shift(guard, value) for value in self.row(guard)) for guard in guards]
        for event in self.model.time_events:
            gradient = gradient_of(event.at, self.walk.gradient_of_name, self.given)
            rows.append(tuple(gradient.get(j, ZERO) for j in self.columns))
        rows += [tuple(Name(self._remembered(name, j)) for j in self.columns) for name in moving]
        return (*rows, *shifts_of_arrivals(self.model.delays, self.row, self._speed))

    def _speed(self, name: str) -> Expression:
        return self.by_time.row_of_name.get(name, {}).get(0, ZERO)

    def _shift(self, guard: str, change: Expression) -> Expression:
        """The guard stays zero as both the parameter and the instant change."""
        speed = self._speed(guard)
        if ZERO in (change, speed):
            return ZERO
        return simplified(apply("neg", apply("/", change, speed)))

    def _added_befores(self) -> list[Before]:
        return [Before(self._before(n, j), self._remembered(n, j)) for n in self.befores for j in self.columns]

    def _variables(
        self,
        early: Iterable[GradientPart],
        late: Iterable[GradientPart],
        recorded: Iterable[Equation],
        remembered: Iterable[Equation],
    ) -> list[Variable]:
        variables = [Variable(shift, Role.HELD, local=shift, start=0.0) for shift in self.shifts]
        variables += [Variable(target, Role.CONSTANT, local=target) for part in early for target in part.targets]
        for part in late:
            variables += [
                Variable(t, Role.INTERMEDIATE, local=t, sampler=self.sampler_of_target.get(t, "")) for t in part.targets
            ]
        for v in self.model.variables:
            is_assigned = self._has_own(v.name) and not v.is_condition
            if is_assigned or v.name in self._event_intermediates():
                names = [self.name(v.name, j) for j in self.columns]
                variables += [replace(v, name=name, local=name, start=None, unit=None) for name in names]
        variables += [
            Variable(e.target, Role.AUXILIARY, local=e.target, sampler=self.sampler_of_target[e.target])
            for e in recorded
        ]
        variables += [
            Variable(e.target, Role.INTERMEDIATE, local=e.target, sampler=self.sampler_of_target[e.target])
            for e in remembered
        ]
        for of in self.befores:
            variables += [Variable(self._before(of, j), Role.BEFORE, local=self._before(of, j)) for j in self.columns]
        return variables

    def _event_intermediates(self) -> set[str]:
        """What an event computes for itself alone."""
        targets = {e.target for event in self.model.events for e in event.equations}
        return {t for t in targets if self.role_of_name[t] not in (Role.STATE, Role.HELD)} - self.conditions


def _next_instant(equation: Equation) -> Expression:
    """The value of an equation; that of a period that is counted as if it were added each time."""
    match equation.value:
        case Apply("periodic", arguments):
            return apply("+", *arguments)
        case value:
            return value


def _equations(parts: Iterable[GradientPart]) -> list[Equation]:
    return [part for part in parts if isinstance(part, Equation)]


def _solutions(parts: Iterable[GradientPart]) -> list[LinearSystem]:
    return [part for part in parts if isinstance(part, LinearSystem)]

"""HybridModel+Schedule -> Program: one function for each moment of a run (see `abi.ENTRIES`).

Each entry computes its results and what they depend on, in the order of the schedule, and nothing else. Values that
change less often are read from their slots, where a different entry has stored them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from simnon.doors import loaded_on_use
from simnon.kernels import control
from simnon.model import (
    Apply,
    Equation,
    HybridModel,
    Iteration,
    Name,
    Number,
    Role,
    Schedule,
    Solution,
    Stage,
    names_in,
    parts_of,
    substitute,
)
from simnon.program import (
    ENTRIES,
    FOREIGN,
    ArrayName,
    Call,
    Constant,
    ConstantArray,
    Do,
    Function,
    Island,
    Lag,
    Layout,
    Local,
    Program,
    SlotTable,
    Type,
)

from .functions import Mathematics, make_library, needed_from
from .island_entries import PLACE_OF_ENTRY
from .islands import find_islands
from .layout import (
    condition_names,
    count_name,
    guard_names,
    guess_name,
    history_name,
    is_long,
    iterations_of,
    make_layout,
    next_name,
)
from .sliding import SLIDING_DERIVATIVES, with_sliding
from .steps import AnyStep, ArrayCopy, SolutionStep, Step, Surroundings, make_entry, store_name
from .whole_arrays import Element, WholeNames, is_silent, state_offsets

with loaded_on_use(__name__):
    from .due_pieces import make_sample
    from .island_entries import make_island_entry
    from .loops import loop_function, loop_name
    from .sparse_loops import sparse_loop_functions

_CONTINUOUS = frozenset({Stage.TIME, Stage.STATE, Stage.OUTPUT})
CAN_SLIDE = frozenset({"derivatives", "guards", "modes"})
_OF_STATES = frozenset({Stage.STATE})
_AT_SAMPLES = frozenset({Stage.HELD, Stage.TIME, Stage.STATE, Stage.OUTPUT, Stage.SAMPLE})


def lower_model(
    model: HybridModel,
    schedule: Schedule,
    text_of_path: Mapping[str, str],
    mathematics: Mathematics = Mathematics.OWN,
    requested: Collection[str] = ENTRIES,
    *,
    slides: bool = False,
) -> Program:
    """The program of a model, with the entries `requested`; `text_of_path` are its foreign Python files.

    With `slides` the program can slide along the zeros of guards, which takes more code.
    """
    lowering = ModelLowering(model, schedule, text_of_path, mathematics)
    functions: list[Function] = []
    entries: list[str] = []
    for entry, steps in lowering.steps_of_entries().items():
        if not steps or entry not in requested:
            continue
        entries.append(entry)
        around = lowering.around_of_entry(entry)
        if entry in PLACE_OF_ENTRY and lowering.layout.islands and not slides:
            functions += lowering.island_entry(entry, around)
        elif entry == "sample" and len(model.samplers) > control.FEW_SAMPLERS:
            sources = {each.targets[0]: each.reads for i, each in enumerate(lowering.parts) if i in lowering.silent}
            sample, pieces = make_sample(steps, around, len(model.samplers), sources)
            lowering.layout = replace(lowering.layout, pieces_of_samplers=pieces)
            functions += sample
        else:
            functions += make_entry(entry, steps, around)
    shape: tuple[ConstantArray, ...] = ()
    if slides and lowering.layout.sliding is not None and set(entries) >= CAN_SLIDE:
        functions, table = with_sliding(functions, lowering.layout.sliding)
        entries.insert(entries.index("derivatives") + 1, SLIDING_DERIVATIVES)
        shape = (table,)
    if is_long(model):
        functions = [lowering.recording_derivatives(f) if f.name == "outputs" else f for f in functions]
    loops = lowering.loop_functions(lowering.called)
    library, constants = needed_from(lowering.library, lowering.called)
    # The Jacobian, which is lowered apart, finds its functions among those of the model.
    foreign = lowering.called | {f"{FOREIGN}{each.jacobian}" for each in model.foreign if each.jacobian}
    return Program(
        model.name,
        (*library, *loops, *functions),
        tuple(entries),
        lowering.layout,
        (*constants, *shape),
        tuple(f for name, f in lowering.library.foreign.items() if name in foreign),
    )


class ModelLowering:
    """What the entries of one model have in common."""

    def __init__(
        self, model: HybridModel, schedule: Schedule, text_of_path: Mapping[str, str], mathematics: Mathematics
    ) -> None:
        self.model = model
        self.schedule = schedule
        islands, self.island_of_name = find_islands(model, schedule)
        self.layout: Layout = make_layout(model, _lag_of_delays(model, schedule), islands)
        self.library = make_library(model, text_of_path, mathematics)
        self.called: set[str] = set()
        self.slot_of_name: Mapping[str, int] = self.layout.slot_of_name()
        if isinstance(self.layout.slots, SlotTable):
            slots = self.layout.slot_of_part()
            shared = {alias: slots[name] for alias, name in (*model.aliases, *model.negatives) if name in slots}
            self.slot_of_name = {**slots, **shared}
        self.role_of_name = {variable.name: variable.role for variable in model.variables}
        self.delay_of_slope = {delay.slope: delay.name for delay in model.delays if delay.slope}
        self.conditions = _conditions_with_new_values(model)
        numbers = (iteration.number for iteration in iterations_of(model))
        self.workspace_of_loop = {n: slots.workspace for n, slots in zip(numbers, self.layout.loops, strict=True)}
        self.aliased = {name for _, name in (*model.aliases, *model.negatives)}
        self.whole = WholeNames(model) if model.whole else None
        self.number_of_state = {state: i for i, (state, _) in enumerate(model.states)}
        if model.whole:
            self.number_of_state = state_offsets(model)
        self.number_of_derivative = {d: self.number_of_state[s] for s, d in model.states}
        self.parts = [block.part for block in schedule.blocks]
        self.stages = [block.stage for block in schedule.blocks]
        self.samplers = [block.sampler for block in schedule.blocks]
        self.number_of_target = {target: i for i, part in enumerate(self.parts) for target in part.targets}
        self.names_read = [part.reads for part in self.parts]
        self.silent = {i for i, part in enumerate(self.parts) if is_silent(part)} if model.whole else set()
        self.read = {name for names in self.names_read for name in names}

    def around_of_entry(self, entry: str) -> Surroundings:
        element_of_name = self._slot if entry == "initial" else self.element
        if self.whole is not None and entry == "derivatives":
            element_of_name = self._element_of_derivatives
        return Surroundings(element_of_name, self.model.time, self.conditions, self.library, self.called, self.whole)

    def _element_of_derivatives(self, name: str) -> Element:
        number = self.number_of_derivative.get(name)
        return self.element(name) if number is None or not self._is_array(name) else Element("out", number)

    def _is_array(self, name: str) -> bool:
        return self.whole is not None and name in self.whole.shape_of_array.shapes

    def loop_functions(self, called: set[str]) -> list[Function]:
        """The functions of the loops that are called; their callees are added to `called`."""
        pairs = zip(iterations_of(self.model), self.layout.loops, strict=True)
        functions: list[Function] = []
        for iteration, slots in pairs:
            if loop_name(iteration) not in called:
                continue
            if iteration.elimination is None:
                functions.append(loop_function(iteration, slots, self.conditions, self.library, called))
            else:
                functions += sparse_loop_functions(iteration, slots, self.conditions, self.library, called)
        return functions

    def _slot(self, name: str) -> Element:
        return Element("values", self.slot_of_name[name])

    def element(self, name: str) -> Element:
        number = self.number_of_state.get(name)
        return Element("states", number) if number is not None else self._slot(name)

    def steps_of_entries(self) -> dict[str, list[AnyStep]]:
        steps = {
            "initial": self._initial(),
            "held": self._held(),
            "times": self._times(),
            "derivatives": self._derivatives(),
            "outputs": self._outputs(),
            "guards": self._guards(),
            "time_events": self._time_events(),
            "modes": self._modes(),
            "conditions": self._conditions(),
            "before": self._before(),
            "sample": self._sample(),
            "events": self._events(),
            "shifts": self._shifts(),
            "delay_sources": self._delay_sources(),
        }
        return {entry: steps[entry] for entry in ENTRIES if entry in steps}

    def island_entry(self, entry: str, around: Surroundings) -> list[Function]:
        """An entry of a model with islands."""
        islands = self.layout.islands
        steps = [self._steps_of_island(entry, i, island) for i, island in enumerate(islands)]
        places = [PLACE_OF_ENTRY[entry](island) for island in islands]
        return make_island_entry(entry, self._steps_of_rest(entry), steps, places, self.layout.island_list, around)

    def _steps_of_island(self, entry: str, number: int, island: Island) -> list[AnyStep]:
        events = slice(island.events.start, island.events.stop)
        match entry:
            case "held":
                return self._held(number)
            case "derivatives":
                return self._derivatives(island.states)
            case "guards":
                return self._guards(slice(island.guards.start, island.guards.stop))
            case "modes":
                return self._modes(slice(island.modes.start, island.modes.stop))
            case "conditions":
                return self._conditions(events)
            case "before":
                return self._before(number)
            case _:
                return self._events(events)

    def _steps_of_rest(self, entry: str) -> list[AnyStep]:
        """What belongs to no island; all derivatives."""
        islands = self.layout.islands
        modes = set(range(len(self.model.modes))) - {i for island in islands for i in island.modes}
        events = set(range(self.layout.conditions)) - {i for island in islands for i in island.events}
        match entry:
            case "held":
                return self._held(-1)
            case "derivatives":
                return self._derivatives()
            case "guards":
                return []
            case "modes":
                return self._modes(numbers=modes)
            case "conditions":
                return self._conditions(numbers=events)
            case "before":
                return self._before(-1)
            case _:
                return self._events(numbers=events)

    def needed(self, requested: Iterable[str], computed: frozenset[Stage]) -> list[int]:
        """The equations for `requested`, in order: its own, and those of the `computed` stages they depend on."""
        numbers = (self.number_of_target[name] for name in requested if name in self.number_of_target)
        stack = list(dict.fromkeys(numbers))
        taken = set(stack)
        while stack:
            for name in self.names_read[stack.pop()]:
                number = self.number_of_target.get(name)
                if number is not None and number not in taken and self.stages[number] in computed:
                    taken.add(number)
                    stack.append(number)
        return sorted(taken - self.silent)

    def step(
        self, number: int, element_of: Callable[[str], Element | None] = lambda _: None, is_kept: bool = True
    ) -> AnyStep:
        """The step for a block; those of discrete systems are stored only when due."""
        sampler = self.samplers[number]
        if not sampler:
            return self._step(self.parts[number], element_of, None, None, is_kept)
        due = next(i for i, s in enumerate(self.model.samplers) if s.name == sampler)
        return self._step(self.parts[number], self._slot, due, self.slot_of_name[count_name(sampler)], is_kept)

    def _step(
        self,
        part: Equation | Solution,
        element_of: Callable[[str], Element | None],
        due: int | None = None,
        count: int | None = None,
        is_kept: bool = True,
    ) -> AnyStep:
        if isinstance(part, Equation) and self.whole is not None and self.whole.loop(part.target) is not None:
            return Step(part.value, part.target, None, due, count, reads=part.reads)
        if isinstance(part, Equation):
            history = self.history(part.target) if due is None else 0
            return Step(part.value, part.target, element_of(part.target), due, count, history, part.reads)
        workspace = self.workspace_of_loop[part.number] if isinstance(part, Iteration) else 0
        return SolutionStep(part, tuple(element_of(target) for target in part.targets), due, is_kept, workspace)

    def history(self, name: str) -> int:
        """The offset of the descriptor of the history of a delayed variable or its slope; 0 for other variables."""
        return self.slot_of_name.get(history_name(self.delay_of_slope.get(name, name)), 0)

    def _stored(self, numbers: Iterable[int], is_kept: bool = True) -> list[AnyStep]:
        return [self.step(i, self._slot, is_kept) for i in numbers]

    def _iterated(self) -> list[str]:
        """The unknowns of the continuous loops that are iterated: solved at every step, whatever is recorded."""
        continuous = zip(self.parts, self.samplers, strict=True)
        return [name for part, s in continuous if isinstance(part, Iteration) and not s for name in part.unknowns]

    def _initial(self) -> list[AnyStep]:
        steps = [self._step(part, self._slot) for part in self.schedule.initial if not is_silent(part)]
        given = {target for part in self.schedule.initial for target in part.targets}
        start_of_name = {variable.name: variable.start for variable in self.model.variables}
        for sampler in self.model.samplers:
            next_sample = sampler.next_sample
            if next_sample and start_of_name[next_sample] is None and next_sample not in given:
                steps.append(store_name(self.model.time, self._slot(next_sample)))
            steps += [self._stored_as(state, self._slot(new)) for state, new in sampler.states]
        return steps + self._first_guesses()

    def _first_guesses(self) -> list[AnyStep]:
        """The first guess of a state that relations determine is the initial value given to it."""
        given_of_name = {
            constraint.name: constraint.given
            for constraint in self.model.start_constraints
            if constraint.given and constraint.is_given
        }
        return [
            store_name(given_of_name[unknown], self._slot(guess_name(iteration, unknown)))
            for iteration in iterations_of(self.model)
            for unknown in iteration.unknowns
            if unknown in given_of_name
        ]

    def _held(self, island: int | None = None) -> list[AnyStep]:
        """All of them, or those of an island, -1 for what belongs to none."""
        requested = [
            target
            for target, i in self.number_of_target.items()
            if self.stages[i] is Stage.HELD and self._is_recorded(target)
        ]
        if island is not None:
            requested = [target for target in requested if self.island_of_name.get(target, -1) == island]
        return self._stored(self.needed(requested, frozenset({Stage.HELD})))

    def _is_recorded(self, name: str) -> bool:
        return name in self.read or self.role_of_name[name] is not Role.CONDITION

    def _times(self) -> list[AnyStep]:
        roots = [derivative for _, derivative in self.model.states] + guard_names(self.model)
        needed = self.needed([*roots, *self._iterated()], frozenset({Stage.TIME, Stage.STATE}))
        only_delivered = self._numbers(roots) - self._numbers(self.read)
        return self._stored(i for i in needed if self.stages[i] is Stage.TIME and i not in only_delivered)

    def _numbers(self, names: Iterable[str]) -> set[int]:
        return {self.number_of_target[name] for name in names if name in self.number_of_target}

    def _derivatives(self, states: Collection[int] | None = None) -> list[AnyStep]:
        """Of all states, or of some of a model without arrays."""
        element = {
            derivative: Element("out", i)
            for derivative, i in self.number_of_derivative.items()
            if states is None or i in states
        }
        # Also those that do not change: the method adds up all elements of `out`.
        pieces = [piece.name for piece in self.model.whole.pieces if piece.array in self.number_of_derivative]
        steps = self._delivered(element, _OF_STATES, [*pieces, *self.changing(self._iterated(), _OF_STATES)])
        quicker = {equation.target: equation for equation in self.model.in_derivatives}
        return [
            replace(step, value=quicker[step.target].value, reads=None)
            if isinstance(step, Step) and step.target in quicker
            else step
            for step in steps
        ]

    def _delivered(
        self, element_of_target: Mapping[str, Element], computed: frozenset[Stage], others: Iterable[str] = ()
    ) -> list[AnyStep]:
        """The equations for the targets, each of which is stored as soon as it is computed."""
        numbers = self.needed((*element_of_target, *others), computed)
        return [self.step(i, element_of_target.get) for i in numbers]

    def _outputs(self) -> list[AnyStep]:
        requested = [
            target
            for target, i in self.number_of_target.items()
            if self.stages[i] in _CONTINUOUS and self._is_shown(target) and not self._is_apart(target)
        ]
        states = [self._stored_as(state, self._slot(state)) for state, _ in self.model.states]
        return states + self._stored(self.needed(requested, _CONTINUOUS), is_kept=False)

    def _stored_as(self, name: str, element: Element, due: int | None = None) -> AnyStep:
        """Copy a variable to an element, an array to those from there on."""
        if self.whole is None or not self._is_array(name):
            return store_name(name, element, due)
        return ArrayCopy(self.element(name), element, self.whole.shape_of_array.shapes[name], due)

    def _is_apart(self, target: str) -> bool:
        return is_long(self.model) and self.role_of_name[target] is Role.DERIVATIVE

    def recording_derivatives(self, outputs: Function) -> Function:
        """`outputs`, with the derivatives stored in their slots by the entry that computes them."""
        first = Constant(self.slot_of_name[self.model.states[0][1]], Type.INT)
        all_values = ArrayName("values", Constant(0, Type.INT))
        calls = [
            Do(
                Call(
                    "derivatives",
                    (Local("time", Type.FLOAT), ArrayName("states"), all_values, ArrayName("values", first)),
                    None,
                )
            )
        ]
        if self._times():
            arrays = (ArrayName("states"), ArrayName("values"), ArrayName("out"))
            calls.insert(0, Do(Call("times", (Local("time", Type.FLOAT), *arrays), None)))
        return replace(outputs, body=(*calls, *outputs.body))

    def _is_shown(self, name: str) -> bool:
        """True if the user has a name for it: its own or an alias."""
        return name in self.aliased or self.role_of_name[name] not in (Role.GUARD, Role.CONDITION, Role.INTERMEDIATE)

    def _guards(self, chosen: slice = slice(None)) -> list[AnyStep]:
        names = guard_names(self.model)[chosen]
        return self._delivered({name: Element("out", i) for i, name in enumerate(names)}, _OF_STATES)

    def _shifts(self) -> list[AnyStep]:
        found = self.model.sensitivities
        values = [] if found is None else [value for row in found.shifts_of_events for value in row]
        read = dict.fromkeys(name for value in values for name in names_in(value))
        needed = [self.step(i) for i in self.needed(self.changing(read), _CONTINUOUS)]
        return needed + [Step(value, "", Element("out", i)) for i, value in enumerate(values)]

    def _time_events(self) -> list[AnyStep]:
        return [Step(event.at, "", Element("out", i)) for i, event in enumerate(self.model.time_events)]

    def _modes(self, chosen: slice = slice(None), numbers: Collection[int] | None = None) -> list[AnyStep]:
        """Of all modes, a slice of them counted from its start, or those with some numbers."""
        modes = [(i, mode) for i, mode in enumerate(self.model.modes[chosen]) if numbers is None or i in numbers]
        requested = [name for _, mode in modes for name in names_in(mode.value)]
        needed = [self.step(i) for i in self.needed(self.changing(requested), _CONTINUOUS)]
        return needed + [Step(mode.value, "", Element("out", i)) for i, mode in modes]

    def changing(self, names: Iterable[str], stages: frozenset[Stage] = _CONTINUOUS) -> list[str]:
        """Those that must be computed, because no slot has their present value."""
        numbers = ((name, self.number_of_target.get(name)) for name in names)
        return [name for name, number in numbers if number is not None and self.stages[number] in stages]

    def _conditions(self, chosen: slice = slice(None), numbers: Collection[int] | None = None) -> list[AnyStep]:
        names = enumerate(condition_names(self.model)[chosen])
        return self._delivered(
            {name: Element("out", i) for i, name in names if numbers is None or i in numbers}, _CONTINUOUS
        )

    def _before(self, island: int | None = None) -> list[AnyStep]:
        """Of all, or of an island, -1 for what belongs to none."""
        befores = [b for b in self.model.befores if island is None or self.island_of_name.get(b.name, -1) == island]
        needed = self.needed(self.changing(before.of for before in befores), _CONTINUOUS)
        copies = [store_name(before.of, self._slot(before.name)) for before in befores]
        return [self.step(i) for i in needed] + copies

    def _delay_sources(self) -> list[AnyStep]:
        names = [name for delay in self.model.delays for name in (delay.source, delay.at)]
        needed = self.needed(self.changing(names), _CONTINUOUS)
        copies = [store_name(name, self._slot(name)) for name in names]
        return [self.step(i) for i in needed] + copies

    def _sample(self) -> list[AnyStep]:
        """Due systems take over their new states and count, then everything is computed in order."""
        if not self.model.samplers:
            return []
        steps: list[AnyStep] = []
        for due, sampler in enumerate(self.model.samplers):
            count = count_name(sampler.name)
            if sampler.due:
                steps.append(Step(Number(0.0), "", self._slot(sampler.due)))
                steps.append(Step(Number(1.0), "", self._slot(sampler.due), due))
            steps += [self._stored_as(new, self._slot(state), due) for state, new in sampler.states]
            steps.append(Step(Apply("+", (Name(count), Number(1.0))), "", self._slot(count), due))
        sampled = [target for target, i in self.number_of_target.items() if self.samplers[i]]
        return steps + [self.step(i) for i in self.needed(sampled, _AT_SAMPLES)]

    def _events(self, chosen: slice = slice(None), numbers: Collection[int] | None = None) -> list[AnyStep]:
        steps: list[AnyStep] = []
        events = [(i, event) for i, event in enumerate(self.model.events[chosen]) if numbers is None or i in numbers]
        names = [name for _, event in events for e in event.equations for name in e.reads]
        steps += [self.step(i) for i in self.needed(self.changing(names), _CONTINUOUS)]
        for due, event in events:
            new_values = {e.target: Name(next_name(event.name, e.target)) for e in event.equations}
            for equation in event.equations:
                element = self._slot(new_values[equation.target].name)
                steps.append(Step(substitute(equation.value, dict(new_values)), "", element, due))
        return steps


def _lag_of_delays(model: HybridModel, schedule: Schedule) -> dict[str, Lag]:
    """What the lag of each delay depends on: the delayed time is the present time minus the lag."""
    stage_of_name = {target: block.stage for block in schedule.blocks for target in block.part.targets}
    stage_of_name |= {state: Stage.STATE for state, _ in model.states}
    equation_of_name = {block.part.targets[0]: block.part for block in schedule.blocks}
    return {delay.name: _lag(equation_of_name[delay.at], model.time, stage_of_name) for delay in model.delays}


def _lag(at: Equation | Solution, time: str, stage_of_name: Mapping[str, Stage]) -> Lag:
    stages = {stage_of_name.get(name) for name in at.reads if name != time}
    if not isinstance(at, Equation) or not stages.isdisjoint({Stage.STATE, Stage.OUTPUT}):
        return Lag.BY_STATES
    times = sum(isinstance(node, Name) and node.name == time for node in parts_of(at.value))
    return Lag.STEADY if times == 1 and Stage.TIME not in stages else Lag.BY_TIME


def _conditions_with_new_values(model: HybridModel) -> frozenset[str]:
    conditions = {variable.name for variable in model.variables if variable.is_condition}
    new = {next_name(event.name, e.target) for event in model.events for e in event.equations if e.target in conditions}
    return frozenset(conditions | new)

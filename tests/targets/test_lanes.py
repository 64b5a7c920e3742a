"""Programs in lanes give, lane by lane, the bits that the interpreter gives for each lane's numbers alone."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pytest

from simnon.program import (
    ENTRY_PARAMETERS,
    Allocate,
    Array,
    ArrayName,
    Break,
    Call,
    Constant,
    Continue,
    Do,
    Expression,
    For,
    Function,
    If,
    Layout,
    Load,
    Local,
    Operation,
    Parameter,
    Program,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
)
from simnon.targets.interpreter import interpret
from simnon.targets.llvm import SHARED, UNIFORM, LaneConvention, compile_lanes
from simnon.targets.llvm.lanes.kinds import Scalar, Shared
from tests.seeds import seeds
from tests.targets.comparing import results, same_bits
from tests.targets.random_programs import (
    FLOATS,
    SIZE,
    Arguments,
    ProgramMaker,
    RandomChoices,
    Scope,
    make_case,
    random_case,
)
from tests.targets.running_models import ORDER, Numbers, call, random_numbers
from tests.targets.test_models import MODEL_NAMES, analysed_model, program_of, random_analysed

WIDTHS = (1, 2, 4, 8, 16)
INT, FLOAT, BOOL = Type.INT, Type.FLOAT, Type.BOOL
NOT_ITS_OWN: Mapping[str, frozenset[int]] = {}
INPUTS = (*FLOATS, *(0.5 * number for number in range(-6, 12)))


class DivergingMaker(ProgramMaker):
    """Programs in which lanes diverge often: many loops, conditions on inputs, and ways to leave them."""

    def statement(self, depth: int) -> tuple[list[Statement], bool]:
        if depth > 0 and self.chance(2):
            self.cost += self.times
            if self.times <= 16 and (not self.loops or self.chance(3)):
                return self.diverging_loop(depth), False
            return self.diverging(depth)
        return super().statement(depth)

    def diverging_loop(self, depth: int) -> list[Statement]:
        """A loop that notes each iteration, with lanes that leave it and continue at different positions."""
        counter = f"int {self.choices.below(3)}"
        turns = Operation("%", (self.value(INT, 1), Constant(SIZE, INT)), INT) if self.chance(3) else Constant(4, INT)
        with self.loop(4):
            self.scope.locals[counter] = INT
            body: list[Statement] = []
            for _ in range(2 + self.choices.below(2)):
                body += self.diverging(depth - 1)[0]
                body += [self.set(), self.store()]
        return [For(counter, Constant(0, INT), turns, 1, tuple(body))]

    def diverging(self, depth: int) -> tuple[list[Statement], bool]:
        """`if` an input is true, set something, and leave."""
        leave: Statement = Return(None if self.result is None else self.whole_value(self.result))
        if self.loops:
            leave = self.pick((leave, Break(), Continue(), Break()))
        before: Scope = self.scope.copy()
        inner = [self.set(), self.store()]
        if depth > 1 and self.times <= 16 and self.chance(2):
            inner.append(self.make_for(depth - 1))
        self.scope = before
        return [If(self.from_input(), (*inner, leave))], False

    def from_input(self) -> Expression:
        arrays = [name for name in self.scope.arrays if name != "table"] or ["table"]
        floats = (Load(self.pick(arrays), self.index()), Constant(self.pick(INPUTS), FLOAT))
        return Operation(self.pick(("<", ">", "==", "!=", "<=")), floats, BOOL)


def diverging_case(seed: int) -> tuple[Program, Arguments]:
    choices = RandomChoices(random.Random(seed))  # noqa: S311  nothing here is secret
    return DivergingMaker(choices).program(), make_case(choices)[1]


class ConstantIndexMaker(DivergingMaker):
    """The same, with constant indices only."""

    def index(self) -> Expression:
        return Constant(self.choices.below(SIZE), INT)


def constant_index_case(seed: int) -> tuple[Program, Arguments]:
    """The last entry writes all `values` before it reads them, so that they can belong to it."""
    choices = RandomChoices(random.Random(seed))  # noqa: S311
    program = ConstantIndexMaker(choices).program()
    first = tuple(Store("values", Constant(i, INT), Load("states", Constant(i, INT))) for i in range(SIZE))
    functions = tuple(
        replace(function, body=first + function.body) if function.name == program.entries[-1] else function
        for function in program.functions
    )
    return replace(program, functions=functions), make_case(choices)[1]


@dataclass(frozen=True, slots=True)
class Lanes:
    """The arguments of each lane, and which lanes run."""

    inputs: tuple[Arguments, ...]
    bits: int
    is_time_uniform: bool
    has_shared_states: bool
    has_copies: bool = False
    """True if the entries keep arrays in registers, and `values` belongs to the last one."""

    def convention(self, program: Program) -> LaneConvention:
        kinds: dict[str, Scalar | Shared] = {"time": UNIFORM} if self.is_time_uniform else {}
        kinds |= {"states": SHARED} if self.has_shared_states else {}
        loops = dict.fromkeys(program.entries, NOT_ITS_OWN) | {program.entries[-1]: {"values": frozenset[int]()}}
        return LaneConvention(kinds, loops if self.has_copies else {})

    def runs(self, lane: int) -> bool:
        return bool(self.bits >> lane & 1)


def make_lanes(first: Arguments, width: int, seed: int) -> Lanes:
    generator = random.Random(seed)  # noqa: S311
    is_time_uniform, has_shared_states = generator.random() < 0.3, generator.random() < 0.3
    inputs = [first]
    for _ in range(width - 1):
        numbers = [generator.choice(INPUTS) for _ in range(3 * SIZE + 1)]
        states, values, out = np.array(numbers[1:]).reshape(3, SIZE)
        time = first.time if is_time_uniform else numbers[0]
        inputs.append(Arguments(time, first.states.copy() if has_shared_states else states, values.copy(), out.copy()))
    everyone = (1 << width) - 1
    bits = everyone if generator.random() < 0.6 else generator.randrange(1, everyone + 1)
    return Lanes(tuple(inputs), bits, is_time_uniform, has_shared_states)


def side_by_side(arrays: list[Array]) -> Array:
    return np.ascontiguousarray(np.array(arrays).T)


def results_in_lanes(program: Program, lanes: Lanes) -> list[tuple[Array, Array, Array]]:
    """The arrays of each lane after all entries have run once, in order."""
    width = len(lanes.inputs)
    code = compile_lanes(program, width, lanes.convention(program))
    first = lanes.inputs[0]
    time = first.time if lanes.is_time_uniform else np.array([lane.time for lane in lanes.inputs])
    states = side_by_side([lane.states for lane in lanes.inputs])
    values = side_by_side([lane.values for lane in lanes.inputs])
    out = side_by_side([lane.out for lane in lanes.inputs])
    given = first.states.copy() if lanes.has_shared_states else states
    for entry in program.entries:
        code.call(entry, lanes.bits, time, given, values, out)
    columns = [[np.ascontiguousarray(array[:, lane]) for array in (states, values, out)] for lane in range(width)]
    return [(a, b, c) for a, b, c in columns]


def check_lanes(program: Program, lanes: Lanes) -> None:
    oracle = interpret(program)
    for lane, found in enumerate(results_in_lanes(program, lanes)):
        arguments = lanes.inputs[lane]
        unchanged = (arguments.states, arguments.values, arguments.out)
        expected = results(oracle, arguments) if lanes.runs(lane) else unchanged
        if lanes.has_copies:
            assert same_bits(expected[::2], found[::2]), f"lane {lane}"
        else:
            assert same_bits(expected, found), f"lane {lane}"


@pytest.mark.parametrize("seed", seeds(range(15), few=6))
def test_lanes_agree_with_the_interpreter_on_random_programs(seed: int) -> None:
    program, first = random_case(seed)
    width = WIDTHS[seed % len(WIDTHS)]
    check_lanes(program, make_lanes(first, width, seed))


@pytest.mark.parametrize("seed", seeds(range(70, 110), few=2))
def test_lanes_agree_with_the_interpreter_if_they_diverge_often(seed: int) -> None:
    program, first = diverging_case(seed)
    width = WIDTHS[seed % len(WIDTHS)]
    check_lanes(program, make_lanes(first, width, seed))


@pytest.mark.parametrize("seed", seeds(range(200, 260), few=4))
def test_arrays_in_registers_agree_with_the_interpreter(seed: int) -> None:
    program, first = constant_index_case(seed)
    lanes = make_lanes(first, WIDTHS[seed % len(WIDTHS)], seed)
    check_lanes(program, replace(lanes, has_copies=True))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 1240, 40))
def test_lanes_agree_with_the_interpreter_on_very_many_programs(start: int) -> None:
    for seed in range(start, start + 40):
        for program, first in (random_case(seed), diverging_case(seed)):
            check_lanes(program, make_lanes(first, WIDTHS[seed % len(WIDTHS)], seed))
        program, first = constant_index_case(seed)
        check_lanes(program, replace(make_lanes(first, WIDTHS[seed % len(WIDTHS)], seed), has_copies=True))


def call_in_lanes(program: Program, numbers: list[Numbers], width: int) -> None:
    """All entries in order, as `running_models.call` does for one."""
    code = compile_lanes(program, width, LaneConvention({}, dict.fromkeys(program.entries, NOT_ITS_OWN)))
    everyone = (1 << width) - 1
    time = np.array([lane.time for lane in numbers])
    states, values, out = (
        side_by_side([getattr(lane, name) for lane in numbers]) for name in ("states", "values", "out")
    )
    for entry in (entry for entry in ORDER if entry in program.entries):
        if entry in ("sample", "events"):
            out[:] = (np.arange(len(out)) % 2 == 0)[:, None]
        code.call(entry, everyone, time, states, values, out)
        if entry == "modes":
            values[list(program.layout.modes)] = out[: len(program.layout.modes)]
    for lane, own in enumerate(numbers):
        own.states[:], own.values[:], own.out[:] = states[:, lane], values[:, lane], out[:, lane]


def check_model_in_lanes(program: Program, width: int) -> None:
    oracle = interpret(program)
    expected = [random_numbers(program.layout, random.Random(seed)) for seed in range(width)]  # noqa: S311
    found = [numbers.copy() for numbers in expected]
    for numbers in expected:
        for entry in ORDER:
            call(oracle, entry, numbers)
    call_in_lanes(program, found, width)
    for lane in range(width):
        own, other = expected[lane], found[lane]
        assert same_bits((own.states, own.values, own.out), (other.states, other.values, other.out)), f"lane {lane}"


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_lanes_agree_on_the_examples_and_golden_models(name: str) -> None:
    program = program_of(analysed_model(name))
    if program.foreign:
        pytest.skip("functions from outside do not run in lanes")
    check_model_in_lanes(program, 8)


@pytest.mark.parametrize("seed", seeds(range(12), few=4))
def test_lanes_agree_on_random_models(seed: int) -> None:
    check_model_in_lanes(program_of(random_analysed(seed)), WIDTHS[seed % len(WIDTHS)])


def found_first(values: Array, value: float) -> float:
    """The result of the function in the next test."""
    return next((float(i) for i in range(SIZE) if values[i] == value), -1.0)


def test_a_result_returned_in_an_early_iteration_is_kept_while_other_lanes_continue() -> None:
    index = Local("i", INT)
    is_found = Operation("==", (Load("a", index), Local("x", FLOAT)), BOOL)
    number = Operation("float", (index,), FLOAT)
    loop = For("i", Constant(0, INT), Constant(SIZE, INT), 1, (If(is_found, (Return(number),)),))
    parameters = (Parameter("x", FLOAT), Parameter("a", Type.ARRAY))
    search = Function("search", parameters, FLOAT, (loop, Return(Constant(-1.0, FLOAT))))
    stored = Call("search", (Local("time", FLOAT), ArrayName("states")), FLOAT)
    entry = Function("outputs", ENTRY_PARAMETERS, None, (Store("out", Constant(0, INT), stored),))
    program = Program("search", (search, entry), ("outputs",), Layout())
    inputs = tuple(
        Arguments(float(lane), np.array([2.0, 0.0, 3.0, 1.0]), np.zeros(SIZE), np.zeros(SIZE)) for lane in range(8)
    )

    found = results_in_lanes(program, Lanes(inputs, 255, False, False))

    assert [out[0] for _, _, out in found] == [found_first(inputs[0].states, float(lane)) for lane in range(8)]


def test_a_value_set_in_one_branch_is_not_seen_in_the_other() -> None:
    is_high = Operation(">", (Load("states", Constant(0, INT)), Constant(0.0, FLOAT)), BOOL)
    store = Store("out", Constant(0, INT), Local("time", FLOAT))
    body = (If(is_high, (Set("time", Constant(7.0, FLOAT)), store), (store,)),)
    program = Program("arms", (Function("outputs", ENTRY_PARAMETERS, None, body),), ("outputs",), Layout())
    inputs = tuple(Arguments(3.0, np.full(SIZE, sign), np.zeros(SIZE), np.zeros(SIZE)) for sign in (1.0, -1.0))

    for is_uniform in (False, True):
        found = results_in_lanes(program, Lanes(inputs, 3, is_uniform, False))

        assert [out[0] for _, _, out in found] == [7.0, 3.0]


def test_a_varying_value_in_a_shared_array_is_rejected_by_name() -> None:
    body = (Store("values", Constant(0, INT), Load("states", Constant(0, INT))),)
    program = Program("shared", (Function("outputs", ENTRY_PARAMETERS, None, body),), ("outputs",), Layout())

    with pytest.raises(AssertionError, match="'outputs' stores what varies in the shared array 'values'"):
        compile_lanes(program, 4, LaneConvention({"values": SHARED}))


def test_locals_used_only_by_active_lanes_stay_uniform() -> None:
    """The counter of a loop that lanes leave in different iterations."""
    is_over = Operation(">", (Load("states", Local("n", INT)), Constant(0.0, FLOAT)), BOOL)
    count = Set("n", Operation("+", (Local("n", INT), Constant(1, INT)), INT))
    is_more = Operation("<", (Local("n", INT), Constant(SIZE, INT)), BOOL)
    store = Store("out", Local("n", INT), Constant(1.0, FLOAT))
    loop = While((), is_more, (If(is_over, (Break(),)), store, count))
    body = (Set("n", Constant(0, INT)), Allocate("unused", 2), loop)
    program = Program("count", (Function("outputs", ENTRY_PARAMETERS, None, body),), ("outputs",), Layout())
    states = np.array([[-1.0, -1.0, -1.0, -1.0], [-1.0, 1.0, -1.0, -1.0], [1.0, -1.0, -1.0, -1.0], [-1.0] * 3 + [1.0]])
    inputs = tuple(Arguments(0.0, row.copy(), np.zeros(SIZE), np.zeros(SIZE)) for row in states)

    found = results_in_lanes(program, Lanes(inputs, 15, False, False))

    assert [list(out) for _, _, out in found] == [[1, 1, 1, 1], [1, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 0]]


@pytest.mark.parametrize("is_inline", [False, True])
@pytest.mark.parametrize("returns_early", [False, True])
def test_values_of_a_loop_are_kept_for_lanes_that_are_elsewhere(is_inline: bool, returns_early: bool) -> None:
    """Elsewhere in the caller, or already back from the function."""
    first = Constant(0, INT)
    is_high = Operation(">", (Load("states", first), Constant(0.0, FLOAT)), BOOL)
    put = Store("values", first, Constant(7.0, FLOAT))
    parameters = (Parameter("states", Type.ARRAY), Parameter("values", Type.ARRAY, is_written=True))
    body = (If(is_high, (Return(None),)), put) if returns_early else (put,)
    function = Function("put", parameters, None, body, is_inline)
    call = Do(Call("put", (ArrayName("states"), ArrayName("values")), None))
    inner = call if returns_early else If(is_high, (), (call,))
    keep = Store("values", first, Load("states", first))
    entry_body = (keep, inner, Store("out", first, Load("values", first)))
    program = Program(
        "elsewhere", (function, Function("outputs", ENTRY_PARAMETERS, None, entry_body)), ("outputs",), Layout()
    )
    inputs = tuple(Arguments(3.0, np.full(SIZE, sign), np.zeros(SIZE), np.zeros(SIZE)) for sign in (1.0, -1.0))

    found = results_in_lanes(program, Lanes(inputs, 3, False, False, has_copies=True))

    assert [out[0] for _, _, out in found] == [1.0, 7.0]

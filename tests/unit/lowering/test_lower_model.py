"""lower_model: every entry gives the values of the model, each variable is recorded, names cannot collide."""

import math
import random

import numpy as np
import pytest

import simnon
from simnon.lowering import steps
from simnon.model import Role
from simnon.program import ENTRIES, Program, Values
from simnon.targets.interpreter import interpret
from tests.targets.random_models import ModelWriter
from tests.targets.random_programs import RandomChoices
from tests.targets.running_models import Numbers, call, iterate_modes, numbers_at_start
from tests.unit.analysis.small_models import assembled, program_without, text_of, values_at


def derivative_at(program: Program, state: float, time: float = 0.0) -> float:
    numbers = numbers_at_start(program.layout)
    numbers.states[:], numbers.time = state, time
    executable = interpret(program)
    call(executable, "initial", numbers)
    iterate_modes(executable, numbers)
    call(executable, "derivatives", numbers)
    return float(numbers.out[0])


def test_a_model_has_only_the_entries_it_needs() -> None:
    assert program_without(text_of("dx = -x")).entries == ("derivatives", "outputs")


def test_entries_come_in_the_order_of_the_table() -> None:
    text = text_of("dx = IF x > DELAY(x, 1) THEN p*p ELSE t", "WHEN t > 1", "x = PRE(x)", "END", "p: 1")
    entries = program_without(text).entries

    assert sorted(entries, key=list(ENTRIES).index) == list(entries)


@pytest.mark.parametrize("name", ["time", "states", "values", "out", "entry", "x_1"])
def test_a_variable_can_have_any_name(name: str) -> None:
    program = program_without(text_of(f"{name} = 2*x", f"other = {name} + t", f"dx = -{name}*x + t + other"))

    assert derivative_at(program, 3.0, time=10.0) == -6 * 3.0 + 10.0 + 16.0


@pytest.mark.parametrize(
    ("expression", "x", "value"),
    [
        ("x^2", -3.0, 9.0),
        ("x^3", -3.0, -27.0),
        ("x^4", -3.0, 81.0),
        ("x^-2", 2.0, 0.25),
        ("x^0", float("nan"), 1.0),
        ("x^0.5", 4.0, 2.0),
        ("SIGN(x)", -2.0, -1.0),
        ("INT(x)", -2.7, -2.0),
        ("MOD(x, 3)", -4.0, -1.0),
        ("MOD(x, -3)", 4.0, 1.0),
        ("MIN(x, 1, 2)", 3.0, 1.0),
        ("LN(x)", math.e, 1.0),
        ("LOG(x)", 1000.0, 3.0),
        ("ATAN2(x, -1)", 0.0, math.pi),
        ("IF x > 1 THEN SQRT(x) ELSE EXP(x)", 4.0, 2.0),
        ("x - 1 - 2 - 3", 1.0, -5.0),
        ("x/2/2", 8.0, 2.0),
    ],
)
def test_an_expression_has_its_value_in_continuous_and_sampled_equations(
    expression: str, x: float, value: float
) -> None:
    continuous = values_at(program_without(text_of(f"y = {expression}")), x)["y"]
    sampled = _sampled_value(f"y = {expression}", x)

    assert [continuous, sampled] == pytest.approx([value, value])


def _sampled_value(line: str, x: float) -> float:
    text = f"DISCRETE SYSTEM d\nSTATE x\nNEW nx\nTIME t\nTSAMP ts\nts = t + 1\nnx = x\n{line}\nEND\n"
    program = program_without(text)
    slots = program.layout.slot_of_name()
    numbers = numbers_at_start(program.layout)
    numbers.values[[slots["x"], slots["nx"]]] = x
    numbers.out[0] = 1.0
    interpret(program).call("sample", 0.0, numbers.states, numbers.values, numbers.out)
    return float(numbers.values[slots["y"]])


def test_a_system_that_is_not_due_keeps_its_values() -> None:
    text = "DISCRETE SYSTEM d\nSTATE n\nNEW nn\nTIME t\nTSAMP ts\nts = t + 1\nnn = n + 1\nEND\n"
    program = program_without(text)
    numbers = numbers_at_start(program.layout)
    before = numbers.values.copy()

    interpret(program).call("sample", 5.0, numbers.states, numbers.values, np.zeros(1))

    assert (numbers.values == before).all()


def test_the_first_sample_is_at_the_start_unless_a_value_is_given() -> None:
    text = "DISCRETE SYSTEM d\nTIME t\nTSAMP ts\nts = t + 1\ny = t\n%sEND\n"
    for line, expected in (("", 7.0), ("ts: 9\n", 9.0)):
        program = program_without(text % line)
        numbers = numbers_at_start(program.layout)
        numbers.time = 7.0
        call(interpret(program), "initial", numbers)
        assert numbers.values[program.layout.slot_of_name()["ts"]] == expected


def test_a_when_gives_new_values_from_old_ones() -> None:
    text = text_of("dx = -x", "WHEN x > 1", "h = PRE(h) + PRE(x)", "x = h/2", "END", "h: 10")
    program = program_without(text)
    (event,) = program.layout.events
    numbers = numbers_at_start(program.layout)
    numbers.states[0] = 4.0
    executable = interpret(program)
    call(executable, "before", numbers)
    call(executable, "events", numbers)

    ((_, new_state),) = event.state_updates
    ((_, new_held),) = event.value_updates
    assert (numbers.values[new_held], numbers.values[new_state]) == (14.0, 7.0)


@pytest.mark.parametrize(
    "lines",
    [
        ("y = f(x) + t", "FUNCTION f(u) = u*u", "z = f(x)"),
        ("dx = IF x > 0 THEN 1 ELSE -1",),
        ("y = SIGN(x)", "z = y*2", "w = IF y > 0 THEN 1 ELSE 2"),
        ("y = x", "z = y", "w = 2*z"),
    ],
)
def test_every_variable_of_the_text_can_be_recorded(lines: tuple[str, ...]) -> None:
    """No slot keeps its old value: each is written by some entry before a record is taken."""
    text = text_of(*lines)
    program = program_without(text)
    slots = program.layout.slot_of_name()
    shown = [v.name for v in assembled(text).variables if v.role is not Role.TIME]
    numbers = numbers_at_start(program.layout)
    numbers.values[[slots[name] for name in shown]] = 1e77
    numbers.states[:] = 3.0
    executable = interpret(program)

    iterate_modes(executable, numbers)
    call(executable, "initial", numbers)
    iterate_modes(executable, numbers)
    call(executable, "outputs", numbers)

    assert [name for name in shown if abs(numbers.values[slots[name]]) > 1e70] == []


@pytest.mark.slow
def test_layouts_have_every_slot_once() -> None:
    for seed in range(60):
        program = program_without(ModelWriter(RandomChoices(random.Random(seed))).write())  # noqa: S311
        slots = program.layout.slots
        assert [slot.index for slot in slots] == list(range(len(slots)))
        assert len({slot.name for slot in slots}) == len(slots)


@pytest.mark.slow
def test_long_entries_in_pieces_compute_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(12):
        text = ModelWriter(RandomChoices(random.Random(seed))).write()  # noqa: S311
        whole = shown_bits(program_without(text))
        for longest in (1, 3):
            monkeypatch.setattr(steps, "LONGEST", longest)
            assert shown_bits(program_without(text)) == whole, text
        monkeypatch.undo()


def shown_bits(program: Program) -> dict[str, str]:
    """The contents of `out` after each entry, and every variable after the last."""
    numbers = numbers_at_start(program.layout)
    numbers.time = 0.75
    numbers.states[:] = np.linspace(-1.5, 2.0, len(numbers.states))
    executable = interpret(program)
    bits: dict[str, str] = {}
    call(executable, "initial", numbers)
    iterate_modes(executable, numbers)
    for entry in (
        "derivatives",
        "guards",
        "time_events",
        "conditions",
        "before",
        "sample",
        "held",
        "events",
        "outputs",
    ):
        call(executable, entry, numbers)
        bits[entry] = _bits(numbers)
    slots = program.layout.slot_of_name()
    hidden = (
        "guard",
        "mode",
        "condition",
        "time.",
        "held.",
        "parameter",
        "min.",
        "max.",
        "int.",
        "mod.",
        "abs.",
        "sign.",
    )
    return bits | {
        n: float(numbers.values[i]).hex()
        for n, i in slots.items()
        if not n.startswith(hidden) and not n.endswith(" running") and "()" not in n
    }


def _bits(numbers: Numbers) -> str:
    return " ".join(float(value).hex() for value in numbers.out)


def test_more_than_a_hundred_equations_are_split_into_functions() -> None:
    chain = [f"y{i + 1} = y{i} + {i}*t" for i in range(200)]
    program = program_without(text_of("y0 = x", *chain, "dx = y200"))

    assert [f.name for f in program.functions if f.name.startswith("derivatives")] == [
        *(f"derivatives.{i}" for i in range(1, 5)),
        "derivatives",
    ]
    assert derivative_at(program, 2.0, time=1.0) == 2.0 + sum(range(200))


def test_a_derivative_read_by_a_different_piece_of_a_long_entry_is_stored() -> None:
    count = steps.LONGEST + 6
    lines = ["CONTINUOUS SYSTEM c", *(f"STATE x{i}\nDER dx{i}" for i in range(count))]
    lines += [f"dx{i} = -x{i}" for i in range(count - 1)] + [f"dx{count - 1} = dx0 + 1", "x0: 3", "END", ""]
    program = simnon.load("\n".join(lines))._simulator.program
    assert program is not None
    values = Values.at_start(program.layout)
    values.states[0] = 3.0
    out = np.zeros(count)

    interpret(program).call("derivatives", 0.0, values.states, values.values, out)

    assert (out[0], out[count - 1]) == (-3.0, -2.0)

"""A script of a few words -> the numbers a model gives, on both targets, without a run.

    with k = 2, h = 3        parameters and initial values for the starts that follow
    at 2: y = 5 (1e-9)       start at time 2 and compare: `name = value`, with a tolerance or else exactly;
                             `rate of x` is the derivative of the state x
    remember 1 from 0 to 2: 1 2 3 4 5
                             what the first DELAY has remembered at the starts that follow: the signal at
                             both ends of a piece and its three quarters
    sample a, b at 3         these discrete systems are sampled at time 3
    event 1 at 3             the first WHEN happens at time 3
    then: y = 6              compare again
    conditions: 0 1          which conditions of WHEN, STOP WHEN, EVENT hold, in this order

Every number is computed by the interpreter and by machine code, and must be the same bit for bit.
"""

import math
import re
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from simnon.kernels.history import MAX_VALUES, PIECE_SIZE, history_append, history_clear, history_close
from simnon.program import START_SLOT, Array, Executable, Program, Values
from simnon.targets import TARGETS

MAX_ITERATIONS = 20
ROOM_FOR_PIECES = 4
_NUMBER = r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|inf|nan)"
_LOOK = re.compile(rf"\s*(?P<name>[^=]+?)\s*=\s*(?P<value>{_NUMBER})\s*(?:\((?P<tolerance>[^)]+)\))?\s*")
_OUTSIDE_BRACKETS = re.compile(r",(?![^\[]*\])")
_REMEMBER = re.compile(rf"(\d+) from ({_NUMBER}) to ({_NUMBER}): (.*)")


@dataclass(frozen=True, slots=True)
class Piece:
    """What the DELAY with this number, from 1, has remembered of an interval."""

    delay: int
    begin: float
    end: float
    values: tuple[float, ...]


@dataclass(slots=True)
class Evaluation:
    """One model on one target, at successive instants."""

    executable: Executable
    given: dict[str, float] = field(default_factory=dict)
    remembered: list[Piece] = field(default_factory=list)
    values: Values = field(init=False)
    out: Array = field(init=False)

    def __post_init__(self) -> None:
        layout = self.executable.layout
        longest = max(len(layout.slots), len(layout.states), len(layout.modes), layout.conditions)
        self.out = np.zeros(longest + 1)
        self.values = Values.at_start(layout)

    def start(self, time: float) -> None:
        """Everything as at the start of a run at `time`."""
        layout = self.executable.layout
        slots = layout.initial_slot_of_name()
        self.values = Values.at_start(layout)
        self._remember()
        for name, value in self.given.items():
            self.values.values[slots[name]] = value
        self.values.time = self.values.values[START_SLOT] = time
        self._call("initial")
        for name, value in self.given.items():
            assert self.values.values[slots[name]] == value, f"'{name}' is computed and cannot be given"
        for state in layout.states:
            self.values.states[state.index] = self.values.values[state.value]
        self._look_around()

    def sample(self, names: Iterable[str], time: float) -> None:
        """The discrete systems `names` are due at `time`."""
        self.values.time = time
        self._call("before")
        self._settle()
        self.out[:] = 0.0
        known = [sampler.name for sampler in self.executable.layout.samplers]
        for name in names:
            self.out[known.index(name)] = 1.0
        self._call("sample")
        self._look_around()

    def event(self, number: int, time: float) -> None:
        """The WHEN with this number, from 1, happens at `time`."""
        self.values.time = time
        self._call("before")
        self._settle()
        self.out[:] = 0.0
        self.out[number - 1] = 1.0
        self._call("events")
        event = self.executable.layout.events[number - 1]
        for state, slot in event.state_updates:
            self.values.states[state] = self.values.values[slot]
        for target, slot in event.value_updates:
            self.values.values[target] = self.values.values[slot]
        self._look_around()

    def conditions(self) -> list[float]:
        self._call("conditions")
        return [float(truth) for truth in self.out[: self.executable.layout.conditions]]

    def value(self, name: str) -> float:
        """The current value of a variable, or of a derivative from the result of `derivatives`."""
        layout = self.executable.layout
        if name.startswith("rate of "):
            return self._derivative(next(s.index for s in layout.states if s.name == name.removeprefix("rate of ")))
        slots = layout.slot_of_name()
        assert name in slots, f"there is no '{name}', only {', '.join(slots)}"
        found = float(self.values.values[slots[name]]) * (-1.0 if name in layout.negated() else 1.0)
        for state in layout.states:
            if state.derivative == name:
                derivative = self._derivative(state.index)
                assert _is_nearly_same(derivative, found), f"'{name}' is {derivative} and also {found}"
        return found

    def _derivative(self, index: int) -> float:
        self._call("derivatives")
        return float(self.out[index])

    def _look_around(self) -> None:
        self._settle()
        for entry in ("held", "times", "derivatives", "outputs"):
            self._call(entry)

    def _settle(self) -> None:
        """Event iteration: update modes and what depends on them, until no mode changes."""
        modes = list(self.executable.layout.modes)
        for _ in range(MAX_ITERATIONS):
            for entry in ("held", "times", "modes"):
                self._call(entry)
            before = self.values.values[modes]
            if not modes or np.array_equal(before, self.out[: len(modes)], equal_nan=True):
                return
            self.values.values[modes] = self.out[: len(modes)]
        raise AssertionError(f"the modes do not converge in {MAX_ITERATIONS} iterations")

    def _remember(self) -> None:
        delays = self.executable.layout.delays
        first = len(self.values.values)
        size = PIECE_SIZE * ROOM_FOR_PIECES
        values = array("d", [*self.values.values, *[0.0] * (size * len(delays))])
        for i, delay in enumerate(delays):
            history_clear(values, delay.history, first + i * size, ROOM_FOR_PIECES)
        for piece in self.remembered:
            history = delays[piece.delay - 1].history
            place = history_append(values, history, piece.begin, piece.end - piece.begin, len(piece.values) - 1)
            for i, value in enumerate(piece.values):
                values[place + i] = value
            history_close(values, place)
        self.values.values = np.array(values)

    def _call(self, entry: str) -> None:
        if entry in self.executable.entries:
            now = self.values
            self.executable.call(entry, now.time, now.states, now.values, self.out)


class Script:
    """The lines of a ```values block, run on every target side by side."""

    def __init__(self, program: Program) -> None:
        self.evaluations = [Evaluation(target.build(program)) for target in TARGETS.values()]
        self.looks = 0
        self._words: tuple[tuple[str, Callable[[str], None]], ...] = (
            ("with ", self._with),
            ("at ", self._at),
            ("remember ", self._remember),
            ("sample ", self._sample),
            ("event ", self._event),
            ("then: ", self._look),
            ("conditions: ", self._conditions),
        )

    def run(self, text: str) -> None:
        for line in text.splitlines():
            words = line.partition('"')[0].strip()
            if words:
                self._line(words)
        assert self.looks, "the block looks at nothing"

    def _line(self, line: str) -> None:
        for word, act in self._words:
            if line.startswith(word):
                act(line[len(word) :])
                self._compare_targets()
                return
        raise AssertionError(f"'{line}' is not a line of a values block")

    def _with(self, text: str) -> None:
        given = {}
        for part in _OUTSIDE_BRACKETS.split(text):
            name, _, value = part.partition("=")
            given[name.strip()] = float(value)
        for evaluation in self.evaluations:
            evaluation.given = given

    def _at(self, text: str) -> None:
        time, _, looks = text.partition(":")
        for evaluation in self.evaluations:
            evaluation.start(float(time))
        if looks.strip():
            self._look(looks)

    def _remember(self, text: str) -> None:
        found = _REMEMBER.fullmatch(text)
        assert found is not None, f"'remember {text}' cannot be read"
        values = tuple(float(word) for word in found[4].split())
        assert 1 <= len(values) <= MAX_VALUES, f"a piece has at most {MAX_VALUES} values"
        for evaluation in self.evaluations:
            evaluation.remembered.append(Piece(int(found[1]), float(found[2]), float(found[3]), values))

    def _sample(self, text: str) -> None:
        names, _, time = text.rpartition(" at ")
        for evaluation in self.evaluations:
            evaluation.sample([name.strip() for name in names.split(",")], float(time))

    def _event(self, text: str) -> None:
        number, _, time = text.partition(" at ")
        for evaluation in self.evaluations:
            evaluation.event(int(number), float(time))

    def _conditions(self, text: str) -> None:
        self.looks += 1
        for evaluation in self.evaluations:
            found = evaluation.conditions()
            assert found == [float(word) for word in text.split()], f"the conditions are {found}"

    def _look(self, text: str) -> None:
        for part in _OUTSIDE_BRACKETS.split(text):
            look = _LOOK.fullmatch(part)
            assert look is not None, f"'{part}' is not 'name = value (tolerance)'"
            self.looks += 1
            expected, tolerance = float(look["value"]), float(look["tolerance"] or 0.0)
            for evaluation in self.evaluations:
                found = evaluation.value(look["name"])
                is_near = _is_same(found, expected) or abs(found - expected) <= tolerance
                assert is_near, f"{look['name']} is {found!r}, not {expected!r}"

    def _compare_targets(self) -> None:
        first, *others = (evaluation.values for evaluation in self.evaluations)
        for other in others:
            assert _same(first.values, other.values), "the targets differ in the values"
            assert _same(first.states, other.states), "the targets differ in the states"


def _is_same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


def _is_nearly_same(one: float, other: float) -> bool:
    """Derivatives multiply by reciprocals instead of dividing."""
    return _is_same(one, other) or abs(one - other) <= 2.0 * math.ulp(one)


def _same(one: Array, other: Array) -> bool:
    both_nan = np.isnan(one) & np.isnan(other)
    return bool(np.all(both_nan | (one.view(np.int64) == other.view(np.int64))))

"""Steps with a backward jump -> steps without: the statements between the label and the jump are repeated.

As many copies are made as the numbers of the text allow: a counter is computed along the way, and the copy in which its
test is decided is the last. A copy leaves out assignments that give a variable the value it already has.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from simnon.model import Apply, Expression, Name, Number, names_in, number_of
from simnon.source import Report

from .procedural import Executed, VersionedAssignment
from .steps import Assign, Decision, Jump, Label, Repeat, Step, all_steps, targets_of

MAX_COPIES = 80
Key = tuple[object, ...]


def unroll_backward_jumps(steps: Sequence[Step], known: Mapping[str, float], report: Report) -> list[Step]:
    """`known` are the constants. A jump that can be repeated without end is reported, and left out."""
    steps = list(steps)
    for _ in range(len(steps)):
        loop = _first_loop(steps)
        if loop is None:
            break
        first, last, label = loop
        copies = _Copies(known, label, targets_of(steps[first : last + 1]))
        copies.fold(steps[:first])
        made = copies.of(steps[first + 1 : last + 1])
        if made is None:
            jump = next(s for s in all_steps(steps[first:]) if isinstance(s, Jump) and s.label == label)
            report.error(
                "jump-backwards",
                f"the jump back to '{label}' is repeated an unknown number of times",
                jump.span,
                f"count the turns and leave the loop at a constant number of them, {MAX_COPIES} at most",
            )
            return [*steps[:first], *(s for s in steps[first:] if not _jumps_in((s,), label))]
        steps = [*steps[:first], *made, *steps[last + 1 :]]
    return steps


def needed_versions(executed: Executed, results: Container[str]) -> list[VersionedAssignment]:
    """Without what only the copies of a counter need: the results, variables assigned once, and all these read."""
    repeated = {version.name.rpartition("_")[0] for version in executed.versions}
    needed = {name for variable, name in executed.last_of.items() if variable in results or variable not in repeated}
    for version in reversed(executed.versions):
        if version.name in needed:
            needed |= set(names_in(version.value))
    return [version for version in executed.versions if version.name in needed]


def _first_loop(steps: Sequence[Step]) -> tuple[int, int, str] | None:
    """Where a label stands to which a later step jumps, and the last such step."""
    for first, step in enumerate(steps):
        if isinstance(step, Label):
            back = [i for i in range(first + 1, len(steps)) if _jumps_in((steps[i],), step.label)]
            if back:
                return first, back[-1], step.label
    return None


def _jumps_in(steps: Iterable[Step], label: str) -> bool:
    return any(isinstance(step, Jump) and step.label == label for step in all_steps(steps))


@dataclass(slots=True)
class _Copies:
    known: Mapping[str, float]
    label: str
    targets: Mapping[str, None]
    numbers: dict[str, float] = field(default_factory=dict)
    """Variables whose value is a number at this point."""
    values: dict[str, int] = field(default_factory=dict)
    """What each variable is at this point: equal numbers are equal values."""
    number_of_value: dict[Key, int] = field(default_factory=dict)
    at_jump: tuple[dict[str, float], dict[str, int]] | None = None
    """What holds at every jump back of the present copy; None if there is none."""
    copy: int = 0

    def of(self, body: Sequence[Step]) -> list[Step] | None:
        """The copies, one after the other; None if they do not end."""
        made: list[Step] = []
        exit_label = f"{self.label}.end"
        inner = [step.label for step in body if isinstance(step, Label)]
        for self.copy in range(1, MAX_COPIES + 1):
            self.at_jump = None
            made += self.fold(_relabelled(body, {label: f"{label}.{self.copy}" for label in inner}))
            made.append(Jump(exit_label, body[-1].span))
            if not self._is_repeated():
                return [*made, Label(exit_label, body[-1].span)]
            made.append(Label(f"{self.label}.{self.copy + 1}", body[-1].span))
        return None

    def fold(self, steps: Iterable[Step]) -> list[Step]:
        made: list[Step] = []
        is_reached = True
        for step in steps:
            if isinstance(step, Label):
                is_reached = True
                self._forget(self.targets)
                made.append(step)
            elif is_reached:
                kept = self._step(step)
                made += kept
                is_reached = not (kept and isinstance(kept[-1], Jump))
        return made

    def _step(self, step: Step) -> list[Step]:
        match step:
            case Assign(target, value):
                return self._assign(step, target, value)
            case Decision(condition, then, otherwise, span):
                truth = self._truth(condition)
                if truth is not None:
                    return self.fold(then if truth else otherwise)
                branches = [self._branch(branch) for branch in (then, otherwise)]
                self._forget(targets_of((step,)))
                return [Decision(condition, tuple(branches[0]), tuple(branches[1]), span)]
            case Jump(label, span) if label == self.label:
                self._note_jump()
                return [Jump(f"{label}.{self.copy + 1}", span)]
            case _:
                self._forget(targets_of((step,)))
                return [step]

    def _is_repeated(self) -> bool:
        """Whether some path jumps back; the next copy begins with what holds there."""
        if self.at_jump is None:
            return False
        self.numbers, self.values = self.at_jump
        return True

    def _note_jump(self) -> None:
        if self.at_jump is None:
            self.at_jump = (dict(self.numbers), dict(self.values))
            return
        numbers, values = self.at_jump
        self.at_jump = (
            {name: number for name, number in numbers.items() if self.numbers.get(name) == number},
            {name: value for name, value in values.items() if self.values.get(name) == value},
        )

    def _branch(self, steps: Iterable[Step]) -> list[Step]:
        numbers, values = dict(self.numbers), dict(self.values)
        made = self.fold(steps)
        self.numbers, self.values = numbers, values
        return made

    def _assign(self, step: Assign, target: str, value: Expression) -> list[Step]:
        number = number_of(value, lambda name: self.numbers.get(name.name))
        key = self._value(value) if number is None else self._numbered(("number", number))
        is_same = self.values.get(target) == key
        self.values[target] = key
        self.numbers.pop(target, None)
        if number is not None:
            self.numbers[target] = number
        return [] if is_same else [step if number is None else Assign(target, Number(number, step.span), step.span)]

    def _truth(self, condition: Expression) -> float | None:
        """Of a test of a counter: a parameter counts as a number here, as in the bounds of a DO, but nowhere else."""
        if not any(name in self.numbers for name in names_in(condition)):
            return None
        return number_of(
            condition,
            lambda name: self.numbers.get(name.name, None if name.name in self.targets else self.known.get(name.name)),
        )

    def _value(self, value: Expression) -> int:
        match value:
            case Number(number):
                return self._numbered(("number", number))
            case Name(name):
                if name not in self.values:
                    self.values[name] = self._numbered(("before", name, self.copy if name in self.targets else 0))
                return self.values[name]
            case Apply(function, arguments):
                return self._numbered((function, *(self._value(argument) for argument in arguments)))

    def _numbered(self, key: Key) -> int:
        return self.number_of_value.setdefault(key, len(self.number_of_value))

    def _forget(self, names: Iterable[str]) -> None:
        for name in names:
            self.numbers.pop(name, None)
            self.values[name] = self._numbered(("unknown", len(self.number_of_value)))


def _relabelled(steps: Iterable[Step], new_label: Mapping[str, str]) -> list[Step]:
    made: list[Step] = []
    for step in steps:
        match step:
            case Label(label, span):
                made.append(Label(new_label.get(label, label), span))
            case Jump(label, span):
                made.append(Jump(new_label.get(label, label), span))
            case Decision(condition, then, otherwise, span):
                then, otherwise = (tuple(_relabelled(branch, new_label)) for branch in (then, otherwise))
                made.append(Decision(condition, then, otherwise, span))
            case Repeat() | Assign():
                made.append(step)
    return made

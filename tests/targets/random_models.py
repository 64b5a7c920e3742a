"""Random models as text, always valid: several systems, every function and statement of the language.

A model is drawn from a `Choices`, as random programs are. Names are read only if that cannot form a loop: an auxiliary
variable reads earlier ones, an input reads states or earlier systems.
"""

from dataclasses import dataclass, field
from typing import TypeVar

from tests.targets.random_programs import Choices

Item = TypeVar("Item")

NUMBERS = ("0", "1", "2", "0.5", "3", "1E-3", "10", "0.1", "7.25", "1E6", "1E300", "2.5E-310")
SMOOTH_NUMBERS = ("1", "2", "0.5", "0.3", "1.7")
ANY_FUNCTIONS = (
    "SQRT", "EXP", "LN", "LOG", "SIN", "COS", "TAN", "ARCSIN", "ARCCOS", "ATAN", "SINH", "COSH", "TANH", "ABS", "SIGN",
    "INT",
)  # fmt: skip
SMOOTH_FUNCTIONS = ("SIN", "COS", "ATAN", "TANH")
RELATIONS = ("<", "<=", ">", ">=", "<", ">", "=", "<>")


@dataclass(slots=True)
class Names:
    """What an expression can read and call in its context."""

    numbers: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    functions: list[tuple[str, int]] = field(default_factory=list)
    memories: tuple[str, ...] = ()
    before: list[str] = field(default_factory=list)

    def only(self, *memories: str) -> "Names":
        return Names(list(self.numbers), list(self.conditions), self.functions, memories, list(self.before))


@dataclass(slots=True)
class Connection:
    """The inputs of a system, and what others can read of it."""

    system: str
    inputs: list[str]
    states: list[str]
    outputs: list[str]


class ModelWriter:
    """`is_smooth` leaves out anything with corners, jumps or poles, and everything except continuous systems."""

    def __init__(self, choices: Choices, *, is_smooth: bool = False) -> None:
        self.choices = choices
        self.is_smooth = is_smooth
        self.lines: list[str] = []

    def write(self) -> str:
        count = 1 + self._below(3)
        connections = [self._system(f"s{i + 1}") for i in range(count)]
        if count > 1 or connections[0].inputs:
            self._connecting(connections)
        return "\n".join(self.lines) + "\n"

    def _below(self, count: int) -> int:
        return self.choices.below(count)

    def _pick(self, items: list[Item] | tuple[Item, ...]) -> Item:
        return items[self._below(len(items))]

    def _is_now(self, one_in: int) -> bool:
        return self._below(one_in) == 0

    def _system(self, name: str) -> Connection:
        is_discrete = not self.is_smooth and self._is_now(3)
        self.lines.append(f"{'DISCRETE' if is_discrete else 'CONTINUOUS'} SYSTEM {name}")
        inputs = [f"u{i + 1}" for i in range(self._below(3))]
        states = [f"x{i + 1}" for i in range(self._below(3) + (not is_discrete))]
        parameters = [f"p{i + 1}" for i in range(1 + self._below(3))]
        self._declare("INPUT", inputs)
        self._declare("STATE", states)
        self._declare("NEW" if is_discrete else "DER", [f"d{state}" for state in states])
        self.lines.append("TIME t")
        held = [] if is_discrete or self.is_smooth or not self._is_now(2) else ["held"]
        names = Names([*inputs, *states, *parameters, "t", *held])
        names.functions = self._functions(names)
        names.before = [*states, *inputs, *held] if not self.is_smooth else []
        names.memories = ("PRE", "RECT", "NORM") if is_discrete else (() if self.is_smooth else ("DELAY",))
        outputs = self._equations(names, states)
        if is_discrete:
            self._sampling(names)
        elif not self.is_smooth:
            self._events(names, states, held)
        for parameter in [*parameters, *held]:
            self.lines.append(f"{parameter}: {'-' if self._is_now(4) else ''}{self._number()}")
        self._initial(states, parameters)
        self.lines.append("END")
        return Connection(name, inputs, states, outputs)

    def _declare(self, word: str, names: list[str]) -> None:
        if names:
            self.lines.append(f"{word} {' '.join(names)}")

    def _functions(self, names: Names) -> list[tuple[str, int]]:
        functions: list[tuple[str, int]] = []
        if self._is_now(2):
            inside = Names(["a", "b", *names.numbers], functions=[])
            self.lines.append(f"FUNCTION f(a, b) = {self._expression(inside, 2)}")
            functions.append(("f", 2))
        if functions and self._is_now(2):
            inside = Names(["x1"], functions=list(functions))
            self.lines.append(f"FUNCTION g(x1) = {self._expression(inside, 1)}")
            functions.append(("g", 1))
        if not self.is_smooth and self._is_now(2):
            functions.append(self._table("look", self._pick(("LINEAR", "HOLD", "SPLINE", "LINEAR EXTRAPOLATED"))))
        if not self.is_smooth and self._is_now(4):
            functions.append(self._surface("plane", self._pick(("LINEAR", "HOLD", "SPLINE EXTRAPOLATED"))))
        return functions

    def _table(self, name: str, way: str) -> tuple[str, int]:
        self.lines.append(f"TABLE {name}(a) {way}")
        self.lines += [f"  {-1 + i * 0.75} {self._number()}" for i in range(2 + self._below(3))]
        self.lines.append("END")
        return name, 1

    def _surface(self, name: str, way: str) -> tuple[str, int]:
        columns = 2 + self._below(2)
        self.lines.append(f"TABLE {name}(a, b) {way}")
        self.lines.append(" ".join(str(i * 0.5) for i in range(columns)))
        for i in range(2 + self._below(2)):
            self.lines.append(f"  {i - 1} " + " ".join(self._number() for _ in range(columns)))
        self.lines.append("END")
        return name, 2

    def _equations(self, names: Names, states: list[str]) -> list[str]:
        """Auxiliary variables, each in terms of earlier ones, then the derivatives; written in any order."""
        lines: list[str] = []
        outputs: list[str] = []
        for i in range(self._below(5)):
            name = f"y{i + 1}"
            if not self.is_smooth and self._is_now(4):
                lines.append(f"{name} = {self._condition(names, 2)}")
                names.conditions.append(name)
            else:
                lines.append(f"{name} = {self._expression(names, 3)}")
                names.numbers.append(name)
                outputs.append(name)
        lines += [f"d{state} = {self._expression(names, 3)}" for state in states]
        while lines:
            self.lines.append(lines.pop(self._below(len(lines))))
        return outputs

    def _sampling(self, names: Names) -> None:
        if self._is_now(3):
            self.lines += ["EVENT go", f"go = {self._expression(names.only('DELAY'), 2)}"]
        else:
            self.lines += ["TSAMP next", f"next = t + {self._expression(names, 1)}"]

    def _events(self, names: Names, states: list[str], held: list[str]) -> None:
        for targets in ([], *([target] for target in held), [*held, *states])[: self._below(3) + bool(held)]:
            self.lines.append(f"WHEN {self._condition(names.only('DELAY'), 2)}")
            inside = names.only("PRE")
            inside.numbers = [name for name in inside.numbers if name not in targets]
            self.lines += [f"  {target} = {self._expression(inside, 2)}" for target in targets]
            self.lines.append("END")
        if held and not any(line.startswith("  held =") for line in self.lines):
            self.lines += ["WHEN t > 1", "  held = 1", "END"]
        if self._is_now(3):
            self.lines.append(f"STOP WHEN {self._condition(names, 1)} 'enough'")

    def _initial(self, states: list[str], parameters: list[str]) -> None:
        given = [state for state in states if self._is_now(3)]
        for state in given:
            self.lines.append(f"{state}: {self._number()}")
        computed = [state for state in states if state not in given and self._is_now(2)]
        if computed:
            names = Names([*parameters, *given, "t"])
            self.lines += ["INITIAL", *(f"{state} = {self._expression(names, 2)}" for state in computed)]

    def _connecting(self, connections: list[Connection]) -> None:
        self.lines += ["CONNECTING SYSTEM all", "TIME t"]
        states = [f"{state}[{c.system}]" for c in connections for state in c.states]
        names = Names(["t", "q", *states], memories=() if self.is_smooth else ("DELAY",))
        for connection in connections:
            for name in connection.inputs:
                value = self._pick(names.numbers) if self._is_now(2) else self._expression(names, 2)
                self.lines.append(f"{name}[{connection.system}] = {value}")
            names.numbers += [f"{output}[{connection.system}]" for output in connection.outputs]
        self.lines += ["q: 0.75", "END"]

    def _number(self) -> str:
        return self._pick(SMOOTH_NUMBERS if self.is_smooth else NUMBERS)

    def _expression(self, names: Names, depth: int) -> str:
        if depth == 0 or self._is_now(4):
            return self._pick(names.numbers) if not self._is_now(3) else self._number()
        match self._below(8):
            case 0 | 1:
                signs = (" + ", " - ") if self._is_now(2) else ("*",)
                terms = [self._expression(names, depth - 1) for _ in range(2 + self._below(2))]
                text = terms[0]
                for term in terms[1:]:
                    text += f"{self._pick(signs)}{term}"
                return f"({text})"
            case 2:
                return self._quotient_or_power(names, depth)
            case 3:
                return f"(-{self._expression(names, depth - 1)})"
            case 4:
                return self._choice(names, depth)
            case 5:
                return self._memory(names, depth)
            case 6 if names.functions:
                function, count = self._pick(names.functions)
                return f"{function}({', '.join(self._expression(names, depth - 1) for _ in range(count))})"
            case _:
                return self._call(names, depth)

    def _quotient_or_power(self, names: Names, depth: int) -> str:
        left = self._expression(names, depth - 1)
        if self.is_smooth:
            divisor = f"(2 + {self._expression(names, depth - 1)}^2)"
            return self._pick((f"({left})^2", f"({left})^3", f"{left}/{divisor}"))
        right = self._expression(names, depth - 1)
        exponent = self._pick(("2", "3", "4", "-1", "0.5", "-2", "0", "1", "5", right))
        return self._pick((f"({left})/({right})", f"({left})^({exponent})"))

    def _choice(self, names: Names, depth: int) -> str:
        branches = "".join(
            f"IF {self._condition(names, depth - 1)} THEN {self._expression(names, depth - 1)} ELSE "
            for _ in range(1 + self._below(2))
        )
        return f"({branches}{self._expression(names, depth - 1)})"

    def _memory(self, names: Names, depth: int) -> str:
        if not names.memories:
            return self._call(names, depth)
        match self._pick(names.memories):
            case "PRE" if names.before:
                return f"PRE({self._pick(names.before)})"
            case "DELAY":
                source = self._expression(Names(list(names.numbers)), depth - 1)
                return f"DELAY({source}, {self._pick(('0.5', '1', 't'))}{self._pick(('', ', 2', ', t'))})"
            case "RECT" | "NORM" as word:
                return f"{word}({self._pick(('', '1', '7'))})"
            case _:
                return self._number()

    def _call(self, names: Names, depth: int) -> str:
        argument = self._expression(names, depth - 1)
        if self.is_smooth:
            return f"{self._pick(SMOOTH_FUNCTIONS)}({argument})"
        other = self._expression(names, depth - 1)
        match self._below(4):
            case 0:
                return f"{self._pick(('MIN', 'MAX', 'MOD', 'ATAN2'))}({argument}, {other})"
            case 1:
                return f"{self._pick(('MIN', 'MAX'))}({argument}, {other}, {self._pick(names.numbers)})"
            case _:
                return f"{self._pick(ANY_FUNCTIONS)}({argument})"

    def _condition(self, names: Names, depth: int) -> str:
        if names.conditions and self._is_now(3):
            return self._pick(names.conditions)
        if depth > 0 and self._is_now(3):
            left, right = self._condition(names, depth - 1), self._condition(names, depth - 1)
            return self._pick((f"({left} AND {right})", f"({left} OR {right})", f"(NOT {left})"))
        relation = self._pick(RELATIONS)
        return f"{self._expression(names, max(0, depth - 1))} {relation} {self._expression(names, max(0, depth - 1))}"

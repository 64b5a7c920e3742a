"""Random texts in the subset that plain Python runs without failing.

Integer arithmetic that could leave 64 bits is inside `wrap`, divisors are nonzero, indices are in range, or guarded by
a condition that Python evaluates first.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

SIZE = 4
"""Of every array."""
FLOATS = ("0.0", "-0.0", "1.0", "0.1", "-2.5", "1e-300", "1e308", "3.0", "HUGE", "NOTHING", "HALF_PI")
INTS = ("0", "1", "-1", "2", "7", "-3", "LIMIT", "-LIMIT - 1", "1 << 40", "0x5DEECE66D")
UNARY = (
    "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
    "floor", "abs",
)  # fmt: skip
PRELUDE = """\
HUGE = 1e400
NOTHING = HUGE - HUGE
HALF_PI = math.pi / 2
LIMIT = 2**63 - 1
TABLE = (1.5, -2.0, 1e3, 0.0)
WHOLE = (3, -1, 0, 2**40)
"""


@dataclass(frozen=True, slots=True)
class Written:
    """A function that can be called: the types of its scalars and of its result."""

    name: str
    parameters: tuple[str, ...]
    result: str
    has_array: bool


@dataclass(slots=True)
class Writer:
    """Writes one function; `scalars` are the variables that certainly have a value here."""

    random: Random
    callable_functions: list[Written]
    scalars: dict[str, str] = field(default_factory=dict)
    fixed: set[str] = field(default_factory=set)
    arrays: list[str] = field(default_factory=list)
    types: dict[str, str] = field(default_factory=dict)
    result: str = "float"
    count: int = 0
    budget: int = 14

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # Expressions

    def value(self, type_: str, depth: int) -> str:
        match type_:
            case "float":
                return self.float_(depth)
            case "int":
                return self.int_(depth)
            case _:
                return self.bool_(depth)

    def named(self, type_: str) -> str | None:
        names = [name for name, t in self.scalars.items() if t == type_]
        return self.random.choice(names) if names else None

    def index(self, depth: int) -> str:
        return self.pick(str(self.random.randrange(SIZE)), f"{self.int_(depth)} % {SIZE}")

    def call(self, type_: str, depth: int) -> str | None:
        """A call inside an expression: only of functions that write nothing."""
        functions = [f for f in self.callable_functions if f.result == type_ and not f.has_array]
        if not functions:
            return None
        function = self.random.choice(functions)
        return f"{function.name}({', '.join(self.value(t, depth - 1) for t in function.parameters)})"

    def choice(self, type_: str, depth: int) -> str:
        return f"({self.value(type_, depth - 1)} if {self.bool_(depth - 1)} else {self.value(type_, depth - 1)})"

    def float_(self, depth: int) -> str:
        if depth <= 0:
            return self.named("float") or self.pick(*FLOATS)
        x, i, a = self.part("float", depth), self.part("int", depth), self.array
        return self.one_of(
            lambda: f"({x()} {self.pick('+', '-', '*')} {x()})",
            lambda: f"({x()} {self.pick('+', '-', '*')} {self.random.randrange(-3, 4)})",
            lambda: f"({x()} * {i()})",
            lambda: f"({x()} / (abs({x()}) + 1.0))",
            lambda: f"divide({x()}, {x()})",
            lambda: f"{self.pick(*UNARY)}({x()})",
            lambda: f"math.atan({x()})",
            lambda: f"{self.pick('atan2', 'pow')}({x()}, {x()})",
            lambda: f"{self.pick('min', 'max')}({x()}, {x()})",
            lambda: f"{self.pick('min', 'max')}({x()}, {x()}, {self.float_(0)})",
            lambda: f"{x()} ** {self.pick('0', '1')}",
            lambda: f"(-{x()})",
            lambda: f"float({i()})",
            lambda: f"float({self.bool_(depth - 1)})",
            lambda: f"frombits({i()} & 0x3FFFFFFFFFFFFFFF)",
            lambda: f"({i()} % 1000 / 7)",
            lambda: f"{a()}[{self.index(depth - 1)}]",
            lambda: self.guarded("({a}[{i}] if 0 <= {i} < {size} else {x})", x()),
            lambda: self.choice("float", depth),
            lambda: self.call("float", depth) or x(),
            lambda: self.named("float") or x(),
        )

    def int_(self, depth: int) -> str:
        if depth <= 0:
            return self.named("int") or self.pick("0", "1", "3", "-2", "5")
        i, x = self.part("int", depth), self.part("float", depth)
        text = self.one_of(
            lambda: f"wrap({i()} {self.pick('+', '-', '*')} {i()})",
            lambda: f"wrap({i()} // {self.pick('3', '-2', '-1', '1000')})",
            lambda: f"({i()} % {self.pick('3', '-2', '1000')})",
            lambda: f"({i()} // (({i()} & 7) + 1))",
            lambda: f"({i()} {self.pick('&', '|', '^')} {i()})",
            lambda: f"wrap({i()} << {self.random.randrange(64)})",
            lambda: f"({i()} >> {self.random.randrange(64)})",
            lambda: f"({i()} >> ({i()} & 63))",
            lambda: f"(({i()} >> 11) & 0x1FFFFFFFFFFFFF)",
            lambda: f"(({i()} >> 1) & -2)",
            lambda: f"(~{i()})",
            lambda: f"wrap(-{i()})",
            lambda: f"wrap(abs({i()}))",
            lambda: f"wrap(({i()}) ** {self.pick('0', '1', '2', '3', '4')})",
            lambda: f"truncate({x()})",
            lambda: f"bits({x()})",
            lambda: f"int({self.bool_(depth - 1)})",
            lambda: f"{self.pick('min', 'max')}({i()}, {i()})",
            lambda: f"(wrap({i()} + 1) % 9)",
            lambda: f"({self.pick(*INTS)})",
            lambda: "len(TABLE)",
            lambda: f"WHOLE[{self.index(depth - 1)}]",
            lambda: self.choice("int", depth),
            lambda: self.call("int", depth) or i(),
            lambda: self.named("int") or i(),
        )
        return f"({text})"

    def bool_(self, depth: int) -> str:
        if depth <= 0:
            return self.named("bool") or self.pick("True", "False")
        a, b = self.part(self.pick("float", "int"), depth), self.part("bool", depth)
        compare = self.pick("<", "<=", ">", ">=", "==", "!=")
        x = self.part("float", depth)
        return self.one_of(
            lambda: f"({a()} {compare} {a()})",
            lambda: f"({a()} {compare} {a()} {self.pick('<', '>=', '!=')} {a()})",
            lambda: f"({a()} < {a()} <= {a()} < {a()})",
            lambda: self.guarded("(0 <= {i} < {size} and {a}[{i}] == {x})", x()),
            lambda: self.guarded("({i} < 0 or {i} >= {size} or {a}[{i}] > {x} or {b})", x(), b()),
            lambda: self.guarded("(0 <= {i} < {size} and -1.0 < {a}[{i}] < {x} < 1e9)", x()),
            lambda: f"({b()} {self.pick('and', 'or')} {b()})",
            lambda: f"({b()} {self.pick('and', 'or')} {b()} {self.pick('and', 'or')} {self.bool_(0)})",
            lambda: f"({b()} {self.pick('==', '!=', '&', '|', '^')} {b()})",
            lambda: f"(not {b()})",
            lambda: f"bool({a()})",
            lambda: f"is_nan({x()})",
            lambda: self.choice("bool", depth),
            lambda: self.call("bool", depth) or b(),
            lambda: self.named("bool") or b(),
        )

    def one_of(self, *forms: Callable[[], str]) -> str:
        return self.random.choice(forms)()

    def part(self, type_: str, depth: int) -> Callable[[], str]:
        return lambda: self.value(type_, depth - 1)

    def array(self) -> str:
        return self.random.choice([*self.arrays, "TABLE"])

    def guarded(self, form: str, x: str, b: str = "") -> str:
        """An element at an index that may be out of range, which the form checks first."""
        i = self.named("int") or self.pick("1", "3")
        return form.format(a=self.array(), i=i, size=SIZE, x=x, b=b)

    # Statements

    def block(self, indent: str, *, is_in_loop: bool) -> list[str]:
        """Some statements; variables first assigned in them are forgotten afterwards."""
        before = dict(self.scalars), list(self.arrays)
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(indent, is_in_loop=is_in_loop)
        self.scalars, self.arrays = before
        return lines or [f"{indent}pass"]

    def statement(self, indent: str, *, is_in_loop: bool) -> list[str]:
        self.budget -= 1
        kinds = ["assign"] * 4 + ["augment", "store", "store", "call", "call"]
        if self.budget > 0:
            kinds += ["if", "if", "if", "while", "for", "for", "forever", "zeros"]
        if is_in_loop:
            kinds += ["break", "continue", "return"]
        match self.random.choice(kinds):
            case "assign":
                return [f"{indent}{self.assignment()}"]
            case "augment":
                return [f"{indent}{self.augmented()}"]
            case "store":
                return [f"{indent}{self.store()}"]
            case "call":
                return [f"{indent}{self.writing_call()}"]
            case "if":
                return self.if_(indent, is_in_loop=is_in_loop)
            case "while":
                return self.while_(indent)
            case "forever":
                return self.forever(indent)
            case "for":
                return self.for_(indent)
            case "zeros":
                self.arrays.append(self.fresh("w"))
                return [f"{indent}{self.arrays[-1]} = zeros({SIZE})"]
            case "return":
                return [f"{indent}if {self.bool_(1)}:", f"{indent}    return {self.value(self.result, 1)}"]
            case word:
                guard = self.random.random() < 0.8
                jump = [f"{indent}if {self.bool_(2)}:", f"{indent}    {word}"]
                return jump if guard else [f"{indent}{word}", f"{indent}{self.assignment()}"]

    def target(self, type_: str) -> str:
        """A variable of this type, old or new, that is not a counter."""
        known = [n for n, t in self.types.items() if t == type_ and n not in self.fixed]
        if known and self.random.random() < 0.7:
            return self.random.choice(known)
        return self.fresh({"float": "x", "int": "i", "bool": "b"}[type_])

    def assignment(self) -> str:
        type_ = self.pick("float", "float", "int", "bool")
        value = self.value(type_, 3)
        name = self.target(type_)
        self.scalars[name] = self.types[name] = type_
        return f"{name} = {value}"

    def augmented(self) -> str:
        name = self.named("float")
        if name is None:
            return self.assignment()
        return f"{name} {self.pick('+=', '-=', '*=')} {self.float_(2)}"

    def store(self) -> str:
        array = self.random.choice(self.arrays)
        return f"{array}[{self.index(2)}] {self.pick('=', '=', '+=', '*=')} {self.float_(2)}"

    def writing_call(self) -> str:
        functions = [f for f in self.callable_functions if f.has_array]
        if not functions:
            return self.store()
        function = self.random.choice(functions)
        arguments = [self.random.choice(self.arrays), *(self.value(t, 1) for t in function.parameters)]
        call = f"{function.name}({', '.join(arguments)})"
        form = self.pick("plain", "assign", "store")
        if form == "plain":
            return call
        if form == "store" and function.result == "float":
            return f"{self.random.choice(self.arrays)}[{self.index(1)}] = {call}"
        name = self.target(function.result)
        self.scalars[name] = self.types[name] = function.result
        return f"{name} = {call}"

    def if_(self, indent: str, *, is_in_loop: bool) -> list[str]:
        inner = indent + "    "
        lines = [f"{indent}if {self.bool_(3)}:", *self.block(inner, is_in_loop=is_in_loop)]
        if self.random.random() < 0.3:
            lines += [f"{indent}elif {self.bool_(3)}:", *self.block(inner, is_in_loop=is_in_loop)]
        if self.random.random() < 0.5:
            name = self.target("float")
            lines.append(f"{inner}{name} = {self.float_(2)}")
            lines += [f"{indent}else:", *self.block(inner, is_in_loop=is_in_loop)]
            lines.append(f"{inner}{name} = {self.float_(2)}")
            if "elif" not in "".join(lines[:1]) and not any(line.startswith(f"{indent}elif") for line in lines):
                self.scalars[name] = self.types[name] = "float"
        return lines

    def counter(self) -> str:
        name = self.fresh("n")
        self.scalars[name] = self.types[name] = "int"
        self.fixed.add(name)
        return name

    def while_(self, indent: str) -> list[str]:
        name = self.counter()
        inner = indent + "    "
        return [
            f"{indent}{name} = 0",
            f"{indent}while {name} < {self.random.randint(1, 5)} and {self.bool_(3)}:",
            f"{inner}{name} += 1",
            *self.block(inner, is_in_loop=True),
        ]

    def forever(self, indent: str) -> list[str]:
        name = self.counter()
        inner = indent + "    "
        found = self.target("float")
        lines = [
            f"{indent}{name} = 0",
            f"{indent}while True:",
            f"{inner}{name} = {name} + 1",
            f"{inner}{found} = {self.float_(2)}",
            f"{inner}if {name} > {self.random.randint(1, 5)} or {self.bool_(2)}:",
            f"{inner}    break",
            *self.block(inner, is_in_loop=True),
        ]
        self.scalars[found] = self.types[found] = "float"
        return lines

    def for_(self, indent: str) -> list[str]:
        bounds = self.pick(
            f"{self.int_(2)} % 5",
            f"{self.random.randint(-2, 2)}, {self.int_(1)} % 5",
            f"0, {self.random.randint(1, 7)}, {self.random.randint(1, 3)}",
            f"{self.int_(1)} % 7, -2, -{self.random.randint(1, 3)}",
        )
        before = dict(self.scalars)
        name = self.target("int")
        self.scalars[name] = self.types[name] = "int"
        lines = [f"{indent}for {name} in range({bounds}):", *self.block(indent + "    ", is_in_loop=True)]
        self.scalars = before
        return lines


def write_function(random: Random, name: str, known: list[Written]) -> tuple[str, Written]:
    writer = Writer(random, known, result=random.choice(("float", "float", "int", "bool")))
    has_array = name == "main" or random.random() < 0.5
    parameters = tuple(random.choice(("float", "int", "bool")) for _ in range(random.randint(0, 3)))
    if name == "main":
        parameters = ("float", "float", "int", "int", "bool")
    for number, type_ in enumerate(parameters):
        writer.scalars[f"p{number}"] = writer.types[f"p{number}"] = type_
    writer.arrays = ["a"] if has_array else ["TABLE"]
    declared = [*(["a: Array"] if has_array else []), *(f"p{n}: {t}" for n, t in enumerate(parameters))]
    lines = [f"def {name}({', '.join(declared)}) -> {writer.result}:"]
    if not has_array:
        lines.append("    w = zeros(4)")
        writer.arrays = ["w"]
    for _ in range(random.randint(2, 5)):
        lines += writer.statement("    ", is_in_loop=False)
    lines.append(f"    return {writer.value(writer.result, 3)}")
    return "\n".join(lines), Written(name, parameters, writer.result, has_array)


def write_module(random: Random) -> str:
    """The text of a module with `main(a, p0: float, p1: float, p2: int, p3: int, p4: bool)`."""
    known: list[Written] = []
    texts = [PRELUDE]
    for name in (*(f"f{number}" for number in range(random.randint(0, 3))), "main"):
        text, written = write_function(random, name, known)
        texts.append(text)
        known.append(written)
    return "import math\n\n" + "\n\n".join(texts) + "\n"

"""A linear model -> the text of a CONTINUOUS or DISCRETE SYSTEM, and the parts such texts are made of."""

import re
from collections.abc import Iterable, Sequence

from simnon.source import UserError, arguments

from .opened import opened
from .realisation import Array, Realisation
from .shift_registers import with_shift_registers

_RESERVED = ("if", "then", "else", "and", "or", "not")
_WIDTH = 100
FEW_DIGITS = 12


class SystemText:
    """A system being written: names are made valid and different, and coefficients become parameters."""

    def __init__(self, kind: str, name: str, purpose: str, digits: int = FEW_DIGITS) -> None:
        if not re.fullmatch(r"[^\W\d]\w*", arguments.text(name, "name")) or name.casefold() in _RESERVED:
            raise UserError("bad-name", f"'{name}' cannot be the name of a system", "use letters, digits and _")
        self._lines = [f"{kind} SYSTEM {name}", f"PURPOSE {' '.join(purpose.split())}"]
        self._parameters: list[str] = []
        self._digits = digits
        self._taken: set[str] = set(_RESERVED)

    def name(self, preferred: str) -> str:
        """A valid name that no other thing of the system has: `H[TANK]` becomes `H_TANK`."""
        plain = re.sub(r"\W+", "_", preferred).strip("_") or "x"
        plain = plain if not plain[0].isdigit() else f"x{plain}"
        found, count = plain, 1
        while found.casefold() in self._taken:
            count += 1
            found = f"{plain}_{count}"
        self._taken.add(found.casefold())
        return found

    def names(self, preferred: Iterable[str]) -> list[str]:
        return [self.name(each) for each in preferred]

    def declare(self, word: str, names: Sequence[str]) -> None:
        if names:
            self._lines += _wrapped(f"{word} ", list(names), " ", f"\n{word} ")

    def line(self, text: str) -> None:
        self._lines.append(text)

    def parameter(self, preferred: str, value: float, comment: str = "") -> str:
        found = self.name(preferred)
        # Fewer digits if they are the same number: 0.05, not 0.050000000000000003.
        texts = [f"{value:.{count}g}" for count in range(FEW_DIGITS, self._digits + 1)]
        number = next((text for text in texts if float(text) == value), texts[-1]).replace("e+", "e")
        self._parameters.append(f'{found}: {number}  " {comment}' if comment else f"{found}: {number}")
        return found

    def rest_at_zero(self, names: Iterable[str]) -> None:
        self._parameters += [f"{name}: 0" for name in names]

    def product(self, stem: str, value: float, factor: str) -> str:
        """A coefficient times something; empty if it is zero, and 1 and -1 need no parameter."""
        if value == 0.0:
            return ""
        if abs(value) == 1.0:
            return factor if value > 0 else f"-{factor}"
        return f"{self.parameter(stem, value)}*{factor}"

    def equation(self, target: str, terms: Iterable[str]) -> None:
        """target = the sum of the terms; a term can begin with a minus, and empty ones are left out."""
        shown = [term for term in terms if term]
        signed = [f"- {term[1:]}" if term.startswith("-") else f"+ {term}" for term in shown]
        if not signed:
            self._lines.append(f"{target} = 0")
            return
        whole = " ".join([shown[0], *signed[1:]])
        if len(whole) <= _WIDTH:
            self._lines.append(f"{target} = {whole}")
        else:
            self._lines += _wrapped(f"{target} = (", [shown[0], *signed[1:]], " ", "\n  ", ")")

    def finish(self) -> str:
        return "\n".join([*self._lines, *self._parameters, "END", ""])


def begin_text(model: Realisation, name: str, purpose: str, digits: int = FEW_DIGITS) -> SystemText:
    """A system of the same kind as the model."""
    return SystemText("DISCRETE" if model.is_sampled else "CONTINUOUS", name, purpose, digits)


def rate_names(text: SystemText, model: Realisation, states: Iterable[str]) -> list[str]:
    """The derivatives of states, or their values at the next sample."""
    return text.names(f"{'n' if model.is_sampled else 'd'}{state}" for state in states)


def finish_text(text: SystemText, model: Realisation) -> str:
    if model.is_sampled:
        sample(text, model.period)
    return text.finish()


def system_text(model: Realisation, name: str) -> str:
    """The model as equations with its coefficients as parameters; sampled models become discrete systems."""
    if model.is_sampled:
        model = with_shift_registers(model)
    form = opened(model)
    text = begin_text(model, name, _purpose(model), digits=17)
    inputs, outputs, states = text.names(model.inputs), text.names(model.outputs), text.names(model.states)
    rates = rate_names(text, model, states)
    declare(text, inputs, outputs, states, rates, is_sampled=model.is_sampled)
    left = text.names(f"w{k + 1}" for k in range(len(form.lags)))
    entered = text.names(f"z{k + 1}" for k in range(len(form.lags)))
    write_rows(text, rates, ("a", form.A, states), ("b", form.B, [*inputs, *left]))
    write_rows(text, [*outputs, *entered], ("c", form.C, states), ("d", form.D, [*inputs, *left]))
    for k, lag in enumerate(form.lags):
        text.line(f"{left[k]} = DELAY({entered[k]}, {text.parameter(f'lag{k + 1}', lag)}, 0)")
    return finish_text(text, model)


def declare(
    text: SystemText,
    inputs: Sequence[str],
    outputs: Sequence[str],
    states: Sequence[str],
    rates: Sequence[str],
    *,
    is_sampled: bool,
) -> None:
    """Inputs that are not connected are zero."""
    text.declare("INPUT", inputs)
    text.rest_at_zero(inputs)
    text.declare("OUTPUT", outputs)
    text.declare("STATE", states)
    text.declare("NEW" if is_sampled else "DER", rates)


def sample(text: SystemText, period: float) -> None:
    """The samples of a discrete system, every `h` seconds."""
    time, following = text.name("t"), text.name("ts")
    text.line(f"TIME {time}")
    text.line(f"TSAMP {following}")
    text.line(f"{following} = {time} + {text.parameter('h', period, 'sampling period, in seconds')}")


def write_rows(text: SystemText, targets: Sequence[str], *parts: tuple[str, Array, Sequence[str]]) -> None:
    """An equation for each row of matrices times their variables; a coefficient is named after its place."""
    for i, target in enumerate(targets):
        text.equation(target, products(text, *parts, row=i))


def products(text: SystemText, *parts: tuple[str, Array, Sequence[str]], row: int) -> list[str]:
    """The terms of one row of matrices times their variables."""
    return [
        text.product(indexed(stem, row, j, matrix.shape), float(matrix[row, j]), variable)
        for stem, matrix, variables in parts
        for j, variable in enumerate(variables)
    ]


def indexed(stem: str, row: int, column: int, shape: tuple[int, ...]) -> str:
    """The name of an element: a matrix with one row or column needs one number only."""
    numbers = [str(place + 1) for place, size in zip((row, column), shape, strict=True) if size > 1]
    return stem + ("_" if max(shape) > 9 else "").join(numbers)


def _purpose(model: Realisation) -> str:
    kind = f"sampled every {model.period:g} s" if model.is_sampled else "continuous"
    return f"a linear model, {kind}, in deviations from the point where it was linearised"


def _wrapped(start: str, words: list[str], blank: str, following: str, end: str = "") -> list[str]:
    """Words in lines of limited width; `following` begins each further line."""
    lines, current = [], start
    for i, word in enumerate(words):
        if i and len(current) + len(word) > _WIDTH:
            lines.append(current)
            current = following.lstrip("\n") + word
        else:
            current += (blank if i else "") + word
    return [*lines, current + end]

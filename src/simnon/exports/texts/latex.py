"""Compiled model -> its equations in LaTeX, with units, states and samples; for amsmath."""

import re
from collections.abc import Callable, Iterator

from simnon.compiler import CompiledModel
from simnon.model import Apply, Equation, Expression, Number, Role, Variable, print_number
from simnon.source import UserError

from .equations import Equations, equations_of
from .notation import Notation

_WIDTH, _ROWS = 64, 40
"""Of a line in letters, and of a table of values on one page."""
_PIECE = r"(\\mathit\{(?:[^{}])*\}|\\[A-Za-z]+|[A-Za-z])"
"""A symbol without its index."""
_ZERO = Number(0.0)
_INFIX = {
    "or": (10, r" \lor "),
    "and": (20, r" \land "),
    "<": (40, " < "),
    "<=": (40, r" \le "),
    ">": (40, " > "),
    ">=": (40, r" \ge "),
    "=": (40, " = "),
    "<>": (40, r" \ne "),
    "*": (60, r"\,"),
}
_SMALL = "alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega"
_LARGE = "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
_GREEK = frozenset(f"{_SMALL} {_LARGE}".split(" "))
_FUNCTIONS = {
    "exp": r"\exp",
    "ln": r"\ln",
    "log": r"\log_{10}",
    "sin": r"\sin",
    "cos": r"\cos",
    "tan": r"\tan",
    "arcsin": r"\arcsin",
    "arccos": r"\arccos",
    "atan": r"\arctan",
    "sinh": r"\sinh",
    "cosh": r"\cosh",
    "tanh": r"\tanh",
    "min": r"\min",
    "max": r"\max",
}


def write_latex(compiled: CompiledModel, *, keeps: bool = False) -> str:
    """With `keeps`, an equation that LaTeX cannot express is a comment; otherwise UserError has its place."""
    return "\n".join(_lines(compiled, equations_of(compiled), keeps)) + "\n"


def _lines(compiled: CompiledModel, found: Equations, keeps: bool) -> Iterator[str]:
    model = found.model
    state_of_derivative = {derivative: state for state, derivative in model.states}
    new_states = {new: state for sampler in model.samplers for state, new in sampler.states}
    notation = _notation(found, compiled)
    yield f"% {model.name}: the equations; needs \\usepackage{{amsmath}}"
    yield r"\allowdisplaybreaks"
    relations = frozenset(variable.name for variable in model.variables if variable.role is Role.RESIDUAL)
    yield from _group(found.continuous, notation, state_of_derivative, {}, relations, keeps=keeps)
    for sampler in model.samplers:
        yield f"At the samples of \\textrm{{{_escaped(sampler.name)}}}:"
        yield from _group(found.sampled[sampler.name], notation, {}, new_states, relations, keeps=keeps)
    yield from _values(compiled, notation)


def _group(
    equations: tuple[Equation, ...],
    notation: Notation,
    states: dict[str, str],
    new: dict[str, str],
    relations: frozenset[str],
    *,
    keeps: bool,
) -> Iterator[str]:
    if not equations:
        return
    rows = []
    for equation in equations:
        target, value = equation.target, equation.value
        if target in relations:
            left, value = _sides(value, notation)
        elif target in states:
            left = _dotted(notation.name(states[target]))
        elif target in new:
            left = rf"{notation.name(new[target])}^{{+}}"
        else:
            left = notation.name(target)
        try:
            rows.append(f"  {left} &= {_in_lines(notation.text(value))}")
        except UserError as error:
            if not keeps:
                raise
            yield f"% {error}"
    if rows:
        yield r"\begin{align}"
        yield " \\\\\n".join(rows)
        yield r"\end{align}"


def _sides(difference: Expression, notation: Notation) -> tuple[str, Expression]:
    """A relation is kept as what is zero."""
    match difference:
        case Apply("+", (left, Apply("neg", (right,)))):
            return notation.text(left), right
        case _:
            return notation.text(difference), _ZERO


def _values(compiled: CompiledModel, notation: Notation) -> Iterator[str]:
    """Parameters and initial values with their units."""
    given = [v for v in compiled.variables if v.role in (Role.PARAMETER, Role.STATE) and v.start is not None]
    if not given:
        return
    for first in range(0, len(given), _ROWS):
        yield r"\begin{center}\begin{tabular}{lrl}"
        for variable in given[first : first + _ROWS]:
            name = notation.name(variable.name) + ("(0)" if variable.role is Role.STATE else "")
            yield rf"  ${name}$ & {print_number(variable.start or 0.0)} & {_unit(variable)} \\"
        yield r"\end{tabular}\end{center}"


def _unit(variable: Variable) -> str:
    if variable.unit is None:
        return ""
    text = _escaped(variable.unit.text)
    return "$\\mathrm{" + re.sub(r"\^(-?\w+)", r"^{\1}", text).replace("*", r"\,") + "}$"


def _notation(found: Equations, compiled: CompiledModel) -> Notation:
    is_single = len({v.owner for v in compiled.variables if v.owner}) <= 1

    def name(flat: str) -> str:
        variable = found.model.by_name().get(flat)
        if flat == found.model.time:
            return "t"
        if variable is None:
            return rf"\mathit{{{_escaped(flat)}}}"
        text = _symbol(variable.local)
        return text if is_single else _with_index(text, rf"\mathrm{{{_escaped(variable.owner)}}}")

    functions = {word: _call(text) for word, text in _FUNCTIONS.items()}
    functions |= {
        "/": lambda a: rf"\frac{{{a[0]}}}{{{a[1]}}}",
        "^": _power,
        "sqrt": lambda a: rf"\sqrt{{{a[0]}}}",
        "abs": lambda a: rf"\left|{a[0]}\right|",
        "atan2": _call(r"\operatorname{atan2}"),
        **{word: _call(rf"\operatorname{{{word}}}") for word in ("sign", "mod", "int", "pre", "delay", "rect", "norm")},
        **{table.name: _call(rf"\operatorname{{{_escaped(table.name)}}}") for table in found.model.tables},
        **{each.name: _call(rf"\operatorname{{{_escaped(each.name)}}}") for each in found.model.foreign},
    }
    return Notation("LaTeX", _number, name, _INFIX, functions, _choice, r"\lnot ")


def _number(value: float) -> str:
    text = print_number(value)
    mantissa, _, exponent = text.partition("e")
    return rf"{mantissa}\cdot 10^{{{int(exponent)}}}" if exponent else text


def _call(name: str) -> Callable[[list[str]], str]:
    return lambda arguments: rf"{name}\left({', '.join(arguments)}\right)"


def _power(arguments: list[str]) -> str:
    base, exponent = arguments
    is_short = base.isdigit() or re.fullmatch(rf"{_PIECE}(_\{{.*\}})?", base)
    return f"{base}^{{{exponent}}}" if is_short else rf"\left({base}\right)^{{{exponent}}}"


def _choice(parts: list[str]) -> str:
    rows = [rf"{parts[i + 1]} & \text{{if }} {parts[i]}" for i in range(0, len(parts) - 1, 2)]
    return r"\begin{cases} " + r" \\ ".join([*rows, rf"{parts[-1]} & \text{{otherwise}}"]) + r" \end{cases}"


def _with_index(symbol: str, index: str) -> str:
    """TeX allows one index: that of `q_{1}` becomes a pair."""
    return f"{symbol[:-1]},{index}}}" if symbol.endswith("}") and "_{" in symbol else f"{symbol}_{{{index}}}"


def _dotted(name: str) -> str:
    """The dot is over the symbol, not over its index."""
    found = re.match(_PIECE, name)
    return rf"\dot{{{name}}}" if found is None else rf"\dot{{{found[0]}}}{name[found.end() :]}"


def _in_lines(text: str) -> str:
    """A long sum in several lines, broken before terms that are in no parentheses or fractions."""
    lines, start, depth = [], 0, 0
    terms = [0]
    for found in re.finditer(r"\\left|\\right|\\begin|\\end|(?<!\\)[{}()]| [+-] ", text):
        if found[0].strip() in "+-":
            if depth == 0:
                terms.append(found.start())
        else:
            depth += 1 if found[0] in (r"\left", r"\begin", "{", "(") else -1
    for term, following in zip(terms, [*terms[1:], len(text)], strict=True):
        if term > start and _width(text[start:following]) > _WIDTH:
            lines.append(text[start:term])
            start = term
    return " \\nonumber \\\\\n  &\\quad {}".join([*lines, text[start:]])


def _width(text: str) -> int:
    """About how many letters it is wide."""
    return len(re.sub(r"\\(mathit|mathrm|left|right|operatorname|text|,)|[{}^_]|\\(?=[a-z])", "", text))


def _symbol(local: str) -> str:
    """One letter as it is, a Greek letter by its name, `q1` with an index, other words in one piece."""
    if local in _GREEK:
        return f"\\{local}"
    numbered = re.fullmatch(r"([A-Za-z]+?)_?(\d+)", local)
    if numbered:
        return f"{_symbol(numbered[1])}_{{{numbered[2]}}}"
    return local if len(local) == 1 else rf"\mathit{{{_escaped(local)}}}"


def _escaped(text: str) -> str:
    return re.sub(r"([_%&#${}])", r"\\\1", text)

"""Expression -> Formula: letters and lines at their places, as a textbook would print it.

Names are shortened by a rule: a Greek letter written out becomes one; what follows `_`, a number at the end, or the
path to a part is an index; and the derivative of a state has a dot.
"""

import math
import re
from collections.abc import Sequence
from textwrap import wrap

from simnon.graphics import Lettering, width_of
from simnon.model import Apply, Expression, Name, Number, print_expression, print_number
from simnon.source import frozen

from .describe import DERIVATIVE, NEW
from .diagram import Sides

SIZE = 15.0
_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
_GREEK = dict(zip(_LETTERS.split(), "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", strict=True))
_SMALLER = 0.7
_RELATIONS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "=": "=", "<>": "≠", "and": "and", "or": "or"}
_OF_PI = {math.pi: "π", 2 * math.pi: "2π", 4 * math.pi: "4π", math.pi / 2: "π/2"}
LONGEST = 72
"""Letters; longer formulas are printed as in the text, on lines of so many."""
_MOST_LINES = 4
_TALL = re.compile(r"[A-ZΓΔΘΛΞΠΣΦΨΩbdfhiklβδζθλξφψ]")
"""Letters that reach up to where the dot of a derivative is above others."""


@frozen
class Letters:
    """`y` is the middle of the line of letters."""

    words: str
    x: float
    y: float
    size: float
    lettering: Lettering


@frozen
class Rule:
    x1: float
    x2: float
    y: float


@frozen
class Formula:
    """Reaches `up` above and `down` below the middle of its line."""

    width: float
    up: float
    down: float
    letters: tuple[Letters, ...] = ()
    rules: tuple[Rule, ...] = ()

    @property
    def height(self) -> float:
        return self.up + self.down

    def moved(self, x: float, y: float) -> "Formula":
        return Formula(
            self.width,
            self.up,
            self.down,
            tuple(Letters(t.words, t.x + x, t.y + y, t.size, t.lettering) for t in self.letters),
            tuple(Rule(r.x1 + x, r.x2 + x, r.y + y) for r in self.rules),
        )


def typeset_equation(sides: Sides, size: float = SIZE) -> Formula:
    """`left = right`, and in front of it the condition of its WHEN."""
    text = f"{print_expression(sides.left)} = {print_expression(sides.right)}"
    if sides.condition is not None:
        text = f"when {print_expression(sides.condition)}:  {text}"
    if len(text) > _MOST_LINES * LONGEST:
        return _lines(text, size)
    pieces = [_typeset(sides.left, size)[0], _sign("=", size), _typeset(sides.right, size)[0]]
    if sides.condition is not None:
        pieces = [_roman("when ", size), _typeset(sides.condition, size)[0], _roman(":  ", size), *pieces]
    return _row(pieces)


def _number(value: float, size: float) -> Formula:
    """With a raised power of ten if it is very large or small, and with π if it is a multiple of it."""
    if abs(value) in _OF_PI:
        return _roman(("−" if value < 0 else "") + _OF_PI[abs(value)], size)
    mantissa, _, exponent = print_number(value).replace("-", "−").partition("e")
    if not exponent:
        return _roman(mantissa, size)
    head = "10" if mantissa == "1" else f"{mantissa}·10"
    raised = _roman(exponent.lstrip("+0") if exponent[0] != "−" else f"−{exponent[1:].lstrip('0')}", _SMALLER * size)
    return _row([_roman(head, size), raised.moved(0, -0.45 * size)], up=0.45 * size)


def _typeset(expression: Expression, size: float) -> tuple[Formula, int]:
    """The formula and how strongly it binds: 3 an atom, 2 a product, 1 a sum, 0 anything weaker."""
    match expression:
        case Number(value):
            return _number(value, size), 3 if value >= 0 else 1
        case Name():
            return _symbol(expression, size), 3
        case Apply("+", arguments):
            return _sum(arguments, size), 1
        case Apply("neg", (argument,)):
            return _row([_roman("−", size), _in_brackets(argument, 2, size)]), 1
        case Apply("*", arguments):
            return _product(arguments, size), 2
        case Apply("/", (above, below)):
            return _fraction(above, below, size), 2
        case Apply("^", (power_of, exponent)):
            raised = _typeset(exponent, _SMALLER * size)[0]
            return _row([_in_brackets(power_of, 3, size), raised.moved(0, -0.45 * size)], up=0.45 * size), 3
        case Apply(function, (argument,)) if function in (DERIVATIVE, NEW):
            return _marked(_typeset(argument, size)[0], function, size), 3
        case Apply("if", arguments):
            return _choice(arguments, size), 0
        case Apply("sqrt", (argument,)):
            return _row([_roman("√", size), _call_arguments((argument,), size)]), 3
        case Apply("not", (argument,)):
            return _row([_roman("not ", size), _in_brackets(argument, 1, size)]), 0
        case Apply(function, arguments) if function in _RELATIONS:
            return _joined(arguments, _RELATIONS[function], size), 0
        case Apply(function, arguments):
            return _row([_roman(function.lower(), size), _call_arguments(arguments, size)]), 3


def _in_brackets(expression: Expression, strength: int, size: float) -> Formula:
    """In brackets if it binds more weakly."""
    formula, own = _typeset(expression, size)
    return formula if own >= strength else _bracketed(formula, size)


def _bracketed(formula: Formula, size: float) -> Formula:
    tall = max(size, formula.height * 0.9)
    return _row([_roman("(", tall), formula, _roman(")", tall)])


def _call_arguments(arguments: Sequence[Expression], size: float) -> Formula:
    pieces: list[Formula] = []
    for argument in arguments:
        pieces += [_roman(", ", size)] * bool(pieces) + [_typeset(argument, size)[0]]
    return _bracketed(_row(pieces), size)


def _sum(arguments: Sequence[Expression], size: float) -> Formula:
    pieces: list[Formula] = []
    for argument in arguments:
        is_negative = isinstance(argument, Apply) and argument.function == "neg"
        term = argument.arguments[0] if isinstance(argument, Apply) and is_negative else argument
        if pieces:
            pieces.append(_sign("−" if is_negative else "+", size))
        elif is_negative:
            pieces.append(_roman("−", size))
        pieces.append(_in_brackets(term, 2 if is_negative else 1, size))
    return _row(pieces)


def _product(arguments: Sequence[Expression], size: float) -> Formula:
    """A minus in front of the first factor needs no brackets: the whole is negative."""
    first = arguments[0]
    if isinstance(first, Apply) and first.function == "neg":
        return _row([_roman("−", size), _product((*first.arguments, *arguments[1:]), size)])
    pieces: list[Formula] = []
    for argument in arguments:
        if pieces:
            pieces.append(_roman(" · " if isinstance(argument, Number) else " ", size))
        pieces.append(_in_brackets(argument, 2, size))
    return _row(pieces)


def _fraction(above: Expression, below: Expression, size: float) -> Formula:
    top, bottom = _typeset(above, 0.9 * size)[0], _typeset(below, 0.9 * size)[0]
    width = max(top.width, bottom.width) + 0.3 * size
    gap = 0.12 * size
    parts = [
        top.moved((width - top.width) / 2, -gap - top.down),
        bottom.moved((width - bottom.width) / 2, gap + bottom.up),
    ]
    letters = tuple(each for part in parts for each in part.letters)
    rules = (*parts[0].rules, *parts[1].rules, Rule(0.0, width, 0.0))
    return _row([Formula(width, top.height + gap, bottom.height + gap, letters, rules)], gap=0.1 * size)


def _choice(arguments: Sequence[Expression], size: float) -> Formula:
    """The cases below each other, with a bracket before them."""
    small = 0.9 * size
    rows = [
        _row([_typeset(arguments[i + 1], small)[0], _roman("  if ", small), _typeset(arguments[i], small)[0]])
        for i in range(0, len(arguments) - 1, 2)
    ]
    rows.append(_row([_typeset(arguments[-1], small)[0], _roman("  otherwise", small)]))
    height = sum(row.height for row in rows) + 0.2 * size * (len(rows) - 1)
    left = 0.4 * height + 0.2 * size
    letters: list[Letters] = []
    rules: list[Rule] = []
    y = -height / 2
    for row in rows:
        placed = row.moved(left, y + row.up)
        letters += placed.letters
        rules += placed.rules
        y += row.height + 0.2 * size
    brace = Letters("{", 0.0, 0.0, height, Lettering.ROMAN)
    return Formula(max(row.width for row in rows) + left, height / 2, height / 2, (brace, *letters), tuple(rules))


def _joined(arguments: Sequence[Expression], sign: str, size: float) -> Formula:
    pieces: list[Formula] = []
    for argument in arguments:
        pieces += [_sign(sign, size)] * bool(pieces) + [_in_brackets(argument, 1, size)]
    return _row(pieces)


def _marked(formula: Formula, function: str, size: float) -> Formula:
    """A dot above, or a plus at the right."""
    if function == NEW:
        return _row([formula, _roman("+", _SMALLER * size).moved(0, -0.4 * size)], up=0.4 * size)
    stem = formula.letters[0]
    middle = stem.x + (width_of(stem.words, stem.size, stem.lettering) - width_of(".", size, Lettering.ROMAN)) / 2
    rise = 0.95 if _TALL.search(stem.words) else 0.7
    dot = Letters(".", middle + 0.06 * size, -rise * size, size, Lettering.ROMAN)
    up = max(formula.up, (rise + 0.05) * size)
    return Formula(formula.width, up, formula.down, (*formula.letters, dot), formula.rules)


def _symbol(name: Name, size: float) -> Formula:
    stem, index = short_name(name)
    is_word = len(stem) > 1 and stem not in _GREEK.values()
    formula = _run(stem, size, Lettering.ITALIC if not is_word or stem.isalpha() else Lettering.ROMAN)
    if not index:
        return formula
    low = _run(index, _SMALLER * size, Lettering.ROMAN).moved(0, 0.25 * size)
    return _row([formula, low], down=0.25 * size)


def short_name(name: Name) -> tuple[str, str]:
    """The letters of a name, and its index."""
    stem, _, index = name.name.partition("_")
    digits = stem.rstrip("0123456789")
    if digits and digits != stem:
        stem, index = digits, stem[len(digits) :] + (f",{index}" if index else "")
    if not stem:
        stem, index = name.name, ""
    indices = [index.replace("_", " "), *(step.text for step in name.path)]
    return _GREEK.get(stem, stem), ",".join(filter(None, indices))


def _sign(text: str, size: float) -> Formula:
    return _row([_roman(text, size)], gap=0.3 * size)


def _roman(text: str, size: float) -> Formula:
    return _run(text, size, Lettering.ROMAN)


def _words(text: str, size: float) -> Formula:
    return _run(text, 0.8 * size, Lettering.MONO)


def _lines(text: str, size: float) -> Formula:
    """Words below each other; what does not fit is left out."""
    cut = wrap(text, LONGEST, subsequent_indent="    ", max_lines=_MOST_LINES, placeholder=" …")
    lines = [_words(line, size).moved(0.0, 1.2 * size * number) for number, line in enumerate(cut)]
    letters = tuple(piece for line in lines for piece in line.letters)
    down = 0.8 * 0.6 * size + 1.2 * size * (len(lines) - 1)
    return Formula(max(line.width for line in lines), lines[0].up, down, letters)


def _run(text: str, size: float, lettering: Lettering) -> Formula:
    width = width_of(text, size, lettering)
    return Formula(width, 0.6 * size, 0.6 * size, (Letters(text, 0.0, 0.0, size, lettering),))


def _row(pieces: Sequence[Formula], gap: float = 0.0, up: float = 0.0, down: float = 0.0) -> Formula:
    """Side by side; `gap` is the room around them, `up` and `down` what raised pieces need more."""
    x = gap
    letters: list[Letters] = []
    rules: list[Rule] = []
    for piece in pieces:
        placed = piece.moved(x, 0.0)
        letters += placed.letters
        rules += placed.rules
        x += piece.width
    return Formula(
        x + gap,
        max((piece.up for piece in pieces), default=0.0) + up * 0.5,
        max((piece.down for piece in pieces), default=0.0) + down * 0.5,
        tuple(letters),
        tuple(rules),
    )

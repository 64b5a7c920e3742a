"""`special` lines -> sums over arrays: convolutions, sparse and full matrices.

With `special k=conv(even,n,m,w,u0)`, each of k(0), ..., k(n-1) is a sum of 2m+1 products of weights, the values at the
points of the table w, and of variables from u0 on. Each sum that a formula needs becomes one variable.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from simnon.model import (
    Apply,
    Expression,
    Interpolation,
    Name,
    Number,
    Table,
    finite_number_of,
    functions_in,
    names_in,
    substitute,
)
from simnon.source import Span

from ...tokens import Unreadable
from ..formulas import Spelling
from ..grammar import FUNCTIONS
from ..program import FormulaTable, Network, Program
from .gillespie import gillespie_step, reaction_names
from .meanings import Meanings
from .picking import pick

GILLESPIE, FOURIER = "gill", "fftcon"
KINDS = {"conv": 5, "fconv": 7, "sparse": 5, "fsparse": 7, "mmult": 4, "fmmult": 6, FOURIER: 4, GILLESPIE: 2}
"""The kinds of networks, and how many arguments each has; the last can have more."""
_RANDOM = {FUNCTIONS["ran"], FUNCTIONS["normal"]}
_HINT = "write special k=conv(even,n,m,w,u0), sparse(n,m,w,index,u0), mmult(m,n,w,u0) or fftcon(periodic,n,w,u0)"
_FOLDS = {"e": "even", "0": "zero", "z": "zero", "p": "periodic"}
MAX_TERMS = 200_000
Define = Callable[[str, Expression, Span], None]


@dataclass(slots=True)
class Networks:
    """The networks of a program; `define` adds an equation to it."""

    program: Program
    meanings: Meanings
    spelling: Spelling
    define: Define
    is_map: bool
    _names: dict[tuple[str, int], str] = field(default_factory=dict)
    _is_of_two: dict[str, bool] = field(default_factory=dict)
    _values: dict[tuple[str, str], str] = field(default_factory=dict)
    _reactions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _points: dict[str, list[Expression]] = field(default_factory=dict)
    _terms: int = 0

    def value(self, network: Network, index: Expression, span: Span) -> Expression:
        """`k(index)`; 0 if the index is beyond the network."""
        if network.kind == GILLESPIE:
            return self._reaction(network, index, span)
        size = self._size(network)
        number = finite_number_of(index, self.meanings.constants)
        if number is not None:
            return self._element(network, int(number), size, span)
        return pick(index, {i: self._element(network, i, size, span) for i in range(size)}, Number(0.0, span), span)

    def _reaction(self, network: Network, index: Expression, span: Span) -> Expression:
        """The time to the next reaction if the index is 0, or whether it is that of the index."""
        if not self.is_map:
            message = "gill needs a map: each of its steps is one reaction"
            raise Unreadable("unsupported-statement", message, network.span, "write @ meth=discrete")
        if network.name not in self._reactions:
            rates = [self._variable(network, name, 0) for name in reaction_names(network)]
            step = gillespie_step(rates, network.name, self.spelling.free, network.span)
            self._reactions[network.name] = step.names
            for name, value in step.equations:
                self.define(name, value, network.span)
        names: dict[int, Expression] = {i: Name(n, span) for i, n in enumerate(self._reactions[network.name])}
        number = finite_number_of(index, self.meanings.constants)
        if number is not None:
            return names.get(int(number), Number(0.0, span))
        return pick(index, names, Number(0.0, span), span)

    def _element(self, network: Network, index: int, size: int, span: Span) -> Expression:
        if not 0 <= index < size:
            return Number(0.0, span)
        key = (network.name, index)
        if key not in self._names:
            name = self._names[key] = self.spelling.free(f"{network.name}_{index}")
            terms = [Apply("*", (weight, value), span) for weight, value in self._pairs(network, index)]
            self._count(network, len(terms))
            self.define(name, _sum(terms, span), span)
        return Name(self._names[key], span)

    def _count(self, network: Network, terms: int) -> None:
        self._terms += terms
        if self._terms > MAX_TERMS:
            message = f"the networks of the program have more than {MAX_TERMS} terms"
            raise Unreadable("loop-too-long", message, network.span, "make them smaller")

    def _size(self, network: Network) -> int:
        return self._integer(network, 1 if network.kind.endswith(("conv", "mmult", FOURIER)) else 0)

    def _pairs(self, network: Network, i: int) -> Iterator[tuple[Expression, Expression]]:
        """Weights and values of the sum `i`."""
        words = network.arguments
        if network.kind.endswith("conv"):
            size, reach = self._integer(network, 1), self._integer(network, 2)
            weights, sources = self._table(network, words[3]), words[4:]
            places = [(j + reach, _folded(i + j, size, _FOLDS.get(words[0][:1].casefold(), "")))
                      for j in range(-reach, reach + 1)]  # fmt: skip
        elif network.kind == FOURIER:
            size, is_periodic = self._integer(network, 1), words[0][:1].casefold() == "p"
            weights, sources = self._table(network, words[2]), words[3:]
            places = [(_fourier_row(i - j, size, is_periodic), j) for j in range(size)]
        elif network.kind.endswith("sparse"):
            count = self._integer(network, 1)
            weights, sources = self._table(network, words[2]), words[4:]
            targets = self._table(network, words[3])
            rows = range(i * count, (i + 1) * count)
            places = [(row, self._known(network, _at(targets, row, network))) for row in rows]
        else:
            count = self._integer(network, 0)
            weights, sources = self._table(network, words[2]), words[3:]
            places = [(i * count + j, j) for j in range(count)]
        for row, place in places:
            if place is not None and place >= 0:
                yield _at(weights, row, network), self._source(network, sources, place, i)

    def _source(self, network: Network, sources: Sequence[str], place: int, i: int) -> Expression:
        """The variable at `place`, or the function of it and of the variable `i` after a second name."""
        value = self._variable(network, sources[0], place)
        if len(sources) == 1:
            return value
        function = sources[2]
        called = FUNCTIONS.get(function.casefold()) or self.spelling(function)
        if not self._reads_second(called):
            return self._function_of_one(network, called, value)
        return self.meanings.number(Apply(called, (value, self._variable(network, sources[1], i)), network.span))

    def _reads_second(self, function: str) -> bool:
        """Whether the function depends on its second argument; one that does not is computed once for each variable."""
        if function not in self._is_of_two:
            found = next((f for f in self.program.functions if f.name == function and len(f.parameters) == 2), None)
            self._is_of_two[function] = found is None or found.parameters[1] in names_in(found.body)
        return self._is_of_two[function]

    def _function_of_one(self, network: Network, function: str, value: Name) -> Expression:
        key = (network.name, value.name)
        if key not in self._values:
            name = self._values[key] = self.spelling.free(f"{function}_{value.name}")
            self.define(name, self.meanings.number(Apply(function, (value, value), network.span)), network.span)
        return Name(self._values[key], network.span)

    def _variable(self, network: Network, first: str, distance: int) -> Name:
        name = self.spelling(first)
        order = self.meanings.in_order
        place = order.index(name) + distance if name in order else -1
        if not 0 <= place < len(order):
            message = f"there is no variable {distance} places after {first}"
            raise Unreadable("undefined-name", message, network.span, _HINT)
        return Name(order[place], network.span)

    def formula_table(self, name: str, span: Span) -> Table | None:
        """The table of this name if its formula gives numbers; random ones are drawn once."""
        found = self.program.formula_tables.get(name)
        if found is None or found.count < 2 or not found.low < found.high:
            return None
        points = self._points.get(name) or self._formula_points(found, name, span)
        values = [finite_number_of(point, self.meanings.constants) for point in points]
        known = tuple(value for value in values if value is not None)
        if len(known) < len(values):
            return None
        if functions_in(found.body) & _RANDOM:
            self._points[name] = points
        first = tuple(found.low + (found.high - found.low) * i / (found.count - 1) for i in range(found.count))
        return Table(name, ("x",), Interpolation.LINEAR, True, first, (), known, span)

    def _table(self, network: Network, name: str) -> list[Expression]:
        name = self.spelling(name)
        if name not in self._points:
            self._points[name] = self._points_of(network, name)
        return self._points[name]

    def _points_of(self, network: Network, name: str) -> list[Expression]:
        """A table by a formula is computed at its points; random numbers in it are drawn here, always the same."""
        for table in self.program.tables:
            if table.name == name:
                return [Number(value, network.span) for value in table.values]
        found = self.program.formula_tables.get(name)
        if found is None:
            raise Unreadable("undefined-name", f"'{name}' is not a table", network.span, _HINT)
        return [self._named(point, f"{name}_{i}", network.span)
                for i, point in enumerate(self._formula_points(found, name, network.span))]  # fmt: skip

    def _named(self, point: Expression, name: str, span: Span) -> Expression:
        """A weight that depends on parameters has a name, so that it is computed once."""
        number = finite_number_of(point, self.meanings.constants)
        if number is not None:
            return Number(number, span)
        free = self.spelling.free(name)
        self.define(free, point, span)
        return Name(free, span)

    def _formula_points(self, table: FormulaTable, name: str, span: Span) -> list[Expression]:
        generator = random.Random(name)  # noqa: S311

        def draw(distribution: str, span: Span | None) -> Expression:
            return Number(generator.random() if distribution == "rect" else generator.gauss(), span)

        points = []
        for i in range(table.count):
            t = table.low + (table.high - table.low) * i / max(table.count - 1, 1)
            points.append(self.meanings.number(substitute(table.body, {"t": Number(t, span)}), draw))
        return points

    def _integer(self, network: Network, position: int) -> int:
        text = network.arguments[position]
        number = float(text) if text.isdecimal() else self.meanings.constants.get(self.spelling(text))
        if number is None or not 0 < number < MAX_TERMS:
            message = f"{network.kind} needs a positive integer, not {text}"
            raise Unreadable("loop-not-constant", message, network.span, _HINT)
        return int(number)

    def _known(self, network: Network, value: Expression) -> int:
        number = finite_number_of(value, self.meanings.constants)
        if number is None:
            message = "the indices of a sparse network must be known before the run"
            raise Unreadable("loop-not-constant", message, network.span, "write numbers into the table")
        return int(number)


def _sum(terms: Sequence[Expression], span: Span) -> Expression:
    if len(terms) > 1:
        return Apply("+", tuple(terms), span)
    return terms[0] if terms else Number(0.0, span)


def _at(points: Sequence[Expression], row: int, network: Network) -> Expression:
    if row >= len(points):
        message = f"the table has {len(points)} points, but {network.kind} needs more"
        raise Unreadable("unreadable-table", message, network.span, "give the table more points")
    return points[row]


def _fourier_row(distance: int, size: int, is_periodic: bool) -> int:
    """The weight of `fftcon` at this distance: the middle one at 0; around a ring, XPP's ends are one row apart."""
    if not is_periodic:
        return size + distance
    around = distance % size
    return size // 2 + around if around <= size // 2 else around - size // 2 - 1


def _folded(place: int, size: int, fold: str) -> int | None:
    """Where an array continues beyond its ends: reflected, periodic, or with zeros."""
    if fold == "periodic":
        return (2 * size + place) % size
    if fold == "zero":
        return place if 0 <= place < size else None
    place = abs(place)
    if place >= 2 * size:
        return None
    return abs(2 * size - 2 - place) if place >= size else place

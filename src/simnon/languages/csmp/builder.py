"""The system of a program under construction: blocks and statements add what they need."""

from dataclasses import dataclass, field

from simnon.model import (
    Apply,
    Assignment,
    Expression,
    FunctionDefinition,
    GivenValue,
    Interpolation,
    Name,
    Number,
    Section,
    Table,
    When,
    functions_in,
    names_in,
    number_of,
)
from simnon.source import Report, Source, Span, nearest

from ..noise import Clock, Drawing
from ..tokens import Unreadable
from .deck import Deck, FunctionPoints, element
from .names import TakenNames
from .parabolas import parabolas
from .timing import Timing

_CLOCK = Clock("TIME", "TS", "DELT")
"""Of the system that draws random numbers for GAUSS and RNDGEN."""
_SUMS_AND_PRODUCTS = frozenset({"+", "*", "neg"})


@dataclass(slots=True)
class Builder:
    """The system under construction; blocks add what they need."""

    source: Source
    deck: Deck
    names: TakenNames
    report: Report
    timing: Timing
    section: Section = Section.SORT
    assignments: list[Assignment] = field(default_factory=list)
    derivative_of_state: dict[str, str] = field(default_factory=dict)
    values: dict[str, GivenValue] = field(default_factory=dict)
    whens: list[When] = field(default_factory=list)
    functions: dict[str, FunctionDefinition] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    drawing: Drawing = field(init=False)
    rates: list[tuple[str, Expression, Span]] = field(default_factory=list)
    impulses: dict[str, None] = field(default_factory=dict)
    without_equation: set[str] = field(default_factory=set)
    """Parameters used for guesses and for counting: it is not a mistake if nothing reads them."""
    name_in_initial: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        whole = Span(self.source, 0, min(1, len(self.source.text)))
        self.drawing = Drawing(_CLOCK, whole, self.timing.step)

    def assign(self, name: str, value: Expression, span: Span) -> Name:
        if name in self.deck.fixed:
            value = Apply("int", (value,), span)
        self.assignments.append(Assignment(Name(name, span), value, self.section, span))
        return Name(name, span)

    def named(self, value: Expression, span: Span) -> Expression:
        """The value under a name, unless it already is one."""
        return value if isinstance(value, (Name, Number)) else self.assign(self.names.new(), value, span)

    def state(self, name: str, start: Expression, derivative: Expression, span: Span) -> Name:
        rate = self.names.beside(name, "DOT")
        self.derivative_of_state[name] = rate
        self.start(name, start, span)
        self.assign(rate, derivative, span)
        return Name(name, span)

    def start(self, name: str, value: Expression, span: Span) -> None:
        if isinstance(value, Number):
            self.values[name] = GivenValue(name, value.value, None, span)
        else:
            self.assignments.append(Assignment(Name(name, span), value, Section.INITIAL, span))

    def when(self, condition: Expression, updates: dict[str, Expression], span: Span) -> None:
        assignments = tuple(Assignment(Name(n, span), v, Section.NONE, span) for n, v in updates.items())
        self.whens.append(When(condition, assignments, span))

    def element(self, part: Apply) -> Name:
        """`A(3)` -> A_3; the index is a number, or computed from numbers and parameters."""
        name, span = part.function, part.span
        assert span is not None
        size = self.deck.size_of_array[name]
        index = self.constant(part.arguments[0]) if len(part.arguments) == 1 else None
        if index is None:
            raise Unreadable(
                "loop-not-constant",
                f"the index of '{name}' is not known at compile time",
                span,
                "use numbers, or the variable of a DO loop",
            )
        if index != int(index) or not 1 <= index <= size:
            raise Unreadable("wrong-arguments", f"{name} has the elements 1 to {size}", span, "choose among them")
        return Name(element(name, int(index)), span)

    def constant(self, expression: Expression) -> float | None:
        """The value of a sum or product of numbers and parameters."""
        if not functions_in(expression) <= _SUMS_AND_PRODUCTS:
            return None
        self.without_equation.update(names_in(expression))
        return number_of(expression, lambda name: self.deck.constant(name.name))

    def curve_table(self, name: str, span: Span | None, *, is_surface: bool = False) -> str:
        """The table of a FUNCTION."""
        curves = self.curves(name, span, is_surface=is_surface)
        first = tuple(x for x, _ in curves[0].pairs)
        second = tuple(curve.second for curve in curves if curve.second is not None)
        values = tuple(curve.pairs[i][1] for i in range(len(first)) for curve in curves)
        parameters = ("X", "Y") if second else ("X",)
        self.tables[name] = Table(name, parameters, Interpolation.LINEAR, False, first, second, values, curves[0].span)
        return name

    def curves(self, name: str, span: Span | None, *, is_surface: bool = False) -> list[FunctionPoints]:
        curves = self.deck.curves.get(name)
        assert span is not None
        if curves is None:
            if name in self.deck.unreadable:
                return [FunctionPoints(0.0 if is_surface else None, ((0.0, 0.0), (1.0, 0.0)), span)] * (1 + is_surface)
            near = nearest(name, self.deck.curves)
            raise Unreadable(
                "undefined-function",
                f"there is no FUNCTION {name}",
                span,
                f"did you mean {near}?" if near else f"write FUNCTION {name}=x,y,x,y,...",
            )
        if (curves[0].second is not None) != is_surface:
            word = "one argument" if curves[0].second is None else "two arguments"
            raise Unreadable("wrong-arguments", f"FUNCTION {name} has {word}", span, "AFGEN takes one, TWOVAR two")
        return curves

    def parabola_function(self, name: str, span: Span | None) -> str:
        """The function of a FUNCTION with parabolas between its points."""
        (curve,) = self.curves(name, span)
        known = f"{name} NLFGEN"
        if known not in self.functions:
            called = self.names.beside(name, "NL")
            body = parabolas(curve.pairs, Name("X", curve.span), curve.span)
            self.functions[known] = FunctionDefinition(called, ("X",), body, curve.span)
        return self.functions[known].name
